"""Real spans of the SDK, ended, with whatever a test puts on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan, SpanLimits, TracerProvider
from opentelemetry.trace import SpanKind, Status, StatusCode


def span(
    attributes: Mapping[str, Any],
    *,
    name: str = "span",
    scope: str = "test",
    kind: SpanKind = SpanKind.INTERNAL,
    events: Sequence[tuple[str, Mapping[str, Any]]] = (),
    error: str | None = None,
    limits: SpanLimits | None = None,
) -> ReadableSpan:
    """One ended span without a parent, in a provider of its own."""
    tracer = TracerProvider(span_limits=limits, shutdown_on_exit=False).get_tracer(scope)
    made = tracer.start_span(name, kind=kind, attributes=attributes)
    for event, fields in events:
        made.add_event(event, fields)
    if error is not None:
        made.set_status(Status(StatusCode.ERROR, error))
    made.end()
    assert isinstance(made, ReadableSpan)
    return made


HOLDS_ANY_VALUE = bool(span({"nested": {"value": b"bytes"}}).attributes)
"""Whether this SDK keeps mappings, nested sequences and bytes on a span; older ones drop or change them."""
