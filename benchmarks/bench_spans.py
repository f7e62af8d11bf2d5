"""What the processor adds to an application's spans, side by side with the same spans without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

import pytest
from inputs import CASES
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, ConsoleLogRecordExporter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from spans import Application

from otel_grounding import GroundingSpanProcessor

ANSWER, RESULTS = CASES["a: 1 KB answer, 3 × 2 KB"]
Find = Callable[[str, str], None]


@pytest.fixture
def applications() -> Iterator[dict[str, Application]]:
    """Without the processor, with it, and with it sending metrics and events through providers of the SDK."""
    meters = MeterProvider([InMemoryMetricReader()])
    loggers = LoggerProvider()
    loggers.add_log_record_processor(BatchLogRecordProcessor(ConsoleLogRecordExporter(formatter=lambda _: "")))
    found = {
        "without": Application(),
        "with": Application(GroundingSpanProcessor()),
        "with metrics and events": Application(GroundingSpanProcessor(meter_provider=meters, logger_provider=loggers)),
    }
    yield found
    for application in found.values():
        application.close()
    meters.shutdown()
    loggers.shutdown()


def bench_plain_span(applications: dict[str, Application], find: Find) -> None:
    times = _interleaved(_plain, applications, rounds=60)
    _report(find, "plain span, start and end", times)


def bench_plain_span_while_runs_are_open(applications: dict[str, Application], find: Find) -> None:
    for count in (0, 100, 2_000):
        opened = [
            (application, application.begin("Which orders are overdue?"))
            for application in list(applications.values())[:2]
            for _ in range(count)
        ]
        times = _interleaved(_plain, {name: applications[name] for name in ("without", "with")}, rounds=40)
        _report(find, f"plain span, {count} runs open", times)
        for application, (span, _) in opened:
            application.finish(span, "There are none.")


def bench_run_of_three_tools(applications: dict[str, Application], find: Find) -> None:
    _report(find, "run of 4 spans, 3 × 2 KB, 1 KB answer", _interleaved(_run, applications, rounds=400))
    _report(find, "end of its agent span", _interleaved(_end_of_run, applications, rounds=400))


def _plain(application: Application) -> float:
    start = perf_counter()
    for _ in range(200):
        application.plain()
    return (perf_counter() - start) / 200


def _run(application: Application) -> float:
    start = perf_counter()
    span = application.observe(RESULTS)
    application.finish(span, ANSWER)
    return perf_counter() - start


def _end_of_run(application: Application) -> float:
    span = application.observe(RESULTS)
    start = perf_counter()
    application.finish(span, ANSWER)
    return perf_counter() - start


def _interleaved(
    measure: Callable[[Application], float], applications: dict[str, Application], rounds: int
) -> dict[str, float]:
    """Median seconds for each, taken in turns so that what else the machine does touches all alike."""
    times: dict[str, list[float]] = {name: [] for name in applications}
    for _ in range(rounds):
        for name, application in applications.items():
            times[name].append(measure(application))
    return {name: median(found) for name, found in times.items()}


def _report(find: Find, label: str, times: dict[str, float]) -> None:
    base = times["without"]
    added = "   ".join(f"{name} +{(time - base) * 1e6:.1f}" for name, time in times.items() if name != "without")
    find("span path, µs", f"{label:<40} without {base * 1e6:6.1f}   {added}")
