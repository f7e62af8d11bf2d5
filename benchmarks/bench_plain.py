"""What the processor adds to a span that has nothing to do with agents, as a share of the SDK's own span.

Each share is found in a process of its own: the interpreter adapts to the spans it has seen first, and an application
with the processor has seen no others.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import pytest
from spans import Application
from telling import Find, Hold
from timing import in_turns, least, seconds

from otel_grounding import GroundingSpanProcessor

SPANS, ROUNDS = 20, 1_000
SHARE = 0.18
"""Budget of what is added, as a share of the SDK's own span."""
UNIT = "of the SDK's own span"


def bench_microseconds(find: Find) -> None:
    without, added = _in_a_process()
    find("a span, start and end", f"{without:.1f} µs by the SDK, +{added:.1f} µs by us")


@pytest.mark.parametrize("processors", [1, 2])
def bench_processors(processors: int, hold: Hold) -> None:
    hold(f"added by {processors}", lambda: _share(processors=processors), SHARE, UNIT)


@pytest.mark.parametrize("traces", [100, 2_000])
def bench_open_traces(traces: int, hold: Hold) -> None:
    hold(f"added while {traces:,} are open", lambda: _share(traces=traces), SHARE, UNIT)


def bench_below_a_run(hold: Hold) -> None:
    hold("added", lambda: _share(below=1), SHARE, UNIT)


def _share(**given: int) -> float:
    without, added = _in_a_process(**given)
    return added / without


def _in_a_process(processors: int = 1, traces: int = 0, below: int = 0) -> tuple[float, float]:
    """Microseconds of the SDK's own span, and of what is added to it."""
    command = [sys.executable, __file__, *map(str, (processors, traces, below))]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    without, added = map(float, done.stdout.split())
    return without, added


def _measure(processors: int, traces: int, below: int) -> tuple[float, float]:
    applications = {
        "without": Application(),
        "with": Application(*(GroundingSpanProcessor() for _ in range(processors))),
    }
    opened = [each.begin("Which orders are overdue?") for each in applications.values() for _ in range(traces)]
    runs = {name: each.begin("Which orders are overdue?")[1] if below else None for name, each in applications.items()}

    def plain(name: str) -> None:
        for _ in range(SPANS):
            applications[name].plain(runs[name])

    rounds = in_turns({name: partial(seconds, plain, name) for name in applications}, ROUNDS)
    for span, _ in opened:
        span.end()
    without = least(rounds, "without") / SPANS * 1e6
    return without, least(rounds, "with") / SPANS * 1e6 - without


if __name__ == "__main__":
    print(*_measure(*map(int, sys.argv[1:])))
