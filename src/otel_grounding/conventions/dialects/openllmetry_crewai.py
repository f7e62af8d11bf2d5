"""CrewAI under OpenLLMetry: what a crew, a flow or a task answered, under a key named after its class."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.readings import record_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_PROVIDERS = ("gen_ai.provider.name", "gen_ai.system")
_TASKS = "crewai.crew.tasks"
_DESCRIPTION = "crewai.task.description"
_ENDINGS = (".result", ".output", ".raw")
_TASK_OUTPUT = "traceloop.entity.output"

MARKS = frozenset({*_PROVIDERS, _TASKS, _DESCRIPTION, "crewai.crew.result"})


def read(span: SpanView) -> Reading | None:
    """Crews, flows, agents and tasks; models and tools are OpenLLMetry's like any other."""
    key = next((key for key in span.attributes if key.startswith("crewai.") and key.endswith(_ENDINGS)), "")
    if not key and not any(each.startswith("crewai.") for each in span.attributes):
        return None
    if span.text(names.GEN_AI_OPERATION_NAME) in ("chat", "execute_tool"):
        return None
    answered = span.first(*filter(None, (key,)), _TASK_OUTPUT)
    return record_reading(span, Role.RUN, span.get(_DESCRIPTION) or _first_task(span), answered)


def _first_task(span: SpanView) -> object:
    tasks = span.json(_TASKS)
    first = tasks[0] if isinstance(tasks, (list, tuple)) and tasks else None
    return first.get("description") if isinstance(first, dict) else None
