"""What scoring needs of every span of the files, kept by trace in bounded memory.

The spans of one trace may lie anywhere in gigabytes of files, so all of them have to be seen before the first run can
be scored. Each span is read once, when it passes; what it says is kept (its attributes are not) in a private SQLite
database that lives in memory while it is small, moves to a temporary file (in `SQLITE_TMPDIR`, `TMPDIR` or `/tmp`) when
it grows, and is gone with the process. In memory at any time: SQLite's cache, and of one trace the ids of its spans.
"""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.model import Reading, Role

_CACHE_KIB = 32 * 1024
_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE spans (
    trace BLOB NOT NULL, span BLOB NOT NULL, parent BLOB, ended INTEGER NOT NULL, is_run INTEGER NOT NULL,
    name TEXT NOT NULL, scope TEXT NOT NULL, reading BLOB
);
"""


class StoredSpan(NamedTuple):
    """One span of a trace: `row` finds the rest of it in the store."""

    row: int
    span_id: bytes
    parent_id: bytes | None
    ended: int
    is_run: bool


class SpanStore:
    """Spans go in as they are read, and come out by trace."""

    def __init__(self) -> None:
        # an empty name: a database of this connection alone, deleted when it closes
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.executescript(_SCHEMA)
        self._db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        self._db.execute("BEGIN")  # one transaction that is never committed: a quarter of the time for a span

    def close(self) -> None:
        self._db.close()

    def add(self, span: ReadableSpan, reading: Reading | None) -> None:
        """Keep what the span says.

        Raises:
            RecursionError: A value of the reading is nested too deeply to be stored.
            sqlite3.Error: The disk is full.
        """
        context, parent = span.context, span.parent
        assert context is not None  # every format refuses a span without ids
        self._db.execute(
            "INSERT INTO spans VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                context.trace_id.to_bytes(16),
                context.span_id.to_bytes(8),
                parent.span_id.to_bytes(8) if parent else None,
                _storable(span.end_time or span.start_time or 0),
                reading is not None and reading.role is Role.RUN,
                _encodable(span.name),
                _encodable(span.instrumentation_scope.name if span.instrumentation_scope else ""),
                None if reading is None else pickle.dumps(reading, pickle.HIGHEST_PROTOCOL),
            ),
        )

    def count_traces(self) -> int:
        self._index()
        found: int = self._db.execute("SELECT COUNT(DISTINCT trace) FROM spans").fetchone()[0]
        return found

    def traces(self) -> Iterator[tuple[bytes, list[StoredSpan]]]:
        """Each trace with its spans, in the order of reading; a span that was read twice is there once."""
        self._index()
        order = "SELECT trace FROM spans GROUP BY trace ORDER BY MIN(rowid)"
        for (trace,) in self._db.execute(order):
            rows = self._db.execute(
                "SELECT rowid, span, parent, ended, is_run FROM spans WHERE trace = ? ORDER BY rowid", (trace,)
            )
            found: dict[bytes, StoredSpan] = {}
            for row, span, parent, ended, is_run in rows:
                found.setdefault(span, StoredSpan(row, span, parent, ended, bool(is_run)))
            yield trace, list(found.values())

    def _index(self) -> None:
        """Done once all spans are in: much faster than to keep an index while they come."""
        self._db.execute("CREATE INDEX IF NOT EXISTS by_trace ON spans (trace)")

    def get(self, row: int) -> tuple[str, str, Reading | None]:
        """A span's name, the name of its scope and what it says."""
        found = self._db.execute("SELECT name, scope, reading FROM spans WHERE rowid = ?", (row,))
        name, scope, reading = found.fetchone()
        # written by this process into a file that only it can open
        return name, scope, None if reading is None else pickle.loads(reading)


def _encodable(text: str) -> str:
    """SQLite takes no half surrogates."""
    return text.encode("utf-8", "replace").decode()


def _storable(nanoseconds: int) -> int:
    """SQLite's integers have 64 bits; a time beyond them is only good for the order anyway."""
    return max(-(2**63), min(nanoseconds, 2**63 - 1))
