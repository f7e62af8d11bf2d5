"""Tools that take the answer, and tools that hand back what they are given: no sources, either of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from span_rows import ASKED, SAID, TOOL, TRANSCRIPT, Row, check, parts, rows, text_part

from otel_grounding.model import Role

DICT_SAID = '{"orders": 7315, "open": 12}'

ANSWER_TOOLS = {
    "the conventions": Row(
        {
            **TOOL,
            "gen_ai.tool.name": "submit_answer",
            "gen_ai.tool.call.arguments": json.dumps({"answer": SAID}),
            "gen_ai.tool.call.result": "Answer submitted.",
        },
        Role.CONTROL,
        SAID,
    ),
    "Langfuse": Row(
        {
            "langfuse.observation.type": "tool",
            "langfuse.observation.input": json.dumps({"answer": SAID}),
            "langfuse.observation.output": "Response set",
        },
        Role.CONTROL,
        SAID,
        name="final_answer",
    ),
    "MLflow": Row(
        {"mlflow.spanType": '"TOOL"', "mlflow.spanInputs": DICT_SAID, "mlflow.spanOutputs": '"Response set."'},
        Role.CONTROL,
        DICT_SAID,
        name="set_model_response",
    ),
    "OpenInference, a repr": Row(
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "final_answer",
            "input.value": str({"answer": SAID}),
            "output.value": SAID,
        },
        Role.CONTROL,
        SAID,
    ),
    "OpenInference, arguments of Python": Row(
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "final_answer",
            "output.value": "ok",
            "input.value": json.dumps({"args": [SAID], "sanitize_inputs_outputs": True, "kwargs": {}}),
        },
        Role.CONTROL,
        SAID,
    ),
    "OpenLLMetry": Row(
        {
            "traceloop.span.kind": "tool",
            "traceloop.entity.name": "StructuredOutput",
            "traceloop.entity.input": DICT_SAID,
            "traceloop.entity.output": '"Structured output provided successfully"',
        },
        Role.CONTROL,
        DICT_SAID,
    ),
    "Haystack": Row(
        {
            "haystack.tool.name": "final_answer",
            "haystack.agent.step.tool.input": json.dumps({"answer": SAID}),
            "haystack.agent.step.tool.output": SAID,
        },
        Role.CONTROL,
        SAID,
    ),
    "pydantic-ai": Row(
        {"gen_ai.tool.name": "final_result", "tool_arguments": DICT_SAID, "tool_response": "Final result processed."},
        Role.CONTROL,
        DICT_SAID,
    ),
    "the Vercel AI SDK": Row(
        {"ai.toolCall.name": "final_answer", "ai.toolCall.args": json.dumps({"answer": SAID})}, Role.CONTROL, SAID
    ),
    "Google ADK, older": Row(
        {
            **TOOL,
            "gen_ai.tool.name": "set_model_response",
            "gcp.vertex.agent.tool_call_args": DICT_SAID,
            "gcp.vertex.agent.tool_response": '{"result": "Response set"}',
        },
        Role.CONTROL,
        DICT_SAID,
    ),
    "Laminar": Row(
        {"lmnr.span.type": "TOOL", "lmnr.span.input": json.dumps({"answer": SAID}), "lmnr.span.output": '"done"'},
        Role.CONTROL,
        SAID,
        name="final_answer",
    ),
    "strands": Row(
        {**TOOL, "gen_ai.tool.name": "structured_output"},
        Role.CONTROL,
        DICT_SAID,
        events=[("gen_ai.tool.message", {"content": DICT_SAID}), ("gen_ai.choice", {"message": "ok"})],
    ),
    "arguments were not captured": Row(
        {**TOOL, "gen_ai.tool.name": "final_answer", "gen_ai.tool.call.result": SAID}, Role.CONTROL, SAID
    ),
    "nor is what it said an answer": Row(
        {**TOOL, "gen_ai.tool.name": "final_result", "gen_ai.tool.call.result": "Final result processed."}, Role.CONTROL
    ),
    "any-agent, refused": Row(
        {
            **TOOL,
            "gen_ai.tool.name": "final_output",
            "gen_ai.tool.args": json.dumps({"answer": SAID}),
            "gen_ai.output": '{"success": false, "result": "Please fix this validation error"}',
        },
        Role.CONTROL,
    ),
    "DSPy's finish holds no answer": Row(
        {"openinference.span.kind": "TOOL", "tool.name": "finish", "input.value": "{}", "output.value": "Completed."},
        Role.CONTROL,
    ),
    "a task that is completed with its result": Row(
        {**TOOL, "gen_ai.tool.name": "attempt_completion", "gen_ai.tool.call.arguments": json.dumps({"result": SAID})},
        Role.CONTROL,
        SAID,
    ),
    "a handoff is no answer": Row(
        {
            **TOOL,
            "gen_ai.tool.name": "transfer_to_writer",
            "gen_ai.tool.call.arguments": '{"topic": "orders"}',
            "gen_ai.tool.call.result": "Transferred.",
        },
        Role.CONTROL,
    ),
}

ECHOES = {
    "its one text": ({"thought": SAID}, SAID),
    "its one text as a value": ({"text": SAID}, json.dumps({"success": True, "result": SAID})),
    "all its arguments": ({"day": "Tuesday", "room": "small"}, '{"room": "small", "day": "Tuesday"}'),
    "all its arguments as a value": (
        {"day": "Tuesday", "room": "small"},
        '{"ok": true, "saved": {"day": "Tuesday", "room": "small"}}',
    ),
    "all its arguments and that it worked": (
        {"day": "Tuesday", "room": "small"},
        '{"day": "Tuesday", "room": "small", "ok": true}',
    ),
    "a check that says more than one word": ({"draft": SAID}, json.dumps({"valid": True, "errors": [], "draft": SAID})),
    "JSON in its one text": ({"draft": DICT_SAID}, DICT_SAID),
}

NO_ECHOES = {
    "a query inside a larger result": ({"query": "orders"}, '{"query": "orders", "hits": []}'),
    "whether what it was given holds": ({"day": "Tuesday"}, '{"day": "Tuesday", "available": true}'),
    "more than it was given": ({"day": "Tuesday"}, '{"day": "Tuesday", "reference": "RM-3381"}'),
    "the larger of two": ({"a": 7315, "b": 12}, "7315"),
    "a number without its fraction": ({"x": 7315}, "7315"),
    "a calculation": ({"expression": "7000 + 315"}, "7315"),
    "nothing was given": ({}, "7,315"),
    "success": ({"path": "a.txt"}, '{"success": true}'),
}


@rows(ANSWER_TOOLS)
def test_an_answer_tool_gives_the_answer_and_no_source(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("name", ["final_answer", "set_model_response", "submit_answer", "StructuredOutput"])
def test_a_turn_that_calls_an_answer_tool_gives_the_answer(name: str) -> None:
    said = parts({"type": "tool_call", "id": "c1", "name": name, "arguments": {"answer": SAID}})
    check(Row({"gen_ai.operation.name": "chat", "gen_ai.output.messages": said}, Role.MODEL, SAID))
    asked = json.dumps([*json.loads(said), {"role": "tool", "tool_call_id": "c1", "content": SAID}])
    check(Row({"gen_ai.operation.name": "chat", "gen_ai.input.messages": asked}, Role.MODEL))


@pytest.mark.parametrize(
    "message",
    [
        "Final result processed.",
        "Returning structured response: orders=7315",
        "Structured output provided successfully",
    ],
)
def test_a_call_that_is_acknowledged_as_the_answer_is_it_whatever_the_tool_is_called(message: str) -> None:
    transcript = [
        {"role": "user", "parts": [text_part(ASKED)]},
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "Report", "arguments": DICT_SAID}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "name": "Report", "response": message}]},
    ]
    attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": json.dumps(transcript)}
    check(Row(attributes, Role.RUN, DICT_SAID, ASKED))


def test_a_graph_s_structured_response_is_its_answer() -> None:
    record = {"messages": TRANSCRIPT, "structured_response": {"orders": 7315}}
    attributes = {"traceloop.span.kind": "workflow", "traceloop.entity.output": json.dumps({"outputs": record})}
    check(Row(attributes, Role.RUN, '{"orders": 7315}'))


@pytest.mark.parametrize(("given", "told"), ECHOES.values(), ids=ECHOES)
def test_a_tool_that_returns_what_it_was_given_has_observed_nothing(given: Any, told: str) -> None:
    attributes = {**TOOL, "gen_ai.tool.call.arguments": json.dumps(given), "gen_ai.tool.call.result": told}
    check(Row(attributes, Role.CONTROL))
    messages = [
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "x", "arguments": json.dumps(given)}}]},
        {"role": "tool", "tool_call_id": "c1", "content": told},
    ]
    check(Row({"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(messages)}, Role.MODEL))


@pytest.mark.parametrize(("given", "told"), NO_ECHOES.values(), ids=NO_ECHOES)
def test_a_tool_that_returns_more_or_other_than_it_was_given_has_observed_it(given: Any, told: str) -> None:
    attributes = {**TOOL, "gen_ai.tool.call.arguments": json.dumps(given), "gen_ai.tool.call.result": told}
    check(Row(attributes, Role.TOOL, sources=[("count", told)]))
