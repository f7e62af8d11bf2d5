"""Log events that carry what was said: content that some instrumentations write beside their spans, not on them.

Such an event names its span. Joined, it is to a reader as if it had been an event of the span itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from opentelemetry.sdk.trace import Event, ReadableSpan

from otel_grounding.formats import adot

_CONTENT_EVENTS = frozenset(
    {
        "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message",
        "gen_ai.choice", "gen_ai.client.inference.operation.details",
    }
)  # fmt: skip
_OUR_SCOPE = "otel_grounding"
"""What we say of a run is never read back as something that was said in it."""
_WHOLE = "gen_ai.event.content"
"""The attribute in which a span event holds a whole message as JSON."""


@dataclass(frozen=True, slots=True)
class LogEvent:
    """A log record that carries content of a span.

    Attributes:
        trace_id, span_id: Its span; 0 where the record names none.
        moment: When, in nanoseconds since 1970.
        body: As Python holds it: a mapping, text or None.
    """

    trace_id: int
    span_id: int
    name: str
    moment: int
    attributes: Mapping[str, Any]
    body: Any


def is_content(name: Any, body: Any, scope: str) -> bool:
    """Whether a log record of this name carries content; an application's own logs don't."""
    named = isinstance(name, str) and name in _CONTENT_EVENTS
    return scope != _OUR_SCOPE and (named or adot.is_taken_off(body))


def joined(span: ReadableSpan, events: Sequence[LogEvent]) -> ReadableSpan:
    """The span as if it had been written with its log events' content; everything else of it stays."""
    attributes = dict(span.attributes or {})
    added: list[Event] = []
    for event in sorted(events, key=lambda each: each.moment):
        if adot.is_taken_off(event.body):
            adot.put_back(attributes, added, event.body, event.moment)
        else:
            added.append(Event(event.name, {**event.attributes, **_fields(event.body)}, event.moment))
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        events=sorted([*span.events, *added], key=lambda each: each.timestamp),
        links=span.links,
        kind=span.kind,
        status=span.status,
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _fields(body: Any) -> Mapping[str, Any]:
    """A body as attributes: the fields of a message, or all of it where it is text."""
    if isinstance(body, Mapping):
        return body
    return {} if body is None else {_WHOLE: body}
