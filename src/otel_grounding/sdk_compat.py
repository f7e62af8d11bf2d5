"""Every touch of what the SDK keeps private or changed between the versions this project supports (1.38 and newer)."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeAlias

from opentelemetry._logs import Logger
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import (
    ConcurrentMultiSpanProcessor,
    Event,
    ReadableSpan,
    SpanProcessor,
    SynchronousMultiSpanProcessor,
    TracerProvider,
)
from opentelemetry.sdk.util import BoundedList
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, Status

ProcessorList: TypeAlias = SynchronousMultiSpanProcessor | ConcurrentMultiSpanProcessor


def sdk_disabled() -> bool:
    """Whether `OTEL_SDK_DISABLED` says so, read as the SDK reads it."""
    return os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"


def logger_enabled(logger: Logger, context: Context) -> bool:
    """Whether a record would go anywhere. `Logger.enabled` is newer than 1.38, where every logger is asked to emit."""
    enabled = getattr(logger, "enabled", None)
    return enabled is None or bool(enabled(context=context))


def sdk_provider(provider: object) -> TracerProvider | None:
    """`provider`, or the one it stands for (as logfire's does), if the SDK made it."""
    for each in (provider, getattr(provider, "provider", None)):
        if isinstance(each, TracerProvider):
            return each
    return None


def span_processors(provider: TracerProvider) -> tuple[SpanProcessor, ...]:
    """The processors of a provider; none where the SDK no longer keeps them where it did."""
    return listed(getattr(provider, "_active_span_processor", None))


def listed(processors: object) -> tuple[SpanProcessor, ...]:
    """What is on the SDK's list of processors."""
    return tuple(getattr(processors, "_span_processors", ()))


def after_adding(hook: Callable[[ProcessorList, SpanProcessor], None]) -> None:
    """Call `hook` after each processor that is put on a list of the SDK's, for the rest of the process."""
    for kind in (SynchronousMultiSpanProcessor, ConcurrentMultiSpanProcessor):
        kind.add_span_processor = _followed(kind.add_span_processor, hook)  # type: ignore[method-assign]


def _followed(original: Any, hook: Callable[[Any, SpanProcessor], None]) -> Any:
    @wraps(original)
    def add_span_processor(processors: Any, span_processor: SpanProcessor) -> None:
        original(processors, span_processor)
        hook(processors, span_processor)

    return add_span_processor


def remove_span_processor(provider: TracerProvider, processor: SpanProcessor) -> None:
    """Take a processor off its provider, for which the SDK has no method."""
    active = provider._active_span_processor
    with active._lock:
        active._span_processors = tuple(each for each in active._span_processors if each is not processor)


def kept_attributes(span: ReadableSpan) -> Mapping[str, Any]:
    """A span's attributes as they are kept, without the locked copy that the SDK makes of a live span's for readers."""
    try:
        return span._attributes._dict  # type: ignore[union-attr, no-any-return]  # without types, since private
    except AttributeError:
        return span.attributes or {}


def has_events(span: ReadableSpan) -> bool:
    """Whether a span has events, without the copy that the SDK makes of them for readers."""
    try:
        return bool(span._events._dq)  # type: ignore[attr-defined]  # private
    except (AttributeError, TypeError):
        return bool(span.events)


def attribute_room(span: ReadableSpan) -> int | None:
    """How many attributes still fit on a span; None without a limit. When full, the SDK drops the oldest."""
    kept = getattr(span, "_attributes", None)
    limit = getattr(kept, "maxlen", None)
    return limit - len(kept) if isinstance(limit, int) and kept is not None else None


def event_room(span: ReadableSpan) -> int | None:
    """How many events still fit on a span; None without a limit. When full, the SDK drops the oldest."""
    kept = getattr(span, "_events", None)
    limit = getattr(getattr(kept, "_dq", None), "maxlen", None)
    return limit - len(kept) if isinstance(limit, int) and kept is not None else None


def rebuilt(
    span: ReadableSpan,
    attributes: Mapping[str, Any],
    events: Sequence[Event] | None = None,
    status: Status | None = None,
    *,
    name: str | None = None,
    links: Sequence[Link] | None = None,
    resource: Resource | None = None,
    context: SpanContext | None = None,
    parent: SpanContext | None = None,
    scope: InstrumentationScope | None = None,
) -> ReadableSpan:
    """`span` with other attributes, and of the rest whatever is given.

    All else stays as it is, the counts of what was dropped too.
    """
    return ReadableSpan(
        name=span.name if name is None else name,
        context=span.context if context is None else context,
        parent=span.parent if parent is None else parent,
        resource=span.resource if resource is None else resource,
        attributes=_attributes_like(getattr(span, "_attributes", None), attributes),
        events=_like(span, "_events", span.events if events is None else events),
        links=_like(span, "_links", span.links if links is None else links),
        kind=span.kind,
        status=span.status if status is None else status,
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope if scope is None else scope,
    )


def rebuilt_event(event: Event, attributes: Mapping[str, Any], name: str) -> Event:
    """`event` with other attributes and this name; all else stays, the count of dropped attributes too."""
    return Event(name, _attributes_like(getattr(event, "_attributes", None), attributes), event.timestamp)


def rebuilt_link(link: Link, attributes: Mapping[str, Any], context: SpanContext) -> Link:
    """`link` with other attributes and this context; all else stays, the count of dropped ones too."""
    return Link(context, _attributes_like(getattr(link, "_attributes", None), attributes))


def _attributes_like(kept: object, attributes: Mapping[str, Any]) -> BoundedAttributes:
    """`attributes` as the SDK keeps them, with the count of dropped ones that only its own container can tell."""
    found = BoundedAttributes(attributes=attributes, max_value_len=getattr(kept, "max_value_len", None))
    found.maxlen = getattr(kept, "maxlen", None)
    found.dropped = getattr(kept, "dropped", 0)
    return found


def _like(span: ReadableSpan, kept: str, items: Sequence[Any]) -> Sequence[Any]:
    """`items` as the SDK keeps events and links, with the count of dropped ones."""
    found = BoundedList.from_seq(None, items)
    found.dropped = getattr(getattr(span, kept, None), "dropped", 0)
    return found
