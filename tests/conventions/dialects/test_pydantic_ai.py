"""pydantic-ai's older spans (the newer ones are in the captures)."""

from __future__ import annotations

import json

from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source

EVENTS = [
    {"event.name": "gen_ai.user.message", "content": "How many?", "role": "user"},
    {
        "event.name": "gen_ai.assistant.message",
        "role": "assistant",
        "tool_calls": [{"id": "c1", "function": {"name": "count"}}],
    },
    {"event.name": "gen_ai.tool.message", "content": "7,315", "role": "tool", "id": "c1", "name": "count"},
    {"event.name": "gen_ai.assistant.message", "role": "assistant", "content": "Total is 7,315."},
]


def test_a_run_without_an_operation() -> None:
    attributes = {
        "agent_name": "counter",
        "all_messages_events": json.dumps(EVENTS),
        "final_result": "Total is 7,315.",
    }

    assert read(span(attributes, name="agent run")) == Reading(
        Role.RUN,
        agent_name="counter",
        question="How many?",
        output="Total is 7,315.",
        sources=(Source("7,315", tool_name="count", call_id="c1"),),
    )


def test_a_structured_result_is_the_answer() -> None:
    attributes = {"gen_ai.operation.name": "invoke_agent", "final_result": '{"total": 7315}'}

    assert read(span(attributes)) == Reading(Role.RUN, output='{"total": 7315}')


def test_a_tool_without_an_operation() -> None:
    attributes = {"gen_ai.tool.name": "count", "tool_arguments": "{}", "tool_response": "7,315"}

    assert read(span(attributes, name="running tool")) == Reading(Role.TOOL, sources=(Source("7,315", "", "count"),))


def test_the_events_of_a_model_turn_end_with_its_answer() -> None:
    attributes = {
        "gen_ai.operation.name": "chat",
        "model_request_parameters": "{}",
        "events": json.dumps([*EVENTS[:3], {"event.name": "gen_ai.choice", "message": {"content": "Total is 7,315."}}]),
    }

    reading = read(span(attributes))

    assert reading is not None
    assert (reading.question, reading.output) == ("How many?", "Total is 7,315.")
    assert [source.content for source in reading.sources] == ["7,315"]
