"""The page of `explain`: written whole or not at all, and never over a file that is read for it."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


def is_input(page: Path, files: Sequence[str]) -> bool:
    """Whether the page would go over one of the files, under whatever name: a link, another path, standard input."""
    try:
        there = page.stat()
    except OSError:  # it is new, or writing it says what is wrong
        return False
    return stat.S_ISREG(there.st_mode) and any(_is_same(there, file) for file in files)


def _is_same(there: os.stat_result, file: str) -> bool:
    try:
        return os.path.samestat(there, os.fstat(sys.stdin.fileno()) if file == "-" else os.stat(file))
    except (OSError, ValueError):  # closed, missing, or no file at all
        return False


def write_page(page: Path, pieces: Iterable[str]) -> None:
    """Write beside the page and put the whole in its place: whatever interrupts it, the page before it stays.

    What is no regular file (`/dev/stdout`, a FIFO) is written to as it is; of a link the file that it leads to.

    Raises:
        OSError: It can't be written; nothing is left behind.
    """
    if page.exists() and not page.is_file():
        _write(page, "w", pieces)
        return
    target = page.resolve()
    beside = target.with_name(f".otel-grounding-{secrets.token_hex(8)}")
    try:
        _write(beside, "x", pieces)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _write(path: Path, mode: str, pieces: Iterable[str]) -> None:
    with path.open(mode, encoding="utf-8", errors="replace") as opened:
        opened.writelines(pieces)
