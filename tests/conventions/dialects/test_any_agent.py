"""any-agent."""

from __future__ import annotations

from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source


def test_a_tool() -> None:
    attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "count", "gen_ai.output": "7,315"}

    assert read(span(attributes)) == Reading(Role.TOOL, sources=(Source("7,315", tool_name="count"),))


def test_a_model_turn_s_answer() -> None:
    attributes = {
        "gen_ai.operation.name": "call_llm",
        "gen_ai.input.messages": '[{"role": "user", "content": "How many?"}]',
        "gen_ai.output": "Total is 7,315.",
    }

    assert read(span(attributes)) == Reading(Role.MODEL, question="How many?", output="Total is 7,315.")


def test_tool_calls_are_no_answer() -> None:
    calls = '[{"tool.name": "count", "tool.args": "{}"}]'

    assert read(span({"gen_ai.operation.name": "call_llm", "gen_ai.output": calls})) == Reading(Role.MODEL)
