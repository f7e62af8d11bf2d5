"""The span exporter: runs are scored on their way out, between the SDK and the exporter that sends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from opentelemetry._logs import LoggerProvider
from opentelemetry.metrics import MeterProvider
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import NonRecordingSpan, set_span_in_context

from otel_grounding.config import GroundingConfig
from otel_grounding.marker import watch
from otel_grounding.pipeline import Pipeline
from otel_grounding.sdk_compat import attribute_room, event_room, rebuilt
from otel_grounding.signals.names import CLAIM_STATUS
from otel_grounding.tracking.ended import EndedRuns
from otel_grounding.tracking.runs import FoundRun

if TYPE_CHECKING:
    from otel_grounding.stripping.spans import Stripper


class GroundingSpanExporter(SpanExporter):
    """Scores each agent run that passes, then hands the spans to `exporter`.

    It sees what the processor cannot: children that ended after the span of their run. With `strip_content` it takes
    prompts, tool arguments, tool outputs and answers off every span once they have been scored: numbers stay, and of
    texts what is known for metadata. A span that has a score already keeps it.

    Args:
        exporter: Where the spans go. Its results and its exceptions are passed on as they are.
        config: The settings; those of the environment where None.
        meter_provider, logger_provider: Where metrics and log events go; the global ones where None.
    """

    def __init__(
        self,
        exporter: SpanExporter,
        config: GroundingConfig | None = None,
        *,
        meter_provider: MeterProvider | None = None,
        logger_provider: LoggerProvider | None = None,
    ) -> None:
        self._exporter = exporter
        self._providers = meter_provider, logger_provider
        self._configure(config or GroundingConfig.from_env())
        if self._pipeline.enabled:
            watch(self, self._pipeline.config, self._pipeline)

    def _configure(self, config: GroundingConfig) -> None:
        self._pipeline = Pipeline(config, *self._providers)
        self._runs = EndedRuns(config, self._pipeline)
        self._stripper = _stripper_for(config)

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        if self._pipeline.enabled:
            spans = self._scored(spans)
        if self._stripper is not None:
            spans = [left for span in spans if (left := self._stripped(span, self._stripper)) is not None]
        return self._exporter.export(spans)

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)

    def _scored(self, spans: Sequence[ReadableSpan]) -> list[ReadableSpan]:
        found = list(spans)
        try:
            runs = self._runs.find(found)
        except Exception as problem:
            self._pipeline.failed("tracking", problem)
            runs = {}
        for position, run in runs.items():
            try:
                found[position] = self._with_score(found[position], run)
            except Exception as problem:
                self._pipeline.failed("attributes", problem)
        return found

    def _with_score(self, span: ReadableSpan, found: FoundRun) -> ReadableSpan:
        attributes = dict(span.attributes or {})
        if CLAIM_STATUS in attributes:
            return span
        context = set_span_in_context(NonRecordingSpan(span.context))
        run = found.run
        report = self._pipeline.score(run, found.evidence, context)
        if report is None:
            return span
        attributes |= self._pipeline.attributes(report, run, attribute_room(span))
        events = [
            Event(event.name, event.attributes, span.end_time)
            for event in self._pipeline.span_events(report, run, context)[: event_room(span)]
        ]
        return rebuilt(span, attributes, [*span.events, *events])

    def _stripped(self, span: ReadableSpan, stripper: Stripper) -> ReadableSpan | None:
        """`span` without content; where that fails, without any attribute or event: content must not leave.

        Where not even its place in a trace can be told, None.
        """
        try:
            return stripper.stripped(span)
        except Exception as problem:
            self._pipeline.failed("strip", problem)
        try:
            return stripper.bare(span)
        except Exception as problem:
            self._pipeline.failed("strip", problem)
            return None


def _stripper_for(config: GroundingConfig) -> Stripper | None:
    """Who strips, where that is wanted; who does not want it does not pay for its lists."""
    if not config.strip_content:
        return None
    from otel_grounding.stripping.spans import Stripper

    return Stripper(config.keep_attributes)
