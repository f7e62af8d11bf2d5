"""An OTLP receiver for the tests of what leaves the process."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from opentelemetry.proto.collector.logs.v1 import logs_service_pb2, logs_service_pb2_grpc
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2, metrics_service_pb2_grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span


class Receiver:
    """What arrived over gRPC and over HTTP, decoded; `grpc` and `http` are the endpoints."""

    def __init__(self) -> None:
        self.traces: list[trace_service_pb2.ExportTraceServiceRequest] = []
        self.logs: list[logs_service_pb2.ExportLogsServiceRequest] = []
        self.metrics: list[metrics_service_pb2.ExportMetricsServiceRequest] = []
        self._grpc = grpc.server(ThreadPoolExecutor(2))
        services: list[tuple[Any, list[Any], Message]] = [
            (
                trace_service_pb2_grpc.add_TraceServiceServicer_to_server,
                self.traces,
                trace_service_pb2.ExportTraceServiceResponse(),
            ),
            (
                logs_service_pb2_grpc.add_LogsServiceServicer_to_server,
                self.logs,
                logs_service_pb2.ExportLogsServiceResponse(),
            ),
            (
                metrics_service_pb2_grpc.add_MetricsServiceServicer_to_server,
                self.metrics,
                metrics_service_pb2.ExportMetricsServiceResponse(),
            ),
        ]
        for add_to, received, response in services:
            add_to(_Service(received, response), self._grpc)
        self.grpc = f"http://127.0.0.1:{self._grpc.add_insecure_port('127.0.0.1:0')}"
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.http = f"http://127.0.0.1:{self._http.server_port}"

    def start(self) -> None:
        self._grpc.start()
        Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def stop(self) -> None:
        self._grpc.stop(None).wait()
        self._http.shutdown()
        self._http.server_close()

    def endpoint(self, protocol: str) -> str:
        return self.grpc if protocol == "grpc" else self.http

    def resource_spans(self) -> list[ResourceSpans]:
        return [each for request in self.traces for each in request.resource_spans]

    def spans(self) -> list[Span]:
        return [span for each in self.resource_spans() for scope in each.scope_spans for span in scope.spans]

    def span(self, name: str) -> Span:
        [found] = [span for span in self.spans() if span.name == name]
        return found

    def log_records(self) -> list[LogRecord]:
        scopes = [scope for request in self.logs for each in request.resource_logs for scope in each.scope_logs]
        return [record for scope in scopes for record in scope.log_records]

    def metric(self, name: str) -> Metric:
        """As it arrived last."""
        resources = [each for request in self.metrics for each in request.resource_metrics]
        scopes = [scope for each in resources for scope in each.scope_metrics]
        found: list[Metric] = [metric for scope in scopes for metric in scope.metrics if metric.name == name]
        return found[-1]


class _Service:
    """The servicer of any of the three signals."""

    def __init__(self, received: list[Any], response: Message) -> None:
        self._received, self._response = received, response

    def Export(self, request: Message, context: grpc.ServicerContext) -> Message:  # noqa: N802 (gRPC's name)
        self._received.append(request)
        return self._response


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    requests: dict[str, tuple[type[Message], list[Any]]] = {
        "/v1/traces": (trace_service_pb2.ExportTraceServiceRequest, receiver.traces),
        "/v1/logs": (logs_service_pb2.ExportLogsServiceRequest, receiver.logs),
        "/v1/metrics": (metrics_service_pb2.ExportMetricsServiceRequest, receiver.metrics),
    }

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            kind, received = requests[self.path]
            received.append(kind.FromString(body))
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Quiet."""

    return Handler


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    found.start()
    yield found
    found.stop()


def decoded(attributes: Any) -> dict[str, Any]:
    """Attributes of the wire as Python values, each of the type that it had there."""
    found: dict[str, Any] = {}
    each: KeyValue
    for each in attributes:
        value: AnyValue = each.value
        kind = value.WhichOneof("value")
        found[each.key] = getattr(value, kind) if kind else None
    return found


@pytest.fixture
def decode() -> Any:
    return decoded
