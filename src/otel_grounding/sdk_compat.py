"""Every touch of what the SDK keeps private or changed between the versions this project supports (1.38 and newer)."""

from __future__ import annotations

import os

from opentelemetry._logs import Logger
from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider


def sdk_disabled() -> bool:
    """Whether `OTEL_SDK_DISABLED` says so, read as the SDK reads it."""
    return os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"


def logger_enabled(logger: Logger, context: Context) -> bool:
    """Whether a record would go anywhere. `Logger.enabled` is newer than 1.38, where every logger is asked to emit."""
    enabled = getattr(logger, "enabled", None)
    return enabled is None or bool(enabled(context=context))


def span_processors(provider: TracerProvider) -> tuple[SpanProcessor, ...]:
    """The processors of a provider; none where the SDK no longer keeps them where it did."""
    active = getattr(provider, "_active_span_processor", None)
    return tuple(getattr(active, "_span_processors", ()))


def remove_span_processor(provider: TracerProvider, processor: SpanProcessor) -> None:
    """Take a processor off its provider, for which the SDK has no method."""
    active = provider._active_span_processor
    with active._lock:
        active._span_processors = tuple(each for each in active._span_processors if each is not processor)


def attribute_room(span: ReadableSpan) -> int | None:
    """How many attributes still fit on a span; None without a limit. When full, the SDK drops the oldest."""
    kept = getattr(span, "_attributes", None)
    limit = getattr(kept, "maxlen", None)
    return limit - len(kept) if isinstance(limit, int) and kept is not None else None
