"""The values of OTLP/JSON: attributes, resources and scopes, in camel or snake case."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from otel_grounding.formats import build


def fields_of(value: Any, what: str) -> Callable[[str], Any]:
    """Looks a field up by its camel-case name, and by the snake-case one of the protobuf definition."""
    found = build.mapping(value, what)

    def get(name: str) -> Any:
        return found[name] if name in found else found.get(SNAKE[name])

    return get


SNAKE = {
    name: "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)
    for name in (
        "name kind status code message flags attributes events links values key value version "
        "traceId spanId parentSpanId traceState startTimeUnixNano endTimeUnixNano timeUnixNano schemaUrl "
        "observedTimeUnixNano eventName body "
        "droppedAttributesCount droppedEventsCount droppedLinksCount "
        "stringValue boolValue intValue doubleValue arrayValue kvlistValue bytesValue"
    ).split()
}


def is_zero(text: Any) -> bool:
    """Some writers fill an id that is missing with zeros."""
    return isinstance(text, str) and not text.removeprefix("0x").strip("0A=")


def attributes_of(get: Callable[[str], Any]) -> Mapping[str, Any]:
    """The attributes of a span, an event, a link or a resource whose fields `get` looks up."""
    return build.with_dropped(key_values(get("attributes")), build.number(get("droppedAttributesCount"), "a count"))


def key_values(value: Any) -> dict[str, Any]:
    """A list of `{"key", "value"}` as a mapping."""
    found: dict[str, Any] = {}
    for each in build.sequence(value, "attributes"):
        get = fields_of(each, "an attribute")
        found[build.text(get("key"), "an attribute's key")] = any_value(get("value"))
    return found


def any_value(value: Any) -> Any:
    """An `AnyValue` as Python holds it: text, bool, int, float, bytes, tuple, dict or None."""
    for name, convert in _VALUES.items():
        if isinstance(value, Mapping):
            for written in (name, SNAKE[name]):
                if written in value:
                    return convert(value[written])
    if value is None or value == {}:
        return None
    raise build.MalformedSpanError("an attribute's value is no AnyValue")


def _double(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise build.MalformedSpanError("a doubleValue is not a number") from None


def _bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(build.text(value, "a bytesValue"), validate=True)
    except (ValueError, binascii.Error):
        raise build.MalformedSpanError("a bytesValue is not base64") from None


def _array(value: Any) -> tuple[Any, ...]:
    values: Sequence[Any] = build.sequence(fields_of(value, "an arrayValue")("values"), "an arrayValue's values")
    return tuple(any_value(each) for each in values)


_VALUES: dict[str, Callable[[Any], Any]] = {
    "stringValue": lambda value: build.text(value, "a stringValue"),
    "intValue": lambda value: build.number(value, "an intValue"),
    "boolValue": bool,
    "doubleValue": _double,
    "arrayValue": _array,
    "kvlistValue": lambda value: key_values(fields_of(value, "a kvlistValue")("values")),
    "bytesValue": _bytes,
}


def resource_of(found: Mapping[str, Any]) -> Resource:
    get = fields_of(found.get("resource"), "the resource")
    url = fields_of(found, "a resourceSpans")("schemaUrl")
    return Resource(attributes_of(get), build.text(url, "a schema URL") or None)


def scope_of(found: Mapping[str, Any]) -> InstrumentationScope:
    get = fields_of(found.get("scope"), "the scope")
    return InstrumentationScope(
        build.text(get("name"), "the scope's name"),
        build.text(get("version"), "the scope's version"),
        build.text(found.get("schemaUrl"), "a schema URL"),
        key_values(get("attributes")),
    )
