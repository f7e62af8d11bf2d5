"""The traces exporter `otlp_grounding`: which exporter it makes, and what it does where it can't."""

from __future__ import annotations

import sys

import pytest
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from otel_grounding.otlp import OTLPGroundingSpanExporter

MODULES = {
    "grpc": "opentelemetry.exporter.otlp.proto.grpc.trace_exporter",
    "http/protobuf": "opentelemetry.exporter.otlp.proto.http.trace_exporter",
}


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OTLPGroundingSpanExporter, "in_use", False)
    for name in ("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"):
        monkeypatch.delenv(name, raising=False)


def test_it_is_an_exporter_as_the_sdk_asks_of_an_entry_point() -> None:
    assert issubclass(OTLPGroundingSpanExporter, SpanExporter)


def test_once_made_it_is_in_use() -> None:
    OTLPGroundingSpanExporter().shutdown()
    assert OTLPGroundingSpanExporter.in_use


@pytest.mark.parametrize("protocol", MODULES)
def test_without_the_extra_it_says_how_to_get_it_and_exports_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, protocol: str
) -> None:
    monkeypatch.setitem(sys.modules, MODULES[protocol], None)  # as if it were not installed
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_PROTOCOL", protocol)
    exporter = OTLPGroundingSpanExporter()
    [record] = caplog.records
    assert "pip install 'otel-grounding[otlp]'" in record.getMessage()
    assert exporter.export([]) is SpanExportResult.FAILURE


@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        ({}, "grpc"),
        ({"OTEL_EXPORTER_OTLP_PROTOCOL": ""}, "grpc"),
        ({"OTEL_EXPORTER_OTLP_PROTOCOL": " http/protobuf "}, "http/protobuf"),
        ({"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf"}, "http/protobuf"),
        ({"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"}, "grpc"),
    ],
)
def test_the_protocol_is_the_one_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, environment: dict[str, str], chosen: str
) -> None:
    monkeypatch.setitem(sys.modules, MODULES[chosen], None)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    OTLPGroundingSpanExporter().shutdown()
    assert len(caplog.records) == 1  # the module that is missing is the one that was asked for


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"protocol": "http/json"}, "'http/json' is no OTLP protocol, use grpc or http/protobuf"),
        ({"endpoint_url": "http://localhost:4317"}, "TypeError"),
        ({"min_claim_grounding_rate": 2}, "min_claim_grounding_rate=2"),
    ],
)
def test_a_wrong_option_is_said_and_does_not_stop_the_application(
    caplog: pytest.LogCaptureFixture, options: dict[str, object], said: str
) -> None:
    OTLPGroundingSpanExporter(**options).shutdown()
    [record] = caplog.records
    assert record.name == "otel_grounding"
    assert said in record.getMessage()


@pytest.mark.parametrize(
    ("exporters", "strips", "told"),
    [
        ("otlp_grounding", "true", []),
        ("otlp_grounding, none", "true", []),
        (
            "otlp,otlp_grounding, console",
            "true",
            ["content leaves: OTEL_TRACES_EXPORTER sends spans by console, otlp too"],
        ),
        ("otlp,otlp_grounding", "false", []),
    ],
)
def test_where_others_send_the_spans_too_stripping_says_that_content_leaves(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, exporters: str, strips: str, told: list[str]
) -> None:
    monkeypatch.setattr("otel_grounding.diagnostics._told", set())
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", exporters)
    monkeypatch.setenv("OTEL_GROUNDING_STRIP_CONTENT", strips)
    OTLPGroundingSpanExporter().shutdown()
    assert [message for message in caplog.messages if "content leaves" in message] == told
