"""One ended span, read in whichever dialect it was written in.

Each dialect is a module with the same two names: `MARKS`, attribute keys of which its spans carry at least one, and
`read(span)`. A span can speak several dialects at once; they are tried in order, the specific before the general.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from otel_grounding.conventions import genai, openinference, pydantic_ai
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

__all__ = ["read"]

_DIALECTS = (openinference, pydantic_ai, genai)
_MARKS = frozenset().union(*(dialect.MARKS for dialect in _DIALECTS))


def read(span: Any) -> Reading | None:
    """What an ended span says, or None where it says nothing of ours. Never raises on any attribute value.

    Args:
        span: An SDK span or anything with its `attributes`, `events`, `name`, `status` and `instrumentation_scope`.
    """
    attributes = span.attributes
    if not attributes or _MARKS.isdisjoint(attributes):
        return None
    view = SpanView(span, dict(attributes))
    found: Reading | None = None
    for dialect in _DIALECTS:
        if not dialect.MARKS.isdisjoint(view.attributes) and (reading := dialect.read(view)) is not None:
            found = reading if found is None else _merged(found, reading)
    return found


def _merged(first: Reading, second: Reading) -> Reading:
    """The first dialect's word counts; the second fills in what the first left open."""
    if first.role is not second.role:
        return second if first.role is Role.OTHER else first
    return replace(
        first,
        agent_name=first.agent_name or second.agent_name,
        output=second.output if first.output is None else first.output,
        question=second.question if first.question is None else first.question,
        sources=first.sources or second.sources,
        failed=first.failed or second.failed,
        truncated=first.truncated or second.truncated,
    )
