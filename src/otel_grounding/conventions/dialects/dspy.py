"""DSPy under OpenInference: a ReAct module's output is its trajectory and the fields of its signature."""

from __future__ import annotations

from otel_grounding.conventions.dialects import openinference
from otel_grounding.conventions.json_text import dump
from otel_grounding.conventions.readings import record_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

MARKS = openinference.MARKS

_WORKINGS = frozenset({"trajectory", "reasoning"})


def read(span: SpanView) -> Reading | None:
    if not span.scope.endswith(".dspy"):
        return None
    output = span.json(openinference.OUTPUT)
    if not isinstance(output, dict) or "trajectory" not in output:
        return None
    fields = {name: value for name, value in output.items() if name not in _WORKINGS}
    answer = next(iter(fields.values())) if len(fields) == 1 else fields
    return record_reading(span, Role.RUN, span.get(openinference.INPUT), dump(answer), name=span.name.partition(".")[0])
