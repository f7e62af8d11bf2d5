"""Names of spans and events: those of a convention's form, or short and like words; else the operation's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from otel_grounding.stripping.texts import is_metadata_text

MAX_WORDS = 3
"""Words of a name in no known form; a question or a task of so few says little."""

_OPERATIONS = frozenset(
    "chat create_agent embeddings execute_task execute_tool generate_content invoke_agent invoke_workflow plan"
    " retrieval text_completion vector_db_retrieve tools/call prompts/get resources/read".split()
)
"""What the conventions put before the name of an agent, a tool or a model."""
_RUNNING_TOOL = "running tool: "
"""The same in older spans of pydantic-ai."""
_KEYS_OF_OPERATIONS = (
    "gen_ai.operation.name", "http.request.method", "http.method", "db.operation.name", "db.operation",
    "mcp.method.name", "rpc.method", "messaging.operation.name", "openinference.span.kind", "traceloop.span.kind",
    "langfuse.observation.type", "langsmith.span.kind", "ai.operationId", "lmnr.span.type", "spring.ai.kind",
)  # fmt: skip
_KIND_UNKNOWN = "span"


def is_span_name(name: Any) -> bool:
    """Whether the name of a span or an event may stay: it is an operation with its target, or a few words."""
    if not isinstance(name, str):
        return False
    if is_metadata_text(name, MAX_WORDS):
        return True
    if name.startswith(_RUNNING_TOOL):
        return is_metadata_text(name.removeprefix(_RUNNING_TOOL))
    operation, _, target = name.partition(" ")
    return operation in _OPERATIONS and is_metadata_text(target)


def operation_of(attributes: Mapping[str, Any], kind: Any) -> str:
    """What a span does in one word: the operation that its attributes, already stripped, name; else its kind."""
    for key in _KEYS_OF_OPERATIONS:
        value = attributes.get(key)
        if isinstance(value, str) and value and is_metadata_text(value, max_words=1):
            return value
    return str(getattr(kind, "name", _KIND_UNKNOWN)).lower()
