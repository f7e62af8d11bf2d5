"""From the files that a user names to their spans, with a progress bar on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from opentelemetry.sdk.trace import ReadableSpan
from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from otel_grounding.cli.terminal import console, one_line, visible
from otel_grounding.formats import FormatError, read_spans

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


def files_of(names: Sequence[str], fail: Callable[[FormatError], None]) -> list[str]:
    """The files that are meant: those of a directory, at any depth, by their endings; others as they are named."""
    found: list[str] = []
    for name in names:
        if name == "-" or not os.path.isdir(name):
            found.append(name)
            continue
        inside, closed = _files_inside(name)
        for problem in closed:
            fail(FormatError(str(problem.filename), "", problem.strerror or str(problem)))
        if not inside and not closed:
            fail(FormatError(name, "", f"a directory without a file that ends in {', '.join(_ENDINGS)}"))
        found += sorted(inside)
    return list(dict.fromkeys(found))


def _files_inside(directory: str) -> tuple[list[str], list[OSError]]:
    """The trace files of a directory, and what kept parts of it closed; links to directories are not followed."""
    closed: list[OSError] = []
    return [
        os.path.join(place, name)
        for place, _, names in os.walk(directory, onerror=closed.append)
        for name in names
        if name.removesuffix(".gz").endswith(_ENDINGS)
    ], closed


def spans_of(files: Sequence[str], fail: Failures) -> Iterator[ReadableSpan]:
    """The spans of all files, as they are read."""
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
                yield from read_spans(file, on_error=fail)
                continue
            try:
                raw = open(file, "rb")  # noqa: SIM115  # closed below
            except OSError as problem:
                fail(FormatError(file, "", problem.strerror or str(problem)))
                continue
            with raw:
                for count, span in enumerate(read_spans(raw, name=file, on_error=fail)):
                    if count % _SPANS_A_STEP == 0 and raw.seekable():  # a pipe knows no position
                        progress.update(task, completed=done + raw.tell())
                    yield span
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
