"""Each figure is told as it comes, and held to its budget where it has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

TRIES = 3
"""So often is a figure over its budget measured: what else the machine does passes, a fault of ours stays."""


class Find(Protocol):
    """`find(topic, line)` tells a finding of any form."""

    def __call__(self, topic: str, line: str) -> None: ...


class Hold(Protocol):
    """`hold(name, measure, budget, unit)` tells what `measure` gives; more than the budget fails the benchmark.

    Where it gives infinity, it is not asked again.
    """

    def __call__(self, name: str, measure: Callable[[], float], budget: float, unit: str = "") -> None: ...


class Telling:
    """A plugin of pytest: says which benchmark of how many is running, and gives them `find` and `hold`."""

    def __init__(self) -> None:
        self._count = self._started = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._count = len(session.items)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._started += 1
        print(f"\n[{self._started}/{self._count}] {_spoken(nodeid)}", flush=True)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """No dots among the figures."""
        return (report.outcome, "", "") if report.when == "call" else None

    @pytest.fixture
    def find(self) -> Find:
        return _tell

    @pytest.fixture
    def hold(self) -> Hold:
        return _hold


def _tell(topic: str, line: str) -> None:
    print(f"    {topic}: {line}", flush=True)


def _hold(name: str, measure: Callable[[], float], budget: float, unit: str = "") -> None:
    found = measure()
    for _ in range(TRIES - 1):
        if budget < found < float("inf"):
            found = min(found, measure())
    line = f"{found:.2f} {unit}".rstrip() + f" (budget {budget:g})"
    _tell(name, line if found <= budget else f"{line}: OVER")
    if found > budget:
        pytest.fail(f"{name}: {line}", pytrace=False)


def _spoken(nodeid: str) -> str:
    """`bench_scoring.py::bench_claims_alone[input a]` as `scoring: claims alone, input a`."""
    file, _, rest = nodeid.partition("::")
    name, _, given = rest.partition("[")
    words = name.removeprefix("bench_").replace("_", " ")
    return f"{file.rpartition('bench_')[2].removesuffix('.py')}: {words}" + (f", {given[:-1]}" if given else "")
