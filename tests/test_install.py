"""Scoring on providers that someone else makes."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NoOpTracerProvider

from otel_grounding.config import GroundingConfig
from otel_grounding.install import install, uninstall
from otel_grounding.processor import GroundingSpanProcessor

MODULE = importlib.import_module("otel_grounding.install")  # the package's `install` is the function
STATUS = "reliability.claim_grounding.status"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No global provider before, nothing of ours after."""
    monkeypatch.setattr(trace, "_TRACER_PROVIDER", None)
    monkeypatch.setattr("otel_grounding.diagnostics._told", set())
    original = TracerProvider.__init__
    yield
    uninstall()
    assert TracerProvider.__init__ is original


class PhoenixProvider(TracerProvider):
    """Does what `phoenix.otel.TracerProvider` does: the first processor that is added replaces its default exporter."""

    def __init__(self) -> None:
        super().__init__(shutdown_on_exit=False)
        self.exporter = InMemorySpanExporter()
        self._default = False
        self.add_span_processor(SimpleSpanProcessor(self.exporter))
        self._default = True

    def add_span_processor(self, *args: Any, replace_default_processor: bool = True, **kwargs: Any) -> None:
        if self._default and replace_default_processor:
            self._active_span_processor.shutdown()
            self._active_span_processor._span_processors = ()
            self._default = False
        super().add_span_processor(*args, **kwargs)


@dataclass
class LogfireProvider(trace.TracerProvider):
    """As logfire's `ProxyTracerProvider`: no provider of the SDK itself, nor hashable, but it holds one."""

    provider: trace.TracerProvider

    def get_tracer(self, *args: Any, **kwargs: Any) -> trace.Tracer:
        return self.provider.get_tracer(*args, **kwargs)


class DatadogProvider(trace.TracerProvider):
    """As ddtrace's: spans of another kind, and no `add_span_processor`."""

    def get_tracer(self, *_: Any, **__: Any) -> trace.Tracer:
        raise AssertionError("nobody should ask")


def scorers(provider: TracerProvider) -> list[GroundingSpanProcessor]:
    return [
        each for each in provider._active_span_processor._span_processors if isinstance(each, GroundingSpanProcessor)
    ]


def new_provider() -> TracerProvider:
    return TracerProvider(shutdown_on_exit=False)


def status_of_a_run(provider: trace.TracerProvider, exporter: InMemorySpanExporter) -> Any:
    """The status that a run has when it arrives at an exporter."""
    with provider.get_tracer("test").start_as_current_span("invoke_agent guide") as span:
        span.set_attribute("gen_ai.operation.name", "invoke_agent")
    [ended] = exporter.get_finished_spans()
    return (ended.attributes or {}).get(STATUS)


def exported(provider: TracerProvider) -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter


