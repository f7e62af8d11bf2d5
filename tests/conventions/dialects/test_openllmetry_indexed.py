"""Older OpenLLMetry, a message per index."""

from __future__ import annotations

from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source

TURN = {
    "llm.request.type": "chat",
    "gen_ai.system": "OpenAI",
    "gen_ai.prompt.0.role": "user",
    "gen_ai.prompt.0.content": "How many?",
    "gen_ai.prompt.1.role": "assistant",
    "gen_ai.prompt.1.tool_calls.0.id": "c1",
    "gen_ai.prompt.1.tool_calls.0.name": "count",
    "gen_ai.prompt.2.role": "tool",
    "gen_ai.prompt.2.tool_call_id": "c1",
    "gen_ai.prompt.2.content": '[{"id": 1, "total": 7315}]',
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.content": "Total is 7,315.",
}


def test_a_model_turn() -> None:
    assert read(span(TURN)) == Reading(
        Role.MODEL,
        question="How many?",
        output="Total is 7,315.",
        sources=(Source('[{"id": 1, "total": 7315}]', tool_name="count", call_id="c1"),),
    )


def test_the_order_is_that_of_the_index_and_not_of_the_keys() -> None:
    attributes = {f"gen_ai.prompt.{index}.role": "user" for index in (10, 2, 0)} | {
        f"gen_ai.prompt.{index}.content": f"message {index}" for index in (10, 2, 0)
    }

    reading = read(span(attributes))

    assert reading is not None
    assert reading.question == "message 0"


def test_content_blocks_are_their_text() -> None:
    reading = read(span({**TURN, "gen_ai.prompt.0.content": '[{"type": "text", "text": "How many, then?"}]'}))

    assert reading is not None
    assert reading.question == "How many, then?"


def test_a_turn_that_asks_for_a_tool_has_no_answer() -> None:
    attributes = {
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.tool_calls.0.name": "count",
        "gen_ai.completion.0.tool_calls.0.arguments": "{}",
    }

    assert read(span(attributes)) == Reading(Role.MODEL)
