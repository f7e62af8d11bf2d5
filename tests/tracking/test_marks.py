"""What an exporter knows of the runs around a run: from their starts, never from what one batch happens to hold."""

from __future__ import annotations

import gc
import os
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ConcurrentMultiSpanProcessor, ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context
from recording import ANSWER, answered
from replay import Batches

from otel_grounding import GroundingConfig, GroundingSpanExporter, GroundingSpanProcessor
from otel_grounding.marker import RunMarker
from otel_grounding.sdk_compat import span_processors
from otel_grounding.signals import names
from otel_grounding.tracking import marks, open_spans

AGENT = {"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": answered(ANSWER)}


def agent(tracer: Any, inside: trace.Span | None = None, **attributes: Any) -> Span:
    context = None if inside is None else set_span_in_context(inside)
    span = tracer.start_span("agent", context=context, attributes=attributes or AGENT)
    assert isinstance(span, Span)
    return span


def outermost(kept: InMemorySpanExporter) -> list[Any]:
    return [(span.attributes or {}).get(names.OUTERMOST) for span in kept.get_finished_spans()]


def providers(processor: SpanProcessor) -> list[TracerProvider]:
    found = [
        TracerProvider(shutdown_on_exit=False),
        TracerProvider(shutdown_on_exit=False, active_span_processor=ConcurrentMultiSpanProcessor(2)),
    ]
    for provider in found:
        provider.add_span_processor(processor)
    return found


def test_a_sub_agent_that_leaves_in_an_earlier_batch_is_not_outermost() -> None:
    kept = InMemorySpanExporter()
    for provider in providers(SimpleSpanProcessor(GroundingSpanExporter(kept, GroundingConfig()))):
        kept.clear()
        tracer = provider.get_tracer("app")
        outer = agent(tracer)
        step = agent(tracer, outer, step="plain")
        agent(tracer, step).end()
        step.end()
        outer.end()
        assert outermost(kept) == [False, None, True]


def test_an_exporter_that_is_made_before_its_provider_is_marked_too() -> None:
    exporter = GroundingSpanExporter(InMemorySpanExporter(), GroundingConfig())
    processor = BatchSpanProcessor(exporter)
    (provider, _) = providers(processor)
    assert [type(each) for each in span_processors(provider)] == [BatchSpanProcessor, RunMarker]
    provider.shutdown()


def test_a_marker_keeps_no_flush_from_the_processors_after_it() -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    exporter = GroundingSpanExporter(InMemorySpanExporter(), GroundingConfig())
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    assert provider.force_flush()


def test_two_exporters_on_one_provider_need_one_marker() -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    for _ in range(2):
        exporter = GroundingSpanExporter(InMemorySpanExporter(), GroundingConfig())
        provider.add_span_processor(SimpleSpanProcessor(exporter))
    assert sum(isinstance(each, RunMarker) for each in span_processors(provider)) == 1


def test_other_exporters_get_no_marker() -> None:
    GroundingSpanExporter(InMemorySpanExporter(), GroundingConfig())
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(InMemorySpanExporter()))
    assert len(span_processors(provider)) == 1


@pytest.mark.parametrize("marker_first", [True, False])
def test_a_processor_of_ours_scores_beside_a_marker(marker_first: bool) -> None:
    kept, config = InMemorySpanExporter(), GroundingConfig()
    processors = [SimpleSpanProcessor(GroundingSpanExporter(kept, config)), GroundingSpanProcessor(config)]
    provider = TracerProvider(shutdown_on_exit=False)
    for processor in processors if marker_first else reversed(processors):
        provider.add_span_processor(processor)
    span = agent(provider.get_tracer("app"))
    span.end()
    assert (span.attributes or {})[names.CLAIM_STATUS] == "no_evidence"  # on the live span: the processor wrote it
    assert len(kept.get_finished_spans()) == 1


def test_an_exporter_that_cannot_know_says_nothing_and_counts_the_run_as_unknown() -> None:
    lost = SpanContext(0xD1, 0xD2, False, TraceFlags(1))
    ended = ReadableSpan("agent", SpanContext(0xD1, 0xD3, False, TraceFlags(1)), lost, attributes=AGENT, end_time=1)
    kept = InMemorySpanExporter()
    GroundingSpanExporter(kept, GroundingConfig()).export([ended])
    assert outermost(kept) == [None]


