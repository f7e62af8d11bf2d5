"""The span processor: runs are scored where they happen, as their spans end."""

from __future__ import annotations

from opentelemetry._logs import LoggerProvider
from opentelemetry.context import Context
from opentelemetry.metrics import MeterProvider
from opentelemetry.sdk.trace import Span, SpanProcessor
from opentelemetry.trace import set_span_in_context

from otel_grounding.config import GroundingConfig
from otel_grounding.diagnostics import warn_once
from otel_grounding.pipeline import Pipeline
from otel_grounding.sdk_compat import attribute_room, event_room
from otel_grounding.tracking.live import LiveRuns
from otel_grounding.tracking.open_spans import follow
from otel_grounding.tracking.runs import FoundRun

_STRIPS_NOTHING = (
    "content leaves unless its exporter strips it: a processor cannot; "
    "use GroundingSpanExporter around the exporter, or OTEL_TRACES_EXPORTER=otlp_grounding"
)


class GroundingSpanProcessor(SpanProcessor):
    """Scores each agent run of its provider and writes the score on the run's own span.

    Works in any position among a provider's processors. Nothing it does raises into the application, delays the end
    time of a span, or keeps a span from its end. It takes no content off the spans: `strip_content`, which only the
    exporter can do, keeps content out of its own metrics and events, and the rest is warned of once.

    Args:
        config: The settings; those of the environment where None.
        meter_provider, logger_provider: Where metrics and log events go; the global ones where None.
    """

    def __init__(
        self,
        config: GroundingConfig | None = None,
        *,
        meter_provider: MeterProvider | None = None,
        logger_provider: LoggerProvider | None = None,
    ) -> None:
        self._pipeline = Pipeline(config or GroundingConfig.from_env(), meter_provider, logger_provider)
        self._runs = LiveRuns(self._pipeline.config, self._pipeline, self._score)
        self._is_on = self._pipeline.enabled
        if self._pipeline.config.strip_content:
            warn_once(_STRIPS_NOTHING)

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if self._is_on:
            try:
                follow(span, self._runs)
            except Exception as problem:
                self._pipeline.failed("start", problem)

    def shutdown(self) -> None:
        """Score no more: spans that are still open end as they would have without this processor."""
        self._is_on = False
        self._runs.stop()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Nothing waits here: a run is scored before its span has ended."""
        return True

    def _score(self, span: Span, found: FoundRun, end_time: int) -> None:
        context = set_span_in_context(span)
        run = found.run
        report = self._pipeline.score(run, found.evidence, context)
        if report is None:
            return
        try:
            span.set_attributes(self._pipeline.attributes(report, run, attribute_room(span)))
            for event in self._pipeline.span_events(report, run, context)[: event_room(span)]:
                span.add_event(event.name, event.attributes, end_time)
        except Exception as problem:
            self._pipeline.failed("attributes", problem)
