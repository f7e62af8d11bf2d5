"""Whatever spans hold and whichever stage of ours breaks: the application's spans end and arrive as they would have."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry.sdk.trace import ReadableSpan, Span
from opentelemetry.trace import SpanContext, SpanKind, StatusCode, TraceFlags
from recording import ANSWER, WEATHER, Recording, asked, finish, tool_message

from otel_grounding import GroundingConfig
from otel_grounding.signals import names

FLAGGED = GroundingConfig(min_claim_grounding_rate=1.0, min_fact_grounding_rate=1.0)
STAGES = {
    "reading": "otel_grounding.tracking.runs.read",
    "index": "otel_grounding.tracking.runs.hold",
    "tracking": "otel_grounding.tracking.ledger.Ledger.add",
    "digest": "otel_grounding.tracking.runs.digest_of",
    "scoring": "otel_grounding.pipeline.assess_run",
    "metrics": "otel_grounding.signals.metrics.Instruments.record",
    "events": "otel_grounding.pipeline.events.emit",
    "attributes": "otel_grounding.pipeline.attributes_of",
    "span events": "otel_grounding.pipeline.events.threshold_events",
    "room": "otel_grounding.{room}.attribute_room",
}
"""Each stage of ours by the function that is made to raise."""


class BrokenStageError(Exception):
    """Raised by a stage that a test has broken."""


def broken(*args: Any, **kwargs: Any) -> Any:
    raise BrokenStageError("words of the application")


def a_flagged_run(it: Recording) -> Span:
    run = it.agent()
    it.used_tool(run, {"city": "Lyon"})
    it.used_model(run, ANSWER, [asked("Weather?"), tool_message(WEATHER, "call_1")])
    return finish(run, ANSWER)


@pytest.mark.parametrize("exporting", [False, True], ids=["processor", "exporter"])
@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_fails_is_counted_and_costs_no_span(
    stage: str, exporting: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    it = Recording(FLAGGED, exporting=exporting)
    monkeypatch.setattr(STAGES[stage].format(room="exporter" if exporting else "processor"), broken)
    a_flagged_run(it)
    spans = it.spans()
    assert [span.name for span in spans] == ["execute_tool look_up", "chat model", "invoke_agent planner"]
    assert {"gen_ai.operation.name", "gen_ai.output.messages"} <= set(spans[-1].attributes or {})
    assert sum(it.errors().values()) > 0
    assert "words of the application" not in caplog.text


@pytest.mark.parametrize("stage", STAGES)
def test_a_handler_of_the_application_s_log_that_fails_costs_no_span(
    stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            broken()

    it = Recording(FLAGGED)
    monkeypatch.setattr(STAGES[stage].format(room="processor"), broken)
    monkeypatch.setattr(logging.getLogger("otel_grounding"), "handlers", [BrokenHandler()])
    finish(a_flagged_run(it))
    assert len(it.spans()) == 3


@pytest.mark.parametrize("stage", ["reading", "tracking", "digest", "scoring"])
def test_a_failure_that_repeats_is_logged_once_and_counted_each_time(
    stage: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    it = Recording()
    monkeypatch.setattr(STAGES[stage], broken)
    for _ in range(3):
        a_flagged_run(it)
    assert len([record for record in caplog.records if record.name == "otel_grounding"]) == 1
    assert sum(it.errors().values()) >= 3


def test_an_interrupt_while_scoring_reaches_the_application_and_the_span_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    it = Recording()
    run = it.agent()
    monkeypatch.setattr("otel_grounding.pipeline.assess_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.end()
    assert [span.name for span in it.spans()] == ["invoke_agent planner"]


KEYS = st.sampled_from(
    [
        "gen_ai.operation.name", "gen_ai.tool.name", "gen_ai.tool.call.id", "gen_ai.tool.call.result",
        "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.agent.name", "gen_ai.retrieval.documents",
        "openinference.span.kind", "input.value", "output.value", "tool.name", "llm.output_messages.0.message.content",
        "llm.input_messages.0.message.role", "llm.input_messages.0.message.content", "retrieval.documents.0.document",
        "traceloop.span.kind", "traceloop.entity.output", "langfuse.observation.type", "langfuse.observation.output",
        "langsmith.span.kind", "gen_ai.completion", "gen_ai.prompt", "mlflow.spanType", "mlflow.spanOutputs",
        "haystack.agent.output", "haystack.tool.name", "final_result", "pydantic_ai.all_messages", "tool_response",
        "gcp.vertex.agent.llm_response", "gcp.vertex.agent.tool_response", "crew_key", "ai.toolCall.result",
        "mcp.method.name", "error.type", "reliability.claim_grounding.status",
    ]
) | st.text(max_size=12)  # fmt: skip
WORDS = st.sampled_from(
    [
        "invoke_agent", "invoke_workflow", "execute_tool", "chat", "retrieval", "AGENT", "TOOL", "LLM", "CHAIN",
        "RETRIEVER", '"AGENT"', '"TOOL"', "tool", "agent", "workflow", "llm", "chain", "final_answer", "__REDACTED__",
        '[{"role": "assistant", "content": "It is 21 degrees in Paris today."}]',
        '[{"role": "tool", "parts": [{"type": "tool_call_response", "id": "c", "response": {"temperature": 21}}]}]',
        '{"messages": [{"type": "ai", "data": {"content": "It is 21 degrees."}}]}', '{"cut": "in the mid', "[[[[[[",
    ]
)  # fmt: skip
SCALARS = (
    WORDS | st.text(max_size=40) | st.booleans() | st.integers() | st.floats() | st.binary(max_size=20) | st.none()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
EVENTS = st.tuples(
    st.sampled_from(["gen_ai.choice", "gen_ai.user.message", "gen_ai.tool.message", "exception", "other"]),
    st.dictionaries(st.sampled_from(["message", "content", "id", "exception.message"]), SCALARS, max_size=3),
)


class SpanPlan:
    """One span of a tree: where it hangs, what it holds, when it ends."""

    def __init__(self, parent: int, order: int, attributes: dict[str, Any], events: list[Any], failed: bool) -> None:
        self.parent, self.order, self.attributes, self.events, self.failed = parent, order, attributes, events, failed

    def __repr__(self) -> str:
        return f"SpanPlan({self.parent}, {self.order}, {self.attributes!r}, {self.events!r}, {self.failed})"


PLANS = st.lists(
    st.builds(
        SpanPlan,
        st.integers(-1, 8),
        st.integers(0, 9),
        st.dictionaries(KEYS, VALUES, max_size=6),
        st.lists(EVENTS, max_size=2),
        st.booleans(),
    ),
    min_size=1,
    max_size=9,
)


def recorded(it: Recording, plans: list[SpanPlan]) -> list[ReadableSpan]:
    live: list[Span] = []
    for number, plan in enumerate(plans):
        parent = live[plan.parent] if 0 <= plan.parent < number else None
        live.append(it.span(f"span {number}", parent))
    for number in sorted(range(len(plans)), key=lambda number: plans[number].order):
        span, plan = live[number], plans[number]
        for key, value in plan.attributes.items():
            span.set_attribute(key, value)
        for name, attributes in plan.events:
            span.add_event(name, attributes)
        if plan.failed:
            span.set_status(StatusCode.ERROR, "failed")
        span.end()
    return it.spans()


def kept(span: ReadableSpan) -> tuple[Any, ...]:
    """All of a span but ids, times and what is ours."""
    attributes = {k: repr(v) for k, v in (span.attributes or {}).items() if not k.startswith("reliability.")}
    events = [(event.name, repr(dict(event.attributes or {}))) for event in span.events]
    return span.name, attributes, [each for each in events if "reliability" not in each[0]], span.status.status_code


@pytest.mark.parametrize("exporting", [False, True], ids=["processor", "exporter"])
@settings(max_examples=40)
@given(plans=PLANS)
def test_arbitrary_trees_of_arbitrary_spans_arrive_whole(exporting: bool, plans: list[SpanPlan]) -> None:
    plain = recorded(Recording(GroundingConfig(enabled=False)), plans)
    it = Recording(FLAGGED, exporting=exporting)
    scored = recorded(it, plans)
    assert list(map(kept, scored)) == list(map(kept, plain))
    assert it.errors() == {}


@settings(max_examples=25)
@given(plans=PLANS)
def test_stripping_loses_no_span_either(plans: list[SpanPlan]) -> None:
    it = Recording(GroundingConfig(strip_content=True), exporting=True)
    assert len(recorded(it, plans)) == len(plans)
    assert it.errors() == {}


@given(plans=PLANS, size=st.integers(1, 4))
@settings(max_examples=25)
def test_batches_of_any_size_in_any_order_lose_no_span(plans: list[SpanPlan], size: int) -> None:
    spans = recorded(Recording(GroundingConfig(enabled=False)), plans)
    it = Recording(FLAGGED, exporting=True)
    assert it.exporter is not None
    spans.sort(key=lambda span: span.context.span_id if span.context else 0)
    for start in range(0, len(spans), size):
        it.exporter.export(spans[start : start + size])
    assert [span.name for span in it.spans()] == [span.name for span in spans]
    assert it.errors() == {}


class Hostile:
    """Text that costs those who read it carelessly."""

    BRACKETS = "[" * 100_000
    OPEN = '{"a":' * 50_000
    NO_SPACE = "a" * 1_000_000
    SURROGATES = "\ud800" * 1_000 + "Paris"
    ZERO_WIDTH = "P\u200bar\u200bis " * 10_000
    QUOTES = "'" * 100_000
    BACKSLASHES = "['" + "\\" * 100_000


HOSTILE = {name: text for name, text in vars(Hostile).items() if isinstance(text, str) and name.isupper()}


@pytest.mark.parametrize("exporting", [False, True], ids=["processor", "exporter"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_just_text(text: str, exporting: bool) -> None:
    it = Recording(exporting=exporting)
    run = it.agent()
    it.used_tool(run, text)
    it.used_model(run, text, [asked(text), tool_message(text, "call_1")])
    finish(run, text)
    assert len(it.spans()) == 3
    assert it.errors() == {}
    assert names.CLAIM_STATUS in it.score(run)


class Strange:
    """An object of the application's whose own methods fail."""

    def __str__(self) -> str:
        raise BrokenStageError

    __repr__ = __str__


