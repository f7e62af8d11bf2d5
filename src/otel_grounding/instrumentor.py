"""Scoring without code: what `opentelemetry-instrument` and `OTEL_CONFIG_FILE` find by the entry points."""

from __future__ import annotations

import atexit
import os
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import get_tracer_provider

from otel_grounding.install import install, uninstall
from otel_grounding.options import config_from_options
from otel_grounding.otlp import OTLPGroundingSpanExporter

NAME = "grounding"
"""The entry point's name, also in `OTEL_PYTHON_DISABLED_INSTRUMENTATIONS` and in a configuration file."""


class GroundingInstrumentor:
    """An instrumentor in the shape of `opentelemetry-instrumentation`'s `BaseInstrumentor`, without depending on it.

    Nothing here raises: an instrumentor that does stops all those that would be loaded after it.
    """

    _instrumented = False

    @property
    def is_instrumented_by_opentelemetry(self) -> bool:
        return GroundingInstrumentor._instrumented

    def instrumentation_dependencies(self) -> Collection[str]:
        """Nothing: it reads the spans of whatever is there."""
        return ()

    def instrument(
        self, *, tracer_provider: Any = None, meter_provider: Any = None, logger_provider: Any = None, **options: Any
    ) -> None:
        """Score the runs of `tracer_provider`, or of the global one and each made later.

        Does nothing when it is already done, or done by the exporter `otlp_grounding`. `options` are settings of
        `GroundingConfig`; they beat the environment.
        """
        for switch in ("skip_dep_check", "raise_exception_on_conflict"):  # meant for the base class
            options.pop(switch, None)
        if GroundingInstrumentor._instrumented:
            return
        if OTLPGroundingSpanExporter.in_use:
            if options:
                OTLPGroundingSpanExporter.adopt(options)
            atexit.register(_flush_spans)
        elif _is_off_in_config_file():
            return
        else:
            install(
                tracer_provider,
                config=config_from_options(options),
                meter_provider=meter_provider,
                logger_provider=logger_provider,
            )
        GroundingInstrumentor._instrumented = True

    def uninstrument(self, **_: Any) -> None:
        """Stop scoring on every provider."""
        uninstall()
        atexit.unregister(_flush_spans)
        GroundingInstrumentor._instrumented = False


def post_instrument() -> None:
    """Instrument where `OTEL_PYTHON_DISABLED_INSTRUMENTATIONS=*` skipped it: that is about libraries, this is none.

    Disabled by its own name it stays off.
    """
    disabled = os.environ.get("OTEL_PYTHON_DISABLED_INSTRUMENTATIONS", "")
    if NAME not in (each.strip() for each in disabled.split(",")):
        GroundingInstrumentor().instrument()


def _flush_spans() -> None:
    """Let the last spans be scored while their metrics and log events still have somewhere to go.

    At exit the SDK shuts its providers down in the order opposite to their making: metrics and logs before traces.
    """
    provider = get_tracer_provider()
    if isinstance(provider, TracerProvider):
        with suppress(Exception):
            provider.force_flush()


def _is_off_in_config_file() -> bool:
    """Whether `OTEL_CONFIG_FILE` has `enabled: false` for us.

    Reading such a file skips the instrumentor without a word to it, and the entry point loads it all the same.
    """
    path = os.environ.get("OTEL_CONFIG_FILE")
    if not path:
        return False
    try:
        from opentelemetry.configuration import load_config_file

        listed = load_config_file(path).instrumentation_development
        options = ((listed and listed.python) or {}).get(NAME) or {}
        return options.get("enabled", True) is False
    except Exception:  # no such package, or a file it cannot read, about which it has spoken itself
        return False