@pytest.mark.parametrize("inside_is_a_run", [True, False])
def test_what_left_before_is_remembered(inside_is_a_run: bool) -> None:
    """As where a root ends before its children: then the later batch knows what encloses it without any mark."""
    trace_id = 0xE1 + inside_is_a_run
    told = AGENT if inside_is_a_run else {"step": "plain"}
    contexts = [SpanContext(trace_id, number, False, TraceFlags(1)) for number in (1, 2, 3)]
    root = ReadableSpan("root", contexts[0], attributes=told, end_time=1)
    step = ReadableSpan("step", contexts[1], contexts[0], attributes={"step": "plain"}, end_time=2)
    inner = ReadableSpan("inner", contexts[2], contexts[1], attributes=AGENT, end_time=3)
    kept = InMemorySpanExporter()
    exporter = GroundingSpanExporter(kept, GroundingConfig())
    for span in (root, step, inner):
        exporter.export([span])
    assert outermost(kept)[-1] is not inside_is_a_run


def test_a_run_that_starts_in_a_run_that_has_ended_is_inside_it() -> None:
    kept = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(GroundingSpanProcessor(GroundingConfig()))
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracer = provider.get_tracer("app")
    outer = agent(tracer)
    step = agent(tracer, outer, step="plain")
    outer.end()
    step.end()
    agent(tracer, step).end()
    assert outermost(kept) == [True, None, False]


Ways = pytest.mark.parametrize("exporting", [False, True], ids=["processor", "exporter"])


def recording(exporting: bool) -> tuple[Any, InMemorySpanExporter]:
    kept, config = InMemorySpanExporter(), GroundingConfig()
    provider = TracerProvider(shutdown_on_exit=False)
    if exporting:
        provider.add_span_processor(SimpleSpanProcessor(GroundingSpanExporter(kept, config)))
    else:
        provider.add_span_processor(GroundingSpanProcessor(config))
        provider.add_span_processor(SimpleSpanProcessor(kept))
    return provider.get_tracer("app"), kept


@Ways
def test_a_run_that_starts_in_a_run_whose_span_is_gone_is_inside_it(exporting: bool) -> None:
    tracer, kept = recording(exporting)
    outer = agent(tracer)
    step = agent(tracer, outer, step="plain")
    contexts = [NonRecordingSpan(span.get_span_context()) for span in (outer, step)]
    outer.end()
    step.end()
    del outer, step
    kept.clear()
    gc.collect()
    for context in contexts:
        agent(tracer, context).end()
    assert outermost(kept) == [False, False]


@Ways
def test_a_span_that_changes_its_mind_on_what_it_is_is_looked_at_again(exporting: bool) -> None:
    tracer, kept = recording(exporting)
    outer = tracer.start_span("outer", attributes={"mlflow.spanType": '"UNKNOWN"'})
    agent(tracer, outer).end()
    outer.set_attribute("mlflow.spanType", '"AGENT"')
    agent(tracer, outer).end()
    assert outermost(kept) == [True, False]


def test_those_that_are_gone_are_bounded() -> None:
    tracer, _ = recording(exporting=False)
    for _ in range(9_000):
        agent(tracer).end()
    assert len(open_spans._process.gone) <= 8_192


def test_marks_are_bounded() -> None:
    for number in range(10_000):
        marks.leave((0xF1, number), marks.Mark(False, False))
    assert marks.find((0xF1, 9_999)) is not None
    assert marks.find((0xF1, 0)) is None


def test_batches_of_any_size_tell_the_same() -> None:
    told = set()
    for size in (1, 2, 3, 100):
        kept = InMemorySpanExporter()
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(Batches(GroundingSpanExporter(kept, GroundingConfig()), size))
        tracer = provider.get_tracer("app")
        chain = [agent(tracer)]
        for depth in range(6):
            chain.append(agent(tracer, chain[-1], **({} if depth % 2 else {"step": "plain"})))
        for span in reversed(chain):
            span.end()
        provider.shutdown()
        told.add(tuple(outermost(kept)))
    assert len(told) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@Ways
def test_what_a_child_process_begins_inside_of_a_run_stays_inside(exporting: bool) -> None:
    tracer, kept = recording(exporting)
    outer = agent(tracer)
    child = os.fork()
    if child == 0:
        agent(tracer, outer).end()
        os._exit(0 if outermost(kept) == [False] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    outer.end()
    assert outermost(kept) == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_process_marks_its_own_runs() -> None:
    kept = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(GroundingSpanExporter(kept, GroundingConfig())))
    tracer = provider.get_tracer("app")
    child = os.fork()
    if child == 0:
        outer = agent(tracer)
        agent(tracer, outer).end()
        outer.end()
        os._exit(0 if outermost(kept) == [False, True] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
