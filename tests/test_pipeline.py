"""From a run to its signals, on real providers, and what happens when a stage of ours fails."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import version
from typing import Any

import pytest
from opentelemetry import _logs, metrics
from opentelemetry.context import Context
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, ScopeMetrics
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.sampling import ParentBased, Sampler
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import set_span_in_context
from sdk_parts import InMemoryLogRecordExporter, RecordOnly

import otel_grounding.pipeline
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence, index_source
from otel_grounding.model import GroundingReport, Run, Source, Status
from otel_grounding.pipeline import Pipeline
from otel_grounding.processor import GroundingSpanProcessor

ANSWER = "The tower in Paris is 330 metres tall. It costs $42 and martians painted it."
RUN = Run(ANSWER, "How tall?", "guide", tool_calls=1)
SECRET = "martians"


class Telemetry:
    """Real providers in memory, and what arrived there."""

    def __init__(self) -> None:
        self._reader = InMemoryMetricReader()
        self._logs = InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]
        self.meter_provider = MeterProvider([self._reader], shutdown_on_exit=False)
        self.logger_provider = LoggerProvider(shutdown_on_exit=False)
        self.logger_provider.add_log_record_processor(SimpleLogRecordProcessor(self._logs))

    def events(self) -> list[str]:
        return [each.log_record.event_name or "" for each in self._logs.get_finished_logs()]

    def everything(self) -> str:
        """All that arrived, as text."""
        logs = [dict(each.log_record.attributes or {}) for each in self._logs.get_finished_logs()]
        return str(logs) + "".join(scope.to_json() for scope in self._scope_metrics())

    def scopes(self) -> list[InstrumentationScope | None]:
        """Of everything that arrived."""
        return [scope.scope for scope in self._scope_metrics()] + [
            each.instrumentation_scope for each in self._logs.get_finished_logs()
        ]

    def counter(self, name: str) -> dict[Any, Any]:
        """Counts by the last attribute: the one that tells the streams of a counter apart here."""
        points: list[Any] = [
            point
            for scope in self._scope_metrics()
            for metric in scope.metrics
            if metric.name == name
            for point in metric.data.data_points
        ]
        return {list(point.attributes.values())[-1]: point.value for point in points}

    def _scope_metrics(self) -> list[ScopeMetrics]:
        data = self._reader.get_metrics_data()
        return [scope for resource in data.resource_metrics for scope in resource.scope_metrics] if data else []


@pytest.fixture
def telemetry() -> Iterator[Telemetry]:
    found = Telemetry()
    yield found
    found.meter_provider.shutdown()
    found.logger_provider.shutdown()


@pytest.fixture
def pipeline_with(telemetry: Telemetry) -> Callable[..., Pipeline]:
    def make(**settings: Any) -> Pipeline:
        return Pipeline(GroundingConfig(**settings), telemetry.meter_provider, telemetry.logger_provider)

    return make


def span_context(sampler: Sampler | None = None) -> Context:
    return set_span_in_context(TracerProvider(sampler=sampler).get_tracer("test").start_span("invoke_agent guide"))


def evidence() -> Evidence:
    return Evidence([index_source(Source("The Eiffel tower in Paris is 330 metres tall."), GroundingConfig())])


def score(pipeline: Pipeline, context: Context | None = None) -> GroundingReport:
    report = pipeline.score(RUN, evidence(), context or span_context())
    assert report is not None
    return report


def test_a_scored_run_is_a_report_metrics_and_events(
    pipeline_with: Callable[..., Pipeline], telemetry: Telemetry
) -> None:
    report = score(pipeline_with(min_claim_grounding_rate=0.9, fact_kinds=[]))
    assert report.claim_grounding.rate == 0.5
    assert telemetry.counter("reliability.grounding.runs") == {True: 1}
    assert telemetry.events() == [
        "gen_ai.evaluation.result",
        "reliability.claim_grounding_below_threshold",
    ]


def test_everything_is_of_our_scope_and_version(pipeline_with: Callable[..., Pipeline], telemetry: Telemetry) -> None:
    score(pipeline_with())
    assert {(scope.name, scope.version) for scope in telemetry.scopes() if scope} == {
        ("otel_grounding", version("otel-grounding"))
    }


def test_the_thresholds_are_those_of_the_agent(pipeline_with: Callable[..., Pipeline]) -> None:
    pipeline = pipeline_with(min_claim_grounding_rate=0.1, agents={"guide": {"min_claim_grounding_rate": 0.8}})
    assert score(pipeline).claim_grounding.threshold == 0.8


def test_the_providers_are_those_that_are_global_when_the_first_run_is_scored(
    telemetry: Telemetry, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline = Pipeline(GroundingConfig())
    monkeypatch.setattr(metrics._internal, "_METER_PROVIDER", telemetry.meter_provider)
    monkeypatch.setattr(_logs._internal, "_LOGGER_PROVIDER", telemetry.logger_provider)
    score(pipeline)
    assert telemetry.counter("reliability.grounding.runs")
    assert telemetry.events()


def test_a_span_that_is_recorded_but_not_sampled_has_metrics_and_no_events(
    pipeline_with: Callable[..., Pipeline], telemetry: Telemetry
) -> None:
    pipeline = pipeline_with(min_claim_grounding_rate=0.9)
    context = span_context(ParentBased(RecordOnly()))
    report = score(pipeline, context)
    assert telemetry.counter("reliability.grounding.runs")
    assert telemetry.events() == []
    assert pipeline.span_events(report, RUN, context) == []


def test_span_events_are_those_below_the_threshold(pipeline_with: Callable[..., Pipeline]) -> None:
    pipeline = pipeline_with(min_claim_grounding_rate=0.9)
    context = span_context()
    [event] = pipeline.span_events(score(pipeline, context), RUN, context)
    assert event.name == "reliability.claim_grounding_below_threshold"


@pytest.mark.parametrize(
    ("name", "strip", "leaves"),
    [
        ("guide", True, True),
        ("Senior Travel Guide", True, True),
        (f"You answer what {SECRET} ask", False, True),
        (f"You answer what {SECRET} ask", True, False),
    ],
)
def test_a_name_that_is_something_said_leaves_in_no_signal_where_content_is_stripped(
    pipeline_with: Callable[..., Pipeline], telemetry: Telemetry, name: str, strip: bool, leaves: bool
) -> None:
    pipeline = pipeline_with(min_claim_grounding_rate=0.9, agents={name: {}}, strip_content=strip)
    run, context = replace(RUN, agent_name=name), span_context()
    report = pipeline.score(run, evidence(), context)
    assert report is not None
    for sent in (pipeline.attributes(report, run), pipeline.span_events(report, run, context), telemetry.everything()):
        assert (name in str(sent)) is leaves


def test_its_thresholds_hold_all_the_same(pipeline_with: Callable[..., Pipeline]) -> None:
    name = f"You answer what {SECRET} ask"
    pipeline = pipeline_with(agents={name: {"min_claim_grounding_rate": 0.8}}, strip_content=True)
    report = pipeline.score(replace(RUN, agent_name=name), evidence(), span_context())
    assert report is not None
    assert report.claim_grounding.threshold == 0.8


@pytest.mark.parametrize(("capture", "leaves"), [(False, False), (True, True)])
def test_text_leaves_only_where_content_is_captured(
    pipeline_with: Callable[..., Pipeline], capture: bool, leaves: bool
) -> None:
    pipeline = pipeline_with(min_claim_grounding_rate=0.9, capture_content=capture)
    context = span_context()
    assert (SECRET in str(pipeline.span_events(score(pipeline, context), RUN, context))) is leaves


class TestNothingHappens:
    def test_when_switched_off(self, pipeline_with: Callable[..., Pipeline], telemetry: Telemetry) -> None:
        pipeline = pipeline_with(enabled=False)
        assert pipeline.enabled is False
        assert pipeline.score(RUN, evidence(), span_context()) is None
        assert telemetry.scopes() == []

    @pytest.mark.parametrize("value", ["true", " TRUE "])
    def test_when_the_sdk_is_disabled(
        self,
        pipeline_with: Callable[..., Pipeline],
        telemetry: Telemetry,
        monkeypatch: pytest.MonkeyPatch,
        value: str,
    ) -> None:
        context = span_context()
        monkeypatch.setenv("OTEL_SDK_DISABLED", value)
        assert pipeline_with().score(RUN, evidence(), context) is None
        assert telemetry.scopes() == []

    def test_to_an_enabled_one_whose_variable_says_anything_else(
        self, pipeline_with: Callable[..., Pipeline], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OTEL_SDK_DISABLED", "1")  # the specification: only "true" disables
        assert pipeline_with().enabled is True


class TestRoomOnTheSpan:
    def test_with_room_for_all_nothing_is_left_out(
        self, pipeline_with: Callable[..., Pipeline], telemetry: Telemetry
    ) -> None:
        pipeline = pipeline_with()
        report = score(pipeline)
        everything = pipeline.attributes(report, RUN)
        assert pipeline.attributes(report, RUN, room=len(everything)) == everything
        assert telemetry.counter("reliability.grounding.errors") == {}

    def test_with_less_the_most_important_stay_and_the_rest_is_counted(
        self, pipeline_with: Callable[..., Pipeline], telemetry: Telemetry
    ) -> None:
        pipeline = pipeline_with()
        report = score(pipeline)
        everything = pipeline.attributes(report, RUN)
        assert list(pipeline.attributes(report, RUN, room=3)) == list(everything)[:3]
        assert telemetry.counter("reliability.grounding.errors") == {"attribute_limit": len(everything) - 3}

    @pytest.mark.parametrize("room", [0, -1])
    def test_without_any_there_are_none(self, pipeline_with: Callable[..., Pipeline], room: int) -> None:
        pipeline = pipeline_with()
        assert pipeline.attributes(score(pipeline), RUN, room=room) == {}


def raising(*_: Any, **__: Any) -> Any:
    raise ValueError(f"could not parse {SECRET!r}")


class TestFailure:
    """Of each of our own stages: counted, logged once without content, and invisible to the application."""

    def test_of_scoring_gives_the_status_error_and_no_rate(
        self, pipeline_with: Callable[..., Pipeline], telemetry: Telemetry, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(otel_grounding.pipeline, "assess_run", raising)
        report = score(pipeline_with())
        assert (report.status, report.fact_grounding.status) == (Status.ERROR, Status.ERROR)
        assert (report.claim_grounding.rate, report.fact_grounding.rate) == (None, None)
        assert telemetry.counter("reliability.grounding.errors") == {"scoring": 1}
        assert telemetry.counter("reliability.grounding.runs") == {"error": 1}

    def test_of_scoring_leaves_a_fact_scorer_that_is_off_off(
        self, pipeline_with: Callable[..., Pipeline], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(otel_grounding.pipeline, "assess_run", raising)
        assert score(pipeline_with(fact_kinds=[])).fact_grounding.status is Status.OFF

    def test_of_metrics_leaves_the_events(
        self, pipeline_with: Callable[..., Pipeline], telemetry: Telemetry, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("otel_grounding.signals.metrics.Instruments.record", raising)
        assert score(pipeline_with()).status is Status.SCORED
        assert telemetry.events()
        assert telemetry.counter("reliability.grounding.errors") == {"metrics": 1}

    def test_of_events_leaves_the_metrics(
        self, pipeline_with: Callable[..., Pipeline], telemetry: Telemetry, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("otel_grounding.signals.events.emit", raising)
        assert score(pipeline_with()).status is Status.SCORED
        assert telemetry.counter("reliability.grounding.runs") == {"scored": 1}
        assert telemetry.counter("reliability.grounding.errors") == {"events": 1}

    def test_of_a_provider_leaves_the_score(self) -> None:
        class Broken(MeterProvider):
            get_meter = raising

        assert score(Pipeline(GroundingConfig(), Broken(shutdown_on_exit=False))).status is Status.SCORED

    def test_is_logged_once_for_each_kind_and_counted_every_time(
        self,
        pipeline_with: Callable[..., Pipeline],
        telemetry: Telemetry,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setattr(otel_grounding.pipeline, "assess_run", raising)
        pipeline = pipeline_with()
        for _ in range(3):
            score(pipeline)
        pipeline.failed("scoring", KeyError("another kind"))
        assert [record.name for record in caplog.records] == ["otel_grounding"] * 2
        assert telemetry.counter("reliability.grounding.errors") == {"scoring": 4}

    def test_is_logged_by_type_and_place_without_its_message(
        self, pipeline_with: Callable[..., Pipeline], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(otel_grounding.pipeline, "assess_run", raising)
        with caplog.at_level(logging.DEBUG):
            score(pipeline_with())
        [record] = caplog.records
        assert "scoring failed with ValueError at " in record.getMessage()
        assert "test_pipeline.py:" in record.getMessage()
        assert SECRET not in caplog.text

    def test_to_stop_the_application_is_not_ours_to_catch(
        self, pipeline_with: Callable[..., Pipeline], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(*_: Any) -> Any:
            raise KeyboardInterrupt

        monkeypatch.setattr(otel_grounding.pipeline, "assess_run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            score(pipeline_with())


def test_dropped_evidence_is_counted_by_the_limit_that_dropped_it(
    pipeline_with: Callable[..., Pipeline], telemetry: Telemetry
) -> None:
    pipeline = pipeline_with()
    pipeline.evidence_dropped(3, "run_limit")
    pipeline.evidence_dropped(2, "process_limit")
    assert telemetry.counter("reliability.grounding.evidence_dropped") == {"run_limit": 3, "process_limit": 2}


class TestContentThatIsLeftOut:
    """Somebody has to say so: the application's owner sees a status on a span at best."""

    @pytest.fixture(autouse=True)
    def _untold(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("otel_grounding.diagnostics._told", set())

    def said(self, caplog: pytest.LogCaptureFixture) -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "otel_grounding"]

    def test_is_said_once_for_each_scope_with_the_setting_that_brings_it(
        self, pipeline_with: Callable[..., Pipeline], caplog: pytest.LogCaptureFixture
    ) -> None:
        pipeline = pipeline_with()
        for scope in ("pydantic-ai", "haystack", "pydantic-ai", "an.agent.of.ours"):
            pipeline.score(Run(None, silent_scope=scope), Evidence(), span_context())
            pipeline.score(Run(ANSWER, tool_calls=1, silent_scope=scope), Evidence(), span_context())
        pydantic, haystack, ours = self.said(caplog)
        assert "pydantic-ai" in pydantic
        assert "include_content=True" in pydantic
        assert "HAYSTACK_CONTENT_TRACING_ENABLED=true" in haystack
        assert "an.agent.of.ours" in ours

    @pytest.mark.parametrize(
        "run",
        [
            Run(None, failed=True, silent_scope="pydantic-ai"),
            Run(ANSWER, silent_scope="pydantic-ai"),
            Run("", silent_scope="pydantic-ai"),
            Run(None),
        ],
        ids=["failed", "no tool", "empty answer", "no scope"],
    )
    def test_is_not_said_of_what_has_another_reason(
        self, run: Run, pipeline_with: Callable[..., Pipeline], caplog: pytest.LogCaptureFixture
    ) -> None:
        pipeline_with().score(run, Evidence(), span_context())
        assert self.said(caplog) == []

    def test_the_scope_is_that_of_the_step_that_is_silent(self, caplog: pytest.LogCaptureFixture) -> None:
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(GroundingSpanProcessor(GroundingConfig()))
        root = provider.get_tracer("my.app").start_span("POST /chat")
        chat = provider.get_tracer("opentelemetry.instrumentation.genai.openai").start_span(
            "chat m", set_span_in_context(root), attributes={"gen_ai.operation.name": "chat"}
        )
        chat.end()
        root.end()
        (said,) = self.said(caplog)
        assert "opentelemetry.instrumentation.genai.openai" in said
        assert "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY" in said
