"""Calls and their results, wherever frameworks put them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from span_rows import ASKED, CALL, FOUND, SAID, SEEN, TOOL, Row, check, text_part

from otel_grounding.model import Role

TOGETHER = {
    "Anthropic, run by the provider": (
        [
            {"type": "server_tool_use", "id": "c1", "name": "count", "input": {}},
            {"type": "web_search_tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": SEEN}]},
            {"type": "text", "text": SAID},
        ],
        SAID,
        FOUND,
    ),
    "Anthropic, run by the agent": (
        [
            {"type": "tool_use", "id": "c1", "name": "count", "input": {}},
            {"type": "tool_result", "tool_use_id": "c1", "content": SEEN},
            {"type": "text", "text": SAID},
        ],
        SAID,
        FOUND,
    ),
    "Vercel's own messages": (
        [
            {
                "type": "tool-invocation",
                "toolInvocation": {
                    "state": "result",
                    "toolCallId": "c1",
                    "toolName": "count",
                    "args": {},
                    "result": SEEN,
                },
            },
            {"type": "text", "text": SAID},
        ],
        SAID,
        FOUND,
    ),
    "Vercel's own messages, newer": (
        [
            {"type": "tool-count", "toolCallId": "c1", "state": "output-available", "input": {}, "output": SEEN},
            {"type": "text", "text": SAID},
        ],
        SAID,
        [("", SEEN)],
    ),
    "Gemini's code": (
        [
            {"executableCode": {"language": "PYTHON", "code": "count()"}},
            {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": SEEN}},
            {"text": SAID},
        ],
        SAID,
        [("", SEEN)],
    ),
    "Gemini's functions": (
        [
            {"functionCall": {"name": "count", "args": {}}},
            {"functionResponse": {"name": "count", "response": {"total": 7315}}},
            {"text": SAID},
        ],
        SAID,
        [("count", {"total": 7315})],
    ),
    "pydantic-ai's built-in tools": (
        [
            {"part_kind": "builtin-tool-call", "tool_name": "count", "tool_call_id": "c1", "args": {}},
            {"part_kind": "builtin-tool-return", "tool_name": "count", "tool_call_id": "c1", "content": SEEN},
            {"part_kind": "text", "content": SAID},
        ],
        SAID,
        FOUND,
    ),
    "Bedrock": (
        [
            {"toolUse": {"toolUseId": "c1", "name": "count", "input": {}}},
            {"toolResult": {"toolUseId": "c1", "content": [{"text": SEEN}]}},
            {"text": SAID},
        ],
        SAID,
        FOUND,
    ),
    "words on the way to the call": (
        [
            text_part("Let me count."),
            CALL,
            {"type": "tool_call_response", "id": "c1", "response": SEEN},
            text_part(SAID),
        ],
        SAID,
        FOUND,
    ),
    "one of two calls is open": (
        [CALL, {"type": "tool_call_response", "id": "c1", "response": SEEN}, {**CALL, "id": "c2"}, text_part(SAID)],
        None,
        FOUND,
    ),
    "an open call without an id": ([{"type": "tool_call", "name": "count"}, text_part(SAID)], None, []),
}

RECORDS = {
    "Anthropic": '{"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "7,315"}]}',
    "OpenAI Responses": '{"type": "function_call_output", "call_id": "c1", "output": "7,315"}',
    "Agent Framework": '{"call_id": "c1", "type": "function_result", "result": "7,315"}',
    "Agent Framework, in a list": '[{"type": "function_result", "call_id": "c1", "result": "7,315"}]',
    "Vercel": '{"toolCallId": "c1", "toolName": "count", "result": "7,315"}',
    "Gemini": '{"functionResponse": {"id": "c1", "name": "count", "response": "7,315"}}',
    "AutoGen": '{"content": "7,315", "name": "count", "call_id": "c1", "is_error": false}',
    "a repr": "{'type': 'function_result', 'call_id': 'c1', 'result': '7,315'}",
    "twice JSON": json.dumps('{"type": "function_result", "call_id": "c1", "result": "7,315"}'),
    "a record in a record": json.dumps(
        {
            "type": "tool_result",
            "tool_use_id": "c1",
            "content": '{"type": "function_result", "call_id": "c1", "result": "7,315"}',
        }
    ),
}

NO_RECORDS = [
    '{"type": "invoice", "id": "c1", "result": 7315}',
    '{"status": "shipped", "response": "7,315"}',
    '{"content": "7,315", "id": "c1"}',
    '{"call_id": "c1", "output": "7,315"}',
]

CALLS = {
    "OpenAI": [{"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"all": true}'}}],
    "one of OpenAI": {"id": "c1", "type": "function", "function": {"name": "count", "arguments": "{}"}},
    "LangChain": [{"name": "count", "args": {"year": 2031}, "id": "c1", "type": "tool_call"}],
    "Anthropic": [{"type": "tool_use", "id": "c1", "name": "count", "input": {"year": 2031}}],
    "Gemini": [{"functionCall": {"name": "count", "args": {"year": 2031}}}],
    "the conventions": [CALL],
}

NO_CALLS = [
    '{"name": "Anna", "id": "c1"}',
    '{"name": "Anna", "input": 7, "total": 7315}',
    "[]",
    '[{"function": "sum"}]',
]


@pytest.mark.parametrize(("content", "answer", "sources"), TOGETHER.values(), ids=TOGETHER)
def test_a_message_may_hold_a_call_its_result_and_the_answer(content: Any, answer: str | None, sources: Any) -> None:
    for key in ("parts", "content"):
        said = json.dumps([{"role": "assistant", key: content}])
        for operation, role in (("chat", Role.MODEL), ("invoke_agent", Role.RUN)):
            attributes = {"gen_ai.operation.name": operation, "gen_ai.output.messages": said}
            check(Row(attributes, role, answer, sources=sources))


def test_a_list_of_calls_may_hold_what_came_of_them() -> None:
    call = {"id": "c1", "function": {"name": "count", "arguments": "{}"}, "result": SEEN}
    said = json.dumps([{"role": "assistant", "content": SAID, "tool_calls": [call]}])

    check(Row({"gen_ai.operation.name": "chat", "gen_ai.output.messages": said}, Role.MODEL, SAID, sources=FOUND))


def test_an_item_may_hold_a_call_and_its_result() -> None:
    items = [
        {"type": "mcp_call", "id": "c1", "name": "count", "arguments": "{}", "output": SEEN},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": SAID}]},
    ]
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": json.dumps(items)}

    check(Row(attributes, Role.MODEL, SAID, sources=FOUND))


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_of_a_result_is_opened_wherever_it_stands(record: str) -> None:
    found = [("count", "7,315")]
    check(Row({**TOOL, "gen_ai.tool.call.result": record}, Role.TOOL, sources=found))
    call = {"role": "assistant", "parts": [CALL]}
    for message in (
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": record}]},
        {"role": "tool", "tool_call_id": "c1", "content": record},
    ):
        asked = json.dumps([call, message])
        check(Row({"gen_ai.operation.name": "chat", "gen_ai.input.messages": asked}, Role.MODEL, sources=found))


@pytest.mark.parametrize("value", NO_RECORDS)
def test_what_only_looks_like_a_record_stays_as_it_is(value: str) -> None:
    check(Row({**TOOL, "gen_ai.tool.call.result": value}, Role.TOOL, sources=[("count", value)]))


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_tool_s_message_that_is_a_call_is_no_output(call: Any) -> None:
    for content in (call, json.dumps(call), str(call)):
        asked = json.dumps([{"role": "user", "content": ASKED}, {"role": "tool", "content": content}])
        attributes = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": asked}
        check(Row(attributes, Role.MODEL, question=ASKED))


@pytest.mark.parametrize("content", NO_CALLS)
def test_what_only_looks_like_a_call_is_an_output(content: str) -> None:
    asked = json.dumps([{"role": "tool", "content": content}])
    check(Row({"gen_ai.operation.name": "chat", "gen_ai.input.messages": asked}, Role.MODEL, sources=[("", content)]))


def test_a_message_whose_role_is_a_tool_s_name_is_its_output() -> None:
    asked = [
        {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "function": {"name": "count"}}]},
        {"role": "count", "content": SEEN, "additional_kwargs": {}},
        {"role": "reviewer", "content": "Looks right to me."},
    ]
    attributes = {"langfuse.observation.type": "generation", "langfuse.observation.input": json.dumps(asked)}

    check(Row(attributes, Role.MODEL, sources=FOUND))
