"""What was found, in figures that are compared rather than read off a clock: printed below the timings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

_findings: dict[str, list[str]] = {}


@pytest.fixture
def find() -> Callable[[str, str], None]:
    """`find(topic, line)`: a line for the summary."""
    return lambda topic, line: _findings.setdefault(topic, []).append(line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for topic, lines in _findings.items():
        terminalreporter.section(topic)
        for line in lines:
            terminalreporter.write_line(line)
