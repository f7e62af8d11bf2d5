"""What the processor adds to the spans of a run, in turns with the same spans without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import itemgetter

from inputs import CASES, Case, each_size
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, ConsoleLogRecordExporter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.trace import Span
from spans import Application
from telling import Find, Hold
from timing import Round, in_turns, seconds, typical

from otel_grounding import GroundingSpanProcessor, assess

END = 1.1
"""Budget of the end of an agent's span: what is added, in times `assess` alone on the same content."""
ROUNDS = {"a": 200, "b": 60, "c": 10}
QUESTION = "Which orders are overdue?"

Measure = Callable[[Application], float]


@contextmanager
def applications() -> Iterator[dict[str, Application]]:
    found = {
        "without": Application(),
        "with": Application(GroundingSpanProcessor()),
    }
    yield found
    for application in found.values():
        application.close()


@each_size
def bench_end_of_the_agents_span(size: str, hold: Hold) -> None:
    case = CASES[size]
    with applications() as found:
        measures = {name: partial(_end, each, case) for name, each in found.items()}
        measures["assess"] = partial(seconds, assess, case.answer, case.sources, QUESTION)

        def ratio() -> float:
            times = in_turns(measures, ROUNDS[size[0]])
            return typical(times, lambda each: (each["with"] - each["without"]) / each["assess"])

        hold("added", ratio, END, "times assess alone")


@each_size
def bench_whole_run(size: str, find: Find) -> None:
    """With metrics and events too, which are sent through real providers."""
    meters, loggers = MeterProvider([InMemoryMetricReader()]), LoggerProvider()
    loggers.add_log_record_processor(BatchLogRecordProcessor(ConsoleLogRecordExporter(formatter=lambda _: "")))
    with applications() as found:
        sending = Application(GroundingSpanProcessor(meter_provider=meters, logger_provider=loggers))
        times = _in_turns(found | {"sending": sending}, partial(_run, CASES[size]), ROUNDS[size[0]])
        sending.close()
    own, *added = (typical(times, itemgetter(name)) * 1e3 for name in ("without", "with", "sending"))
    find(f"{len(CASES[size].sources) + 1} spans", f"{own:.2f} ms without us")
    for name, total in zip(("with us", "and with metrics and events"), added, strict=True):
        find(name, f"+{total - own:.2f} ms")
    meters.shutdown()
    loggers.shutdown()


def _run(case: Case, application: Application) -> float:
    return seconds(lambda: application.finish(application.observe(case.sources), case.answer))


def _end(application: Application, case: Case) -> float:
    span: Span = application.observe(case.sources)
    return seconds(application.finish, span, case.answer)


def _in_turns(found: dict[str, Application], measure: Measure, rounds: int) -> list[Round]:
    return in_turns({name: partial(measure, each) for name, each in found.items()}, rounds)
