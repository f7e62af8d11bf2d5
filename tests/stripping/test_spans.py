"""Whole spans without content: real spans of the SDK, with everything that a span can carry."""

from __future__ import annotations

from typing import Any

import pytest
from ended_spans import HOLDS_ANY_VALUE, span
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanLimits, TracerProvider
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    SpanContext,
    StatusCode,
    TraceFlags,
    TraceState,
    set_span_in_context,
)

from otel_grounding.conventions.metadata import form_of
from otel_grounding.signals import names
from otel_grounding.stripping.spans import Stripper

SECRET = "the secret answer is forty-two whales"
PIECES = [SECRET[start : start + 20] for start in range(len(SECRET) - 19)]


def stripped(given: ReadableSpan, *keep: str) -> ReadableSpan:
    return Stripper(keep).stripped(given)


def everything_in(given: ReadableSpan) -> str:
    """All that an exporter would send of a span."""
    events = [(event.name, dict(event.attributes or {})) for event in given.events]
    links = [dict(link.attributes or {}) for link in given.links]
    return repr((given.name, dict(given.attributes or {}), events, links, given.status.description)) + str(
        dict(given.resource.attributes)
    )


def linked(attributes: dict[str, Any], limits: SpanLimits | None = None) -> ReadableSpan:
    tracer = TracerProvider(span_limits=limits, shutdown_on_exit=False).get_tracer("test")
    context = SpanContext(1, 2, False, TraceFlags(1), TraceState([("vendor", "1")]))
    made = tracer.start_span("linked", links=[Link(context, attributes)])
    made.end()
    assert isinstance(made, ReadableSpan)
    return made


class TestSurroundings:
    def made(self, scope: dict[str, Any], state: list[tuple[str, str]]) -> ReadableSpan:
        provider = TracerProvider(shutdown_on_exit=False)
        parent = SpanContext(1, 2, True, TraceFlags(1), TraceState(state))
        context = set_span_in_context(NonRecordingSpan(parent))
        made = provider.get_tracer(**scope).start_span("GET", context, links=[Link(parent)])
        made.end()
        assert isinstance(made, ReadableSpan)
        return made

    def test_a_scope_keeps_what_is_metadata_of_its_name_its_version_and_its_attributes(self) -> None:
        given = self.made(
            {"instrumenting_module_name": "app", "instrumenting_library_version": SECRET,
             "attributes": {"n": 1, "question": SECRET, "service.name": "desk"}}, [],
        )  # fmt: skip
        scope = stripped(given).instrumentation_scope
        assert scope is not None
        assert (scope.name, scope.version) == ("app", "")
        assert dict(scope.attributes or {}) == {"n": 1, "service.name": "desk"}

    def test_a_scope_that_is_named_by_a_sentence_loses_its_name(self) -> None:
        scope = stripped(self.made({"instrumenting_module_name": SECRET}, [])).instrumentation_scope
        assert scope is not None
        assert scope.name == ""

    def test_of_a_trace_state_codes_stay(self) -> None:
        codes = [("dd", "s:1;o:rum;t.dm:-4"), ("ot", "th:c;rv:9b8233f7e3a151")]
        given = self.made({"instrumenting_module_name": "app"}, [*codes, ("app", SECRET)])
        left = stripped(given)
        assert left.parent is not None
        for context in (left.context, left.parent, left.links[0].context):
            assert list(context.trace_state.items()) == codes
        assert (left.context.trace_id, left.context.span_id) == (given.context.trace_id, given.context.span_id)

    def test_what_holds_none_is_handed_on_itself(self) -> None:
        given = self.made({"instrumenting_module_name": "app", "attributes": {"n": 1}}, [("dd", "s:1")])
        assert stripped(given) is given


def test_a_span_of_metadata_alone_is_handed_on_itself() -> None:
    given = span(
        {"http.request.method": "GET", "http.route": "/orders/{id}", "http.response.status_code": 200},
        name="GET /orders/{id}",
        events=[("exception", {"exception.type": "ValueError"})],
    )
    assert stripped(given) is given


