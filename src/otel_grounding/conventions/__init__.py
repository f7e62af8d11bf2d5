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
    gemini_cli,
    genai,
    genai_events,
    google_adk,
    haystack,
    laminar,
    langchain,
    langfuse,
    langsmith,
    llama_index,
    logfire,
    mcp,
    mlflow,
    openinference,
    openlit,
    openllmetry_crewai,
    openllmetry_indexed,
    pydantic_ai,
    spring_ai,
    traceloop,
    vector_db,
    vercel_ai,
)
from otel_grounding.conventions.kinds import is_workflow
from otel_grounding.conventions.readings import NOTHING
from otel_grounding.conventions.span_view import SpanView, has_failed, plain
from otel_grounding.model import Reading, Role

__all__ = ["MARKS", "MARKS_OF_EVENTS", "read", "read_role"]

_DIALECTS = (
    mcp, google_adk,
    crewai, dspy, langchain, llama_index, openinference,
    langsmith, langfuse, mlflow, laminar, haystack, openlit, vercel_ai, any_agent,
    logfire, pydantic_ai, spring_ai, gemini_cli, openllmetry_crewai,
    traceloop, genai_events, openllmetry_indexed, vector_db, genai,
)  # fmt: skip
MARKS_OF_EVENTS = vector_db.MARKS
"""Attribute names of spans that say something in their events alone: of a database only the hits of a vector store."""
MARKS = frozenset[str]().union(*(dialect.MARKS for dialect in _DIALECTS)) - MARKS_OF_EVENTS
"""Attribute names of which a span that says anything else carries at least one."""


def read(span: Any) -> Reading | None:
    """What an ended span says, or None where it says nothing of ours. Never raises, whatever the attributes hold.

    Args:
        span: An SDK span, or anything with its `attributes`, `events`, `name`, `status` and `instrumentation_scope`.
    """
    attributes = plain(span.attributes)
    marks = _marks_of(span, attributes)
    if not marks:  # what a span that is not ours costs ends here
        return Reading(Role.OTHER, failed=True) if has_failed(span) else None
    view = SpanView(span, attributes)
    found = _read(view, marks)
    if found is None:
        return None
    return replace(
        found,
        failed=found.failed or view.failed,
        workflow=found.role is Role.RUN and is_workflow(view),
        scope=view.scope,
    )


def read_role(span: Any) -> Role | None:
    """What a span is by what it says so far, its content left unread; None where it says nothing of ours.

    It may be asked of an open span again and again, and what that holds may be large.
    """
    attributes = plain(span.attributes)
    marks = _marks_of(span, attributes)
    if not marks:
        return None
    short = {key: value for key, value in attributes.items() if isinstance(value, bool | int | float | str)}
    for key, value in short.items():
        if isinstance(value, str) and len(value) > _SHORT:
            short[key] = value[:_SHORT]
    view = SpanView(span, short)
    view.events = ()
    found = _read(view, marks)
    return None if found is None else found.role


_SHORT = 256
"""Characters of a value that may tell what a span is; what is longer is content."""


def _marks_of(span: Any, attributes: dict[str, Any]) -> frozenset[str]:
    """The marks a span carries."""
    marks = MARKS.intersection(attributes)
    if not MARKS_OF_EVENTS.isdisjoint(attributes) and getattr(span, "events", None):
        return marks | MARKS_OF_EVENTS
    return marks


def _read(view: SpanView, marks: frozenset[str]) -> Reading | None:
    found: Reading | None = None
    for dialect in _DIALECTS:
        if dialect.MARKS.isdisjoint(marks):
            continue
        reading = dialect.read(view)
        if reading is None:
            continue
        found = reading if found is None else _completed(found, reading)
        if found is NOTHING or _is_whole(found):
            break
    return found


def _is_whole(reading: Reading) -> bool:
    """Nothing is left open that another dialect could fill in."""
    if reading.role in (Role.MODEL, Role.RUN):
        return reading.output is not None and reading.question is not None and bool(reading.agent_name)
    return bool(reading.sources) or reading.role is Role.CONTROL


def _completed(reading: Reading, other: Reading) -> Reading:
    """What one dialect left open, filled in from another that takes the span for the same.

    A dialect that knows nothing special of a span leaves open what it is.
    """
    if reading.role is Role.OTHER and other is not NOTHING:
        reading, other = other, reading
    if reading.role is not other.role and not (other.role is Role.OTHER and reading.role in (Role.MODEL, Role.RUN)):
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
