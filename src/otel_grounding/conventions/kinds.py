"""What instrumentations call a span that only holds others together: a workflow, a graph, a chain."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.span_view import SpanView

_KIND_KEYS = (
    names.GEN_AI_OPERATION_NAME,
    "openinference.span.kind",
    "traceloop.span.kind",
    "langfuse.observation.type",
    "langsmith.span.kind",
    "mlflow.spanType",
    "lmnr.span.type",
)
_WORKFLOWS = frozenset({"invoke_workflow", "workflow", "chain", "span", "task", "default", "unknown"})


def is_workflow(span: SpanView) -> bool:
    """Whether the span of a run is of a kind that speaks only with the words of agents and models inside it."""
    kinds = {span.text(key).strip('"').lower() for key in _KIND_KEYS} - {""}
    return bool(kinds) and kinds <= _WORKFLOWS
