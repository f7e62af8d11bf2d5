"""AWS's distribution of OpenTelemetry (ADOT) takes content off its spans and writes it as one log event for each.

The event's body is `{"input": {"messages": [{"role", "content"}]}, "output": {"messages": […]}}`: the values of
attributes and span events, without the keys they had. Which these were is told by what is left on the span.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import Any

from opentelemetry.sdk.trace import Event, ReadableSpan

_OPENINFERENCE = ("openinference.span.kind", "input.value", "output.value")
_OPENLLMETRY = ("traceloop.span.kind", "traceloop.entity.input", "traceloop.entity.output")
_INDEXED_MARK = "llm.request.type"
_LEFT_OVER = ("llm.input_messages.", "llm.output_messages.", "gen_ai.prompt.")
"""What stays of messages that were spread over keys: roles and calls without the words."""
_DETAILS = "gen_ai.client.inference.operation.details"
_SIDES = ("input", "output")


def is_of_adot(span: ReadableSpan) -> bool:
    """Whether that distribution exported a span: it names itself on the resource, and the service on the span."""
    version = span.resource.attributes.get("telemetry.auto.version")
    return (isinstance(version, str) and version.endswith("-aws")) or "aws.local.service" in (span.attributes or {})


def is_taken_off(body: Any) -> bool:
    """Whether a log record's body is content that was taken off a span."""
    return isinstance(body, Mapping) and bool(body) and set(body) <= set(_SIDES) and any(map(_messages, body.values()))


def put_back(attributes: dict[str, Any], events: MutableSequence[Event], body: Mapping[str, Any], moment: int) -> None:
    """Give a span's attributes and events the content of the body again, under the keys of its own convention."""
    asked, answered = (_messages(body.get(side)) for side in _SIDES)
    for kind, given, returned in (_OPENINFERENCE, _OPENLLMETRY):
        if kind in attributes:
            _forget_left_overs(attributes)
            _put(attributes, given, asked[:1])
            # both come before the messages of single keys; a crew has the outputs of its tasks before its own
            _put(attributes, returned, answered[:1] if kind == _OPENINFERENCE[0] else answered[-1:])
            return
    if _INDEXED_MARK in attributes:
        _forget_left_overs(attributes)
        for index, message in enumerate(asked):
            attributes[f"gen_ai.prompt.{index}.role"] = message.get("role")
            attributes[f"gen_ai.prompt.{index}.content"] = message["content"]
        _put(attributes, "gen_ai.completion.0.content", answered[-1:])
        return
    events += [
        _event(message, f"gen_ai.{message.get('role')}.message", "content", "input", moment) for message in asked
    ]
    events += [_event(message, "gen_ai.choice", "message", "output", moment) for message in answered]


def _messages(side: Any) -> list[Mapping[str, Any]]:
    messages = side.get("messages") if isinstance(side, Mapping) else None
    if not isinstance(messages, list | tuple):
        return []
    return [each for each in messages if isinstance(each, Mapping) and each.get("content") is not None]


def _put(attributes: dict[str, Any], key: str, messages: list[Mapping[str, Any]]) -> None:
    for message in messages:
        attributes.setdefault(key, message["content"])


def _forget_left_overs(attributes: dict[str, Any]) -> None:
    for key in [key for key in attributes if key.startswith(_LEFT_OVER)]:
        del attributes[key]


def _event(message: Mapping[str, Any], name: str, field: str, side: str, moment: int) -> Event:
    """A span event as it was, or the list of messages that one attribute of the span held."""
    content = message["content"]
    if isinstance(content, Mapping):
        return Event(name, content, moment)
    if isinstance(content, str) and content.lstrip().startswith("[") and '"parts"' in content:
        return Event(_DETAILS, {f"gen_ai.{side}.messages": content}, moment)
    return Event(name, {field: content}, moment)
