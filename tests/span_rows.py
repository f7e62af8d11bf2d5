"""Rows of spans and what each says; a question, what a tool returned and an answer that all of them share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Role

ASKED, SEEN, SAID = "How many orders are there?", "There are 7,315 orders.", "We have 7,315 orders."


class Row(NamedTuple):
    """A span and what it says; sources as pairs of the tool's name and what it returned."""

    attributes: Mapping[str, Any]
    role: Role | None
    output: str | None = None
    question: str | None = None
    sources: Sequence[tuple[str, Any]] = ()
    name: str = "step"
    scope: str = "test"
    events: Sequence[tuple[str, Mapping[str, Any]]] = ()


def check(row: Row) -> None:
    reading = read(span(row.attributes, name=row.name, scope=row.scope, events=row.events))
    if row.role is None:
        assert reading is None
        return
    assert reading is not None
    sources = [(source.tool_name, source.content) for source in reading.sources]
    assert (reading.role, reading.output, reading.question) == (row.role, row.output, row.question)
    assert sources == list(row.sources)


def parts(*given: Mapping[str, Any], role: str = "assistant") -> str:
    return json.dumps([{"role": role, "parts": list(given)}])


def text_part(text: str) -> dict[str, Any]:
    return {"type": "text", "content": text}


TOOL = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "count"}
ANSWERED = parts(text_part(SAID))
FOUND = [("count", SEEN)]

TRANSCRIPT = [{"role": "user", "content": ASKED}, {"role": "assistant", "content": SAID}]

CALL = {"type": "tool_call", "id": "c1", "name": "count", "arguments": {}}


def rows(table: Mapping[str, Row]) -> pytest.MarkDecorator:
    """One test for each row of a table, under the row's name."""
    return pytest.mark.parametrize("row", table.values(), ids=table)
