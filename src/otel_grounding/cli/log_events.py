"""Log events that carry content of a span, kept beside the spans until both are known.

They may come before their span or after it, in the same file or in another. Where a span holds no content itself, what
reading it anew takes is kept too: its names and counts, no more, since there is no content on it.
"""

from __future__ import annotations

import pickle
import sqlite3
from typing import Any

from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode

from otel_grounding.conventions import read
from otel_grounding.formats import LogEvent, joined
from otel_grounding.model import Reading

_SCHEMA = """
CREATE TABLE events (trace BLOB NOT NULL, span BLOB NOT NULL, moment INTEGER NOT NULL, event BLOB NOT NULL);
CREATE TABLE silent (row INTEGER PRIMARY KEY, trace BLOB NOT NULL, span BLOB NOT NULL, rest BLOB NOT NULL);
"""
_INDEX = """
CREATE INDEX IF NOT EXISTS events_by_span ON events (trace, span, moment);
CREATE INDEX IF NOT EXISTS by_span ON spans (trace, span);
"""


class LogEvents:
    """The log events of a store of spans, in its database."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._db.executescript(_SCHEMA)
        self._count = 0
        self._is_indexed = False

    def add(self, event: LogEvent) -> None:
        """Keep one.

        Raises:
            RecursionError: Its body is nested too deeply to be stored.
            sqlite3.Error: The disk is full.
        """
        ids = (event.trace_id.to_bytes(16), event.span_id.to_bytes(8))
        kept = pickle.dumps(event, pickle.HIGHEST_PROTOCOL)
        self._db.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (*ids, min(event.moment, 2**63 - 1), kept))
        self._count += 1

    def note_span(self, row: int, span: ReadableSpan, reading: Reading | None) -> None:
        """Keep what is needed to read a span anew, where it says nothing itself of what was said."""
        if reading is None or reading.output is not None or reading.question is not None or reading.sources:
            return
        assert span.context is not None  # every format refuses a span without ids
        ids = (span.context.trace_id.to_bytes(16), span.context.span_id.to_bytes(8))
        self._db.execute("INSERT INTO silent VALUES (?, ?, ?, ?)", (row, *ids, _packed(span)))

    def completed(self, row: int, reading: Reading | None) -> Reading | None:
        """What a span says, together with its log events."""
        if reading is None or not self._count:
            return reading
        silent = self._db.execute("SELECT trace, span, rest FROM silent WHERE row = ?", (row,)).fetchone()
        if silent is None:
            return reading
        self._index()
        found = self._db.execute(
            "SELECT event FROM events WHERE trace = ? AND span = ? ORDER BY moment, rowid", silent[:2]
        )
        # a file that is given twice says nothing twice; written by this process into a file that only it can open
        events = [pickle.loads(each) for each in dict.fromkeys(row[0] for row in found)]
        if not events:
            return reading
        spoken = read(joined(_unpacked(silent[2]), events))
        return spoken if spoken is not None and spoken.role is reading.role else reading

    def count_without_span(self) -> int:
        """Events that name no span, or one that is in none of the files."""
        if not self._count:
            return 0
        self._index()
        found: int = self._db.execute(
            "SELECT COUNT(*) FROM events WHERE NOT EXISTS "
            "(SELECT 1 FROM spans WHERE spans.trace = events.trace AND spans.span = events.span)"
        ).fetchone()[0]
        return found

    def _index(self) -> None:
        """Done once all are in, and only where there are any."""
        if not self._is_indexed:
            for statement in _INDEX.strip().splitlines():
                self._db.execute(statement)
            self._is_indexed = True


def _packed(span: ReadableSpan) -> bytes:
    """A span as plain values: the SDK's own mappings hold locks."""
    parts: tuple[Any, ...] = (
        span.name,
        span.context and (span.context.trace_id, span.context.span_id),
        span.parent and (span.parent.trace_id, span.parent.span_id, span.parent.is_remote),
        dict(span.attributes or {}),
        [(each.name, dict(each.attributes or {}), each.timestamp) for each in span.events],
        span.kind.value,
        (span.status.status_code.value, span.status.description),
        span.instrumentation_scope.name if span.instrumentation_scope else "",
    )
    return pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)


def _unpacked(packed: bytes) -> ReadableSpan:
    name, ids, parent, attributes, events, kind, (code, description), scope = pickle.loads(packed)
    return ReadableSpan(
        name,
        SpanContext(ids[0], ids[1], is_remote=False),
        SpanContext(parent[0], parent[1], is_remote=parent[2]) if parent else None,
        attributes=attributes,
        events=[Event(*each) for each in events],
        kind=SpanKind(kind),
        status=Status(StatusCode(code), description),
        instrumentation_scope=InstrumentationScope(scope),
    )
