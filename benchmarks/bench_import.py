"""What `import otel_grounding` takes beyond the SDK that an application has loaded anyway."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

_CODE = """
import opentelemetry.sdk._logs, opentelemetry.sdk.metrics, opentelemetry.sdk.trace.export, sys, time
modules, start = len(sys.modules), time.perf_counter()
import otel_grounding
print((time.perf_counter() - start) * 1e3, len(sys.modules) - modules)
"""


def bench_import(find: Callable[[str, str], None]) -> None:
    runs = []
    for _ in range(10):
        done = subprocess.run([sys.executable, "-c", _CODE], check=True, capture_output=True, text=True)
        runs.append(tuple(map(float, done.stdout.split())))
    milliseconds, modules = min(runs)
    find("import", f"{milliseconds:.1f} ms, {modules:.0f} modules, beyond the SDK's own")
