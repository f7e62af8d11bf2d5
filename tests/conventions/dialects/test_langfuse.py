"""Langfuse, where an integration calls every observation a span."""

from __future__ import annotations

import json

from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source

MESSAGE = json.dumps({"content": "7,315", "type": "tool", "name": "count", "tool_call_id": "c1", "status": "success"})


def test_a_tool_is_known_by_its_message() -> None:
    attributes = {"langfuse.observation.type": "span", "langfuse.observation.output": MESSAGE}

    assert read(span(attributes, name="count")) == Reading(
        Role.TOOL, sources=(Source("7,315", tool_name="count", call_id="c1"),)
    )


def test_the_genai_operation_tells_what_a_span_is() -> None:
    attributes = {
        "langfuse.observation.type": "span",
        "langfuse.observation.output": "7,315",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "count",
    }

    assert read(span(attributes)) == Reading(Role.TOOL, sources=(Source("7,315", tool_name="count"),))


def test_genai_keys_count_where_langfuse_s_own_are_missing() -> None:
    said = '[{"role": "assistant", "parts": [{"type": "text", "content": "Total is 7,315."}]}]'
    attributes = {
        "langfuse.observation.type": "generation",
        "gen_ai.operation.name": "chat",
        "gen_ai.output.messages": said,
    }

    assert read(span(attributes)) == Reading(Role.MODEL, output="Total is 7,315.")


def test_an_entry_span_keeps_what_it_returned_should_it_turn_out_to_be_the_run() -> None:
    attributes = {
        "langfuse.observation.type": "span",
        "langfuse.observation.input": '{"question": "How many?"}',
        "langfuse.observation.output": "Total is 7,315.",
    }

    assert read(span(attributes)) == Reading(Role.OTHER, question="How many?", output="Total is 7,315.")


def test_an_error_level_is_a_failure() -> None:
    attributes = {
        "langfuse.observation.type": "tool",
        "langfuse.observation.level": "ERROR",
        "langfuse.observation.output": "no such city",
    }

    reading = read(span(attributes))

    assert reading is not None
    assert reading.failed
