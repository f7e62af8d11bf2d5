"""MLflow tracing: `mlflow.spanType`, `mlflow.spanInputs` and `mlflow.spanOutputs`, each of them JSON."""

from __future__ import annotations

from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, retrieval_reading, step_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_TYPE = "mlflow.spanType"
_INPUTS = "mlflow.spanInputs"
_OUTPUTS = "mlflow.spanOutputs"

MARKS = frozenset({_TYPE})

_ROLES = {
    "TOOL": Role.TOOL,
    "AGENT": Role.RUN,
    "LLM": Role.MODEL,
    "CHAT_MODEL": Role.MODEL,
    "RETRIEVER": Role.RETRIEVAL,
}


def read(span: SpanView) -> Reading | None:
    kind = span.json(_TYPE)
    role = _ROLES.get(kind.upper(), Role.OTHER) if isinstance(kind, str) else Role.OTHER
    outputs = span.get(_OUTPUTS)
    if role is Role.TOOL:
        return tool_reading(span, outputs, name=span.name, arguments=span.aside(_INPUTS))
    if role is Role.MODEL:
        return model_reading(span, read_messages(span.json(_INPUTS)), read_messages(span.parsed(outputs)))
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, outputs)
    return step_reading(span, role, span.json(_INPUTS), outputs, name=span.name)
