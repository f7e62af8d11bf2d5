"""One ended span as the dialects see it: plain attributes, what was redacted or cut, and whether it failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.json_text import Parsed, dump, parse, text_or_empty

REDACTED = "__REDACTED__"
"""What OpenInference writes in the place of a hidden value."""


class SpanView:
    """A span's attributes and events. `cut` becomes true when a value that was handed out had been cut before."""

    __slots__ = ("_limit", "_parsed", "_span", "attributes", "cut", "events", "name", "scope")

    def __init__(self, span: Any, attributes: dict[str, Any]) -> None:
        self._span = span
        self._limit = value_length_limit(span)
        self._parsed: dict[str, Parsed] = {}
        self.events: tuple[Any, ...] = tuple(getattr(span, "events", None) or ())
        self.attributes = attributes
        self.name = text_or_empty(span.name)
        self.scope = text_or_empty(getattr(getattr(span, "instrumentation_scope", None), "name", None))
        self.cut = False

    def get(self, key: str) -> Any:
        """A captured value; None where there is none or it was redacted."""
        return self.captured(self.attributes.get(key))

    def first(self, *keys: str) -> Any:
        """The first captured value of these keys."""
        for key in keys:
            if (value := self.get(key)) is not None:
                return value
        return None

    def aside(self, *keys: str) -> Any:
        """The first captured value of these keys, for what it tells of another: that it was cut counts for nothing."""
        values = (self.attributes.get(key) for key in keys)
        return next((value for value in values if value is not None and value != REDACTED), None)

    def text(self, *keys: str) -> str:
        """The first of these attributes that is a text with something in it, or an empty text."""
        for key in keys:
            value = self.attributes.get(key)
            if isinstance(value, str) and value:
                return value
        return ""

    def json(self, *keys: str) -> Any:
        """The first captured value of these keys, read as JSON where it is JSON; JSON's null is none."""
        for key in keys:
            if (value := self.parsed(self.get(key))) is not None:
                return value
        return None

    def answer(self, key: str) -> str | None:
        """A captured value as the text of an answer; None where it is none, or JSON's null."""
        value = self.get(key)
        return None if self.parsed(value) is None else dump(value)

    def parsed(self, value: Any) -> Any:
        """A value read as JSON where it is JSON."""
        if not isinstance(value, str):
            return value
        if value not in self._parsed:
            self._parsed[value] = parse(value)
        parsed = self._parsed[value]
        self.cut = self.cut or parsed.cut
        return parsed.value

    def event_attributes(self, name: str) -> list[Mapping[str, Any]]:
        """Attributes of the span events of a name, in their order."""
        return [event.attributes or {} for event in self.events if event.name == name]

    @property
    def is_entry(self) -> bool:
        """Nothing above it in this process: it may turn out to be the run itself."""
        parent = getattr(self._span, "parent", None)
        return parent is None or bool(getattr(parent, "is_remote", False))

    @property
    def is_server(self) -> bool:
        return getattr(getattr(self._span, "kind", None), "name", "") == "SERVER"

    @property
    def failed(self) -> bool:
        """The span's own status is an error, or it names one."""
        return has_failed(self._span) or bool(self.attributes.get(names.ERROR_TYPE))

    @property
    def error_text(self) -> str | None:
        """What the agent was told of a failure: the exception's message, else the status' description."""
        for event in self.event_attributes("exception"):
            message = event.get(names.EXCEPTION_MESSAGE)
            if isinstance(message, str) and message:
                return message
        description = getattr(getattr(self._span, "status", None), "description", None)
        return description if isinstance(description, str) and description else None

    def captured(self, value: Any) -> Any:
        """A value that is no attribute of the span itself, judged as `get` judges."""
        if isinstance(value, str) and value == REDACTED:
            return None
        if self._limit is not None and _holds_text_of(value, self._limit):
            self.cut = True
        return value


def has_failed(span: Any) -> bool:
    """Whether a span's status is an error, or an event says that its work was cancelled."""
    code = getattr(getattr(getattr(span, "status", None), "status_code", None), "name", "")
    if code != "UNSET":  # a status of OK says that what was cancelled is of no account
        return code == "ERROR"
    return any(_is_cancellation(event) for event in getattr(span, "events", None) or ())


def _is_cancellation(event: Any) -> bool:
    if getattr(event, "name", None) != "exception":
        return False
    kind = (event.attributes or {}).get(names.EXCEPTION_TYPE)
    return isinstance(kind, str) and kind.rpartition(".")[2] in _CANCELLATIONS


_CANCELLATIONS = frozenset({"CancelledError", "Cancelled", "GeneratorExit", "KeyboardInterrupt", "ClientDisconnect"})


def plain(attributes: Any) -> dict[str, Any]:
    """The attributes as a plain dict: the SDK's mapping is slow to ask, and locks and copies on a live span."""
    try:
        copied = attributes.copy()
    except AttributeError:
        copied = None
    return copied if type(copied) is dict else dict(attributes or ())


def _holds_text_of(value: Any, length: int, depth: int = 8) -> bool:
    """Whether a text of exactly this length is in a value: the SDK cuts each text of a nested value to its limit."""
    if isinstance(value, str):
        return len(value) == length
    if isinstance(value, dict):
        value = tuple(value.values())
    return depth > 0 and isinstance(value, (list, tuple)) and any(_holds_text_of(v, length, depth - 1) for v in value)


def value_length_limit(span: Any) -> int | None:
    """The SDK's limit for the length of attribute values, which it keeps on the attributes themselves."""
    limit = getattr(getattr(span, "_attributes", None), "max_value_len", None)
    return limit if isinstance(limit, int) and limit > 0 else None
