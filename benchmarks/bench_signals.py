"""What it costs to send a report: attributes, events and metrics, with real providers and with none.

The instruments and the log records of the SDK take most of it; the first row is what is left of our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.metrics import NoOpMeterProvider
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, LogRecordExportResult
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import set_span_in_context

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence, index_source
from otel_grounding.model import Run, Source
from otel_grounding.pipeline import Pipeline
from otel_grounding.scoring.assess import assess_run
from otel_grounding.signals import events
from otel_grounding.signals.attributes import attributes_of

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


@pytest.fixture
def none() -> Pipeline:
    return Pipeline(CONFIG, NoOpMeterProvider())


def bench_attributes(benchmark: Any) -> None:
    benchmark(attributes_of, REPORT, RUN)


def bench_span_events(benchmark: Any) -> None:
    benchmark(events.threshold_events, REPORT, RUN, content=False)


def bench_metrics_with_a_real_provider(benchmark: Any, real: Pipeline) -> None:
    benchmark(real._instruments.record, REPORT, RUN, 0.001, CONTEXT)


def bench_metrics_with_none(benchmark: Any, none: Pipeline) -> None:
    benchmark(none._instruments.record, REPORT, RUN, 0.001, CONTEXT)


def bench_log_events_with_a_real_provider(benchmark: Any, real: Pipeline) -> None:
    benchmark(events.emit, real._logger, REPORT, RUN, CONTEXT, content=False)


def bench_log_events_with_none(benchmark: Any, none: Pipeline) -> None:
    benchmark(events.emit, none._logger, REPORT, RUN, CONTEXT, content=False)


def bench_scoring_alone(benchmark: Any) -> None:
    benchmark(assess_run, RUN, EVIDENCE, CONFIG)


def bench_a_whole_run_with_real_providers(benchmark: Any, real: Pipeline) -> None:
    benchmark(real.score, RUN, EVIDENCE, CONTEXT)


def bench_a_whole_run_with_none(benchmark: Any, none: Pipeline) -> None:
    benchmark(none.score, RUN, EVIDENCE, CONTEXT)
