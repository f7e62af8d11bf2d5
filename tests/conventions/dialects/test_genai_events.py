"""What was said, in span events (Strands is in the captures)."""

from __future__ import annotations

from ended_spans import span

from otel_grounding.conventions import read
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
