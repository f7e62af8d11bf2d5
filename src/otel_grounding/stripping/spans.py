"""One ended span without content: attributes, events, links, name, status, and what surrounds it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from operator import is_
from typing import Any

from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.trace import Link, SpanKind, Status, StatusCode

from otel_grounding.sdk_compat import attribute_room, rebuilt, rebuilt_event, rebuilt_link
from otel_grounding.signals.names import STRIPPED_ATTRIBUTES, STRIPPED_TEXTS
from otel_grounding.stripping.attributes import AttributeFilter
from otel_grounding.stripping.span_names import is_span_name, operation_of
from otel_grounding.stripping.surroundings import Surroundings, without_words

_EVENT = "event"
"""The name of an event whose own may be content."""


class Stripper:
    """Takes content off spans.

    Args:
        keep: Globs of keys of attributes whose values stay, whatever they are.
    """

    def __init__(self, keep: Iterable[str] = ()) -> None:
        self._filter = AttributeFilter(keep)
        self._surroundings = Surroundings(self._filter)

    def stripped(self, span: ReadableSpan) -> ReadableSpan:
        """`span` without content, with the count of what was taken; the span itself where there is none on it.

        Raises:
            Exception: The span is not as the SDK makes them; `bare` is left to send.
        """
        if not isinstance(span, ReadableSpan):
            raise TypeError("not a span of the SDK")
        attributes, own = self._filter.stripped(span.attributes)
        name, texts = span.name, int(bool(span.status.description))
        if not is_span_name(name, attributes):
            name, texts = operation_of(attributes, span.kind), texts + 1
        events, of_events, names = self._events(span.events)
        links, of_links = self._links(span.links)
        taken, texts = own + of_events + of_links, texts + names
        context, parent = without_words(span.context), without_words(span.parent)
        resource = self._surroundings.resource(span.resource)
        scope = self._surroundings.scope(span.instrumentation_scope)
        before = (span.context, span.parent, span.resource, span.instrumentation_scope, *span.links)
        if not taken and not texts and all(map(is_, before, (context, parent, resource, scope, *links))):
            return span
        room = attribute_room(span)
        _count(attributes, {STRIPPED_ATTRIBUTES: taken, STRIPPED_TEXTS: texts}, None if room is None else room + own)
        return rebuilt(
            span,
            attributes,
            events,
            # what an exception said is on a span twice: as an event's attribute, and in the status
            Status(span.status.status_code),
            name=name,
            context=context,
            parent=parent,
            links=links,
            resource=resource,
            scope=scope,
        )

    def bare(self, span: ReadableSpan) -> ReadableSpan:
        """The span's place in its trace alone; nothing in it is looked at that may be out of shape.

        Raises:
            Exception: It has no place in a trace; nothing is left to send.
        """
        resource = scope = None
        with suppress(Exception):
            resource = self._surroundings.resource(span.resource)
        with suppress(Exception):
            scope = self._surroundings.scope(span.instrumentation_scope)
        kind = span.kind if isinstance(span.kind, SpanKind) else SpanKind.INTERNAL
        return ReadableSpan(
            name=operation_of({}, kind),
            context=without_words(span.context),
            parent=without_words(span.parent),
            resource=resource,
            kind=kind,
            status=Status(getattr(span.status, "status_code", StatusCode.UNSET)),
            start_time=_time(span.start_time),
            end_time=_time(span.end_time),
            instrumentation_scope=scope,
        )

    def _events(self, given: Iterable[Event]) -> tuple[list[Event], int, int]:
        """Events without content; how many attributes they lost, and how many their names."""
        events: list[Event] = []
        taken = names = 0
        for event in given:
            attributes, lost = self._filter.stripped(event.attributes)
            is_named = is_span_name(event.name)
            if lost or not is_named:
                event = rebuilt_event(event, attributes, event.name if is_named else _EVENT)
            events.append(event)
            taken, names = taken + lost, names + (not is_named)
        return events, taken, names

    def _links(self, given: Iterable[Link]) -> tuple[list[Link], int]:
        """Links without content, and how many attributes they lost."""
        links: list[Link] = []
        taken = 0
        for link in given:
            attributes, lost = self._filter.stripped(link.attributes)
            context = without_words(link.context)
            links.append(rebuilt_link(link, attributes, context) if lost or context is not link.context else link)
            taken += lost
        return links, taken


def _time(given: object) -> int | None:
    return given if isinstance(given, int) else None


def _count(attributes: dict[str, Any], counts: dict[str, int], room: int | None) -> None:
    """Add what was taken to what an exporter before this one took, where there is room for it on the span."""
    for key, count in counts.items():
        before = attributes.get(key, 0)
        if count and (key in attributes or room is None or room > 0):
            room = room if room is None or key in attributes else room - 1
            attributes[key] = count + (before if isinstance(before, int) else 0)
