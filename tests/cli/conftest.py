"""The command, and files for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from sample_runs import lines
from typer.testing import CliRunner, Result

from otel_grounding.cli.app import app


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Writes spans into a file and says its path."""

    def write_file(spans: Sequence[ReadableSpan] | str, name: str = "trace.jsonl") -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(spans if isinstance(spans, str) else lines(spans))
        return str(path)

    return write_file


@pytest.fixture
def command() -> Callable[..., Result]:
    """Runs the command as a user would, with its output and exit code; a traceback fails the test."""

    def invoke(*args: str, **kwargs: Any) -> Result:
        result = CliRunner().invoke(app, args, **kwargs)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return invoke