class TestOneProvider:
    def test_its_runs_are_scored(self) -> None:
        provider = new_provider()
        exporter = exported(provider)
        install(provider)
        assert status_of_a_run(provider, exporter) == "output_not_captured"

    def test_no_other_one_is_touched(self) -> None:
        install(new_provider())
        assert scorers(new_provider()) == []

    def test_twice_is_once(self) -> None:
        provider = new_provider()
        install(provider)
        install(provider)
        assert len(scorers(provider)) == 1

    def test_the_processor_that_its_owner_added_is_enough(self) -> None:
        provider = new_provider()
        own = GroundingSpanProcessor()
        provider.add_span_processor(own)
        install(provider)
        assert scorers(provider) == [own]

    def test_it_may_be_held_by_another_as_logfires_is(self) -> None:
        provider = new_provider()
        install(LogfireProvider(provider))
        install(provider)
        assert len(scorers(provider)) == 1

    def test_phoenix_keeps_its_default_exporter(self) -> None:
        provider = PhoenixProvider()
        install(provider)
        assert status_of_a_run(provider, provider.exporter) == "output_not_captured"

    @pytest.mark.parametrize("provider", [DatadogProvider(), object(), LogfireProvider(DatadogProvider())])
    def test_one_that_is_not_the_sdks_is_left_alone_which_is_said_once(
        self, provider: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        install(provider)
        install(provider)
        [record] = caplog.records
        assert record.name == "otel_grounding"
        assert f"{type(provider).__module__}.{type(provider).__name__}" in record.getMessage()


class TestEveryProvider:
    def test_the_global_one_is_scored(self, monkeypatch: pytest.MonkeyPatch) -> None:
        provider = new_provider()
        monkeypatch.setattr(trace, "_TRACER_PROVIDER", provider)
        install()
        assert len(scorers(provider)) == 1

    def test_each_made_later_is_scored_global_or_not(self) -> None:
        install()
        first, second = new_provider(), new_provider()
        exporter = exported(second)
        assert len(scorers(first)) == 1
        assert status_of_a_run(second, exporter) == "output_not_captured"

    def test_a_subclass_made_later_keeps_what_it_sets_up_itself(self) -> None:
        install()
        provider = PhoenixProvider()
        assert status_of_a_run(provider, provider.exporter) == "output_not_captured"

    def test_installed_twice_scores_once(self) -> None:
        install()
        install()
        assert len(scorers(new_provider())) == 1

    def test_the_settings_reach_them(self) -> None:
        install(config=GroundingConfig(min_claim_grounding_rate=0.25))
        [scorer] = scorers(new_provider())
        assert scorer._pipeline.config.min_claim_grounding_rate == 0.25

    @pytest.mark.parametrize("provider", [None, trace.ProxyTracerProvider()], ids=["none", "the API's stand-in"])
    def test_before_there_is_a_global_one_nothing_is_said_and_it_is_waited_for(
        self, caplog: pytest.LogCaptureFixture, provider: trace.TracerProvider | None
    ) -> None:
        install(provider)
        assert caplog.records == []
        assert len(scorers(new_provider())) == 1

    def test_a_global_one_that_is_not_the_sdks_is_said_and_later_ones_are_scored(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(trace, "_TRACER_PROVIDER", NoOpTracerProvider())
        install()
        assert len(caplog.records) == 1
        assert len(scorers(new_provider())) == 1

    def test_the_signature_of_the_provider_stays_what_it_was(self) -> None:
        before = inspect.signature(TracerProvider)
        install()
        assert inspect.signature(TracerProvider) == before


class TestNothingHappens:
    def test_when_switched_off(self) -> None:
        install(config=GroundingConfig(enabled=False))
        assert scorers(new_provider()) == []

    def test_when_the_environment_switches_it_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OTEL_GROUNDING_ENABLED", "false")
        install()
        assert scorers(new_provider()) == []

    def test_when_the_sdk_is_disabled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
        install()
        assert scorers(new_provider()) == []

    def test_to_the_application_when_installing_fails(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(*_: Any, **__: Any) -> None:
            raise OSError("the answer was 42")

        monkeypatch.setattr(MODULE, "GroundingSpanProcessor", broken)
        install(new_provider())
        [record] = caplog.records
        assert "OSError" in record.getMessage()
        assert "42" not in caplog.text


class TestUninstall:
    def test_no_provider_is_scored_any_more(self) -> None:
        given, exporter = new_provider(), InMemorySpanExporter()
        install(given)
        install()
        later = new_provider()
        uninstall()
        later.add_span_processor(SimpleSpanProcessor(exporter))
        assert scorers(given) == scorers(later) == scorers(new_provider()) == []
        assert status_of_a_run(later, exporter) is None

    def test_a_processor_that_its_owner_added_stays(self) -> None:
        provider = new_provider()
        own = GroundingSpanProcessor()
        provider.add_span_processor(own)
        install(provider)
        uninstall()
        assert scorers(provider) == [own]

    def test_installing_again_scores_again(self) -> None:
        provider = new_provider()
        install(provider)
        uninstall()
        install(provider)
        install()
        assert len(scorers(provider)) == len(scorers(new_provider())) == 1

    def test_a_hook_that_someone_laid_over_ours_stays_and_ours_is_idle(self) -> None:
        original = TracerProvider.__init__
        install()
        ours = TracerProvider.__init__
        seen = []

        def theirs(self: TracerProvider, *args: Any, **kwargs: Any) -> None:
            ours(self, *args, **kwargs)
            seen.append(self)

        TracerProvider.__init__ = theirs  # type: ignore[method-assign]
        uninstall()
        provider = new_provider()
        assert seen == [provider]
        assert scorers(provider) == []
        TracerProvider.__init__ = ours  # type: ignore[method-assign]
        uninstall()
        assert TracerProvider.__init__ is original


def test_a_provider_that_is_gone_is_not_kept_alive() -> None:
    install()
    held = len(MODULE._installed)
    new_provider()
    assert len(MODULE._installed) == held
