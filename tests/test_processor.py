"""The processor beside the application's own spans: what it writes, and what it leaves as it was."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import (
    ConcurrentMultiSpanProcessor,
    Span,
    SpanLimits,
    SpanProcessor,
    SynchronousMultiSpanProcessor,
    TracerProvider,
)
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ParentBased
from recording import ANSWER, WEATHER, Recording, finish, score_of
from sdk_parts import RecordOnly

from otel_grounding import GroundingConfig
from otel_grounding.processor import GroundingSpanProcessor
from otel_grounding.signals import names

CLAIMS_FLAGGED = GroundingConfig(min_claim_grounding_rate=0.9)
UNGROUNDED = "The museum opens at nine and charges twelve euros."


def a_scored_run(it: Recording, said: str = ANSWER, before: Callable[[Span], None] = lambda span: None) -> Span:
    run = it.agent()
    before(run)
    it.used_tool(run, WEATHER)
    return finish(run, said)


class TestBesideOtherProcessors:
    @pytest.mark.parametrize("exporting", [SimpleSpanProcessor, BatchSpanProcessor])
    @pytest.mark.parametrize("ours_first", [True, False])
    @pytest.mark.parametrize("multi", [SynchronousMultiSpanProcessor, ConcurrentMultiSpanProcessor])
    def test_the_score_is_on_the_exported_span(
        self,
        exporting: Callable[[SpanExporter], SpanProcessor],
        ours_first: bool,
        multi: type[SynchronousMultiSpanProcessor | ConcurrentMultiSpanProcessor],
    ) -> None:
        kept = InMemorySpanExporter()
        provider = TracerProvider(active_span_processor=multi(), shutdown_on_exit=False)
        processors = [GroundingSpanProcessor(GroundingConfig()), exporting(kept)]
        for processor in processors if ours_first else reversed(processors):
            provider.add_span_processor(processor)
        with provider.get_tracer("app").start_as_current_span("run") as run:
            run.set_attributes({"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": "[]"})
        provider.shutdown()
        (exported,) = kept.get_finished_spans()
        assert exported.attributes is not None
        assert exported.attributes[names.CLAIM_STATUS] == "output_not_captured"

    def test_two_of_ours_on_one_provider_score_a_run_once(self) -> None:
        it = Recording()
        it.provider.add_span_processor(GroundingSpanProcessor(GroundingConfig(), meter_provider=it.meters))
        a_scored_run(it)
        assert sum(it.measured(names.RUNS).values()) == 1

    def test_spans_of_two_providers_in_one_trace_make_one_run(self) -> None:
        it, other = Recording(), Recording(CLAIMS_FLAGGED)
        run = it.agent()
        other.used_tool(run, WEATHER)
        finish(run, ANSWER)
        assert it.score(run)[names.EVIDENCE_SOURCES] == 1
        assert names.CLAIM_THRESHOLD not in it.score(run)

    def test_a_wrapper_that_lies_under_ours_is_called_and_lets_the_span_go(self) -> None:
        ended = []

        class Wrapping(SpanProcessor):
            def on_start(self, span: Span, parent_context: Context | None = None) -> None:
                real = span.end

                def wrapper(end_time: int | None = None) -> None:
                    ended.append(span.name)
                    real(end_time)

                span.end = wrapper  # type: ignore[method-assign]

        it = Recording(first=Wrapping())
        run = a_scored_run(it)
        assert ended == ["execute_tool look_up", "invoke_agent planner"]
        assert it.score(run)[names.CLAIM_STATUS] == "scored"

    def test_a_wrapper_that_lies_over_ours_is_called_and_stays(self) -> None:
        it = Recording()
        run = it.agent()
        ours, ended = run.end, []

        def wrapper(end_time: int | None = None) -> None:
            ended.append(end_time)
            ours(end_time)

        run.end = wrapper  # type: ignore[method-assign]
        it.used_tool(run, WEATHER)
        finish(run, ANSWER)
        run.end()
        assert ended == [None, None]
        assert it.score(run)[names.CLAIM_STATUS] == "scored"
        assert len(it.spans()) == 2


class TestTheSpan:
    def test_a_plain_span_has_nothing_new(self) -> None:
        it = Recording()
        it.span("SELECT", None, table="orders").end()
        (exported,) = it.spans()
        assert exported.attributes == {"table": "orders"}
        assert not exported.events

    def test_keeps_its_class_and_its_own_end_after_its_end(self) -> None:
        it = Recording()
        plain = TracerProvider(shutdown_on_exit=False).get_tracer("app").start_span("plain")
        span = it.span("span")
        assert type(span) is type(plain)
        span.end()
        assert "end" not in vars(span)

    def test_ends_at_the_time_it_was_given(self) -> None:
        it = Recording()
        run = it.agent()
        run.end(1_800_000_000_000_000_000)
        (exported,) = it.spans()
        assert exported.end_time == 1_800_000_000_000_000_000

    def test_does_not_last_longer_for_being_scored(self, monkeypatch: pytest.MonkeyPatch) -> None:
        it = Recording()
        clock = iter([1_000, 2_000, 3_000])
        monkeypatch.setattr("otel_grounding.tracking.open_spans.time_ns", lambda: next(clock))
        run = it.agent()
        run.end()
        (exported,) = it.spans()
        assert exported.end_time == 1_000

    def test_ended_twice_is_exported_once_and_the_sdk_says_so(self, caplog: pytest.LogCaptureFixture) -> None:
        it = Recording()
        run = a_scored_run(it)
        with caplog.at_level(logging.WARNING, logger="opentelemetry.sdk.trace"):
            run.end()
        assert "ended span" in caplog.text
        assert sum(it.measured(names.RUNS).values()) == 1

    def test_ended_by_two_threads_is_scored_once(self) -> None:
        it = Recording()
        run = it.agent()
        it.used_tool(run, WEATHER)
        run.set_attribute("gen_ai.output.messages", "[]")
        threads = [threading.Thread(target=run.end) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(it.measured(names.RUNS).values()) == 1
        assert len([span for span in it.spans() if span.context == run.context]) == 1

    def test_an_exception_of_the_application_passes_through(self) -> None:
        it = Recording()
        told = {"gen_ai.operation.name": "invoke_agent"}
        with pytest.raises(LookupError), it.tracer.start_as_current_span("run", attributes=told):
            raise LookupError
        (exported,) = it.spans()
        assert exported.status.status_code is trace.StatusCode.ERROR
        assert names.CLAIM_STATUS in (exported.attributes or {})

    def test_a_rate_below_its_threshold_is_an_event_at_the_end_of_the_span(self) -> None:
        it = Recording(CLAIMS_FLAGGED)
        a_scored_run(it, UNGROUNDED)
        exported = it.spans()[-1]
        (event,) = exported.events
        assert event.name == names.CLAIM_BELOW_THRESHOLD_EVENT
        assert event.timestamp == exported.end_time


class TestRoom:
    @pytest.mark.parametrize("exporting", [False, True])
    @pytest.mark.parametrize("room", [0, 1, 5])
    def test_a_full_span_keeps_the_users_attributes(self, exporting: bool, room: int) -> None:
        it = Recording(exporting=exporting, limits=SpanLimits(max_span_attributes=20))

        def fill(span: Span) -> None:
            for number in range(20 - room - len(span.attributes or {}) - 1):  # one more is for the output
                span.set_attribute(f"user.{number}", number)

        run = a_scored_run(it, before=fill)
        (exported,) = (span for span in it.spans() if span.context == run.context)
        score = score_of(exported)
        assert exported.dropped_attributes == 0
        assert "gen_ai.operation.name" in (exported.attributes or {})
        assert list(score) == [names.CLAIM_STATUS, names.CLAIM_RATE, *list(score)[2:]][:room]
        assert it.errors()[("attribute_limit",)] > 0

    @pytest.mark.parametrize("exporting", [False, True])
    def test_a_span_full_of_events_keeps_the_users_events(self, exporting: bool) -> None:
        it = Recording(CLAIMS_FLAGGED, exporting=exporting, limits=SpanLimits(max_events=2))

        def fill(span: Span) -> None:
            for name in ("one", "two"):
                span.add_event(name)

        run = a_scored_run(it, UNGROUNDED, before=fill)
        (exported,) = (span for span in it.spans() if span.context == run.context)
        assert [event.name for event in exported.events] == ["one", "two"]
        assert exported.dropped_events == 0


class TestSampling:
    def test_unsampled_spans_cost_nothing_and_say_nothing(self) -> None:
        it = Recording(sampler=ParentBased(ALWAYS_OFF))
        with it.tracer.start_as_current_span("invoke_agent") as run:
            assert "end" not in vars(run)
        assert it.measured(names.RUNS) == {}

    def test_spans_that_are_only_recorded_are_measured_and_have_no_events(self) -> None:
        it = Recording(CLAIMS_FLAGGED, sampler=RecordOnly())
        run = a_scored_run(it, UNGROUNDED)
        assert sum(it.measured(names.RUNS).values()) == 1
        assert not run.events


class TestOff:
    def test_disabled_by_configuration_it_touches_no_span(self) -> None:
        it = Recording(GroundingConfig(enabled=False))
        assert "end" not in vars(it.span("run"))

    def test_disabled_with_the_sdk_it_touches_no_span(self, monkeypatch: pytest.MonkeyPatch) -> None:
        it = Recording()
        monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
        processor = GroundingSpanProcessor(GroundingConfig())
        span = it.provider.get_tracer("app").start_span("run")
        vars(span).pop("end")
        processor.on_start(span)  # type: ignore[arg-type]
        assert "end" not in vars(span)

    def test_after_shutdown_open_spans_end_unscored(self) -> None:
        it = Recording()
        run = it.agent()
        it.used_tool(run, WEATHER)
        it.processor.shutdown()
        it.processor.shutdown()
        finish(run, ANSWER)
        assert it.score(run) == {}

    def test_after_shutdown_new_spans_are_left_alone(self) -> None:
        it = Recording()
        it.processor.shutdown()
        assert "end" not in vars(it.span("run"))

    def test_there_is_nothing_to_flush(self) -> None:
        assert Recording().processor.force_flush(1) is True


def test_the_settings_come_from_the_environment_where_none_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE", "0.25")
    kept = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(GroundingSpanProcessor())
    provider.add_span_processor(SimpleSpanProcessor(kept))
    with provider.get_tracer("app").start_as_current_span("run") as run:
        run.set_attribute("gen_ai.operation.name", "invoke_agent")
        with provider.get_tracer("app").start_as_current_span("tool") as tool:
            tool.set_attributes({"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.result": str(WEATHER)})
        run.set_attribute("gen_ai.output.messages", '[{"role": "assistant", "content": "The weather is fine."}]')
    attributes = kept.get_finished_spans()[-1].attributes or {}
    assert attributes[names.CLAIM_THRESHOLD] == 0.25


def test_a_span_that_the_sdk_did_not_make_is_left_alone() -> None:
    it = Recording()
    it.processor.on_start(trace.INVALID_SPAN)  # type: ignore[arg-type]
    assert it.errors() == {("start",): 1}


@pytest.mark.parametrize(("strip", "said"), [(True, 1), (False, 0)])
def test_that_it_takes_no_content_off_is_said_once(
    strip: bool, said: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("otel_grounding.diagnostics._told", set())
    for _ in range(2):
        GroundingSpanProcessor(GroundingConfig(strip_content=strip))
    assert len([message for message in caplog.messages if "GroundingSpanExporter" in message]) == said
