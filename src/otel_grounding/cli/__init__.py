"""The `otel-grounding` command (extra `cli`): scores trace files, explains a score, says why one is missing."""

from __future__ import annotations

import io
import os
import sys

_NEEDED = ("typer", "rich", "click")


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
    except OSError as problem:  # a reader that stopped early is no error, and typer's own to handle
        print(f"otel-grounding: standard output: {problem.strerror}", file=sys.stderr)
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # what could not be written is not tried again
        sys.exit(2)


def _prepare_streams() -> None:
    """Standard streams that are closed or know few characters are no reason to fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # as long as the process
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal of few characters shows a question mark for the others
