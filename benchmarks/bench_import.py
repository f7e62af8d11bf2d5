"""What loading takes, each time in a fresh process: the import beyond the SDK's own, and the first processor."""

from __future__ import annotations

import subprocess
import sys

from telling import Find, Hold

PROCESSES = 10
IMPORT, PROCESSOR = 25.0, 60.0
"""Budgets in milliseconds of CPU time."""
_CODE = """
import opentelemetry.sdk._logs, opentelemetry.sdk.metrics, opentelemetry.sdk.trace.export, sys, time
modules, start = len(sys.modules), time.process_time()
import otel_grounding
imported, modules = time.process_time(), len(sys.modules) - modules
otel_grounding.GroundingSpanProcessor()
print((imported - start) * 1e3, (time.process_time() - imported) * 1e3, modules)
"""


def _least() -> tuple[float, float, int]:
    """Milliseconds of the import and of making a processor, the least of some processes; modules loaded."""
    runs = []
    for _ in range(PROCESSES):
        done = subprocess.run([sys.executable, "-c", _CODE], check=True, capture_output=True, text=True)
        runs.append([float(each) for each in done.stdout.split()])
    imports, processors, modules = zip(*runs, strict=True)
    return min(imports), min(processors), int(modules[0])


def bench_import(find: Find, hold: Hold) -> None:
    hold("import otel_grounding, beyond the SDK's own", lambda: _least()[0], IMPORT, "ms")
    find("modules", str(_least()[2]))


def bench_first_processor(hold: Hold) -> None:
    hold("GroundingSpanProcessor()", lambda: _least()[1], PROCESSOR, "ms")
