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

from otel_grounding.cli.log_events import LogEvents
from otel_grounding.cli.span_score import score_on
from otel_grounding.model import GroundingReport, Reading, Role

_CACHE_KIB = 32 * 1024
_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE spans (
    trace BLOB NOT NULL, span BLOB NOT NULL, parent BLOB, started INTEGER NOT NULL, ended INTEGER NOT NULL,
    role TEXT NOT NULL, answers INTEGER NOT NULL, file TEXT NOT NULL, name TEXT NOT NULL, scope TEXT NOT NULL,
    reading BLOB, score BLOB
);
"""


class StoredSpan(NamedTuple):
    """One span of a trace: `row` finds the rest of it in the store.

    Attributes:
        started, ended: Nanoseconds since 1970; 0 where the file does not say.
        role: `other` too where it says nothing of ours.
        answers: It holds an output of its own.
    """

    row: int
    span_id: bytes
    parent_id: bytes | None
    started: int
    ended: int
    role: Role
    answers: bool


class SpanDetails(NamedTuple):
    """The rest of a span: its file, its name, its scope's name, what it says, the score that is written on it."""

    file: str
    name: str
    scope: str
    reading: Reading | None
    score: GroundingReport | None


class SpanStore:
    """Spans go in as they are read, and come out by trace."""

    def __init__(self) -> None:
        # an empty name: a database of this connection alone, deleted when it closes
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.executescript(_SCHEMA)
        self._db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        self.log_events = LogEvents(self._db)
        self._db.execute("BEGIN")  # one transaction that is never committed: a quarter of the time for a span

    def close(self) -> None:
        self._db.close()

    def add(self, span: ReadableSpan, reading: Reading | None, file: str = "") -> None:
        """Keep what the span says.

        Raises:
            RecursionError: A value of the reading is nested too deeply to be stored.
            sqlite3.Error: The disk is full.
        """
        context, parent = span.context, span.parent
        assert context is not None  # every format refuses a span without ids
        score = score_on(span)
        inserted = self._db.execute(
            "INSERT INTO spans VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                context.trace_id.to_bytes(16),
                context.span_id.to_bytes(8),
                parent.span_id.to_bytes(8) if parent else None,
                _storable(span.start_time or 0),
                _storable(span.end_time or span.start_time or 0),
                (Role.OTHER if reading is None else reading.role).value,
                reading is not None and reading.output is not None,
                _encodable(file),
                _encodable(span.name),
                _encodable(span.instrumentation_scope.name if span.instrumentation_scope else ""),
                None if reading is None else pickle.dumps(reading, pickle.HIGHEST_PROTOCOL),
                None if score is None else pickle.dumps(score, pickle.HIGHEST_PROTOCOL),
            ),
        )
        self.log_events.note_span(inserted.lastrowid or 0, span, reading)

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
                "SELECT rowid, span, parent, started, ended, role, answers FROM spans WHERE trace = ? ORDER BY rowid",
                (trace,),
            )
            found: dict[bytes, StoredSpan] = {}
            for row, span, parent, started, ended, role, answers in rows:
                found.setdefault(span, StoredSpan(row, span, parent, started, ended, Role(role), bool(answers)))
            yield trace, list(found.values())

    def _index(self) -> None:
        """Done once all spans are in: much faster than to keep an index while they come."""
        self._db.execute("CREATE INDEX IF NOT EXISTS by_trace ON spans (trace)")

    def get(self, row: int) -> SpanDetails:
        """The rest of a span, with what its log events say."""
        found = self._db.execute("SELECT file, name, scope, reading, score FROM spans WHERE rowid = ?", (row,))
        file, name, scope, *pickled = found.fetchone()
        # written by this process into a file that only it can open
        reading, score = (None if each is None else pickle.loads(each) for each in pickled)
        return SpanDetails(file, name, scope, self.log_events.completed(row, reading), score)


def _encodable(text: str) -> str:
    """SQLite takes no half surrogates."""
    return text.encode("utf-8", "replace").decode()


def _storable(nanoseconds: int) -> int:
    """SQLite's integers have 64 bits; a time beyond them is only good for the order anyway."""
    return max(-(2**63), min(nanoseconds, 2**63 - 1))
