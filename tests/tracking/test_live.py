"""State that lives exactly as long as the application's own spans: threads, forks, garbage, limits."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from opentelemetry.sdk.trace import Span, TracerProvider
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from recording import ANSWER, WEATHER, Recording, finish

from otel_grounding import GroundingConfig
from otel_grounding.signals import names
from otel_grounding.tracking import open_spans
from otel_grounding.tracking.ledger import process_budget

SOURCES, TRUNCATED = names.EVIDENCE_SOURCES, names.EVIDENCE_TRUNCATED


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """Whatever a test did, the process holds no span and no evidence of it afterwards."""
    gc.collect()
    before = process_budget().used, len(open_spans._process.nodes)
    yield
    gc.collect()
    assert (process_budget().used, len(open_spans._process.nodes)) == before


def a_run(it: Recording, name: str = "planner") -> Span:
    run = it.agent(name=name)
    it.used_tool(run, {"owner": name, **WEATHER})
    it.used_model(run, ANSWER)
    return run


class TestLifetime:
    def test_an_ended_span_is_freed_at_once(self) -> None:
        it = Recording()
        gc.disable()
        try:
            run = a_run(it)
            run.end()
            gone = weakref.ref(run)
            del run
            assert gone() is None
        finally:
            gc.enable()

    def test_spans_dropped_without_an_end_are_collected(self) -> None:
        it = Recording()
        for _ in range(100):
            it.used_tool(it.span("step", it.agent()), WEATHER)
        gc.collect()
        assert not open_spans._process.nodes
        assert process_budget().used == 0

    def test_what_a_run_held_is_free_when_it_has_ended(self) -> None:
        it = Recording()
        run = it.agent()
        it.used_tool(run, "long text " * 1_000)
        assert process_budget().used > 10_000
        run.end()
        assert process_budget().used == 0

    def test_a_chain_of_spans_that_each_end_before_the_next_keeps_none_alive(self) -> None:
        it = Recording()
        run = it.agent()
        step = it.span("step", run)
        for _ in range(1_000):
            following = it.span("step", step)
            step.end()
            step = following
        assert len(open_spans._process.nodes) < 10
        it.used_tool(step, WEATHER)
        step.end()
        run.end()
        assert it.score(run)[SOURCES] == 1

    def test_a_root_that_lives_for_many_tool_calls_stays_flat(self) -> None:
        it = Recording(GroundingConfig(max_evidence_bytes=50_000))
        root = it.span("conversation")
        run = it.agent(root)
        held = []
        for number in range(2_000):
            it.used_tool(run, f"record {number} " * 20)
            if number % 500 == 499:
                held.append(process_budget().used)
        finish(run, "The record has the number 1999 in it.")
        assert max(held) < held[0] * 1.2
        assert (it.score(run)[TRUNCATED], it.score(run)[names.CLAIM_STATUS]) == (True, "scored")
        root.end()

    def test_what_the_process_cannot_hold_is_refused_and_flagged(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(process_budget(), "limit", 15_000)
        it = Recording()
        runs = [it.agent(name=f"agent {number}") for number in range(3)]
        for number, run in enumerate(runs):
            it.used_tool(run, f"record {number} " * 800)
        for run in runs:
            finish(run, ANSWER)
        assert [it.score(run)[TRUNCATED] for run in runs] == [False, True, True]
        assert it.score(runs[2])[names.CLAIM_STATUS] == "evidence_not_captured"
        assert it.measured(names.EVIDENCE_DROPPED) == {("process_limit",): 2}

    def test_a_source_is_counted_once_however_many_runs_share_it(self) -> None:
        it = Recording()
        run = it.agent()
        it.used_tool(run, "long text " * 1_000)
        alone = process_budget().used
        run.end()
        outer = it.agent()
        inner = it.agent(outer)
        it.used_tool(inner, "long text " * 1_000)
        assert process_budget().used == alone
        inner.end()
        outer.end()

    def test_a_span_ended_by_the_garbage_collector_inside_our_lock_ends(self) -> None:
        it = Recording()

        def generator() -> Iterator[None]:
            told = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.result": "sunny"}
            with (
                it.tracer.start_as_current_span("run", attributes={"gen_ai.operation.name": "invoke_agent"}),
                it.tracer.start_as_current_span("abandoned", attributes=told),
            ):
                yield

        abandoned = generator()
        next(abandoned)
        with open_spans._process.lock, process_budget()._lock:
            del abandoned
        assert [span.name for span in it.spans()] == ["abandoned", "run"]


class TestOutermost:
    @pytest.mark.parametrize("scope", sorted(open_spans._LATE_SCOPES))
    def test_instrumentations_that_speak_only_at_the_end_are_known_by_their_scope(self, scope: str) -> None:
        it = Recording()
        it.tracer = it.provider.get_tracer(scope)
        run = it.span("planner")
        expert = it.span("expert", it.span("ask_expert", run))
        for span in (expert, run):
            span.set_attribute("openinference.span.kind", "AGENT")
            span.end()
        assert [it.score(span)[names.OUTERMOST] for span in (expert, run)] == [False, True]


class TestThreads:
    def test_runs_in_eight_threads_keep_apart(self) -> None:
        it = Recording()

        def work(number: int) -> list[Span]:
            runs = []
            for turn in range(20):
                runs.append(a_run(it, f"agent {number} {turn}"))
                runs[-1].end()
            return runs

        with ThreadPoolExecutor(8) as pool:
            runs = [run for done in pool.map(work, range(8)) for run in done]
        scores = {span.context.span_id: span.attributes or {} for span in it.spans() if span.context}
        assert {scores[run.context.span_id][SOURCES] for run in runs} == {1}
        assert sum(it.measured(names.RUNS).values()) == 160

    def test_tools_in_many_threads_all_reach_their_one_run(self) -> None:
        it = Recording()
        run = it.agent()
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: it.used_tool(run, f"record {number}"), range(400)))
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 400

    def test_a_span_may_end_on_another_thread_than_it_started(self) -> None:
        it = Recording()
        run = a_run(it)
        thread = threading.Thread(target=run.end)
        thread.start()
        thread.join()
        assert it.score(run)[names.CLAIM_STATUS] == "scored"

    def test_five_hundred_concurrent_asyncio_runs_keep_apart(self) -> None:
        it = Recording()

        async def work(number: int) -> None:
            told = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": f"agent {number}"}
            with it.tracer.start_as_current_span("run", attributes=told) as run:
                for part in range(3):
                    await asyncio.sleep(0)
                    with it.tracer.start_as_current_span("tool") as tool:
                        tool.set_attribute("gen_ai.operation.name", "execute_tool")
                        await asyncio.sleep(0)
                        tool.set_attribute("gen_ai.tool.call.result", f"record {part} of {number}")
                assert isinstance(run, Span)
                finished.append(run)

        async def all_of_them() -> None:
            await asyncio.gather(*(work(number) for number in range(500)))

        finished: list[Span] = []
        asyncio.run(all_of_them())
        found = [(span.attributes or {}) for span in it.spans() if span.name == "run"]
        assert len(found) == 500
        assert {attributes[SOURCES] for attributes in found} == {3}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
class TestFork:
    """In the child of a fork; each returns from it by `os._exit`."""

    def in_child(self, check: object) -> int:
        assert callable(check)
        pid = os.fork()
        if pid == 0:
            try:
                os._exit(0 if check() else 1)
            except BaseException:
                sys.excepthook(*sys.exc_info())
                os._exit(2)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def test_runs_begun_in_the_child_are_scored_there(self) -> None:
        it = Recording()

        def check() -> bool:
            run = a_run(it)
            run.end()
            return bool(it.score(run)[names.CLAIM_STATUS] == "scored")

        assert self.in_child(check) == 0

    def test_runs_begun_in_the_parent_end_unscored_in_the_child_and_scored_in_the_parent(self) -> None:
        it = Recording()
        run = a_run(it)

        def check() -> bool:
            it.used_tool(run, "what only the child saw")
            run.end()
            return it.score(run) == {} and process_budget().used == 0

        assert self.in_child(check) == 0
        run.end()
        assert it.score(run)[SOURCES] == 1

    def test_a_lock_held_in_the_parent_does_not_stop_the_child(self) -> None:
        it = Recording()
        held, done = threading.Event(), threading.Event()

        def hold() -> None:
            with open_spans._process.lock, process_budget()._lock:
                held.set()
                done.wait()

        thread = threading.Thread(target=hold)
        thread.start()
        held.wait()

        def check() -> bool:
            run = a_run(it)
            run.end()
            return bool(it.score(run)[SOURCES] == 1)

        code = self.in_child(check)
        done.set()
        thread.join()
        assert code == 0


def test_ids_that_a_generator_gives_twice_confuse_no_later_span() -> None:
    class Constant(RandomIdGenerator):
        def generate_span_id(self) -> int:
            return 1

        def generate_trace_id(self) -> int:
            return 1

    it = Recording()
    it.provider.id_generator = Constant()
    it.tracer = it.provider.get_tracer("another")
    spans = [it.span("first"), it.span("second")]
    del spans[0]
    gc.collect()
    assert open_spans._process.nodes[(1, 1)]() is not None
    spans[0].end()


def test_memory_stays_flat_over_many_runs() -> None:
    resource = pytest.importorskip("resource")
    provider = TracerProvider(shutdown_on_exit=False)
    it = Recording(GroundingConfig(fact_kinds=frozenset()))
    provider.add_span_processor(it.processor)
    it.tracer = provider.get_tracer("app")

    def peak() -> int:
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    def work(count: int) -> None:
        for number in range(count):
            run = it.agent(name=f"agent {number % 10}")
            it.used_tool(run, {"number": number, **WEATHER})
            finish(run, ANSWER)

    work(2_000)
    before = peak()
    work(18_000)
    assert peak() - before < 1_024  # KiB
