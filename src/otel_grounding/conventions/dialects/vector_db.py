"""OpenLLMetry's vector stores: each hit of a query is a span event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions.readings import retrieval_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading

_EVENTS = ("db.query.result", "db.search.result")
_TEXTS = ("document", "documents", "entity", "payload", "metadata", "content", "text")
"""Where the hit itself is: chroma's document, milvus' entity, what pinecone keeps beside the vector."""
_OWN = frozenset({"id", "score", "distance", "vector", "query_id"})

MARKS = frozenset({"db.system", "db.system.name"})


def read(span: SpanView) -> Reading | None:
    hits = [
        span.captured(_content(span, name, attributes))
        for name in _EVENTS
        for attributes in span.event_attributes(name)
    ]
    return retrieval_reading(span, hits) if hits else None


def _content(span: SpanView, event: str, attributes: Mapping[str, Any]) -> Any:
    """What a hit holds besides its ids and distances; milvus' queries put the record's own fields on the event."""
    prefix = event + "."
    fields = {key.removeprefix(prefix): value for key, value in attributes.items()}
    for key in _TEXTS:
        value = span.parsed(fields.get(key))
        if value is not None and value != {} and value != "None":
            return value
    rest = {key: value for key, value in fields.items() if key not in _OWN and not key.startswith("db.")}
    return rest or None