def a_span(**parts: Any) -> ReadableSpan:
    it = Recording(GroundingConfig(enabled=False))
    it.agent().end()
    (span,) = it.spans()
    made = ReadableSpan(name=span.name, context=span.context, attributes=dict(span.attributes or {}), end_time=1)
    for name, value in parts.items():
        setattr(made, f"_{name}", value)
    return made


OWN = SpanContext(1, 1, False, TraceFlags(TraceFlags.SAMPLED))
STRANGE_SPANS: dict[str, Callable[[], ReadableSpan]] = {
    "no context": lambda: a_span(context=None),
    "no attributes": lambda: a_span(attributes=None),
    "no times": lambda: a_span(end_time=None),
    "its own parent": lambda: a_span(context=OWN, parent=OWN),
    "values of any type": lambda: a_span(attributes={"gen_ai.operation.name": Strange()}),
    "no scope": lambda: a_span(instrumentation_scope=None, kind=SpanKind.SERVER),
}


@pytest.mark.parametrize("make", STRANGE_SPANS.values(), ids=STRANGE_SPANS)
def test_spans_that_no_sdk_would_make_pass_the_exporter(make: Callable[[], ReadableSpan]) -> None:
    it = Recording(exporting=True)
    assert it.exporter is not None
    it.exporter.export([make(), make()])
    assert len(it.spans()) == 2


@pytest.mark.parametrize("part", ["status", "links", "events"])
def test_a_span_that_cannot_be_stripped_leaves_bare_and_the_others_with_it(part: str) -> None:
    it = Recording(GroundingConfig(strip_content=True), exporting=True)
    assert it.exporter is not None
    words = {"output.value": "words of the application"}
    it.exporter.export([a_span(attributes=words, **{part: None}), a_span()])
    bare, other = it.spans()
    assert "output.value" not in (bare.attributes or {})
    assert (other.attributes or {})["gen_ai.operation.name"] == "invoke_agent"


def test_the_same_span_twice_in_a_batch_passes_twice() -> None:
    it = Recording(exporting=True)
    assert it.exporter is not None
    span = a_span()
    it.exporter.export([span, span])
    assert len(it.spans()) == 2
