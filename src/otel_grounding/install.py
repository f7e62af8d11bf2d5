"""Scoring on tracer providers that someone else makes."""

from __future__ import annotations

from functools import wraps
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from opentelemetry._logs import LoggerProvider
from opentelemetry.metrics import MeterProvider
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import ProxyTracerProvider, get_tracer_provider

from otel_grounding.config import GroundingConfig
from otel_grounding.diagnostics import warn_once
from otel_grounding.processor import GroundingSpanProcessor
from otel_grounding.sdk_compat import remove_span_processor, sdk_disabled, sdk_provider, span_processors

_installed: WeakKeyDictionary[TracerProvider, GroundingSpanProcessor] = WeakKeyDictionary()


def install(
    provider: Any = None,
    *,
    config: GroundingConfig | None = None,
    meter_provider: MeterProvider | None = None,
    logger_provider: LoggerProvider | None = None,
) -> None:
    """Score the runs of `provider`; without one, those of the global provider and of each provider made later.

    A provider that has a `GroundingSpanProcessor` keeps the one it has. One that is not the SDK's, nor holds one of the
    SDK's (as logfire's does), is left alone, which is said once. Never raises.

    Args:
        provider: A tracer provider, or None.
        config: The settings; those of the environment where None.
        meter_provider, logger_provider: Where metrics and log events go; the global ones where None.
    """
    try:
        settings = _Settings(config or GroundingConfig.from_env(), meter_provider, logger_provider)
        if not settings.config.enabled or sdk_disabled():
            return
        if provider is None:
            _hook.start(settings)
            provider = get_tracer_provider()
        if isinstance(provider, ProxyTracerProvider):  # the API's stand-in for a global provider that is yet to come
            _hook.start(settings)
        else:
            _add(provider, settings)
    except Exception as problem:
        warn_once(f"runs are not scored: {type(problem).__name__} while installing")


def uninstall() -> None:
    """Take back what every `install` did; spans that are open stay as they are. Never raises."""
    _hook.stop()
    while _installed:
        provider, processor = _installed.popitem()
        try:
            remove_span_processor(provider, processor)
            processor.shutdown()
        except Exception as problem:
            warn_once(f"a processor could not be removed: {type(problem).__name__}")


class _Settings(NamedTuple):
    config: GroundingConfig
    meter_provider: MeterProvider | None
    logger_provider: LoggerProvider | None


class _Hook:
    """A hook over `TracerProvider.__init__`, idle while it has no settings."""

    def __init__(self) -> None:
        self._settings: _Settings | None = None
        self._original: Any = None
        self._init: Any = None

    def start(self, settings: _Settings) -> None:
        self._settings = settings
        if self._init is None:
            self._original = original = TracerProvider.__init__

            @wraps(original)  # Phoenix reads the signature
            def init(provider: TracerProvider, *args: Any, **kwargs: Any) -> None:
                original(provider, *args, **kwargs)
                if self._settings is not None:
                    install(provider, **self._settings._asdict())

            self._init = init
            _set_init(init)

    def stop(self) -> None:
        self._settings = None
        if TracerProvider.__init__ is self._init:  # else someone's hook lies over ours
            _set_init(self._original)
            self._init = None


def _set_init(init: Any) -> None:
    TracerProvider.__init__ = init  # type: ignore[method-assign]


_hook = _Hook()


def _add(provider: Any, settings: _Settings) -> None:
    real = sdk_provider(provider)
    if real is None:
        kind = type(provider)
        warn_once(f"runs are not scored on {kind.__module__}.{kind.__qualname__}: it is not a provider of the SDK")
    elif not any(isinstance(each, GroundingSpanProcessor) for each in span_processors(real)):
        processor = GroundingSpanProcessor(
            settings.config, meter_provider=settings.meter_provider, logger_provider=settings.logger_provider
        )
        # The SDK's own method: Phoenix's override would shut the exporter down that it made by default, and a
        # provider that is still being made is not ready for its own.
        TracerProvider.add_span_processor(real, processor)
        _installed[real] = processor
