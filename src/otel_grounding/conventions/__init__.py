"""One ended span, read in whichever dialect it was written in.

Each dialect is a module with the same two names: `MARKS`, attribute keys of which its spans carry at least one, and
`read(span)`, which is None where the span is not its own after all. The specific come before the general: the first
that answers decides what the span is, later ones only fill in what it left open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from otel_grounding.conventions.dialects import (
    any_agent,
    crewai,
    dspy,
    genai,
    genai_events,
    google_adk,
    haystack,
    langchain,
    langfuse,
    langsmith,
    llama_index,
    mcp,
    mlflow,
    openinference,
    openlit,
    openllmetry_indexed,
    pydantic_ai,
    traceloop,
    vercel_ai,
)
from otel_grounding.conventions.span_view import SpanView, plain
from otel_grounding.model import Reading, Role

__all__ = ["MARKS", "read"]

_DIALECTS = (
    mcp,
    crewai, dspy, langchain, llama_index, openinference,
    langsmith, langfuse, mlflow, haystack, google_adk, openlit, vercel_ai, any_agent, pydantic_ai,
    traceloop, genai_events, openllmetry_indexed, genai,
)  # fmt: skip
MARKS = frozenset[str]().union(*(dialect.MARKS for dialect in _DIALECTS))
"""Attribute names of which a span that says anything carries at least one."""


def read(span: Any) -> Reading | None:
    """What an ended span says, or None where it says nothing of ours. Never raises, whatever the attributes hold.

    Args:
        span: An SDK span, or anything with its `attributes`, `events`, `name`, `status` and `instrumentation_scope`.
    """
    attributes = plain(span.attributes)
    if MARKS.isdisjoint(attributes):  # what a span that is not ours costs ends here
        return None
    view = SpanView(span, attributes)
    found: Reading | None = None
    for dialect in _DIALECTS:
        if dialect.MARKS.isdisjoint(view.attributes):
            continue
        reading = dialect.read(view)
        if reading is None:
            continue
        found = reading if found is None else _completed(found, reading)
        if _is_whole(found):
            break
    return found


def _is_whole(reading: Reading) -> bool:
    """Nothing is left open that another dialect could fill in."""
    if reading.role in (Role.MODEL, Role.RUN):
        return reading.output is not None and reading.question is not None and bool(reading.agent_name)
    return bool(reading.sources) or reading.role in (Role.CONTROL, Role.OTHER)


def _completed(reading: Reading, other: Reading) -> Reading:
    """What one dialect left open, filled in from another that takes the span for the same."""
    if reading.role is not other.role:
        return reading
    return replace(
        reading,
        agent_name=reading.agent_name or other.agent_name,
        output=other.output if reading.output is None else reading.output,
        question=other.question if reading.question is None else reading.question,
        sources=reading.sources or other.sources,
        failed=reading.failed or other.failed,
        truncated=reading.truncated or other.truncated,
    )
