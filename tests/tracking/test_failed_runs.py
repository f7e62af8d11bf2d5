"""Runs that came to no answer: failed, cancelled, left by their reader. That is another thing than content left out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode, Tracer
from recording import ANSWER, WEATHER, Record, answered, finish

from otel_grounding import GroundingConfig, GroundingSpanExporter, GroundingSpanProcessor
from otel_grounding.signals import names

STATUS, FACT_STATUS = names.CLAIM_STATUS, names.FACT_STATUS
AGENT = {"gen_ai.operation.name": "invoke_agent"}
Work = Callable[[Tracer], None]


def test_a_run_that_ends_with_an_error_and_no_answer_has_failed(record: Record) -> None:
    it = record()
    run = it.agent()
    it.used_tool(run, WEATHER)
    run.set_status(StatusCode.ERROR, "no route to the model")
    run.end()
    score = it.score(run)
    assert (score[STATUS], score[FACT_STATUS]) == ("run_failed", "run_failed")
    assert names.CLAIM_RATE not in score


def test_an_error_type_is_an_error(record: Record) -> None:
    it = record()
    run = it.agent()
    run.set_attribute("error.type", "timeout")
    run.end()
    assert it.score(run)[STATUS] == "run_failed"


def test_what_it_said_before_it_failed_is_no_answer(record: Record) -> None:
    it = record()
    run = it.agent()
    it.used_tool(run, WEATHER)
    it.used_model(run, "Let me see what the weather is like.")
    run.set_status(StatusCode.ERROR)
    run.end()
    assert it.score(run)[STATUS] == "run_failed"


def test_an_answer_is_scored_though_the_run_failed_after_it(record: Record) -> None:
    it = record()
    run = it.agent()
    it.used_tool(run, WEATHER)
    run.set_status(StatusCode.ERROR)
    finish(run, ANSWER)
    assert it.score(run)[STATUS] == "scored"


def test_a_failed_step_is_no_failed_run(record: Record) -> None:
    it = record()
    run = it.agent()
    tool = it.tool(run)
    tool.set_status(StatusCode.ERROR)
    tool.end()
    run.end()
    assert it.score(run)[STATUS] == "output_not_captured"


def test_a_request_that_fails_fails_the_run_it_stands_for(record: Record) -> None:
    it = record()
    request = it.span("POST /chat")
    it.used_tool(request, WEATHER)
    it.used_model(request)
    request.set_status(StatusCode.ERROR)
    request.end()
    assert it.score(request)[STATUS] == "run_failed"


@pytest.mark.parametrize(
    ("kind", "code", "status"),
    [
        ("asyncio.exceptions.CancelledError", StatusCode.UNSET, "run_failed"),
        ("GeneratorExit", StatusCode.UNSET, "run_failed"),
        ("anyio.ClosedResourceError", StatusCode.UNSET, "output_not_captured"),
        ("asyncio.exceptions.CancelledError", StatusCode.OK, "output_not_captured"),
    ],
)
def test_a_recorded_cancellation_counts_unless_all_is_said_to_be_well(
    kind: str, code: StatusCode, status: str, record: Record
) -> None:
    it = record()
    run = it.agent()
    run.add_event("exception", {"exception.type": kind})
    run.set_status(code)
    run.end()
    assert it.score(run)[STATUS] == status


def cancelled(tracer: Tracer) -> None:
    async def agent() -> None:
        with tracer.start_as_current_span("run", attributes=AGENT):
            await asyncio.Event().wait()

    async def main() -> None:
        task = asyncio.create_task(agent())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(main())


def left_by_its_reader(tracer: Tracer) -> None:
    def stream() -> Iterator[str]:
        with tracer.start_as_current_span("run", attributes=AGENT):
            yield "The weather"
            yield " is"

    reading = stream()
    next(reading)
    reading.close()  # type: ignore[attr-defined]


def left_by_its_asynchronous_reader(tracer: Tracer) -> None:
    async def stream() -> AsyncIterator[str]:
        span = tracer.start_span("run", attributes=AGENT)
        try:
            yield "The weather"
            yield " is"
        finally:
            span.end()

    async def main() -> None:
        reading = stream()
        await anext(reading)
        await reading.aclose()  # type: ignore[attr-defined]

    asyncio.run(main())


def stopped_by_the_keyboard(tracer: Tracer) -> None:
    with pytest.raises(KeyboardInterrupt), tracer.start_as_current_span("run", attributes=AGENT):
        raise KeyboardInterrupt


def ended_in_an_error_handler(tracer: Tracer) -> None:
    try:
        raise ConnectionError
    except ConnectionError:
        tracer.start_span("run", attributes=AGENT).end()


def a_remedy_for_a_cancellation(tracer: Tracer) -> None:
    async def main() -> None:
        try:
            raise asyncio.CancelledError
        except asyncio.CancelledError:
            with tracer.start_as_current_span("run", attributes=AGENT):
                await asyncio.sleep(0)

    asyncio.run(main())


def cancelled_while_it_was_the_remedy(tracer: Tracer) -> None:
    try:
        raise asyncio.CancelledError
    except asyncio.CancelledError:
        stopped_by_the_keyboard(tracer)


def run_of(work: Work, exporting: bool) -> ReadableSpan:
    kept = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    if exporting:
        provider.add_span_processor(SimpleSpanProcessor(GroundingSpanExporter(kept, GroundingConfig())))
    else:
        provider.add_span_processor(GroundingSpanProcessor(GroundingConfig()))
        provider.add_span_processor(SimpleSpanProcessor(kept))
    work(provider.get_tracer("app"))
    (span,) = kept.get_finished_spans()
    return span


@pytest.mark.parametrize("exporting", [False, True], ids=["processor", "exporter"])
@pytest.mark.parametrize(
    ("work", "status"),
    [
        (cancelled, "run_failed"),
        (left_by_its_reader, "run_failed"),
        (left_by_its_asynchronous_reader, "run_failed"),
        (stopped_by_the_keyboard, "run_failed"),
        (ended_in_an_error_handler, "output_not_captured"),
        (a_remedy_for_a_cancellation, "output_not_captured"),
        (cancelled_while_it_was_the_remedy, "run_failed"),
    ],
)
def test_a_run_whose_work_is_abandoned_has_failed(work: Work, status: str, exporting: bool) -> None:
    attributes: Any = run_of(work, exporting).attributes
    assert attributes[STATUS] == status


def test_a_stream_that_is_left_after_the_answer_is_scored() -> None:
    def stream(tracer: Tracer) -> None:
        with tracer.start_as_current_span("run", attributes=AGENT) as span:
            span.set_attribute("gen_ai.output.messages", answered(ANSWER))
            raise GeneratorExit

    def work(tracer: Tracer) -> None:
        with pytest.raises(GeneratorExit):
            stream(tracer)

    attributes: Any = run_of(work, exporting=False).attributes
    assert attributes[STATUS] == "no_evidence"
