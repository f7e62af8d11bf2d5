"""What was said, in events of the span or of the log (Strands is in the captures)."""

from __future__ import annotations

from typing import Any

import pytest
from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.formats import LogEvent, joined
from otel_grounding.model import Reading, Role, Source


def test_a_whole_message_in_an_event() -> None:
    events = [
        ("gen_ai.user.message", {"gen_ai.event.content": '{"role": "user", "content": "How many?"}'}),
        ("gen_ai.tool.message", {"gen_ai.event.content": '{"role": "tool", "id": "c1", "content": "7,315"}'}),
        ("gen_ai.choice", {"gen_ai.event.content": '{"message": {"role": "assistant", "content": "Total is 7,315."}}'}),
    ]

    assert read(span({"gen_ai.operation.name": "chat"}, events=events)) == Reading(
        Role.MODEL, question="How many?", output="Total is 7,315.", sources=(Source("7,315", call_id="c1"),)
    )


def test_an_exception_is_no_message() -> None:
    events = [("exception", {"exception.message": "no such city"})]

    assert read(span({"gen_ai.operation.name": "chat"}, events=events)) == Reading(Role.MODEL)


def test_the_tool_message_on_a_tool_s_span_is_its_arguments() -> None:
    events = [
        ("gen_ai.tool.message", {"role": "tool", "content": '{"city": "Paris"}', "id": "c1"}),
        ("gen_ai.choice", {"message": '[{"text": "sunny"}]', "id": "c1"}),
    ]
    attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather"}

    assert read(span(attributes, events=events)) == Reading(Role.TOOL, sources=(Source("sunny", tool_name="weather"),))


def test_a_tool_that_reports_an_error_has_failed() -> None:
    events = [("gen_ai.choice", {"message": '[{"text": "no such city"}]'})]
    attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.status": "error"}

    reading = read(span(attributes, events=events))

    assert reading is not None
    assert reading.failed


def read_of_logs(attributes: dict[str, Any], events: list[tuple[str, dict[str, Any]]]) -> Reading | None:
    """What a span of a file says together with its log events, given by their names and bodies."""
    logs = [LogEvent(1, 1, name, moment, {}, body) for moment, (name, body) in enumerate(events)]
    return read(joined(span(attributes), logs))


ASKED, RETURNED, ANSWER = "How many?", "7,315", "The total is 7,315."


@pytest.mark.parametrize(
    ("user", "call", "tool", "choice"),
    [
        (
            {"content": ASKED},
            {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "totals", "arguments": "{}"}}]},
            {"content": RETURNED, "id": "c1"},
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": ANSWER}},
        ),
        (
            {"content": [{"text": ASKED}]},
            {
                "content": [{"toolUse": {"toolUseId": "c1", "name": "totals", "input": {}}}],
                "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "totals", "arguments": {}}}],
            },
            {"id": "c1", "content": [{"text": RETURNED}]},
            {"index": 0, "finish_reason": "end_turn", "message": {"role": "assistant", "content": [{"text": ANSWER}]}},
        ),
        (
            {"content": {"parts": [{"text": ASKED}], "role": "user"}},
            {"content": {"parts": [{"function_call": {"id": "c1", "name": "totals", "args": {}}}], "role": "model"}},
            {"content": {"parts": [{"function_response": {"id": "c1", "name": "totals", "response": RETURNED}}]}},
            {"content": {"parts": [{"text": ANSWER}], "role": "model"}, "index": 0, "finish_reason": "STOP"},
        ),
        (
            {"gen_ai.event.content": '{"role": "user", "content": "How many?"}'},
            {
                "gen_ai.event.content": '{"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", '
                '"function": {"name": "totals", "arguments": "{}"}}]}'
            },
            {"gen_ai.event.content": '{"role": "tool", "content": "7,315", "tool_call_id": "c1"}'},
            {
                "gen_ai.event.content": '{"message": {"role": "assistant", "content": "The total is 7,315."}, '
                '"finish_reason": "stop"}'
            },
        ),
    ],
    ids=["OpenAI", "Bedrock", "Google ADK", "Semantic Kernel"],
)
def test_a_body_of_fields(
    user: dict[str, Any], call: dict[str, Any], tool: dict[str, Any], choice: dict[str, Any]
) -> None:
    events: list[tuple[str, dict[str, Any]]] = [
        ("gen_ai.user.message", user),
        ("gen_ai.assistant.message", call),
        ("gen_ai.tool.message", tool),
        ("gen_ai.choice", choice),
    ]

    assert read_of_logs({"gen_ai.operation.name": "chat"}, events) == Reading(
        Role.MODEL, question=ASKED, output=ANSWER, sources=(Source(RETURNED, tool_name="totals", call_id="c1"),)
    )


def test_a_choice_that_calls_a_tool_is_no_answer() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "totals", "arguments": "{}"}}
    events: list[tuple[str, dict[str, Any]]] = [
        ("gen_ai.choice", {"index": 0, "message": {"role": "assistant", "content": "I look.", "tool_calls": [call]}})
    ]

    assert read_of_logs({"gen_ai.operation.name": "chat"}, events) == Reading(Role.MODEL)


@pytest.mark.parametrize("answer", ['{"total": 7315}', '{"content": "7,315"}', "[7315]", '"7,315"'])
def test_an_answer_that_is_json_stays_one(answer: str) -> None:
    reading = read_of_logs({"gen_ai.operation.name": "chat"}, [("gen_ai.choice", {"message": answer})])

    assert reading is not None
    assert reading.output == answer


def test_a_model_s_span_of_openllmetry_is_one_without_an_operation() -> None:
    events: list[tuple[str, dict[str, Any]]] = [
        ("gen_ai.user.message", {"content": ASKED}),
        ("gen_ai.choice", {"index": 0, "message": {"content": ANSWER}}),
    ]

    assert read_of_logs({"llm.request.type": "chat"}, events) == Reading(Role.MODEL, question=ASKED, output=ANSWER)
