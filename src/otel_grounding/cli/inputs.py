"""From the files that a user names to their spans, with a progress bar on a terminal."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from opentelemetry.sdk.trace import ReadableSpan
from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from otel_grounding.cli.terminal import console, one_line, visible
from otel_grounding.formats import FormatError, LogEvent, read_records

_SPANS_A_STEP = 256
"""Spans between two steps of the progress bar."""
T = TypeVar("T")
_MOST_ERRORS = 10
_ENDINGS = (".json", ".jsonl", ".ndjson")


class Failures:
    """Says each error on standard error, the first ones of each file, and counts them all."""

    def __init__(self) -> None:
        self.count = 0
        self._file, self._of_file = "", 0

    def note(self, text: str) -> None:
        """Says what is no error."""
        self._tell(text)

    def __call__(self, problem: FormatError) -> None:
        if problem.file != self._file:
            self.tell_rest()
            self._file = problem.file
        self.count += 1
        self._of_file += 1
        if self._of_file <= _MOST_ERRORS:
            self._tell(str(problem))

    def tell_rest(self) -> None:
        """How many errors of the last file were not said."""
        if self._of_file > _MOST_ERRORS:
            self._tell(f"{self._file}: {self._of_file - _MOST_ERRORS:,} more errors")
        self._of_file = 0

    def _tell(self, text: str) -> None:
        print(f"otel-grounding: {visible(text)}", file=sys.stderr)


class _Directory(NamedTuple):
    """What a directory holds, at any depth; links to directories are not followed.

    Attributes:
        files: Its trace files, by their endings.
        passed_over: Entries with such an ending that are no files: who opens a FIFO waits, a device may never end.
        closed: What kept parts of it closed.
    """

    files: list[str]
    passed_over: list[str]
    closed: list[OSError]


def files_of(names: Sequence[str], fail: Failures) -> list[str]:
    """The files that are meant: those of a directory, at any depth, by their endings; others as they are named.

    What a user names is read whatever it is: a FIFO too, as of `<(zcat …)`.
    """
    found: list[str] = []
    for name in names:
        if name == "-" or not os.path.isdir(name):
            found.append(name)
            continue
        inside = _look_into(name)
        for problem in inside.closed:
            fail(FormatError(str(problem.filename), "", problem.strerror or str(problem)))
        if inside.passed_over:
            number = len(inside.passed_over)
            fail.note(f"{inside.passed_over[0]}: no regular file, passed over{_and_more(number - 1)}")
        if not inside.files and not inside.closed:
            fail(FormatError(name, "", f"a directory without a file that ends in {', '.join(_ENDINGS)}"))
        found += inside.files
    return list(dict.fromkeys(found))


def _and_more(number: int) -> str:
    return f" like {number:,} more in its directory" if number else ""


def _look_into(directory: str) -> _Directory:
    found = _Directory([], [], [])
    for place, _, names in os.walk(directory, onerror=found.closed.append):
        for name in names:
            if name.removesuffix(".gz").endswith(_ENDINGS):
                path = os.path.join(place, name)
                (found.files if _can_be_read_whole(path) else found.passed_over).append(path)
    found.files.sort()
    found.passed_over.sort()
    return found


def _can_be_read_whole(path: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:  # a link that leads nowhere: opening it says so
        return True


def records_of(files: Sequence[str], fail: Failures) -> Iterator[tuple[str, ReadableSpan | LogEvent]]:
    """The spans of all files and the log events that carry content of one, each with the name of its file."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task("", total=sum(_size(file) for file in files) or None)
        done = 0
        for file in files:
            progress.update(task, description=one_line(Path(file).name, 40), completed=done)
            if file == "-":
                for record in read_records(file, on_error=fail):
                    yield file, record
                continue
            try:
                raw = open(file, "rb")  # noqa: SIM115  # closed below
            except OSError as problem:
                fail(FormatError(file, "", problem.strerror or str(problem)))
                continue
            with raw:
                for count, record in enumerate(read_records(raw, name=file, on_error=fail)):
                    if count % _SPANS_A_STEP == 0 and raw.seekable():  # a pipe knows no position
                        progress.update(task, completed=done + raw.tell())
                    yield file, record
            done += _size(file)
    fail.tell_rest()


def tracked(items: Iterable[T], total: int, what: str, *, shown: bool) -> Iterator[T]:
    """The items, with a bar that counts them."""
    with Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        redirect_stdout=False,
        disable=not shown or not sys.stderr.isatty(),
    ) as progress:
        yield from progress.track(items, total=total)


def _size(file: str) -> int:
    try:
        return Path(file).stat().st_size
    except OSError:
        return 0
