"""Every capture through the stripping exporter: no text that a reader found is left, and what describes it stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from replay import Capture, captures, replay, through_exporter

from otel_grounding import GroundingConfig
from otel_grounding.conventions import read
from otel_grounding.conventions.json_text import parse
from otel_grounding.signals import names

PIECE = 20
STAYS = frozenset(
    """
    gen_ai.operation.name gen_ai.agent.name gen_ai.agent.id gen_ai.tool.name gen_ai.tool.call.id gen_ai.tool.type
    gen_ai.request.model gen_ai.response.model gen_ai.response.id gen_ai.response.finish_reasons gen_ai.provider.name
    gen_ai.response.finish_reason gen_ai.system gen_ai.conversation.id gen_ai.workflow.name gen_ai.output.type
    openinference.span.kind agent.name tool.name llm.model_name llm.provider llm.system llm.finish_reason
    graph.node.id graph.node.parent_id input.mime_type output.mime_type embedding.model_name crew_key
    traceloop.span.kind traceloop.entity.name traceloop.entity.path traceloop.workflow.name
    langfuse.observation.type langfuse.observation.usage_details langsmith.span.kind mlflow.spanType
    haystack.tool.name agent_name model_name logfire.span_type event_loop.cycle_id gcp.vertex.agent.event_id
    mcp.method.name jsonrpc.request.id error.type exception.type server.address
    http.method http.route http.status_code http.request.method http.response.status_code
    """.split()
)
"""What someone who looks at a trace in Jaeger needs."""

each_capture = pytest.mark.parametrize("capture", captures(), ids=lambda capture: capture.name)


@each_capture
def test_no_piece_of_an_answer_a_question_or_a_source_is_left(capture: Capture) -> None:
    said = set(content(capture))
    pieces = {piece for text in said for piece in pieces_of(text)}
    for span in stripped(capture):
        for text in texts_of(span):
            assert text.strip() not in said, span.name
            assert pieces.isdisjoint(pieces_of(text)), span.name


def test_there_is_much_that_could_be_left() -> None:
    assert sum(len(set(content(capture))) for capture in captures()) > 200


@each_capture
def test_names_kinds_models_ids_numbers_and_times_stay(capture: Capture) -> None:
    for before, after in zip(replay(capture), stripped(capture), strict=True):
        left = after.attributes or {}
        needed = {key: value for key, value in (before.attributes or {}).items() if key in STAYS or is_number(value)}
        assert {key: value for key, value in left.items() if key in needed} == needed
        assert (after.name, after.kind, after.start_time, after.end_time, after.context, after.parent) == (
            before.name, before.kind, before.start_time, before.end_time, before.context, before.parent,
        )  # fmt: skip
        assert [event.name for event in after.events] == [event.name for event in before.events]
        assert after.status.status_code is before.status.status_code


@each_capture
def test_what_was_taken_is_counted(capture: Capture) -> None:
    for before, after in zip(replay(capture), stripped(capture), strict=True):
        gone = missing(before.attributes, after.attributes)
        for event, left in zip(before.events, after.events, strict=True):
            gone += missing(event.attributes, left.attributes)
        assert (after.attributes or {}).get(names.STRIPPED_ATTRIBUTES, 0) == gone
        assert (after.attributes or {}).get(names.STRIPPED_TEXTS, 0) == bool(before.status.description)


def stripped(capture: Capture) -> list[ReadableSpan]:
    return through_exporter(capture, GroundingConfig(strip_content=True))


def content(capture: Capture) -> Iterator[str]:
    """Every text that the readers find in answers, questions and sources."""
    for span in replay(capture):
        if reading := read(span):
            found = [reading.output, reading.question, *(source.content for source in reading.sources)]
            for value in found:
                yield from strings_in(value)
                if isinstance(value, str):
                    yield from strings_in(parse(value).value)


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value.strip():
        yield value.strip()
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from strings_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings_in(each)


def texts_of(span: ReadableSpan) -> Iterator[str]:
    """Every text that an exporter would send of a span, its keys too."""
    yield span.name
    yield span.status.description or ""
    for attributes in (span.attributes, *(event.attributes for event in span.events)):
        yield from attributes or {}
        yield from strings_in(dict(attributes or {}))
    yield from (event.name for event in span.events)
    for link in span.links:
        yield from strings_in(dict(link.attributes or {}))


def pieces_of(text: str) -> Iterable[str]:
    return (text[start : start + PIECE] for start in range(len(text) - PIECE + 1))


def is_number(value: Any) -> bool:
    return isinstance(value, bool | int | float)


def missing(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> int:
    return len((before or {}).keys() - (after or {}).keys())