class TestCounts:
    def test_attributes_of_the_span_its_events_and_its_links_are_counted_together(self) -> None:
        given = span({"output.value": SECRET, "n": 1}, events=[("exception", {"exception.message": SECRET})])
        assert dict(stripped(given).attributes or {}) == {"n": 1, names.STRIPPED_ATTRIBUTES: 2}

    def test_names_and_descriptions_are_counted_as_texts(self) -> None:
        given = span({}, name=SECRET, events=[(SECRET, {})], error=SECRET)
        assert dict(stripped(given).attributes or {}) == {names.STRIPPED_TEXTS: 3}

    def test_what_a_second_exporter_takes_is_added(self) -> None:
        once = stripped(span({"output.value": SECRET, "app.note": SECRET}), "app.*")
        assert (stripped(once).attributes or {})[names.STRIPPED_ATTRIBUTES] == 2

    def test_a_second_pass_takes_nothing_and_changes_nothing(self) -> None:
        once = stripped(span({"output.value": SECRET}, name=SECRET, error=SECRET))
        assert stripped(once) is once

    @pytest.mark.parametrize(("fields", "counted"), [(3, 0), (2, 1), (1, 2)])
    def test_on_a_full_span_a_count_pushes_no_attribute_out(self, fields: int, counted: int) -> None:
        attributes = {f"user.{number}": number for number in range(fields)}
        given = span(attributes, name=SECRET, error=SECRET, events=[("e", {"x": SECRET})], limits=SpanLimits(3))
        left = dict(stripped(given).attributes or {})
        assert left.items() >= attributes.items()
        assert len(left) == fields + counted

    def test_what_is_taken_makes_room_for_its_count(self) -> None:
        given = span({"user.n": 1, "output.value": SECRET}, limits=SpanLimits(max_span_attributes=2))
        assert dict(stripped(given).attributes or {}) == {"user.n": 1, names.STRIPPED_ATTRIBUTES: 1}


class TestParts:
    def test_a_name_that_is_a_task_is_the_operation_instead(self) -> None:
        given = span({"gen_ai.operation.name": "invoke_agent", "traceloop.span.kind": "task"}, name=f"{SECRET}.task")
        assert stripped(given).name == "invoke_agent"

    def test_the_operation_is_not_taken_from_what_was_stripped(self) -> None:
        assert stripped(span({"gen_ai.operation.name": SECRET}, name=SECRET)).name == "internal"

    def test_an_event_keeps_its_time_its_place_and_its_metadata(self) -> None:
        given = span({}, events=[("retry", {"n": 1}), (SECRET, {"finish_reason": "stop", "content": SECRET})])
        first, second = stripped(given).events
        assert first is given.events[0]
        assert (second.name, dict(second.attributes or {})) == ("event", {"finish_reason": "stop"})
        assert second.timestamp == given.events[1].timestamp

    def test_an_event_of_content_stays_as_a_mark_of_its_time(self) -> None:
        (event,) = stripped(span({}, events=[("gen_ai.user.message", {"content": SECRET})])).events
        assert (event.name, dict(event.attributes or {})) == ("gen_ai.user.message", {})

    def test_a_link_keeps_its_context_and_its_metadata(self) -> None:
        given = linked({"gen_ai.output.messages": SECRET, "messaging.system": "kafka", "n": 1})
        (link,) = stripped(given).links
        assert (link.context, dict(link.attributes or {})) == (
            given.links[0].context,
            {"messaging.system": "kafka", "n": 1},
        )

    def test_counts_of_what_was_dropped_before_stay(self) -> None:
        limits = SpanLimits(max_span_attributes=2, max_events=1, max_event_attributes=1, max_link_attributes=1)
        given = span(
            {"dropped": 1, "n": 1, "output.value": SECRET}, events=[("e", {}), ("f", {"a": 1, "b": SECRET})],
            limits=limits,
        )  # fmt: skip
        left = stripped(given)
        assert (left.dropped_attributes, left.dropped_events, left.events[0].dropped_attributes) == (1, 1, 1)
        assert stripped(linked({"a": 1, "b": SECRET}, limits)).links[0].dropped_attributes == 1

    def test_of_a_status_the_code_stays(self) -> None:
        left = stripped(span({}, error=SECRET))
        assert (left.status.status_code, left.status.description) == (StatusCode.ERROR, None)

    def test_of_a_resource_only_command_lines_go(self) -> None:
        given = {"service.name": "Travel desk of ACME, Inc.", "team": "the one of the north"}
        lines = {"process.command_args": ["ask.py", SECRET], "process.command_line": f"ask.py {SECRET}"}
        provider = TracerProvider(resource=Resource({**given, **lines}, "https://schema"), shutdown_on_exit=False)
        stripper = Stripper()
        made = [provider.get_tracer("test").start_span("GET") for _ in range(2)]
        for each in made:
            each.end()
        first, second = (stripper.stripped(each) for each in made if isinstance(each, ReadableSpan))
        assert (dict(first.resource.attributes), first.resource.schema_url) == (given, "https://schema")
        assert first.resource is second.resource
        assert dict(first.attributes or {}) == {}

    def test_a_resource_without_them_is_handed_on_itself(self) -> None:
        given = span({"output.value": SECRET})
        assert stripped(given).resource is given.resource

    def test_what_cannot_be_stripped_is_left_bare_without_its_name(self) -> None:
        given = span({"output.value": SECRET}, name=SECRET, events=[(SECRET, {})], error=SECRET)
        given._events = None  # type: ignore[assignment]
        with pytest.raises(TypeError):
            stripped(given)
        bare = Stripper().bare(given)
        assert not [piece for piece in PIECES if piece in everything_in(bare)]
        assert (bare.name, bare.context, bare.status.status_code) == ("internal", given.context, StatusCode.ERROR)
        assert bare.resource == given.resource


