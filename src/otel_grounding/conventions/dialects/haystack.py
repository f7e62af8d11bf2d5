"""Haystack's own tracing: agents (`haystack.agent.*`) and the components of pipelines (`haystack.component.*`)."""

from __future__ import annotations

from dataclasses import replace

from otel_grounding.conventions.messages import read_messages, tool_outputs
from otel_grounding.conventions.readings import model_reading, retrieval_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_AGENT_INPUT = "haystack.agent.input"
_AGENT_OUTPUT = "haystack.agent.output"
_TOOL_NAME = "haystack.tool.name"
_TOOL_INPUT = "haystack.agent.step.tool.input"
_TOOL_OUTPUT = "haystack.agent.step.tool.output"
_MODEL_INPUT = "haystack.agent.step.llm.input"
_MODEL_OUTPUT = "haystack.agent.step.llm.output"
_COMPONENT = "haystack.component.type"
_COMPONENT_INPUT = "haystack.component.input"
_COMPONENT_OUTPUT = "haystack.component.output"

_OF_RUN = frozenset({_AGENT_INPUT, _AGENT_OUTPUT, "haystack.agent.max_steps"})
_OF_MODEL = frozenset({_MODEL_INPUT, _MODEL_OUTPUT})
MARKS = _OF_RUN | _OF_MODEL | {_TOOL_NAME, _TOOL_OUTPUT, _COMPONENT}


def read(span: SpanView) -> Reading | None:
    if _TOOL_NAME in span.attributes or _TOOL_OUTPUT in span.attributes:
        name, given = span.text(_TOOL_NAME), span.aside(_TOOL_INPUT)
        return tool_reading(span, span.get(_TOOL_OUTPUT), name=name, arguments=given)
    if not _OF_RUN.isdisjoint(span.attributes):
        asked, answered = read_messages(span.json(_AGENT_INPUT)), read_messages(span.json(_AGENT_OUTPUT))
        return run_reading(span, answered or asked)
    if not _OF_MODEL.isdisjoint(span.attributes):
        return model_reading(span, read_messages(span.json(_MODEL_INPUT)), read_messages(span.json(_MODEL_OUTPUT)))
    return _component(span, span.text(_COMPONENT))


def _component(span: SpanView, kind: str) -> Reading | None:
    output = span.get(_COMPONENT_OUTPUT)
    if kind.endswith("Retriever"):
        return retrieval_reading(span, output)
    if kind.endswith("Generator"):
        return model_reading(span, read_messages(span.json(_COMPONENT_INPUT)), read_messages(span.parsed(output)))
    if kind == "ToolInvoker":  # one span for all the calls of a turn
        return replace(tool_reading(span, None), sources=tool_outputs(read_messages(span.parsed(output))))
    return Reading(Role.OTHER)
