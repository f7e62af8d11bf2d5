"""The span processor of an exporter: it sees spans start, and leaves word of which runs are inside which.

The SDK tells an exporter of spans that have ended, and of a run whose parent has yet to end nothing says whether it is
the one the user sees. So who adds an exporter of ours to a provider gets this beside it.
"""

from __future__ import annotations

from weakref import WeakSet

from opentelemetry.context import Context
from opentelemetry.sdk.trace import Span, SpanProcessor
from opentelemetry.sdk.trace.export import SpanExporter

from otel_grounding.config import GroundingConfig
from otel_grounding.sdk_compat import ProcessorList, after_adding, listed
from otel_grounding.tracking.live import LiveMarks
from otel_grounding.tracking.open_spans import follow
from otel_grounding.tracking.runs import Observer


class RunMarker(SpanProcessor):
    """Marks the runs of its provider for the exporters of this process; scores nothing, keeps no content."""

    def __init__(self, config: GroundingConfig, observer: Observer) -> None:
        self._marks = LiveMarks(config, observer)
        self._observer = observer

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        try:
            follow(span, self._marks)
        except Exception as problem:
            self._observer.failed("start", problem)

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Nothing waits here. The base class of older SDKs says None, which keeps the processors after it from it."""
        return True


class _Hook:
    """A hook over the SDK's lists of processors, laid when the first exporter of ours is made.

    Not over `TracerProvider.add_span_processor`: where an exporter is made within the call of that, as it mostly is,
    the method has been looked up by then.
    """

    def __init__(self) -> None:
        self._exporters: WeakSet[SpanExporter] = WeakSet()
        self._is_laid = False

    def watch(self, exporter: SpanExporter, config: GroundingConfig, observer: Observer) -> None:
        self._exporters.add(exporter)
        if self._is_laid:
            return
        self._is_laid = True

        def added(processors: ProcessorList, processor: SpanProcessor) -> None:
            try:
                ours = getattr(processor, "span_exporter", None) in self._exporters
                if ours and not any(isinstance(each, RunMarker) for each in listed(processors)):
                    processors.add_span_processor(RunMarker(config, observer))
            except Exception as problem:  # a processor of another make
                observer.failed("start", problem)

        after_adding(added)


_hook = _Hook()


def watch(exporter: SpanExporter, config: GroundingConfig, observer: Observer) -> None:
    """Give each provider that `exporter` is added to, by a processor of the SDK's, a `RunMarker`. Never raises.

    Args:
        observer: Who is told of failures.
    """
    try:
        _hook.watch(exporter, config, observer)
    except Exception as problem:
        observer.failed("start", problem)
