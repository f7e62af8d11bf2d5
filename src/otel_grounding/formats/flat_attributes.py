"""Attributes as plain objects hold them: flat, nested by the parts of their names, as JSON text, or as in OTLP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from otel_grounding.formats import build
from otel_grounding.formats.otlp_values import key_values

COLUMN = "attributes."
"""How a table names the column of one attribute."""

_ROWS = frozenset(("message", "document", "tool"))
"""OpenInference numbers its messages and documents; a table or a nested object has them as lists of rows."""
_DEEPEST = 8


def attributes_of(value: Any, what: str) -> dict[str, Any]:
    """The attributes under the names that instrumentations gave them.

    Raises:
        MalformedSpanError: The value is nothing that holds attributes.
    """
    if isinstance(value, str):
        value = build.json_of(value, what) if value.strip() else None
    if isinstance(value, list):
        return key_values(value)
    found: dict[str, Any] = {}
    for key, each in build.mapping(value, what).items():
        if each is not None:
            found[key] = build.held(each)
            for name, inner in _spread(key, each):
                found.setdefault(name, build.held(inner))
    return found


def _spread(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """What lies inside a value, under whole names: `{"input": {"value": …}}` is `input.value`.

    A name with a dot is whole, so that its value stays one, unless it is rows: `llm.input_messages`.
    """
    if isinstance(value, Mapping) and "." in key:
        return
    todo = [(key, value, 0)]
    while todo:
        path, inside, depth = todo.pop()
        if isinstance(inside, Mapping) and depth < _DEEPEST:
            members = [(f"{path}.{name}", each) for name, each in inside.items()]
        elif isinstance(inside, list) and depth < _DEEPEST and _are_rows(inside):
            members = [(f"{path}.{at}", each) for at, each in enumerate(inside)]
        else:
            continue
        yield from members
        todo += [(name, each, depth + 1) for name, each in members]


def _are_rows(value: list[Any]) -> bool:
    """Rows of single names (`{"message.role": …}`) or nested ones (`{"message": {"role": …}}`)."""
    return bool(value) and all(
        isinstance(row, Mapping) and row and all(name.partition(".")[0].partition("_")[0] in _ROWS for name in row)
        for row in value
    )
