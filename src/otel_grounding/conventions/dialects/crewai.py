"""CrewAI under OpenInference: a crew's kickoff is the run, and its record holds the answer as `raw`."""

from __future__ import annotations

from otel_grounding.conventions.dialects import openinference
from otel_grounding.conventions.readings import record_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

MARKS = frozenset({"crew_key"})


def read(span: SpanView) -> Reading | None:
    output = span.get(openinference.OUTPUT)
    if span.name.endswith(".kickoff"):
        return record_reading(span, Role.RUN, _first_task(span.json("crew_tasks")), output)
    if span.text(openinference.KIND) == "AGENT":
        task = span.parsed(output)
        return record_reading(span, Role.RUN, _description(task), output, name=span.text("graph.node.id"))
    return None


def _first_task(tasks: object) -> object:
    return _description(tasks[0]) if isinstance(tasks, (list, tuple)) and tasks else None


def _description(task: object) -> object:
    return task.get("description") if isinstance(task, dict) else None
