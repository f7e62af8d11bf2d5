"""The runs of files: the same that the exporter finds, whatever the order, and in memory that does not grow."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from observing import Observed, Strict
from opentelemetry.sdk.trace import ReadableSpan
from replay import FILES
from sample_runs import GROUNDED, a_run, a_span

from otel_grounding.cli.file_runs import FileRun, runs_of
from otel_grounding.cli.inputs import Failures
from otel_grounding.cli.scored import scored_runs
from otel_grounding.cli.store import SpanStore
from otel_grounding.config import GroundingConfig
from otel_grounding.conventions import read
from otel_grounding.formats import read_spans
from otel_grounding.signals import names
from otel_grounding.tracking.ended import EndedRuns

CONFIG = GroundingConfig(fact_kinds=frozenset())


def found_in(spans: Iterable[ReadableSpan]) -> list[FileRun]:
    store = SpanStore()
    for span in spans:
        store.add(span, read(span))
    found = list(runs_of(store, store.traces(), CONFIG, Strict()))
    store.close()
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_are_those_of_the_exporter(path: Path) -> None:
    spans = list(read_spans(path))
    expected = {
        f"{spans[at].context.span_id:016x}": (found.run, [(each.id, each.text) for each in found.evidence.sources])
        for at, found in EndedRuns(CONFIG, Strict()).find(spans).items()
    }
    found = {
        each.span_id: (each.run, [(one.id, one.text) for one in each.evidence.sources]) for each in found_in(spans)
    }
    assert found == expected


def test_are_the_same_in_any_order_of_the_file() -> None:
    spans = [span for path in FILES[:20] for span in read_spans(path)]

    def outcome(found: Sequence[FileRun]) -> dict[str, Any]:
        return {each.span_id: (each.run, [one.text for one in each.evidence.sources]) for each in found}

    expected = outcome(found_in(spans))
    random.Random(1).shuffle(spans)
    assert outcome(found_in(spans)) == expected


def test_count_the_spans_that_ended_after_them_and_the_scopes_with_content() -> None:
    late = a_span("later", 0xC0, 0xA0, {"gen_ai.operation.name": "chat"}, ended=2_000_000, scope="silent")
    (run,) = found_in([*a_run(GROUNDED), late])
    assert (run.late, run.scopes["silent"], any(run.scopes.values())) == (1, False, True)


def test_of_one_endless_trace_need_memory_for_ids_alone() -> None:
    """A root that lives for 3,000 tool calls: what they returned is never held at once."""

    def spans() -> Iterable[ReadableSpan]:
        for number in range(1, 3_001):
            tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.result": f"{number} " + "x" * 8_000}
            yield a_span("execute_tool t", 0x1000 + number, 0xA0, tool, ended=number)
        yield from a_run(GROUNDED, [])

    observer = Observed()
    tracemalloc.start()
    store = SpanStore()
    for span in spans():
        store.add(span, read(span))
    (run,) = runs_of(store, store.traces(), replace(CONFIG, max_evidence_bytes=2**20), observer)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    store.close()
    assert (run.run.truncated, len(run.evidence.sources) + sum(count for count, _ in observer.dropped)) == (True, 3_000)
    assert peak < 8 * 2**20, "24 MB of tool outputs went through"


KEYS = st.sampled_from(
    "gen_ai.operation.name gen_ai.tool.call.result gen_ai.output.messages gen_ai.input.messages gen_ai.agent.name "
    "openinference.span.kind output.value traceloop.entity.output final_result "
    f"{names.CLAIM_STATUS} {names.CLAIM_RATE} {names.CLAIMS_TOTAL} {names.FACT_RATE} {names.OUTERMOST}".split()
)
VALUES = st.recursive(
    st.sampled_from(
        ["execute_tool", "invoke_agent", "chat", "scored", "TOOL", "AGENT", '[{"role": "assistant", "parts": [1]}]']
    )
    | st.text(max_size=20)
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
IDS = st.sampled_from(["0x" + f"{number:016x}" for number in range(1, 6)])
SPANS = st.fixed_dictionaries(
    {
        "name": st.text(max_size=5) | VALUES,
        "context": st.fixed_dictionaries({"trace_id": st.just("0x" + "1" * 32), "span_id": IDS}),
        "parent_id": IDS | st.none(),
        "attributes": st.dictionaries(KEYS, VALUES, max_size=5) | VALUES,
        "events": st.lists(
            st.fixed_dictionaries({"name": KEYS, "attributes": st.dictionaries(KEYS, VALUES)}), max_size=2
        )
        | VALUES,
        "start_time": st.sampled_from(["2026-11-29T17:25:40Z", "2026-11-29T17:25:41Z"]) | VALUES,
        "end_time": st.sampled_from(["2026-11-29T17:25:42Z", "2026-11-29T17:25:43Z"]) | VALUES,
    }
)


@given(st.lists(SPANS, max_size=6))
def test_of_any_spans_whatsoever_are_scored_or_left_out(
    tmp_path_factory: pytest.TempPathFactory, spans: list[Any]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(spans))
    for scored in scored_runs([str(path)], GroundingConfig(), Failures(), silent=True):
        assert json.loads(json.dumps(scored.to_dict(content=True)))["trace_id"] == "1" * 32


@pytest.mark.parametrize("depth", [50, 300, 900])
def test_values_of_any_depth_cost_at_most_their_own_span(depth: int, tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    tool, agent = a_run(GROUNDED)
    value = '{"a": ' * depth + "1" + "}" * depth
    marker = '"DEEP"'
    deep = a_span("execute_tool deep", 0xC0, 0xA0, dict(tool.attributes or {}) | {"gen_ai.tool.call.result": "DEEP"})
    path.write_text("\n".join(span.to_json(indent=None) for span in (tool, deep, agent)).replace(marker, value))
    (scored,) = scored_runs([str(path)], GroundingConfig(), Failures(), silent=True)
    assert scored.report.claim_grounding.rate == 1.0
