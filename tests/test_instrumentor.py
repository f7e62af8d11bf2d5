"""Scoring without code, by the entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider

from otel_grounding.instrumentor import GroundingInstrumentor, post_instrument
from otel_grounding.otlp import OTLPGroundingSpanExporter
from otel_grounding.processor import GroundingSpanProcessor


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No global provider and no chosen exporter before, nothing of ours after."""
    monkeypatch.setattr(trace, "_TRACER_PROVIDER", None)
    monkeypatch.setattr(OTLPGroundingSpanExporter, "in_use", False)
    yield
    GroundingInstrumentor().uninstrument()


def scorers() -> list[GroundingSpanProcessor]:
    """Those of a provider that is made now."""
    processors = TracerProvider(shutdown_on_exit=False)._active_span_processor._span_processors
    return [each for each in processors if isinstance(each, GroundingSpanProcessor)]


@pytest.mark.parametrize(
    ("group", "name", "target"),
    [
        ("opentelemetry_instrumentor", "grounding", GroundingInstrumentor),
        ("opentelemetry_post_instrument", "grounding", post_instrument),
        ("opentelemetry_traces_exporter", "otlp_grounding", OTLPGroundingSpanExporter),
    ],
)
def test_it_is_found_by_its_entry_point(group: str, name: str, target: object) -> None:
    [entry_point] = entry_points(group=group, name=name)
    assert entry_point.load() is target


def test_it_instruments_no_library() -> None:
    assert list(GroundingInstrumentor().instrumentation_dependencies()) == []


def test_instrumented_by_any_of_its_instances_it_is_instrumented() -> None:
    assert not GroundingInstrumentor().is_instrumented_by_opentelemetry
    GroundingInstrumentor().instrument()
    assert GroundingInstrumentor().is_instrumented_by_opentelemetry
    assert len(scorers()) == 1


def test_twice_enabled_is_once_scored(caplog: pytest.LogCaptureFixture) -> None:
    GroundingInstrumentor().instrument(min_claim_grounding_rate=0.7)
    GroundingInstrumentor().instrument(skip_dep_check=True)
    post_instrument()
    [scorer] = scorers()
    assert scorer._pipeline.config.min_claim_grounding_rate == 0.7
    assert caplog.records == []


def test_uninstrumented_it_scores_nothing() -> None:
    GroundingInstrumentor().instrument()
    GroundingInstrumentor().uninstrument()
    assert not GroundingInstrumentor().is_instrumented_by_opentelemetry
    assert scorers() == []


def test_a_tracer_provider_that_is_given_is_the_only_one_scored() -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    GroundingInstrumentor().instrument(tracer_provider=provider)
    assert len(provider._active_span_processor._span_processors) == 1
    assert scorers() == []


def test_content_that_only_the_exporter_could_strip_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("otel_grounding.diagnostics._told", set())
    monkeypatch.setenv("OTEL_GROUNDING_STRIP_CONTENT", "true")
    GroundingInstrumentor().instrument()
    for _ in range(2):
        TracerProvider(shutdown_on_exit=False)
    [message] = caplog.messages
    assert "OTEL_TRACES_EXPORTER=otlp_grounding" in message


def test_where_the_scoring_exporter_is_in_use_it_adds_no_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OTLPGroundingSpanExporter, "in_use", True)
    GroundingInstrumentor().instrument()
    post_instrument()
    assert scorers() == []


@pytest.mark.parametrize(
    ("disabled", "scored"), [("", 1), ("*", 1), ("requests,flask", 1), ("grounding", 0), ("requests , grounding", 0)]
)
def test_after_all_instrumentors_it_stays_off_only_where_disabled_by_name(
    monkeypatch: pytest.MonkeyPatch, disabled: str, scored: int
) -> None:
    monkeypatch.setenv("OTEL_PYTHON_DISABLED_INSTRUMENTATIONS", disabled)
    post_instrument()
    assert len(scorers()) == scored


