"""LangChain and LangGraph under OpenInference: what is an agent and what only a node of its graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import openinference
from otel_grounding.conventions.readings import NOTHING, step_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

MARKS = openinference.MARKS
DEFAULT_GRAPH = "LangGraph"
"""The name of a graph that was given none."""


def read(span: SpanView) -> Reading | None:
    """Only runs and nodes; tools, models and retrievers are OpenInference like any other."""
    if not span.scope.endswith(".langchain") or span.text(openinference.KIND) not in ("AGENT", "CHAIN"):
        return None
    if span.text(names.TOOL_NAME):
        return None
    metadata = span.parsed(span.attributes.get("metadata"))
    role = _role(span.name, metadata if isinstance(metadata, dict) else {}, span.text(openinference.KIND))
    if role is Role.OTHER and span.text(openinference.KIND) == "AGENT":
        return NOTHING  # a node, which OpenInference's own rules would take for an agent
    return step_reading(span, role, span.get(openinference.INPUT), span.get(openinference.OUTPUT), name=span.name)


def _role(name: str, metadata: Mapping[str, Any], kind: str) -> Role:
    """The tracer calls a span AGENT for its name alone, so a node called "agent" is one; the metadata knows better."""
    if name in (metadata.get("lc_agent_name"), DEFAULT_GRAPH):
        return Role.RUN
    if kind == "AGENT" and metadata.get("langgraph_node") != name:
        return Role.RUN
    return Role.OTHER
