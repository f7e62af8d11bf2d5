"""Names of spans and events: those of a convention's form, or short and like words; else the operation's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions.metadata import Form
from otel_grounding.stripping.texts import MAX_TOKEN, is_metadata_text

MAX_WORDS = 3
"""Words of a name in no known form; a question or a task of so few says little."""

_OPERATIONS = frozenset(
    "chat create_agent embeddings execute_task execute_tool generate_content invoke_agent invoke_workflow plan"
    " retrieval text_completion vector_db_retrieve tools/call prompts/get resources/read".split()
)
"""What the conventions put before the name of an agent, a tool or a model."""
_SENDERS = ("running tool: ", "MCP send ")
"""What older spans of pydantic-ai and those of the MCP's SDK have before that."""
_TASK = ".task"
"""OpenLLMetry names the span of a CrewAI task after what there is to do, and those of its decorators by one word."""
_METHODS = frozenset("CONNECT DELETE GET HEAD HTTP OPTIONS PATCH POST PUT QUERY TRACE WebSocket".split())
_ASGI = re.compile(r" (?:http|websocket) (?:send|receive)$")
"""What a span of one message has after the name of its request's."""
_PLACEHOLDER = re.compile(r"[{<(]|/[:*]")
_ONE_WORD = re.compile(r"/?[A-Za-z]{0,12}/?").fullmatch
_KEYS_OF_OPERATIONS = (
    "gen_ai.operation.name", "http.request.method", "http.method", "db.operation.name", "db.operation",
    "mcp.method.name", "rpc.method", "messaging.operation.name", "openinference.span.kind", "traceloop.span.kind",
    "langfuse.observation.type", "langsmith.span.kind", "ai.operationId", "lmnr.span.type", "spring.ai.kind",
)  # fmt: skip
_KIND_UNKNOWN = "span"


def is_span_name(name: Any, attributes: Mapping[str, Any] | None = None) -> bool:
    """Whether the name of a span or an event may stay: it is an operation with its target, or a few words.

    Args:
        attributes: What has been left of the span's own; a path in its name stays where they have it for the route.
    """
    if not isinstance(name, str) or len(name) > MAX_TOKEN:
        return False
    for sender in _SENDERS:
        name = name.removeprefix(sender)
    operation, _, target = name.partition(" ")
    if "://" in name:
        return False
    if operation in _METHODS:
        return _is_route(_ASGI.sub("", target), attributes or {})
    max_words = 1 if name.endswith(_TASK) else MAX_WORDS
    return is_metadata_text(name, Form.NAME, max_words) or (operation in _OPERATIONS and is_metadata_text(target))


def _is_route(target: str, attributes: Mapping[str, Any]) -> bool:
    """Whether what follows a method says where requests go, not what for: some put the path there as it came."""
    if target in (attributes.get("http.route"), attributes.get("url.template")):
        return True
    if "/" not in target:
        return is_metadata_text(target, Form.WORD)
    return bool(_ONE_WORD(target) or _PLACEHOLDER.search(target)) and is_metadata_text(target, Form.ROUTE)


def operation_of(attributes: Mapping[str, Any], kind: Any) -> str:
    """What a span does in one word: the operation that its attributes, already stripped, name; else its kind."""
    for key in _KEYS_OF_OPERATIONS:
        value = attributes.get(key)
        if isinstance(value, str) and value and is_metadata_text(value, Form.WORD):
            return value
    return str(getattr(kind, "name", _KIND_UNKNOWN)).lower()