NAMESPACES = """
    gen_ai gen_ai.agent gen_ai.tool gen_ai.request gen_ai.response gen_ai.task llm llm.input_messages.0.message agent
    tool openinference input output traceloop.entity traceloop.association.properties langfuse.observation
    langfuse.trace langsmith.metadata mlflow haystack crewai.task ai.response ai.telemetry.metadata lmnr.span app
""".split()
WORDS = "text content query question reply body summary notes details payload thought prompt".split()
INVENTED = [f"{namespace}.{word}" for namespace in NAMESPACES for word in WORDS]


def test_there_are_three_hundred_invented_keys_and_none_is_known() -> None:
    assert len(set(INVENTED)) == 300
    assert [key for key in INVENTED if form_of(key)] == []


@pytest.mark.parametrize("key", INVENTED)
def test_under_an_invented_key_nothing_gets_through(key: str) -> None:
    values: list[Any] = [SECRET, (SECRET,), f'{{"q": "{SECRET}"}}', f'["{SECRET}"]']
    if HOLDS_ANY_VALUE:
        values += [{"q": SECRET}, [{"q": [SECRET]}, 1], {SECRET: 1}, SECRET.encode(), [[SECRET]]]
    for value in values:
        given = span({key: value, f"{key}.{SECRET}": 1, "n": 1}, events=[("exchange", {key: value})])
        for each in (stripped(given), stripped(linked({key: value}))):
            assert not [piece for piece in PIECES if piece in everything_in(each)]
        assert dict(stripped(given).attributes or {}) == {"n": 1, names.STRIPPED_ATTRIBUTES: 3}


KEYS = st.one_of(st.sampled_from(INVENTED), st.text(min_size=1, max_size=60))
NUMBERS = st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False))
TEXTS = st.builds(lambda before, after: before + SECRET + after, st.text(max_size=5), st.text(max_size=5))
NESTED = st.recursive(
    st.one_of(NUMBERS, TEXTS), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
)
VALUES = NESTED if HOLDS_ANY_VALUE else st.one_of(NUMBERS, TEXTS, st.lists(TEXTS, max_size=3))


@given(st.dictionaries(KEYS, VALUES, max_size=8), TEXTS)
def test_whatever_the_keys_the_values_and_their_nesting_no_word_of_content_is_left(
    attributes: dict[str, Any], name: str
) -> None:
    given = span(attributes, name=name, events=[(name, attributes)], error=name)
    assert not [piece for piece in PIECES if piece in everything_in(stripped(given))]


@given(st.dictionaries(st.sampled_from(INVENTED), NUMBERS, max_size=8))
def test_whatever_numbers_there_are_they_stay(attributes: dict[str, Any]) -> None:
    given = span(attributes)
    assert stripped(given) is given
