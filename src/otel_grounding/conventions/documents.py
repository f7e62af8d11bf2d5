"""Retrieved documents, in whatever shape a framework writes them."""

from __future__ import annotations

from typing import Any

from otel_grounding.model import Source

_CONTENT_KEYS = ("content", "page_content", "text", "document", "chunk", "kwargs", "node", "data")
_LABELS = frozenset({"id", "score", "metadata", "type", "distance", "source"})


def read_documents(value: Any) -> tuple[Source, ...]:
    """The documents that have content: a list of ids and scores is not what the agent read."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("documents", "output", "results", "nodes") if key in value), [value])
    found = value if isinstance(value, (list, tuple)) else [value]
    return tuple(Source(content) for document in found if (content := _content(document)) is not None)


def _content(document: Any) -> Any:
    text = _text(document, 3)
    if text is not None:
        return None if text.startswith("<") and text.endswith(")>") else text  # an object's repr
    if isinstance(document, dict) and any(value is not None for key, value in document.items() if key not in _LABELS):
        return document
    return None


def _text(document: Any, depth: int) -> str | None:
    if isinstance(document, str):
        return document
    if isinstance(document, dict) and depth:
        for key in _CONTENT_KEYS:
            if (text := _text(document.get(key), depth - 1)) is not None:
                return text
    return None
