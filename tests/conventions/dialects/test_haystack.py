"""Haystack's pipelines (its agents are in the captures)."""

from __future__ import annotations

import json

import pytest
from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source


def component(kind: str, output: object) -> dict[str, str]:
    return {"haystack.component.type": kind, "haystack.component.output": json.dumps(output)}


def test_a_retriever() -> None:
    documents = {"documents": [{"id": "d1", "content": "There are 7,315.", "score": 0.9}]}

    assert read(span(component("InMemoryBM25Retriever", documents))) == Reading(
        Role.RETRIEVAL, sources=(Source("There are 7,315."),)
    )


def test_a_generator() -> None:
    replies = {"replies": [{"role": "assistant", "content": [{"text": "Total is 7,315."}]}]}

    assert read(span(component("OpenAIChatGenerator", replies))) == Reading(Role.MODEL, output="Total is 7,315.")


def test_a_tool_invoker_holds_the_outputs_of_a_turn() -> None:
    results = [
        {"tool_call_result": {"result": text, "origin": {"tool_name": "count", "id": text}, "error": False}}
        for text in ("7,315", "8,420")
    ]
    messages = {"tool_messages": [{"role": "tool", "content": [result]} for result in results]}

    reading = read(span(component("ToolInvoker", messages)))

    assert reading is not None
    assert reading.role is Role.TOOL
    assert [source.content for source in reading.sources] == ["7,315", "8,420"]


@pytest.mark.parametrize("kind", ["PromptBuilder", "DocumentWriter"])
def test_other_components_are_no_step_of_an_agent(kind: str) -> None:
    assert read(span(component(kind, {}))) == Reading(Role.OTHER)
