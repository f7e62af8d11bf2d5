"""Batches of ended spans: what is held between them, for how long, and what cannot be trusted in them."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from observing import Observed
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext, TraceFlags
from recording import ANSWER, WEATHER, answered

from otel_grounding import GroundingConfig
from otel_grounding.tracking import ended
from otel_grounding.tracking.ended import EndedRuns
from otel_grounding.tracking.ledger import PROCESS_LIMIT, process_budget
from otel_grounding.tracking.runs import FoundRun

NOWHERE = Resource.get_empty()


def context(span_id: int, trace_id: int = 1) -> SpanContext:
    return SpanContext(trace_id, span_id, False, TraceFlags(TraceFlags.SAMPLED))


def span(span_id: int, parent_id: int | None = None, trace_id: int = 1, end: int = 0, **told: str) -> ReadableSpan:
    attributes = {f"gen_ai.{key}": value for key, value in told.items()}
    parent = None if parent_id is None else context(parent_id, trace_id)
    return ReadableSpan(
        "span", context(span_id, trace_id), parent, NOWHERE, attributes=attributes, end_time=end or span_id
    )


def tool(span_id: int, parent_id: int | None, result: str, **where: int) -> ReadableSpan:
    return span(span_id, parent_id, **where, **{"operation.name": "execute_tool", "tool.call.result": result})  # type: ignore[arg-type]


def agent(span_id: int, parent_id: int | None = None, **where: int) -> ReadableSpan:
    told = {"operation.name": "invoke_agent", "output.messages": answered(ANSWER)}
    return span(span_id, parent_id, **where, **told)  # type: ignore[arg-type]


def said(span_id: int, parent_id: int, text: str) -> ReadableSpan:
    return span(span_id, parent_id, **{"operation.name": "chat", "output.messages": answered(text)})  # type: ignore[arg-type]


def found(runs: EndedRuns, *batches: Sequence[ReadableSpan]) -> list[FoundRun]:
    return [run for batch in batches for run in runs.find(batch).values()]


def new(observed: Observed | None = None) -> EndedRuns:
    return EndedRuns(GroundingConfig(), observed or Observed())


class TestAcrossBatches:
    def test_what_is_held_reaches_every_span_around(self) -> None:
        runs = new()
        first = [tool(4, 3, "record 1")]
        second = [span(3, 2), agent(2, 1)]
        third = [tool(5, 2, "too late for 2, in time for 1"), agent(1)]
        inner, outer = found(runs, first, second, third)
        assert [source.text for source in inner.evidence.sources] == ["record 1"]
        assert [source.text for source in outer.evidence.sources] == ["record 1", "too late for 2, in time for 1"]

    def test_nothing_stays_held_when_a_trace_is_complete(self) -> None:
        runs = new()
        found(runs, [tool(3, 2, "record 1")], [span(2, 1)], [agent(1)], [tool(4, 2, "much too late")])
        assert not runs._held
        assert process_budget().used == 0

    def test_parents_are_forgotten_when_too_many_are_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ended, "_MAX_HELD", 10)
        observed = Observed()
        runs = new(observed)
        for number in range(100):
            runs.find([tool(10_000 + number, 100 + number, f"record {number}")])
        assert len(runs._held) == 10
        assert observed.dropped == [(1, "held_limit")] * 90
        (run,) = found(runs, [agent(199)])
        assert len(run.evidence.sources) == 1

    def test_parents_are_forgotten_when_too_much_is_held(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ended, "_MAX_HELD_BYTES", 10_000)
        runs = new()
        for number in range(20):
            runs.find([tool(10_000 + number, 100 + number, f"record {number} " * 150)])
        assert 0 < sum(seen.ledger.weight for seen in runs._held.values()) <= 10_000

    def test_what_is_held_for_parents_that_never_come_leaves_room_for_other_runs(self) -> None:
        observed = Observed()
        runs = new(observed)
        for number in range(100):
            many_words = " ".join(f"w{number}x{each}" for each in range(12_000))
            runs.find([tool(10_000 + number, 100 + number, many_words)])
        assert process_budget().used <= PROCESS_LIMIT // 2
        assert {where for _, where in observed.dropped} == {"held_limit"}

    def test_words_count_with_the_memory_they_take(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ended, "_MAX_HELD_BYTES", 10_000)
        runs = new()
        for number in range(20):
            runs.find([said(10_000 + number, 100 + number, "😀" * 1_000)])
        assert len(runs._held) == 2

    def test_a_parent_that_is_still_fed_is_forgotten_last(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ended, "_MAX_HELD", 2)
        runs = new()
        for number in range(10):
            runs.find([tool(1_000 + number, 1, f"record {number}"), tool(2_000 + number, 100 + number, "other")])
        (run,) = found(runs, [agent(1)])
        assert len(run.evidence.sources) == 10

    def test_state_does_not_grow_with_the_number_of_ended_runs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ended, "_MAX_GONE", 100)
        runs = new()
        for number in range(1, 300):
            runs.find([tool(2, 1, WEATHER["city"], trace_id=number), agent(1, trace_id=number)])  # type: ignore[arg-type]
        assert not runs._held
        assert len(runs._gone) == 100


class TestOrder:
    def test_a_span_comes_after_what_it_encloses_whatever_the_clocks_say(self) -> None:
        (run,) = found(new(), [agent(1, end=5), span(2, 1, end=50), tool(3, 2, "record 1", end=500)])
        assert len(run.evidence.sources) == 1

    def test_traces_with_the_same_span_ids_keep_apart(self) -> None:
        batch = [
            tool(2, 1, "one", trace_id=1),
            tool(2, 1, "two", trace_id=2),
            agent(1, trace_id=1),
            agent(1, trace_id=2),
        ]
        one, two = found(new(), batch)
        assert [one.evidence.sources[0].text, two.evidence.sources[0].text] == ["one", "two"]


class TestTreesThatCannotBe:
    def test_spans_in_a_circle_are_passed_over(self) -> None:
        runs = new()
        batch = [span(1, 3), span(2, 1), span(3, 2), tool(4, 3, "record"), agent(5)]
        assert len(found(runs, batch)) == 1

    def test_a_circle_across_batches_ends(self) -> None:
        runs = new()
        for _ in range(3):
            found(runs, [span(1, 2)], [span(2, 3)], [span(3, 1)], [tool(4, 1, "record")])

    def test_a_tree_deeper_than_any_stack_is_walked(self) -> None:
        depth = 5_000
        batch = [agent(1), *(span(number, number - 1) for number in range(2, depth)), tool(depth, depth - 1, "deep")]
        (run,) = found(new(), batch)
        assert len(run.evidence.sources) == 1


class TestThreadsAndForks:
    def test_many_threads_may_export_at_once(self) -> None:
        runs = new()

        def work(trace_id: int) -> int:
            batches = [[tool(number, 1, f"record {number}", trace_id=trace_id)] for number in range(2, 12)]
            (run,) = found(runs, *batches, [agent(1, trace_id=trace_id)])
            return len(run.evidence.sources)

        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(work, range(1, 80))) == {10}

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
    @pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
    def test_a_batch_being_looked_at_in_the_parent_does_not_stop_the_child(self) -> None:
        runs = new()
        held, done = threading.Event(), threading.Event()

        def hold() -> None:
            with runs._lock:
                held.set()
                done.wait()

        thread = threading.Thread(target=hold)
        thread.start()
        held.wait()
        pid = os.fork()
        if pid == 0:
            os._exit(0 if len(found(runs, [agent(1)])) == 1 else 1)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        done.set()
        thread.join()
        assert code == 0
