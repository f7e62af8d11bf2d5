"""OpenInference, in what no capture holds."""

from __future__ import annotations

import json

import pytest
from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source

ANSWER = "Total is 7,315."


def test_messages_spread_over_keys() -> None:
    attributes = {
        "openinference.span.kind": "LLM",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.contents.0.message_content.type": "text",
        "llm.input_messages.0.message.contents.0.message_content.text": "How many?",
        "llm.input_messages.1.message.role": "assistant",
        "llm.input_messages.1.message.tool_calls.0.tool_call.id": "c1",
        "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "count",
        "llm.input_messages.2.message.role": "tool",
        "llm.input_messages.2.message.tool_call_id": "c1",
        "llm.input_messages.2.message.content": "There are 7,315.",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.contents.0.message_content.text": ANSWER,
    }

    assert read(span(attributes)) == Reading(
        Role.MODEL,
        question="How many?",
        output=ANSWER,
        sources=(Source("There are 7,315.", tool_name="count", call_id="c1"),),
    )


def test_a_plain_output_of_a_model_is_its_answer() -> None:
    assert read(span({"openinference.span.kind": "LLM", "output.value": ANSWER})) == Reading(Role.MODEL, output=ANSWER)


def test_a_tool_s_call_id() -> None:
    attributes = {"openinference.span.kind": "TOOL", "tool.name": "Read", "tool.id": "c1", "output.value": "7,315"}

    assert read(span(attributes)) == Reading(Role.TOOL, sources=(Source("7,315", tool_name="Read", call_id="c1"),))


def test_a_function_s_response_is_unwrapped() -> None:
    response = '{"id": "c1", "name": "count", "response": {"total": 7315}}'
    attributes = {"openinference.span.kind": "TOOL", "tool.name": "count", "output.value": response}

    assert read(span(attributes)) == Reading(
        Role.TOOL, sources=(Source({"total": 7315}, tool_name="count", call_id="c1"),)
    )


RECORDS = {
    "Agno": {"content": ANSWER, "run_id": "r1", "metrics": {"input_tokens": 5}},
    "Agno, with messages": {"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": ANSWER}]},
    "BeeAI": {"output": [{"role": "assistant", "content": [{"type": "text", "text": ANSWER}]}], "context": {}},
    "Google ADK": {"content": {"parts": [{"text": ANSWER}], "role": "model"}, "author": "counter"},
    "LlamaIndex": {"response": {"role": "assistant", "blocks": [{"block_type": "text", "text": ANSWER}]}},
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_of_a_framework_s_whole_record_the_last_assistant_text_is_the_answer(record: object) -> None:
    reading = read(span({"openinference.span.kind": "AGENT", "output.value": json.dumps(record)}))

    assert reading is not None
    assert reading.output == ANSWER


def test_the_question_of_google_adk() -> None:
    asked = {"user_id": "u", "session_id": "s", "new_message": {"parts": [{"text": "How many?"}], "role": "user"}}
    reading = read(span({"openinference.span.kind": "AGENT", "input.value": json.dumps(asked)}))

    assert reading is not None
    assert reading.question == "How many?"


def test_a_structured_answer_is_the_answer() -> None:
    reading = read(span({"openinference.span.kind": "AGENT", "output.value": '{"total": 7315}'}))

    assert reading is not None
    assert reading.output == '{"total": 7315}'


@pytest.mark.parametrize("kind", ["CHAIN", "EMBEDDING", "GUARDRAIL", "EVALUATOR", "PROMPT", "UNKNOWN"])
def test_other_kinds_are_no_step_of_an_agent(kind: str) -> None:
    reading = read(span({"openinference.span.kind": kind}))

    assert reading is not None
    assert reading.role is Role.OTHER


def test_the_genai_operation_speaks_for_an_undecided_kind() -> None:
    attributes = {
        "openinference.span.kind": "CHAIN",
        "gen_ai.operation.name": "invoke_workflow",
        "output.value": ANSWER,
    }

    assert read(span(attributes, name="pipeline")) == Reading(Role.RUN, output=ANSWER, workflow=True)
