"""Trace files of any size in bounded memory: what `otel-grounding score` takes for one, and for one four times as big.

The worst order is measured: all tools' spans first, the agents' spans behind them, so that every trace spans the file;
with content in log events, all of these first, the spans that they belong to behind them.
Facts are not scored here: they would take most of the time, and reading the file is what it is about.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from telling import Find, Hold

MIB = int(os.environ.get("BENCH_FILE_MIB", "128"))
TOOL_BYTES = 2_000
MORE = 1.5
"""Budget: memory for a file four times as big, in times that for the other; both are beyond what is kept in memory."""
_SPAN = {"traceId": "", "spanId": "", "startTimeUnixNano": "1764000000000000000", "kind": 1, "flags": 257}
_HEAD = '{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"travel"}}]},"scopeSpans":'


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
@pytest.mark.parametrize("shape", ["lines", "document", "logs"])
def bench_score(shape: str, tmp_path: Path, find: Find, hold: Hold) -> None:
    def peak(mib: int) -> float:
        path = tmp_path / f"{shape}.json"
        runs = write(path, shape, mib)
        size = path.stat().st_size / 2**20
        found = _in_a_process(path, runs)
        path.unlink()
        find(
            f"{size:.0f} MiB, {runs:,} runs",
            f"{found['seconds']:.1f} s, {size / found['seconds']:.1f} MiB/s, {found['peak_mib']:.0f} MiB of memory",
        )
        return found["peak_mib"]

    hold("memory of a file four times as big", lambda: peak(MIB) / peak(MIB // 4), MORE, "times as much")


def _in_a_process(path: Path, runs: int) -> dict[str, float]:
    scores = path.with_suffix(".scores")
    command = [sys.executable, __file__, str(path)]
    environ = os.environ | {"OTEL_GROUNDING_FACT_KINDS": "none"}
    with scores.open("wb") as out:
        done = subprocess.run(command, check=True, env=environ, stdout=out, stderr=subprocess.PIPE)
    with scores.open() as lines:
        assert sum(1 for _ in lines) == runs
    found: dict[str, float] = json.loads(done.stderr)
    return found


def write(path: Path, shape: str, mib: int) -> int:
    """A file of about `mib` MiB; how many runs are in it."""
    runs = mib * 2**20 // (3 * TOOL_BYTES + 2_500)
    if shape == "logs":
        _write_logs(path, runs)
        return runs
    parts = (f'{_HEAD}[{{"scope":{{"name":"bench"}},"spans":[{json.dumps(span)}]}}]}}' for span in spans(runs))
    with path.open("w") as file:
        if shape == "lines":
            file.writelines(f'{{"resourceSpans":[{part}]}}\n' for part in parts)
        else:
            file.write('{"resourceSpans":[\n')
            file.writelines(f"{',' if at else ''}{part}\n" for at, part in enumerate(parts))
            file.write("]}")
    return runs


def _write_logs(path: Path, runs: int) -> None:
    """A log event for each model's turn, whose span holds no content, and the agent's span around it."""
    with path.open("w") as file:
        for run in range(1, runs + 1):
            text = " ".join(f"The fact{run * 1000 + word} has value{word} here." for word in range(20))
            results = [
                {
                    "role": "tool",
                    "parts": [{"type": "tool_call_response", "id": f"c{number}", "response": _result(run)}],
                }
                for number in range(3)
            ]
            said = [{"role": "assistant", "parts": [{"type": "text", "content": text}]}]
            event = {
                "traceId": f"{run:032x}",
                "spanId": f"{run * 8 + 2:016x}",
                "eventName": "gen_ai.client.inference.operation.details",
                "attributes": [
                    {"key": f"gen_ai.{side}.messages", "value": {"stringValue": json.dumps(messages)}}
                    for side, messages in (("input", results), ("output", said))
                ],
            }
            file.write(json.dumps({"resourceLogs": [{"scopeLogs": [{"logRecords": [event]}]}]}) + "\n")
        for run in range(1, runs + 1):
            pair = [
                a_span(run, 1, {"gen_ai.operation.name": "chat"}),
                a_span(run, 0, {"gen_ai.operation.name": "invoke_agent"}),
            ]
            file.write(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": pair}]}]}) + "\n")


def _result(run: int) -> str:
    return " ".join(f"fact{run * 1000 + word} value{word}" for word in range(TOOL_BYTES // 18))


def spans(runs: int) -> Iterator[dict[str, object]]:
    for run in range(1, runs + 1):
        for tool in range(1, 4):
            given = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.result": _result(run)}
            yield a_span(run, tool, given)
    for run in range(1, runs + 1):
        text = " ".join(f"The fact{run * 1000 + word} has value{word} here." for word in range(20))
        output = [{"role": "assistant", "parts": [{"type": "text", "content": text}]}]
        own = {"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": json.dumps(output)}
        yield a_span(run, 0, own)


def a_span(run: int, number: int, attributes: dict[str, str]) -> dict[str, object]:
    return _SPAN | {
        "traceId": f"{run:032x}",
        "spanId": f"{run * 8 + number + 1:016x}",
        "parentSpanId": f"{run * 8 + 1:016x}" if number else "",
        "name": "execute_tool" if number else "invoke_agent",
        "endTimeUnixNano": str(1_764_000_001_000_000_000 - number),
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
    }


def measure(path: str) -> None:
    from otel_grounding.cli.app import app

    begin = process_time()
    try:
        app(["score", "--json", path])
    except SystemExit:
        seconds = process_time() - begin
    # not getrusage: its maximum is handed down by the process that started this one
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    print(json.dumps({"seconds": seconds, "peak_mib": int(peak.split()[1]) / 1024}), file=sys.stderr)


if __name__ == "__main__":
    measure(sys.argv[1])
