"""The `otel-grounding` command (extra `cli`): scores trace files, explains a score, says why one is missing."""

from __future__ import annotations

import io
import os
import sys
from typing import NoReturn

_NEEDED = ("typer", "rich", "click")
CLOSED_PIPE = 141
"""Exit code where the reader of the output stopped early, as `head` does: what a shell says of `grep` or `git log`,
which the signal SIGPIPE (13) ends: 128 + 13. The signal itself would end an exporter's broken connection as well."""


def main() -> None:
    """Run the command; without its extra, say what to install and exit with 2."""
    _prepare_streams()
    try:
        from otel_grounding.cli.app import app
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in _NEEDED:
            raise
        print("otel-grounding: the command needs its extra: pip install 'otel-grounding[cli]'", file=sys.stderr)
        sys.exit(2)
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # here, since nobody hears of an error in the interpreter's own last flush
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # typer and rich make the code 1 of it: "below"
            _leave(CLOSED_PIPE)
        raise
    except BrokenPipeError:
        _leave(CLOSED_PIPE)
    except OSError as problem:
        print(f"otel-grounding: standard output: {problem.strerror}", file=sys.stderr)
        _leave(2)


def _leave(code: int) -> NoReturn:
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # what could not be written is not tried again
    sys.exit(code)


def _prepare_streams() -> None:
    """Standard streams that are closed or know few characters are no reason to fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # as long as the process
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal of few characters shows a question mark for the others
