"""What arrives of a span that passed the scoring exporter, beside what the OTLP exporter alone sends of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    TraceState,
    set_span_in_context,
)

from otel_grounding.config import GroundingConfig
from otel_grounding.exporter import GroundingSpanExporter

REMOTE = SpanContext(0xA1, 0xB2, True, TraceFlags(TraceFlags.SAMPLED), TraceState([("vendor", "x1")]))
LINKED = SpanContext(0xC3, 0xD4, False, TraceFlags(TraceFlags.SAMPLED))
SECRETS = ["The secret answer is forty-two whales.", "secret tool output", "secret argument", "secret question"]


def eventful_run(max_attributes: int) -> list[ReadableSpan]:
    """A tool and its run, with everything that a span can carry, some of it over the limits."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider(
        resource=Resource({"service.name": "travel"}, "https://schema/resource"),
        span_limits=SpanLimits(max_attributes=max_attributes, max_events=2, max_links=1, max_attribute_length=400),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("agents", "2.1", "https://schema/scope", {"scope.attribute": "kept"})
    run = tracer.start_span(
        "invoke_agent guide",
        context=set_span_in_context(NonRecordingSpan(REMOTE)),
        kind=SpanKind.CLIENT,
        links=[Link(LINKED, {"link.attribute": 1}), Link(LINKED, {"dropped": True})],
        start_time=1_000,
    )
    tool = tracer.start_span("execute_tool lookup", context=set_span_in_context(run), start_time=2_000)
    tool.set_attributes(
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "lookup",
            "gen_ai.tool.call.arguments": json.dumps({"q": SECRETS[2]}),
            "gen_ai.tool.call.result": SECRETS[1],
        }
    )
    tool.end(3_000)
    run.set_attributes({"oldest": 1, "gen_ai.operation.name": "invoke_agent", "list": [1, 2], "flag": False})
    run.set_attribute("share", 0.25)
    run.set_attribute("gen_ai.input.messages", messages("user", SECRETS[3]))
    run.set_attribute("gen_ai.output.messages", messages("assistant", SECRETS[0]))
    for number in range(3):
        run.add_event(f"event-{number}", {"number": number}, timestamp=3_000 + number)
    run.set_status(Status(StatusCode.ERROR, "late"))
    run.end(9_000)
    return list(exporter.get_finished_spans())


def messages(role: str, text: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


Sent = Callable[..., list[ResourceSpans]]


@pytest.fixture
def sent(receiver: Any) -> Sent:
    """What arrives of the run, sent by the OTLP exporter alone or with scoring around it."""
    spans = {limit: eventful_run(limit) for limit in (40, 6)}

    def send(config: GroundingConfig | None, max_attributes: int = 40) -> list[ResourceSpans]:
        receiver.traces.clear()
        exporter: Any = OTLPSpanExporter(endpoint=receiver.grpc, insecure=True)
        if config is not None:
            exporter = GroundingSpanExporter(exporter, config)
        assert exporter.export(spans[max_attributes]) is SpanExportResult.SUCCESS
        exporter.shutdown()
        return list(receiver.resource_spans())

    return send


def without_score(sent: list[ResourceSpans]) -> list[ResourceSpans]:
    for span in (span for each in sent for scope in each.scope_spans for span in scope.spans):
        kept = [each for each in span.attributes if not each.key.startswith("reliability.")]
        del span.attributes[:]
        span.attributes.extend(kept)
    return sent


def test_a_scored_span_is_otherwise_what_it_was(sent: Sent) -> None:
    """Resource, scope, parent, trace state, kind, times, attributes, events, links, status and dropped counts."""
    assert without_score(sent(GroundingConfig())) == sent(None)


def test_a_full_span_loses_nothing_to_the_score(sent: Sent, receiver: Any) -> None:
    assert sent(GroundingConfig(), 6) == sent(None, 6)
    span = receiver.span("invoke_agent guide")
    assert (len(span.attributes), span.dropped_attributes_count) == (6, 1)


def test_the_span_of_this_test_carries_something_of_everything(sent: Sent, receiver: Any) -> None:
    [resource_spans] = sent(None)
    [scope] = resource_spans.scope_spans
    span = receiver.span("invoke_agent guide")
    assert scope.schema_url
    assert scope.scope.attributes
    assert (span.parent_span_id, span.trace_state) == (REMOTE.span_id.to_bytes(8), "vendor=x1")
    assert (span.dropped_events_count, span.dropped_links_count) == (1, 1)
    assert span.attributes
    assert span.status.message == "late"


def test_the_score_is_there(sent: Sent, receiver: Any, decode: Any) -> None:
    sent(GroundingConfig())
    assert decode(receiver.span("invoke_agent guide").attributes)["reliability.claim_grounding.status"] == "scored"


def test_stripped_of_content_no_prompt_argument_result_or_answer_leaves(sent: Sent, receiver: Any, decode: Any) -> None:
    arrived = str(sent(GroundingConfig(strip_content=True)))
    assert not [secret for secret in SECRETS if secret in arrived]
    assert decode(receiver.span("invoke_agent guide").attributes)["reliability.claim_grounding.status"] == "scored"


def test_stripped_of_content_the_rest_of_the_span_stays(sent: Sent, receiver: Any, decode: Any) -> None:
    sent(GroundingConfig(strip_content=True))
    found = decode(receiver.span("invoke_agent guide").attributes)
    assert (found["gen_ai.operation.name"], found["flag"], found["share"]) == ("invoke_agent", False, 0.25)
    assert decode(receiver.span("execute_tool lookup").attributes) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "lookup",
        "reliability.stripped.attributes": 2,
    }
