"""Memory: flat over ended runs, in proportion to the evidence of open ones; each in a process of its own."""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from spans import Application
from telling import Find, Hold

from otel_grounding import GroundingSpanProcessor

RUNS = int(os.environ.get("BENCH_RUNS", "200000"))
OPEN_RUNS = 2_000
GROWN, HELD, AGAIN = 1.0, 4.0, 1.0
"""Budgets: MiB more after the last ended run than after the first fifth, bytes held per byte of evidence, and MiB more
when as many runs are opened a second time."""

reads_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")


@reads_proc
def bench_ended_runs(find: Find, hold: Hold) -> None:
    def grown() -> float:
        found = _in_a_process("ended", "with")
        find(
            "resident",
            f"{found['first_mib']:.1f} MiB after {RUNS // 5:,} runs, {found['last_mib']:.1f} MiB after {RUNS:,}",
        )
        return found["last_mib"] - found["first_mib"]

    hold("growth", grown, GROWN, "MiB")


@reads_proc
def bench_open_runs(find: Find, hold: Hold) -> None:
    found: dict[str, float] = {}

    def held() -> float:
        found.update(_in_a_process("open", "with"))
        return found["open_mib"] / found["evidence_mib"]

    find("runs open at once", f"{OPEN_RUNS:,}, each with 4 tool outputs")
    hold("held", held, HELD, "bytes per byte of evidence")
    find("evidence", f"{found['evidence_mib']:.1f} MiB")
    hold("more when as many are opened again", lambda: found["second_mib"], AGAIN, "MiB")


def _in_a_process(kind: str, processor: str) -> dict[str, float]:
    command = [sys.executable, __file__, kind, processor]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _resident_mib() -> float:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _measure(kind: str, processor: str) -> dict[str, float]:
    application = Application(*([GroundingSpanProcessor()] if processor == "with" else []))
    return _ended(application) if kind == "ended" else _opened(application)


def _ended(application: Application) -> dict[str, float]:
    points = []
    for number in range(1, RUNS + 1):
        span, context = application.begin(f"What does order {number} come to?")
        result = json.dumps({"order": f"ORD-{number}", "amount": number * 37, "status": "paid"})
        application.tool(context, f"call_{number}", result)
        application.finish(span, f"Order ORD-{number} comes to ${number * 37:,} and is paid.")
        if number % (RUNS // 10) == 0:
            application.provider.force_flush()
            points.append(_resident_mib())
    return {"first_mib": points[1], "last_mib": points[-1]}


def _opened(application: Application) -> dict[str, float]:
    chance, before = random.Random(3), _resident_mib()
    peaks = []
    for _ in range(2):  # the second round tells a leak from memory that the allocator merely keeps
        spans, size = [], 0
        for _ in range(OPEN_RUNS):
            span, context = application.begin("Which orders are overdue?")
            for number in range(4):
                result = _rows(chance)
                size += len(result)
                application.tool(context, f"call_{number}", result)
            spans.append(span)
            if len(spans) % 100 == 0:
                application.provider.force_flush()
        peaks.append(_resident_mib())
        while spans:
            application.finish(spans.pop(), "All orders were listed.")
        application.provider.force_flush()
    return {"open_mib": peaks[0] - before, "evidence_mib": size / 2**20, "second_mib": peaks[1] - peaks[0]}


def _rows(chance: random.Random) -> str:
    notes = ("".join(chance.choice("abcdefghij ") for _ in range(60)) for _ in range(46))
    return json.dumps(
        [{"id": f"ORD-{chance.randint(1, 10**9)}", "amount": chance.randint(1, 10**8), "note": note} for note in notes]
    )


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1], sys.argv[2])))
