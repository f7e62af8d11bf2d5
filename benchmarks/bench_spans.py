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
    times = _interleaved({name: lambda each=each: _each(each.plain, 200) for name, each in applications.items()}, 60)
    _report(find, "plain span, start and end", times)


def bench_plain_span_while_runs_are_open(applications: dict[str, Application], find: Find) -> None:
    for count in (0, 100, 2_000):
        opened = [
            (application, application.begin("Which orders are overdue?"))
            for application in list(applications.values())[:2]
            for _ in range(count)
        ]
        pair = {name: applications[name] for name in ("without", "with")}
        times = _interleaved({name: lambda each=each: _each(each.plain, 200) for name, each in pair.items()}, 40)
        _report(find, f"plain span, {count} runs open", times)
        for application, (span, _) in opened:
            application.finish(span, "There are none.")


def bench_run_of_three_tools(applications: dict[str, Application], find: Find) -> None:
    def whole(application: Application) -> float:
        start = perf_counter()
        application.run(ANSWER, RESULTS, lambda end: end())
        return perf_counter() - start

    def agent_end(application: Application) -> float:
        times: list[float] = []
        application.run(ANSWER, RESULTS, lambda end: times.append(_each(end, 1)))
        return times[0]

    for label, measure in (("run of 4 spans, 3 × 2 KB, 1 KB answer", whole), ("end of its agent span", agent_end)):
        times = _interleaved({name: lambda each=each: measure(each) for name, each in applications.items()}, 400)
        _report(find, label, times)


def _each(call: Callable[[], None], count: int) -> float:
    start = perf_counter()
    for _ in range(count):
        call()
    return (perf_counter() - start) / count


def _interleaved(measures: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Median seconds of each, taken in turns so that what else the machine does touches all alike."""
    times: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            times[name].append(measure())
    return {name: median(found) for name, found in times.items()}


def _report(find: Find, label: str, times: dict[str, float]) -> None:
    base = times["without"]
    added = "   ".join(f"{name} +{(time - base) * 1e6:.1f}" for name, time in times.items() if name != "without")
    find("span path, µs", f"{label:<40} without {base * 1e6:6.1f}   {added}")
