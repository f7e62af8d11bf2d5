"""Real spans of the SDK, ended, with whatever a test puts on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, SpanLimits, TracerProvider
from opentelemetry.trace import SpanKind, Status, StatusCode

MakeSpan = Callable[..., ReadableSpan]


@pytest.fixture
def span() -> MakeSpan:
    """Make an ended span: `span({"gen_ai.operation.name": "chat"}, name=…, scope=…, events=[(name, attributes)])`."""

    def make(
        attributes: Mapping[str, Any],
        *,
        name: str = "span",
        scope: str = "test",
        kind: SpanKind = SpanKind.INTERNAL,
        events: Sequence[tuple[str, Mapping[str, Any]]] = (),
        error: str | None = None,
        limits: SpanLimits | None = None,
    ) -> ReadableSpan:
        tracer = TracerProvider(span_limits=limits, shutdown_on_exit=False).get_tracer(scope)
        made = tracer.start_span(name, kind=kind, attributes=attributes)
        for event, fields in events:
            made.add_event(event, fields)
        if error is not None:
            made.set_status(Status(StatusCode.ERROR, error))
        made.end()
        assert isinstance(made, ReadableSpan)
        return made

    return make
