"""Whether this environment lets scores come to be: the SDK, the plugin's ways in, the variables, the collector."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, entry_points, version
from urllib.parse import urlsplit

from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.trace import ProxyTracerProvider, get_tracer_provider

from otel_grounding.cli.findings import Finding, Level
from otel_grounding.sdk_compat import sdk_provider, span_processors

OLDEST_SDK = (1, 38)
TIMEOUT = 1.0
"""Seconds to wait for the collector to answer."""

_ENTRY_POINTS = (
    ("opentelemetry_instrumentor", "grounding"),
    ("opentelemetry_post_instrument", "grounding"),
    ("opentelemetry_traces_exporter", "otlp_grounding"),
)
_KEEP_ALL = ("always_on", "parentbased_always_on")
_OFF = ("false", "0", "off", "no")
_ON = ("true", "1", "on", "yes")
_LENGTH_LIMITS = ("OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", "OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT")
_COUNT_LIMITS = ("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "OTEL_ATTRIBUTE_COUNT_LIMIT")
_HIDE = "OPENINFERENCE_HIDE_"
_CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"


def environment_findings(environ: Mapping[str, str] = os.environ) -> list[Finding]:
    return [
        *_sdk(),
        *_plugin(environ),
        *provider_findings(get_tracer_provider()),
        *_variables(environ),
        *_endpoint(environ),
    ]


def _sdk() -> Iterator[Finding]:
    found = version("opentelemetry-sdk")
    numbers = tuple(int(part) for part in found.split(".")[:2] if part.isdigit())
    if numbers >= OLDEST_SDK:
        yield Finding(Level.GOOD, f"opentelemetry-sdk {found}")
    else:
        wanted = ".".join(map(str, OLDEST_SDK))
        yield Finding(Level.PROBLEM, f"opentelemetry-sdk {found} is too old", (f"install {wanted} or newer",))


def _plugin(environ: Mapping[str, str]) -> Iterator[Finding]:
    missing = [f"{group}: {name}" for group, name in _ENTRY_POINTS if not entry_points(group=group, name=name)]
    if missing:
        yield Finding(
            Level.PROBLEM,
            f"entry points are not registered: {', '.join(missing)}",
            ("install otel-grounding into the environment of the agent, with pip and not by PYTHONPATH",),
        )
    else:
        yield Finding(Level.GOOD, "the plugin is found by opentelemetry-instrument (entry points registered)")
    try:
        version("opentelemetry-instrumentation")
    except PackageNotFoundError:
        yield Finding(
            Level.NOTE,
            "opentelemetry-instrument is not installed",
            ("pip install opentelemetry-distro, or add GroundingSpanProcessor to your provider in code",),
        )
    disabled = [each.strip() for each in environ.get("OTEL_PYTHON_DISABLED_INSTRUMENTATIONS", "").split(",")]
    if "grounding" in disabled:
        yield Finding(
            Level.PROBLEM, "OTEL_PYTHON_DISABLED_INSTRUMENTATIONS names grounding", ("take it off that list",)
        )


def provider_findings(provider: object) -> Iterator[Finding]:
    """Says something only where the command runs as the agent does, under `opentelemetry-instrument`."""
    if isinstance(provider, ProxyTracerProvider):
        yield Finding(
            Level.NOTE,
            "no tracer provider is set up in this process",
            ("to see the agent's own, run: opentelemetry-instrument otel-grounding doctor",),
        )
        return
    kind = f"{type(provider).__module__}.{type(provider).__qualname__}"
    real = sdk_provider(provider)
    if real is None:
        yield Finding(Level.PROBLEM, f"the global provider is {kind}, not the SDK's: its spans can't be scored")
        return
    named = [_named(each) for each in span_processors(real)]
    yield Finding(Level.GOOD, f"the global provider is {kind} with {', '.join(named) or 'no processor'}")
    if not any("Grounding" in name for name in named):
        yield Finding(
            Level.PROBLEM,
            "none of its processors and exporters scores",
            ("provider.add_span_processor(GroundingSpanProcessor()), or otel_grounding.install(provider)",),
        )


def _named(processor: SpanProcessor) -> str:
    """Such as `BatchSpanProcessor(OTLPSpanExporter)`."""
    exporter = getattr(processor, "span_exporter", None)
    return type(processor).__name__ + (f"({type(exporter).__name__})" if exporter is not None else "")


def _variables(environ: Mapping[str, str]) -> Iterator[Finding]:
    if environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        yield Finding(Level.PROBLEM, "OTEL_SDK_DISABLED=true: no span is made, nothing is scored", ("unset it",))
    if environ.get("OTEL_GROUNDING_ENABLED", "").lower() in _OFF:
        yield Finding(Level.PROBLEM, "OTEL_GROUNDING_ENABLED is off: nothing is scored", ("unset it",))
    strips = environ.get("OTEL_GROUNDING_STRIP_CONTENT", "").lower() in _ON
    if strips and "otlp_grounding" not in environ.get("OTEL_TRACES_EXPORTER", ""):
        yield Finding(
            Level.NOTE,
            "OTEL_GROUNDING_STRIP_CONTENT is on, but only our exporter takes content off",
            ("set OTEL_TRACES_EXPORTER=otlp_grounding, or wrap the exporter in a GroundingSpanExporter in code",),
        )
    sampler = environ.get("OTEL_TRACES_SAMPLER", "")
    if sampler and sampler not in _KEEP_ALL:
        share = environ.get("OTEL_TRACES_SAMPLER_ARG", "")
        yield Finding(
            Level.PROBLEM if sampler.endswith("always_off") else Level.NOTE,
            f"OTEL_TRACES_SAMPLER={sampler}{f' ({share})' if share else ''}: runs that are not sampled are not scored",
            ("sample in the collector (tail sampling) if every run is to be scored",),
        )
    for name in _LENGTH_LIMITS:
        if limit := environ.get(name):
            yield Finding(
                Level.NOTE,
                f"{name}={limit}: longer tool outputs and answers are cut before they are read",
                ("raise it",),
            )
    for name in _COUNT_LIMITS:
        if (limit := environ.get(name, "")).isdigit() and int(limit) < 128:
            yield Finding(Level.NOTE, f"{name}={limit}: on a full span the score finds no room", ("raise it to 128",))
    hidden = sorted(name for name, value in environ.items() if name.startswith(_HIDE) and value.lower() in _ON)
    if hidden:
        yield Finding(
            Level.PROBLEM, f"{', '.join(hidden)}: OpenInference redacts what would be scored", ("unset them",)
        )
    if environ.get("TRACELOOP_TRACE_CONTENT", "").lower() in _OFF:
        yield Finding(
            Level.PROBLEM, "TRACELOOP_TRACE_CONTENT is off: OpenLLMetry's spans hold no content", ("set it to true",)
        )
    capture = environ.get(_CAPTURE, "")
    if capture.upper() in ("NO_CONTENT", "EVENT_ONLY", "FALSE"):
        yield Finding(
            Level.PROBLEM,
            f"{_CAPTURE}={capture}: spans of the GenAI conventions hold no content",
            (f"set {_CAPTURE}=SPAN_ONLY and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental",),
        )


def _endpoint(environ: Mapping[str, str]) -> Iterator[Finding]:
    exporter = environ.get("OTEL_TRACES_EXPORTER", "")
    if exporter == "none":
        yield Finding(Level.NOTE, "OTEL_TRACES_EXPORTER=none: spans are scored and go nowhere")
        return
    if exporter and "otlp" not in exporter:
        return
    endpoint = _endpoint_of(environ)
    try:
        parts = urlsplit(endpoint if "://" in endpoint else f"//{endpoint}")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        socket.create_connection((parts.hostname or "", port), timeout=TIMEOUT).close()
    except (OSError, ValueError) as problem:
        reason = str(problem) or type(problem).__name__
        yield Finding(
            Level.NOTE,
            f"no collector answers at {endpoint}: {reason}",
            ("scores stay in this process until OTEL_EXPORTER_OTLP_ENDPOINT names one that does",),
        )
    else:
        yield Finding(Level.GOOD, f"a collector listens at {endpoint}")


def _endpoint_of(environ: Mapping[str, str]) -> str:
    given = environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") or environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    protocol = environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or environ.get("OTEL_EXPORTER_OTLP_PROTOCOL", "")
    return given or ("http://localhost:4318" if protocol.startswith("http") else "http://localhost:4317")
