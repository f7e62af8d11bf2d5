"""One ended span without content: attributes, events, links, name, status, resource."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.trace import Link, Status, StatusCode

from otel_grounding.sdk_compat import attribute_room, rebuilt, rebuilt_event, rebuilt_link
from otel_grounding.signals.names import STRIPPED_ATTRIBUTES, STRIPPED_TEXTS
from otel_grounding.stripping.attributes import AttributeFilter
from otel_grounding.stripping.span_names import is_span_name, operation_of

_EVENT = "event"
"""The name of an event whose own may be content."""
_COMMAND_LINES = ("process.command_args", "process.command_line")
"""What a detector of the SDK puts on resources: the one place in them where a user's words have been seen."""


class Stripper:
    """Takes content off spans.

    Args:
        keep: Globs of keys of attributes whose values stay, whatever they are.
    """

    def __init__(self, keep: Iterable[str] = ()) -> None:
        self._filter = AttributeFilter(keep)
        self._resource: tuple[Resource, Resource] | None = None
        """The resource seen last, and it without content: a provider has one for all its spans."""

    def stripped(self, span: ReadableSpan) -> ReadableSpan:
        """`span` without content, with the count of what was taken; the span itself where there is none on it.

        Raises:
            Exception: The span is not as the SDK makes them; `bare` is left to send.
        """
        attributes, taken = self._filter.stripped(span.attributes)
        own = taken
        texts = 0
        name = span.name
        if not is_span_name(name):
            name, texts = operation_of(attributes, span.kind), 1
        events: list[Event] = []
        for event in span.events:
            found, of_event = self._filter.stripped(event.attributes)
            is_named = is_span_name(event.name)
            if of_event or not is_named:
                event = rebuilt_event(event, found, event.name if is_named else _EVENT)
                taken, texts = taken + of_event, texts + (not is_named)
            events.append(event)
        links: list[Link] = []
        for link in span.links:
            found, of_link = self._filter.stripped(link.attributes)
            links.append(rebuilt_link(link, found) if of_link else link)
            taken += of_link
        texts += bool(span.status.description)
        resource = self._stripped_resource(span.resource)
        if not taken and not texts and resource is span.resource:
            return span
        room = attribute_room(span)
        _count(attributes, {STRIPPED_ATTRIBUTES: taken, STRIPPED_TEXTS: texts}, None if room is None else room + own)
        # what an exception said is on a span twice: as an event's attribute, and in the status
        status = Status(span.status.status_code)
        return rebuilt(span, attributes, events, status, name=name, links=links, resource=resource)

    def bare(self, span: ReadableSpan) -> ReadableSpan:
        """The span's place in its trace alone; nothing in it is looked at that may be out of shape."""
        resource = None
        with suppress(Exception):
            resource = self._stripped_resource(span.resource)
        return ReadableSpan(
            name=operation_of({}, span.kind),
            context=span.context,
            parent=span.parent,
            resource=resource,
            kind=span.kind,
            status=Status(getattr(span.status, "status_code", StatusCode.UNSET)),
            start_time=span.start_time,
            end_time=span.end_time,
            instrumentation_scope=span.instrumentation_scope,
        )

    def _stripped_resource(self, resource: Resource) -> Resource:
        """A resource without command lines; all else on it says where the process runs, and stays."""
        known = self._resource
        if known is None or known[0] is not resource:
            known = resource, resource
            if any(key in resource.attributes for key in _COMMAND_LINES):
                kept = {key: value for key, value in resource.attributes.items() if key not in _COMMAND_LINES}
                known = resource, Resource(kept, resource.schema_url)
            self._resource = known
        return known[1]


def _count(attributes: dict[str, Any], counts: dict[str, int], room: int | None) -> None:
    """Add what was taken to what an exporter before this one took, where there is room for it on the span."""
    for key, count in counts.items():
        before = attributes.get(key, 0)
        if count and (key in attributes or room is None or room > 0):
            room = room if room is None or key in attributes else room - 1
            attributes[key] = count + (before if isinstance(before, int) else 0)
