"""What attribute values hold in whichever dialect: JSON's null, reprs, empty mappings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from span_rows import ANSWERED, ASKED, FOUND, SAID, SEEN, TOOL, TRANSCRIPT, Row, check, rows

from otel_grounding.model import Role

NULL = {
    "Langfuse": Row({"langfuse.observation.type": "span", "langfuse.observation.output": "null"}, Role.OTHER),
    "Langfuse, an agent": Row(
        {
            "langfuse.observation.type": "agent",
            "langfuse.observation.input": "null",
            "langfuse.observation.output": "null",
        },
        Role.RUN,
    ),
    "Langfuse, a generation": Row(
        {"langfuse.observation.type": "generation", "langfuse.observation.output": "null"}, Role.MODEL
    ),
    "OpenLLMetry": Row({"traceloop.span.kind": "agent", "traceloop.entity.output": "null"}, Role.RUN),
    "OpenLLMetry, messages": Row(
        {"traceloop.span.kind": "agent", "traceloop.entity.output": '{"messages": null}'}, Role.RUN
    ),
    "MLflow": Row({"mlflow.spanType": '"AGENT"', "mlflow.spanOutputs": " null "}, Role.RUN),
    "MLflow, nothing": Row({"mlflow.spanType": '"AGENT"', "mlflow.spanOutputs": "{}"}, Role.RUN),
    "Haystack": Row({"haystack.agent.input": "null", "haystack.agent.output": "null"}, Role.RUN),
    "LangSmith": Row({"langsmith.span.kind": "chain", "gen_ai.completion": '{"output": null}'}, Role.OTHER),
    "pydantic-ai, where the messages know": Row(
        {"final_result": "null", "pydantic_ai.all_messages": json.dumps(TRANSCRIPT)}, Role.RUN, SAID, ASKED
    ),
    "OpenInference, where the conventions know": Row(
        {
            "openinference.span.kind": "AGENT",
            "output.value": "null",
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.output.messages": ANSWERED,
        },
        Role.RUN,
        SAID,
    ),
    "OpenInference, a model": Row({"openinference.span.kind": "LLM", "output.value": "null"}, Role.MODEL),
    "CrewAI": Row({"crew_key": "k", "output.value": "null"}, Role.RUN, name="Crew.kickoff"),
    "Laminar": Row({"lmnr.span.type": "DEFAULT", "lmnr.span.output": "null"}, Role.OTHER),
    "the Vercel AI SDK": Row({"ai.operationId": "ai.generateObject", "ai.response.object": "null"}, Role.RUN),
    "any-agent": Row({"gen_ai.operation.name": "invoke_agent", "gen_ai.output": "null"}, Role.RUN),
    "the conventions": Row(
        {"gen_ai.operation.name": "chat", "gen_ai.input.messages": "null", "gen_ai.output.messages": "null"}, Role.MODEL
    ),
}

STATE = (
    f"{{'messages': [HumanMessage(content='{ASKED}', additional_kwargs={{}}, response_metadata={{}}, id='1'), "
    "AIMessage(content='', additional_kwargs={'refusal': None}, response_metadata={'token_usage': {'total_tokens': 99}}"
    ", id='run-1', tool_calls=[{'name': 'count', 'args': {}, 'id': 'c1', 'type': 'tool_call'}]), "
    f"ToolMessage(content='{SEEN}', name='count', id='2', tool_call_id='c1'), "
    f"AIMessage(content='{SAID}', additional_kwargs={{}}, response_metadata={{'model_name': 'm-4'}}, id='run-2')]}}"
)

REPRS = {
    "Langfuse": Row(
        {
            "langfuse.observation.type": "agent",
            "langfuse.observation.input": str({"question": ASKED, "strict": True, "limit": None}),
            "langfuse.observation.output": str({"messages": [*TRANSCRIPT[:1], {**TRANSCRIPT[1], "tool_calls": None}]}),
        },
        Role.RUN,
        SAID,
        ASKED,
    ),
    "OpenLLMetry": Row(
        {
            "traceloop.span.kind": "agent",
            "traceloop.entity.output": str(
                [{"role": "assistant", "content": [{"type": "text", "text": "It's 7,315."}]}]
            ),
        },
        Role.RUN,
        "It's 7,315.",
    ),
    "pairs": Row(
        {"openinference.span.kind": "AGENT", "input.value": str({"messages": [("user", ASKED)]}), "output.value": SAID},
        Role.RUN,
        SAID,
        ASKED,
    ),
    "content blocks that a tool returned": Row(
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "count",
            "output.value": str([{"type": "text", "text": SEEN}]),
        },
        Role.TOOL,
        sources=FOUND,
    ),
    "a graph's state": Row({"openinference.span.kind": "AGENT", "output.value": STATE}, Role.RUN, SAID, sources=FOUND),
    "a graph's state in MLflow": Row(
        {"mlflow.spanType": '"AGENT"', "mlflow.spanOutputs": json.dumps(STATE)}, Role.RUN, SAID, sources=FOUND
    ),
    "a model's messages": Row(
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.input.messages": str(TRANSCRIPT[:1]),
            "gen_ai.output.messages": str(TRANSCRIPT[1:]),
        },
        Role.MODEL,
        SAID,
        ASKED,
    ),
    "a message that was cut": Row(
        {"openinference.span.kind": "AGENT", "output.value": "{'role': 'assistant', 'content': 'We have 7,3"}, Role.RUN
    ),
    "a mapping that is the answer": Row(
        {"openinference.span.kind": "AGENT", "output.value": "{'city': 'Paris', 'temp_c': 21}"},
        Role.RUN,
        "{'city': 'Paris', 'temp_c': 21}",
    ),
    "one message of LangChain": Row(
        {"openinference.span.kind": "AGENT", "output.value": f"content='{SAID}' response_metadata={{'tokens': 31}}"},
        Role.RUN,
        SAID,
    ),
}

OFF = {
    "the conventions": {**TOOL, "gen_ai.tool.call.result": "{}"},
    "Google ADK": {**TOOL, "gcp.vertex.agent.tool_response": "{}"},
    "Langfuse": {"langfuse.observation.type": "tool", "langfuse.observation.output": "{}"},
    "OpenLLMetry": {"traceloop.span.kind": "tool", "traceloop.entity.output": '{"output": {}, "kwargs": {}}'},
    "MLflow": {"mlflow.spanType": '"TOOL"', "mlflow.spanOutputs": " {} "},
    "OpenInference": {"openinference.span.kind": "TOOL", "output.value": "{}"},
}


@rows(NULL)
def test_json_s_null_is_neither_an_answer_nor_a_question(row: Row) -> None:
    check(row)


@rows(REPRS)
def test_reprs_are_read_as_the_values_they_stand_for(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("attributes", OFF.values(), ids=OFF)
def test_an_empty_mapping_is_a_capture_that_is_off(attributes: Mapping[str, Any]) -> None:
    check(Row(attributes, Role.TOOL))


@pytest.mark.parametrize("content", ["{}", {}, " {} "])
def test_an_empty_mapping_in_a_message_is_no_output(content: Any) -> None:
    for message in (
        {"role": "tool", "tool_call_id": "c1", "content": content},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": content}]},
    ):
        asked = json.dumps([message])
        check(Row({"gen_ai.operation.name": "chat", "gen_ai.input.messages": asked}, Role.MODEL))


def test_an_empty_list_is_an_output() -> None:
    check(Row({**TOOL, "gen_ai.tool.call.result": "[]"}, Role.TOOL, sources=[("count", "[]")]))
