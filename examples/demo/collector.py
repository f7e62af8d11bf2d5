"""The demo's traces, metrics and events, sent to a collector over OTLP/HTTP."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from opentelemetry._logs import set_logger_provider
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.metrics import set_meter_provider
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

SECONDS = 5
"""How long one request may take."""


def is_there(endpoint: str) -> bool:
    """Whether something listens at `endpoint`: the exporters would retry, and the demo wait with them."""
    url = urlsplit(endpoint)
    try:
        socket.create_connection((url.hostname or "", url.port or (443 if url.scheme == "https" else 80)), 2).close()
    except OSError:
        return False
    return True


def send_to(endpoint: str, provider: TracerProvider) -> None:
    """Give the provider an OTLP exporter, and set the global meter and logger providers; all flush at exit."""
    base = endpoint.rstrip("/")
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{base}/v1/traces", timeout=SECONDS)))
    metrics = OTLPMetricExporter(f"{base}/v1/metrics", timeout=SECONDS)
    set_meter_provider(MeterProvider([PeriodicExportingMetricReader(metrics)], resource=provider.resource))
    logs = LoggerProvider(resource=provider.resource)
    logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter(f"{base}/v1/logs", timeout=SECONDS)))
    set_logger_provider(logs)
