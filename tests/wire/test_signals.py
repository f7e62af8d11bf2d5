"""What arrives at an OTLP receiver for a run below its threshold, whichever way it was scored."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Tracer

from otel_grounding.config import GroundingConfig
from otel_grounding.exporter import GroundingSpanExporter
from otel_grounding.processor import GroundingSpanProcessor

CONFIG = GroundingConfig(min_claim_grounding_rate=0.9, min_fact_grounding_rate=0.9)
ANSWER = "The Eiffel Tower in Paris is 330 metres tall. Martians painted the whole building green for $4,200."
RESULT = "The Eiffel Tower in Paris is 330 metres tall."
RATES = {
    "reliability.claim_grounding.status": "scored",
    "reliability.claim_grounding_rate": 0.5,
    "reliability.claim_grounding_rate_below_threshold": True,
    "reliability.claim_grounding_rate_threshold": 0.9,
    "reliability.claim_grounding.claims_total": 2,
    "reliability.claim_grounding.claims_grounded": 1,
    "reliability.claim_grounding.definition": "lexical-overlap/1.0.0",
    "reliability.evidence.sources": 1,
    "reliability.evidence.tools_failed": 0,
    "reliability.evidence.truncated": False,
    "reliability.run.outermost": True,
}


def run_agent(tracer: Tracer) -> None:
    """One run with one tool, written as the GenAI semantic conventions say."""
    with tracer.start_as_current_span("invoke_agent guide") as agent:
        agent.set_attribute("gen_ai.operation.name", "invoke_agent")
        agent.set_attribute("gen_ai.agent.name", "guide")
        with tracer.start_as_current_span("execute_tool lookup") as tool:
            tool.set_attribute("gen_ai.operation.name", "execute_tool")
            tool.set_attribute("gen_ai.tool.name", "lookup")
            tool.set_attribute("gen_ai.tool.call.id", "call_1")
            tool.set_attribute("gen_ai.tool.call.result", RESULT)
        agent.set_attribute(
            "gen_ai.output.messages",
            f'[{{"role": "assistant", "parts": [{{"type": "text", "content": "{ANSWER}"}}]}}]',
        )


def otlp(protocol: str, signal: str, endpoint: str) -> Any:
    """The real exporter of one signal."""
    package = "grpc" if protocol == "grpc" else "http"
    name = {"trace": "OTLPSpanExporter", "metric": "OTLPMetricExporter", "_log": "OTLPLogExporter"}[signal]
    exporter = getattr(importlib.import_module(f"opentelemetry.exporter.otlp.proto.{package}.{signal}_exporter"), name)
    path = {"trace": "/v1/traces", "metric": "/v1/metrics", "_log": "/v1/logs"}[signal]
    return exporter(endpoint=endpoint if protocol == "grpc" else endpoint + path)


@pytest.fixture(params=["grpc", "http/protobuf"])
def protocol(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["processor", "exporter"])
def arrived(request: pytest.FixtureRequest, protocol: str, receiver: Any) -> Iterator[Any]:
    """The receiver, once the signals of one run are there."""
    endpoint = receiver.endpoint(protocol)
    resource = Resource({"service.name": "travel"})
    with ExitStack() as stack:
        metrics = MeterProvider([PeriodicExportingMetricReader(otlp(protocol, "metric", endpoint))], resource)
        logs = LoggerProvider(resource)
        logs.add_log_record_processor(BatchLogRecordProcessor(otlp(protocol, "_log", endpoint)))
        tracers = TracerProvider(resource=resource)
        exporter = otlp(protocol, "trace", endpoint)
        for provider in (metrics, logs, tracers):
            stack.callback(provider.shutdown)
        if request.param == "processor":
            tracers.add_span_processor(BatchSpanProcessor(exporter))
            tracers.add_span_processor(GroundingSpanProcessor(CONFIG, meter_provider=metrics, logger_provider=logs))
        else:
            scoring = GroundingSpanExporter(exporter, CONFIG, meter_provider=metrics, logger_provider=logs)
            tracers.add_span_processor(BatchSpanProcessor(scoring))
        run_agent(tracers.get_tracer("agents", "2.1"))
        for provider in (tracers, metrics, logs):
            assert provider.force_flush()
        yield receiver


Decode = Callable[[Any], dict[str, Any]]


def test_the_score_is_on_the_run_span_with_the_types_of_its_attributes(arrived: Any, decode: Decode) -> None:
    found = decode(arrived.span("invoke_agent guide").attributes)
    assert {key: found.get(key) for key in RATES} == RATES
    assert {key: type(found[key]) for key in RATES} == {key: type(value) for key, value in RATES.items()}
    assert found["reliability.fact_grounding_rate"] < 1.0
    assert found["reliability.fact_grounding.facts_total"] >= 2


def test_no_other_span_has_anything_of_ours(arrived: Any, decode: Decode) -> None:
    assert not [key for key in decode(arrived.span("execute_tool lookup").attributes) if key.startswith("reliability.")]


def test_a_rate_below_its_threshold_is_an_event_within_the_run_span(arrived: Any, decode: Decode) -> None:
    span = arrived.span("invoke_agent guide")
    events = {event.name: event for event in span.events}
    assert set(events) == {"reliability.claim_grounding_below_threshold", "reliability.fact_grounding_below_threshold"}
    event = events["reliability.claim_grounding_below_threshold"]
    found = decode(event.attributes)
    expected = {key: value for key, value in RATES.items() if "claim_grounding" in key and "status" not in key}
    assert {key: found.get(key) for key in expected} == expected
    assert span.start_time_unix_nano <= event.time_unix_nano <= span.end_time_unix_nano


def test_the_log_events_carry_the_run_spans_ids(arrived: Any) -> None:
    span = arrived.span("invoke_agent guide")
    records = arrived.log_records()
    assert sorted(record.event_name for record in records) == [
        "gen_ai.evaluation.result",
        "gen_ai.evaluation.result",
        "reliability.claim_grounding_below_threshold",
        "reliability.fact_grounding_below_threshold",
    ]
    assert {(record.trace_id, record.span_id) for record in records} == {(span.trace_id, span.span_id)}


def test_the_evaluation_result_speaks_the_standard(arrived: Any, decode: Decode) -> None:
    [claims] = [
        found
        for found in (decode(record.attributes) for record in arrived.log_records())
        if found.get("gen_ai.evaluation.name") == "claim_grounding_rate"
    ]
    assert claims == {
        "gen_ai.evaluation.name": "claim_grounding_rate",
        "gen_ai.evaluation.score.value": 0.5,
        "gen_ai.evaluation.score.label": "fail",
        "gen_ai.evaluation.explanation": "1 of 2 claims are grounded, best covered by s1.",
    }


def test_no_text_of_answer_or_evidence_is_in_what_we_add(arrived: Any) -> None:
    ours = [*arrived.span("invoke_agent guide").events, *arrived.log_records()]
    assert not [word for word in ("Martians", "Eiffel", "4,200") for each in ours if word in str(each)]


def test_the_histogram_has_its_boundaries_and_an_exemplar_that_links_to_the_run(arrived: Any, decode: Decode) -> None:
    span = arrived.span("invoke_agent guide")
    metric = arrived.metric("reliability.claim_grounding_rate")
    [point] = metric.histogram.data_points
    assert (metric.unit, point.count, point.sum) == ("1", 1, 0.5)
    assert list(point.explicit_bounds) == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    assert decode(point.attributes) == {"gen_ai.agent.name": "guide", "reliability.run.outermost": True}
    [exemplar] = point.exemplars
    assert (exemplar.trace_id, exemplar.span_id) == (span.trace_id, span.span_id)


def test_the_runs_are_counted_by_what_became_of_them(arrived: Any, decode: Decode) -> None:
    [point] = arrived.metric("reliability.grounding.runs").sum.data_points
    assert point.as_int == 1
    assert decode(point.attributes) == {
        "gen_ai.agent.name": "guide",
        "reliability.run.outermost": True,
        "reliability.status": "scored",
        "reliability.below_threshold": True,
    }
    assert arrived.metric("reliability.grounding.runs").sum.is_monotonic


def test_everything_comes_under_the_services_resource(arrived: Any, decode: Decode) -> None:
    resources = [each.resource for each in arrived.resource_spans()]
    resources += [each.resource for request in arrived.logs for each in request.resource_logs]
    resources += [each.resource for request in arrived.metrics for each in request.resource_metrics]
    assert {decode(each.attributes)["service.name"] for each in resources} == {"travel"}
