"""What it costs to send a report: attributes, events and metrics, with real providers and with none.

The instruments and the log records of the SDK take most of it; with no provider it is what is our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import Any

import pytest
from opentelemetry.metrics import NoOpMeterProvider
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, LogRecordExportResult
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import set_span_in_context
from telling import Find
from timing import in_turns, seconds, typical

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence, index_source
from otel_grounding.model import Run, Source
from otel_grounding.pipeline import Pipeline
from otel_grounding.scoring.assess import assess_run
from otel_grounding.signals import events
from otel_grounding.signals.attributes import attributes_of

ROUNDS, CALLS = 30, 20

RESULT = "The Eiffel Tower in Paris is 330 metres tall; a ticket costs $31.40."
ANSWER = f"{RESULT} Martians painted the whole building green last summer for $4,200,000."
RUN = Run(ANSWER, agent_name="guide", tool_calls=1)
CONFIG = GroundingConfig(min_claim_grounding_rate=1.0, min_fact_grounding_rate=1.0)
EVIDENCE = Evidence([index_source(Source(RESULT), CONFIG)])
REPORT = assess_run(RUN, EVIDENCE, CONFIG)
CONTEXT = set_span_in_context(TracerProvider(shutdown_on_exit=False).get_tracer("bench").start_span("run"))


class Nowhere:
    """A log exporter whose cost is not of interest."""

    def export(self, batch: Any) -> Any:
        return LogRecordExportResult.SUCCESS

    def shutdown(self) -> None: ...


@pytest.fixture
def real() -> Iterator[Pipeline]:
    meters = MeterProvider([InMemoryMetricReader()], shutdown_on_exit=False)
    loggers = LoggerProvider(shutdown_on_exit=False)
    loggers.add_log_record_processor(BatchLogRecordProcessor(Nowhere()))  # type: ignore[arg-type]
    yield Pipeline(CONFIG, meters, loggers)
    loggers.shutdown()
    meters.shutdown()


def bench_report(real: Pipeline, find: Find) -> None:
    none = Pipeline(CONFIG, NoOpMeterProvider())
    sent: dict[str, Callable[[], object]] = {
        "scoring alone": lambda: assess_run(RUN, EVIDENCE, CONFIG),
        "its attributes": lambda: attributes_of(REPORT, RUN),
        "its span events": lambda: events.threshold_events(REPORT, RUN, content=False),
        "its metrics, no provider": lambda: none._instruments.record(REPORT, RUN, 0.001, CONTEXT),
        "its metrics, a real provider": lambda: real._instruments.record(REPORT, RUN, 0.001, CONTEXT),
        "its log events, no provider": lambda: events.emit(none._logger, REPORT, RUN, CONTEXT, content=False),
        "its log events, a real provider": lambda: events.emit(real._logger, REPORT, RUN, CONTEXT, content=False),
        "a whole run, no provider": lambda: none.score(RUN, EVIDENCE, CONTEXT),
        "a whole run, real providers": lambda: real.score(RUN, EVIDENCE, CONTEXT),
    }
    times = in_turns({name: partial(seconds, _often, do) for name, do in sent.items()}, ROUNDS)
    for name in sent:
        find(name, f"{typical(times, itemgetter(name)) / CALLS * 1e6:.1f} µs")


def _often(do: Callable[[], object]) -> None:
    for _ in range(CALLS):
        do()