class TestOptions:
    def test_they_beat_the_environment_which_beats_the_default(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE", "0.5")
        monkeypatch.setenv("OTEL_GROUNDING_MIN_FACT_GROUNDING_RATE", "0.6")
        GroundingInstrumentor().instrument(min_claim_grounding_rate=0.7)
        [scorer] = scorers()
        config = scorer._pipeline.config
        assert (config.min_claim_grounding_rate, config.min_fact_grounding_rate) == (0.7, 0.6)
        assert config.max_sources == 1_000

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"min_claim_grounding_rate": 7}, "min_claim_grounding_rate=7"),
            ({"capture_content": "perhaps"}, "capture_content='perhaps'"),
            ({"treshold": 0.7}, "'treshold' is not known"),
            ({"fact_kinds": []}, "fact_kinds=[]"),
            ({"w" * 500: 0.7}, "www… is not known"),
            ({"no_evidence": "w" * 500}, "www…: use 'omit' or 'score'"),
        ],
    )
    def test_a_wrong_one_is_said_and_the_others_are_used(
        self, caplog: pytest.LogCaptureFixture, options: dict[str, Any], said: str
    ) -> None:
        GroundingInstrumentor().instrument(**options, max_sources=5)
        [record] = caplog.records
        assert said in record.getMessage()
        [scorer] = scorers()
        assert scorer._pipeline.config.max_sources == 5
        assert scorer._pipeline.config.min_claim_grounding_rate is None

    @pytest.mark.parametrize(
        ("written", "read"),
        [
            ({"fact_kinds": "none"}, {"fact_kinds": frozenset()}),
            ({"fact_kinds": ["money"]}, {"fact_kinds": frozenset({"money"})}),
            ({"keep_attributes": ["app.*"]}, {"keep_attributes": ("app.*",)}),
            ({"keep_attributes": "app.*, tenant"}, {"keep_attributes": ("app.*", "tenant")}),
            ({"capture_content": "true"}, {"capture_content": True}),
            ({"strip_content": "perhaps"}, {"strip_content": True}),
            ({"strip_contents": "true"}, {"strip_content": True}),
            ({"strip_contents": True, "strip_content": False}, {"strip_content": False}),
            ({"strip_contents": False}, {"strip_content": False}),
            ({"strip_content": "perhaps", "capture_content": True}, {"strip_content": True, "capture_content": False}),
            ({"strip_content": True, "capture_content": True}, {"strip_content": True, "capture_content": False}),
        ],
    )
    def test_they_are_read_as_the_environment_is_and_close_as_it_does(
        self, written: dict[str, Any], read: dict[str, Any]
    ) -> None:
        GroundingInstrumentor().instrument(**written)
        [scorer] = scorers()
        assert {name: getattr(scorer._pipeline.config, name) for name in read} == read

    def test_one_without_a_value_counts_as_absent(self, caplog: pytest.LogCaptureFixture) -> None:
        GroundingInstrumentor().instrument(max_sources=None, enabled=None)
        assert len(scorers()) == 1
        assert caplog.records == []


class TestConfigFile:
    @pytest.fixture
    def configure(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
        pytest.importorskip("opentelemetry.configuration", reason="configuration files came after this SDK")

        def write(grounding: str) -> None:
            path = tmp_path / "otel.yaml"
            path.write_text(f'file_format: "1.0"\ninstrumentation/development:\n  python:\n    {grounding}\n')
            monkeypatch.setenv("OTEL_CONFIG_FILE", str(path))

        return write

    @pytest.mark.parametrize(
        ("grounding", "scored"),
        [
            ("grounding: {enabled: false}", 0),
            ("grounding: {enabled: true}", 1),
            ("grounding: {max_sources: 5}", 1),
            ("requests: {enabled: false}", 1),
        ],
    )
    def test_what_it_switches_off_the_entry_points_do_not_switch_on(
        self, configure: Callable[[str], None], grounding: str, scored: int
    ) -> None:
        configure(grounding)
        GroundingInstrumentor().instrument(skip_dep_check=True)
        post_instrument()
        assert len(scorers()) == scored

    def test_one_that_cannot_be_read_changes_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OTEL_CONFIG_FILE", "/nowhere/otel.yaml")
        post_instrument()
        assert len(scorers()) == 1
