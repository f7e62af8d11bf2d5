"""What spans have in common, without content: their resource, their scope, the state of their trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, TraceState

from otel_grounding.conventions.metadata import Form
from otel_grounding.stripping.attributes import AttributeFilter
from otel_grounding.stripping.texts import is_metadata_text

_MAX_SCOPES = 256
"""Scopes that are remembered; each library that writes spans has one."""
_COMMAND_LINES = ("process.command_args", "process.command_line")
"""What a detector of the SDK puts on resources: the one place in them where a user's words have been seen."""

AnyContext = TypeVar("AnyContext", SpanContext, SpanContext | None)


class Surroundings:
    """Takes content off what spans have in common. What has none is handed on itself."""

    def __init__(self, attributes: AttributeFilter) -> None:
        self._filter = attributes
        self._resource: tuple[Resource, Resource] | None = None
        """The resource seen last, and it without content: a provider has one for all its spans."""
        self.scope: Callable[[InstrumentationScope | None], InstrumentationScope | None] = lru_cache(_MAX_SCOPES)(
            self._of_scope
        )
        """A scope whose name, version and attributes are metadata."""

    def resource(self, resource: Resource) -> Resource:
        """A resource without command lines; all else on it says where the process runs, and stays."""
        known = self._resource
        if known is None or known[0] is not resource:
            known = resource, resource
            if any(key in resource.attributes for key in _COMMAND_LINES):
                kept = {key: value for key, value in resource.attributes.items() if key not in _COMMAND_LINES}
                known = resource, Resource(kept, resource.schema_url)
            self._resource = known
        return known[1]

    def _of_scope(self, scope: InstrumentationScope | None) -> InstrumentationScope | None:
        if scope is None:
            return None
        attributes, taken = self._filter.stripped(scope.attributes)
        name, version, schema = (_word(text) for text in (scope.name, scope.version, scope.schema_url))
        if not taken and (name, version, schema) == (scope.name, scope.version, scope.schema_url):
            return scope
        return InstrumentationScope(name or "", version, schema, attributes)


def without_words(context: AnyContext) -> AnyContext:
    """A context whose trace state holds codes alone: vendors write them, and it takes whatever an application puts."""
    if not context or not context.trace_state:
        return context
    kept = [(key, value) for key, value in context.trace_state.items() if _is_code(key) and _is_code(value)]
    if len(kept) == len(context.trace_state):
        return context
    return SpanContext(context.trace_id, context.span_id, context.is_remote, context.trace_flags, TraceState(kept))


def _word(text: str | None) -> str | None:
    return text if text is None or is_metadata_text(text, Form.WORD) else ""


def _is_code(text: str) -> bool:
    return all(is_metadata_text(part, Form.WORD) for part in text.split(";"))
