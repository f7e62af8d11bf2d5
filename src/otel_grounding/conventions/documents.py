"""Retrieved documents, in whatever shape a framework writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CONTENT_KEYS = ("content", "page_content", "text", "document", "chunk", "kwargs", "node", "data")


def document_text(document: Any, depth: int = 3) -> str | None:
    """The text of one document; None where only its id and score are there."""
    if isinstance(document, str):
        return document
    if isinstance(document, Mapping) and depth:
        for key in _CONTENT_KEYS:
            if (text := document_text(document.get(key), depth - 1)) is not None:
                return text
    return None
