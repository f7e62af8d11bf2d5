"""The `otel-grounding` command (extra `cli`): scores trace files, explains a score, says why one is missing."""

from __future__ import annotations

import sys

_NEEDED = ("typer", "rich", "click")


def main() -> None:
    """Run the command; without its extra, say what to install and exit with 2."""
    try:
        from otel_grounding.cli.app import app
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in _NEEDED:
            raise
        print("otel-grounding: the command needs its extra: pip install 'otel-grounding[cli]'", file=sys.stderr)
        sys.exit(2)
    app()
