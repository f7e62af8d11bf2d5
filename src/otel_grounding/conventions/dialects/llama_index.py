"""LlamaIndex under OpenInference: the agent is a workflow, and its events are Python reprs."""

from __future__ import annotations

from otel_grounding.conventions.dialects import openinference
from otel_grounding.conventions.readings import NOTHING, record_reading
from otel_grounding.conventions.reprs import text_field
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.conventions.transcripts import read_repr
from otel_grounding.model import Reading, Role

MARKS = openinference.MARKS


def read(span: SpanView) -> Reading | None:
    if not span.scope.endswith(".llama_index"):
        return None
    method = span.name.rpartition(".")[2]
    if method == "run":
        return record_reading(span, Role.RUN, None, span.get(openinference.OUTPUT))
    if method == "parse_agent_output":  # the only place where the answer is whole: outputs are cut reprs
        return Reading(Role.MODEL, output=read_repr(_event(span)) or None)
    if method == "setup_agent":
        return Reading(Role.MODEL, question=_question(_event(span)))
    if method.startswith("_"):  # the inner half of a call that has a span of its own
        return NOTHING
    return None


def _event(span: SpanView) -> str:
    """The event a workflow step was given."""
    given = span.json(openinference.INPUT)
    event = given.get("ev") if isinstance(given, dict) else None
    return event if isinstance(event, str) else ""


def _question(event: str) -> str | None:
    """The first user message of `AgentSetup(input=[ChatMessage(role=<MessageRole.USER: 'user'>, … text='…')])`."""
    _, user, rest = event.partition("role=<MessageRole.USER")
    content = text_field(rest, "text") if user else None
    return content.text if content is not None else None
