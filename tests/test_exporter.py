"""The exporter between the SDK and the exporter that sends: what it adds, takes off, and leaves as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Link, SpanContext, SpanKind, StatusCode, TraceFlags, TraceState
from recording import ANSWER, WEATHER, Recording, answered, asked, finish, score_of, tool_message
from replay import load, replay

from otel_grounding import GroundingConfig
from otel_grounding.exporter import GroundingSpanExporter
from otel_grounding.signals import names


def exported(
    spans: Sequence[ReadableSpan], config: GroundingConfig | None = None, batch: int = 512
) -> list[ReadableSpan]:
    kept = InMemorySpanExporter()
    exporter = GroundingSpanExporter(kept, config or GroundingConfig())
    for start in range(0, len(spans), batch):
        exporter.export(spans[start : start + batch])
    return list(kept.get_finished_spans())


def by_name(spans: Sequence[ReadableSpan], name: str) -> ReadableSpan:
    (span,) = (each for each in spans if each.name == name)
    return span


class Unscored(Recording):
    """Spans that ended in a provider without the processor."""

    def __init__(self, limits: SpanLimits | None = None) -> None:
        super().__init__(GroundingConfig(enabled=False), limits=limits)


def a_run() -> Unscored:
    it = Unscored()
    run = it.agent()
    it.used_tool(run, WEATHER)
    finish(run, ANSWER)
    return it


class TestWhatArrives:
    def test_everything_but_the_score_is_as_it_was(self) -> None:
        kept = InMemorySpanExporter()
        provider = TracerProvider(
            resource=Resource({"service.name": "planner"}, "https://example.org/schema"),
            span_limits=SpanLimits(max_span_attributes=30, max_events=2, max_links=1),
            shutdown_on_exit=False,
        )
        provider.add_span_processor(SimpleSpanProcessor(kept))
        tracer = provider.get_tracer("app", "1.2", "https://example.org/app", {"team": "travel"})
        links = [
            Link(SpanContext(number, number, False, TraceFlags(1), TraceState([("vendor", "1")])), {"n": number})
            for number in (1, 2)
        ]
        span = tracer.start_span("invoke_agent", kind=SpanKind.CLIENT, links=links, start_time=1_000)
        span.set_attribute("gen_ai.operation.name", "invoke_agent")
        for number in range(40):
            span.set_attribute(f"user.{number}", number)
        span.set_attributes({"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": answered(ANSWER)})
        for number in range(3):
            span.add_event(f"event {number}", {"n": number}, timestamp=1_000 + number)
        span.set_status(StatusCode.ERROR, "late")
        span.end(2_000)
        provider.shutdown()
        (before,) = kept.get_finished_spans()
        (after,) = exported([before])
        for each in (
            "name", "context", "parent", "kind", "start_time", "end_time", "status", "resource", "events", "links",
            "instrumentation_scope", "dropped_attributes", "dropped_events", "dropped_links",
        ):  # fmt: skip
            assert getattr(after, each) == getattr(before, each), each
        assert (after.dropped_attributes, after.dropped_events, after.dropped_links) == (13, 1, 1)
        assert dict(after.attributes or {}) == dict(before.attributes or {})  # it was full

    @pytest.mark.parametrize("name", ["pydantic_ai_v5", "strands", "langfuse", "openinference_langchain"])
    def test_on_the_wire_nothing_differs_but_the_score(self, name: str) -> None:
        before = replay(load(name))
        plain, scored = encode_spans(before), encode_spans(exported(before))
        for resource in scored.resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    kept = [pair for pair in span.attributes if not pair.key.startswith("reliability.")]
                    del span.attributes[:]
                    span.attributes.extend(kept)
        assert scored == plain

    def test_a_span_that_is_no_run_is_handed_on_itself(self) -> None:
        it = a_run()
        before = it.spans()
        after = exported(before)
        assert after[0] is before[0]
        assert after[1] is not before[1]
        assert score_of(before[1]) == {}

    def test_the_score_is_on_the_span_of_the_run(self) -> None:
        run = exported(a_run().spans())[-1]
        assert (score_of(run)[names.CLAIM_STATUS], score_of(run)[names.CLAIM_RATE]) == ("scored", 1.0)

    def test_a_score_that_is_there_already_is_kept_and_not_measured_again(self) -> None:
        it = Recording(exporting=True)
        run = it.agent()
        it.used_tool(run, WEATHER)
        run.set_attribute(names.CLAIM_STATUS, "no_claims")
        finish(run, ANSWER)
        assert it.score(run) == {names.CLAIM_STATUS: "no_claims"}
        assert it.measured(names.RUNS) == {}

    def test_a_rate_below_its_threshold_is_an_event_at_the_end_of_the_span(self) -> None:
        run = exported(a_run().spans(), GroundingConfig(min_claim_grounding_rate=1.0))[-1]
        assert not run.events
        it = Unscored()
        span = it.agent()
        it.used_tool(span, {"city": "Lyon"})
        finish(span, ANSWER)
        run = exported(it.spans(), GroundingConfig(min_claim_grounding_rate=1.0))[-1]
        assert [(event.name, event.timestamp) for event in run.events] == [
            (names.CLAIM_BELOW_THRESHOLD_EVENT, run.end_time)
        ]


class TestOrderOfArrival:
    @pytest.mark.parametrize("batch", [1, 2, 3, 100])
    def test_children_that_came_in_earlier_batches_count(self, batch: int) -> None:
        it = Unscored()
        run = it.agent()
        step = it.span("step", run)
        it.used_tool(step, WEATHER)
        step.end()
        it.used_model(run, ANSWER)
        run.end()
        spans = exported(it.spans(), batch=batch)
        assert (score_of(spans[-1])[names.EVIDENCE_SOURCES], score_of(spans[-1])[names.CLAIM_RATE]) == (1, 1.0)

    def test_children_that_ended_after_the_run_count_where_they_come_in_its_batch(self) -> None:
        it = Unscored()
        run = it.agent()
        tool = it.tool(run, WEATHER)
        finish(run, ANSWER)
        tool.end()
        assert score_of(by_name(exported(it.spans()), "invoke_agent planner"))[names.EVIDENCE_SOURCES] == 1

    def test_a_tool_that_comes_after_the_span_it_started_in_counts_for_the_run(self) -> None:
        it = Unscored()
        run = it.agent()
        step = it.span("step", run)
        tool = it.tool(step, WEATHER)
        step.end()
        tool.end()
        finish(run, ANSWER)
        assert score_of(exported(it.spans(), batch=1)[-1])[names.EVIDENCE_SOURCES] == 1

    def test_spans_that_come_after_their_run_make_no_second_score_and_leave_nothing_held(self) -> None:
        it = Unscored()
        run = it.agent()
        late = [it.tool(run, WEATHER), it.tool(run, {"city": "Lyon"})]
        finish(run, ANSWER)
        for tool in late:
            tool.end()
        exporter = GroundingSpanExporter(InMemorySpanExporter(), GroundingConfig(), meter_provider=it.meters)
        for span in it.spans():
            exporter.export([span])
        assert sum(it.measured(names.RUNS).values()) == 1
        assert not exporter._runs._held

    def test_a_batch_without_the_root_scores_nothing_until_it_comes(self) -> None:
        it = Unscored()
        request = it.span("POST /chat")
        it.used_tool(request, WEATHER)
        it.used_model(request, ANSWER)
        exporter = GroundingSpanExporter(InMemorySpanExporter(), GroundingConfig(), meter_provider=it.meters)
        exporter.export(it.spans())
        assert it.measured(names.RUNS) == {}
        request.end()
        exporter.export(it.spans()[-1:])
        assert it.measured(names.RUNS) == {(True, "scored"): 1}


class Failing(SpanExporter):
    """Answers as it is told to."""

    def __init__(self, answer: SpanExportResult | Exception) -> None:
        self.answer = answer
        self.calls: list[str] = []

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        self.calls.append("export")
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def shutdown(self) -> None:
        self.calls.append("shutdown")

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        self.calls.append(f"force_flush {timeout_millis}")
        return False


class TestTheExporterItIsAround:
    @pytest.mark.parametrize("result", [SpanExportResult.SUCCESS, SpanExportResult.FAILURE])
    def test_its_result_is_passed_on(self, result: SpanExportResult) -> None:
        assert GroundingSpanExporter(Failing(result), GroundingConfig()).export(a_run().spans()) is result

    def test_its_exception_is_passed_on(self) -> None:
        with pytest.raises(ConnectionError):
            GroundingSpanExporter(Failing(ConnectionError()), GroundingConfig()).export(a_run().spans())

    def test_it_is_flushed_and_shut_down(self) -> None:
        inner = Failing(SpanExportResult.SUCCESS)
        exporter = GroundingSpanExporter(inner, GroundingConfig())
        assert exporter.force_flush(5) is False
        exporter.shutdown()
        assert inner.calls == ["force_flush 5", "shutdown"]

    def test_disabled_it_hands_the_batch_on_itself(self) -> None:
        given: list[Sequence[ReadableSpan]] = []

        class Keeping(Failing):
            def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
                given.append(spans)
                return SpanExportResult.SUCCESS

        batch = a_run().spans()
        GroundingSpanExporter(Keeping(SpanExportResult.SUCCESS), GroundingConfig(enabled=False)).export(batch)
        assert given[0] is batch


class TestStrippingContent:
    SECRET = "sesame-8842"

    def spans(self) -> list[ReadableSpan]:
        it = Unscored()
        run = it.agent()
        tool = it.tool(run, {"secret": self.SECRET, **WEATHER})
        tool.set_attribute("gen_ai.tool.call.arguments", f'{{"key": "{self.SECRET}"}}')
        tool.end()
        it.used_model(run, f"{ANSWER} {self.SECRET}", [asked(self.SECRET), tool_message(self.SECRET, "call_1")])
        run.add_event("gen_ai.user.message", {"content": self.SECRET})
        run.set_attribute("gen_ai.input.messages", f'[{{"role": "user", "content": "{self.SECRET}"}}]')
        finish(run, f"{ANSWER} {self.SECRET}")
        return it.spans()

    def test_no_prompt_argument_result_or_answer_leaves_and_the_score_does(self) -> None:
        spans = exported(self.spans(), GroundingConfig(strip_content=True))
        assert self.SECRET in "".join(span.to_json() for span in self.spans())
        assert self.SECRET not in "".join(span.to_json() for span in spans)
        assert score_of(spans[-1])[names.CLAIM_RATE] == 1.0

    def test_what_is_no_content_stays(self) -> None:
        tool = exported(self.spans(), GroundingConfig(strip_content=True))[0]
        assert dict(tool.attributes or {}) == {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "look_up",
            names.STRIPPED_ATTRIBUTES: 2,
        }

    def test_an_event_keeps_what_is_no_content_and_the_count_of_what_was_dropped(self) -> None:
        it = Unscored(limits=SpanLimits(max_event_attributes=2))
        span = it.span("POST")
        span.add_event("exchange", {"dropped": 0, "gen_ai.input.messages": self.SECRET, "attempt": 2})
        span.end()
        (stripped,) = exported(it.spans(), GroundingConfig(strip_content=True))
        (event,) = stripped.events
        assert (dict(event.attributes or {}), event.dropped_attributes) == ({"attempt": 2}, 1)

    def test_attributes_of_the_users_own_stay_where_they_are_named(self) -> None:
        it = Unscored()
        it.span("POST", None, **{"app.tenant": "ACME, Inc.", "app.note": self.SECRET, "note": self.SECRET}).end()
        config = GroundingConfig(strip_content=True, keep_attributes=("app.ten*",))
        (span,) = exported(it.spans(), config)
        assert dict(span.attributes or {}) == {"app.tenant": "ACME, Inc.", names.STRIPPED_ATTRIBUTES: 2}

    def test_nothing_is_taken_off_where_nobody_asked(self) -> None:
        before = self.spans()
        after = exported(before, GroundingConfig(enabled=False, keep_attributes=("app.*",)))
        assert [dict(span.attributes or {}) for span in after] == [dict(span.attributes or {}) for span in before]

    def test_texts_of_claims_that_another_configuration_let_into_events_are_taken_off(self) -> None:
        it = Recording(GroundingConfig(capture_content=True, min_claim_grounding_rate=1.0, no_evidence="score"))
        finish(it.agent(), f"The secret is {self.SECRET} for sure.")
        assert self.SECRET in str([dict(event.attributes or {}) for event in it.spans()[0].events])
        (span,) = exported(it.spans(), GroundingConfig(strip_content=True))
        (event,) = span.events
        assert (event.name, (event.attributes or {})[names.CLAIMS_TOTAL]) == (names.CLAIM_BELOW_THRESHOLD_EVENT, 1)
        assert self.SECRET not in span.to_json()

    def test_a_span_without_content_is_handed_on_itself(self) -> None:
        it = Unscored()
        it.span("SELECT", None, **{"db.collection.name": "orders"}).end()
        assert exported(it.spans(), GroundingConfig(strip_content=True))[0] is it.spans()[0]

    def test_content_is_stripped_where_scoring_is_off_too(self) -> None:
        spans = exported(self.spans(), GroundingConfig(strip_content=True, enabled=False))
        assert self.SECRET not in "".join(span.to_json() for span in spans)
        assert score_of(spans[-1]) == {names.STRIPPED_ATTRIBUTES: 3}

    def test_a_span_with_a_score_already_is_stripped_all_the_same(self) -> None:
        it = Recording()
        run = it.agent()
        finish(run, self.SECRET)
        (span,) = exported(it.spans(), GroundingConfig(strip_content=True))
        assert names.CLAIM_STATUS in score_of(span)
        assert self.SECRET not in span.to_json()

    def test_where_stripping_fails_the_span_leaves_without_any_attribute_and_without_its_name(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def failing(self: object, span: ReadableSpan) -> ReadableSpan:
            raise ValueError(span.name)

        monkeypatch.setattr("otel_grounding.stripping.spans.Stripper.stripped", failing)
        it = Unscored()
        it.span(f"find {self.SECRET}", note=self.SECRET).end()
        spans = exported([*self.spans(), *it.spans()], GroundingConfig(strip_content=True))
        assert len(spans) == 4
        assert self.SECRET not in "".join(span.to_json() for span in spans)
        assert not any(span.attributes for span in spans)


SECRET = "the secret answer is forty-two whales"


class Broken:
    """What looks like a span, and of which one part is out of shape."""

    def __init__(self, part: str, value: object) -> None:
        (given,) = a_run().spans()[:1]
        for name in (
            "name context parent resource attributes events links kind status start_time end_time"
            " instrumentation_scope dropped_attributes dropped_events dropped_links"
        ).split():
            setattr(self, name, value if name == part else getattr(given, name))


class Raising:
    def __getattr__(self, name: str) -> object:
        raise RuntimeError(SECRET)


BROKEN: list[object] = [
    None, 5, SECRET, object(), Raising(), Broken("attributes", None), Broken("attributes", Raising()),
    Broken("attributes", {"output.value": SECRET}), Broken("attributes", {SECRET: SECRET}), Broken("events", None),
    Broken("events", [SECRET]), Broken("links", [SECRET]), Broken("status", SECRET), Broken("name", None),
    Broken("context", None), Broken("context", SECRET), Broken("parent", SECRET), Broken("kind", SECRET),
    Broken("resource", None), Broken("resource", SECRET), Broken("instrumentation_scope", SECRET),
    Broken("instrumentation_scope", None), Broken("start_time", SECRET),
]  # fmt: skip


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_of_what_is_no_span_of_the_sdk_no_content_leaves_and_nothing_raises(broken: Any, enabled: bool) -> None:
    (good,) = a_run().spans()[:1]
    spans = exported([broken, good], GroundingConfig(strip_content=True, enabled=enabled))
    assert spans[-1].context == good.context
    for span in spans:
        assert SECRET not in str(vars(span)) + str(dict(span.attributes or {}))


def test_a_failure_of_the_exporter_below_is_passed_on() -> None:
    class Failing(SpanExporter):
        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            raise ConnectionError

    with pytest.raises(ConnectionError):
        GroundingSpanExporter(Failing(), GroundingConfig(strip_content=True)).export(a_run().spans())


def test_content_is_stripped_where_the_sdk_is_disabled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    spans = a_run().spans()
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    assert ANSWER not in str(
        [dict(span.attributes or {}) for span in exported(spans, GroundingConfig(strip_content=True))]
    )
