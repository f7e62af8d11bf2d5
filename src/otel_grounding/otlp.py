"""The traces exporter `otlp_grounding`: scoring around the real OTLP exporter."""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from weakref import WeakSet

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from otel_grounding.diagnostics import log, shortened, shown, warn_once
from otel_grounding.exporter import GroundingSpanExporter
from otel_grounding.options import FIELDS, config_from_options

_MODULES = {
    "grpc": "opentelemetry.exporter.otlp.proto.grpc.trace_exporter",
    "http/protobuf": "opentelemetry.exporter.otlp.proto.http.trace_exporter",
}
_DEFAULT_PROTOCOL = "grpc"
_WITHOUT_CONTENT = {"otlp_grounding", "none"}
"""Exporters that send nothing, or nothing that is to be stripped."""


class OTLPGroundingSpanExporter(GroundingSpanExporter):
    """Chosen by `OTEL_TRACES_EXPORTER=otlp_grounding`, or as a span exporter `otlp_grounding:` in a configuration file.

    The protocol is that of `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL` or `OTEL_EXPORTER_OTLP_PROTOCOL` (`grpc`, the default,
    or `http/protobuf`); the OTLP exporter reads its other variables itself.

    Args:
        options: Settings of `GroundingConfig`; `protocol`; everything else (`endpoint`, `headers`, …) is for the OTLP
            exporter.
    """

    in_use = False
    """Whether one was made in this process: then its scores need no processor."""
    _made: ClassVar[WeakSet[OTLPGroundingSpanExporter]] = WeakSet()

    def __init__(self, **options: Any) -> None:
        self._own = {name: options.pop(name) for name in FIELDS & options.keys()}
        config = config_from_options(self._own)
        super().__init__(_otlp_exporter(options.pop("protocol", None) or _protocol(), options), config)
        OTLPGroundingSpanExporter._made.add(self)
        if config.strip_content and not _is_by_file() and (others := _exporters() - _WITHOUT_CONTENT):
            warn_once(f"content leaves: OTEL_TRACES_EXPORTER sends spans by {', '.join(sorted(others))} too")
        OTLPGroundingSpanExporter.in_use = True

    @classmethod
    def adopt(cls, options: Mapping[str, Any]) -> None:
        """Take the settings of the instrumentor's own block in a configuration file, which come after the exporter.

        What stands under an exporter itself beats them.
        """
        for exporter in list(cls._made):
            exporter._configure(config_from_options({**options, **exporter._own}))


def _is_by_file() -> bool:
    """Whether a configuration file names the exporters, and `OTEL_TRACES_EXPORTER` does not; older SDKs know none."""
    return (
        bool(os.environ.get("OTEL_CONFIG_FILE")) and importlib.util.find_spec("opentelemetry.configuration") is not None
    )


def _exporters() -> set[str]:
    """What `OTEL_TRACES_EXPORTER` names."""
    return {shortened(name) for each in os.environ.get("OTEL_TRACES_EXPORTER", "").split(",") if (name := each.strip())}


def _protocol() -> str:
    named = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL") or ""
    return named.strip() or _DEFAULT_PROTOCOL


def _otlp_exporter(protocol: str, options: dict[str, Any]) -> SpanExporter:
    if protocol not in _MODULES:
        log.error(
            "otlp_grounding exports no span: %s is no OTLP protocol, use %s", shown(protocol), " or ".join(_MODULES)
        )
        return _Nowhere()
    try:
        exporter: SpanExporter = importlib.import_module(_MODULES[protocol]).OTLPSpanExporter(**options)
    except ImportError:
        log.error("otlp_grounding exports no span: it needs pip install 'otel-grounding[otlp]'")
        return _Nowhere()
    except Exception as problem:
        log.error("otlp_grounding exports no span: %s: %s", type(problem).__name__, shortened(str(problem)))
        return _Nowhere()
    return exporter


class _Nowhere(SpanExporter):
    """Stands in for an exporter that cannot be made: raising would cost the application all of its telemetry."""

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return SpanExportResult.FAILURE
