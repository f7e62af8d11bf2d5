"""OpenTelemetry's GenAI semantic conventions, in their present and their older shapes.

Also what follows them to the letter: the GenAI instrumentations, Microsoft's agent framework, Semantic Kernel, AutoGen,
OpenLLMetry's newer spans.
"""

from __future__ import annotations

from dataclasses import replace

from otel_grounding.conventions import names
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, retrieval_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_FUNCTION_RESULT = "code.function.return.value"
"""Where google-genai's instrumentation has a tool's output."""
_RESULTS = (names.GEN_AI_TOOL_CALL_RESULT, _FUNCTION_RESULT, "gen_ai.tool.output", "output.value")
_ARGUMENTS = (names.GEN_AI_TOOL_CALL_ARGUMENTS, "gen_ai.tool.input", "input.value")
_OF_MODEL = frozenset(
    {
        names.GEN_AI_INPUT_MESSAGES,
        names.GEN_AI_OUTPUT_MESSAGES,
        "gen_ai.request.model",
        "gen_ai.response.model",
        "llm.request.type",
    }
)
"""What a model's span has, and a tool's has not."""
MARKS = frozenset(
    {
        names.GEN_AI_OPERATION_NAME,
        names.GEN_AI_TOOL_NAME,
        names.GEN_AI_TOOL_CALL_RESULT,
        names.GEN_AI_INPUT_MESSAGES,
        names.GEN_AI_OUTPUT_MESSAGES,
    }
)

_ROLES = {
    "chat": Role.MODEL,
    "generate_content": Role.MODEL,
    "text_completion": Role.MODEL,
    "call_llm": Role.MODEL,
    "llm_call": Role.MODEL,
    "execute_tool": Role.TOOL,
    "tool_call": Role.TOOL,
    "handoff": Role.CONTROL,
    "invoke_agent": Role.RUN,
    "invoke_workflow": Role.RUN,
    "retrieval": Role.RETRIEVAL,
    "vector_db_retrieve": Role.RETRIEVAL,
}
_OF_TOOL = frozenset({names.GEN_AI_TOOL_NAME, names.GEN_AI_TOOL_CALL_RESULT})
_MERGED_TOOLS = "(merged"
"""How Google ADK names a span that repeats the outputs of parallel tool calls."""


def role_of_operation(span: SpanView) -> Role:
    """The role an operation's name gives, whatever else the span carries (chat spans may name a tool).

    Without an operation a span that names a tool is that tool's.
    """
    operation = span.text(names.GEN_AI_OPERATION_NAME)
    role = _ROLES.get(operation.lower(), Role.OTHER)
    if not operation and not _OF_TOOL.isdisjoint(span.attributes) and _OF_MODEL.isdisjoint(span.attributes):
        role = Role.TOOL
    if role is Role.TOOL and span.text(names.GEN_AI_TOOL_NAME).startswith(_MERGED_TOOLS):
        return Role.OTHER
    return role


def read(span: SpanView) -> Reading | None:
    role = role_of_operation(span)
    if role is Role.TOOL:
        return tool_reading(span, span.first(*_RESULTS), arguments=span.aside(*_ARGUMENTS))
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, span.get(names.GEN_AI_RETRIEVAL_DOCUMENTS))
    asked = read_messages(span.json(names.GEN_AI_INPUT_MESSAGES))
    answered = read_messages(span.json(names.GEN_AI_OUTPUT_MESSAGES))
    if role is Role.MODEL:
        return model_reading(span, asked, answered)
    if role is Role.RUN or (role is Role.OTHER and span.is_entry and (asked or answered)):
        return replace(run_reading(span, [*asked, *answered]), role=role)
    return Reading(role)
