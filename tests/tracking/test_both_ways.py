"""One contract, two ways: whatever the tree, live spans and a batch of ended ones get the same scores."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from hypothesis import example, given, settings
from hypothesis import strategies as st
from opentelemetry.sdk.trace import Span
from recording import Recording, answered, asked, tool_message

from otel_grounding import GroundingConfig

RESULTS = st.sampled_from(
    [
        None,
        "The tower is 330 metres tall.",
        {"city": "Paris", "temperature": 21},
        "{'city': 'Paris', 'temperature': 21}",
    ]
)
IDS = st.sampled_from(["", "call_1", "call_2"])
SAID = st.sampled_from([None, "", "The tower is 330 metres tall.", "Paris has a temperature of 21 degrees today."])
OPERATION = "gen_ai.operation.name"


def agent(said: str | None) -> dict[str, Any]:
    return {OPERATION: "invoke_agent", **({} if said is None else {"gen_ai.output.messages": answered(said)})}


def tool(result: Any, call_id: str, name: str) -> dict[str, Any]:
    told = (
        {} if result is None else {"gen_ai.tool.call.result": result if isinstance(result, str) else json.dumps(result)}
    )
    return {OPERATION: "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.call.id": call_id, **told}


def chat(said: str | None, results: list[tuple[Any, str]]) -> dict[str, Any]:
    heard = [asked("How tall is it?"), *(tool_message(result, call_id) for result, call_id in results)]
    told = {} if said is None else {"gen_ai.output.messages": answered(said)}
    return {OPERATION: "chat", "gen_ai.input.messages": json.dumps(heard), **told}


TELLING: st.SearchStrategy[dict[str, Any]] = (
    st.builds(agent, SAID)
    | st.builds(tool, RESULTS, IDS, st.sampled_from(["look_up", "final_answer"]))
    | st.builds(chat, SAID, st.lists(st.tuples(RESULTS, IDS), max_size=3))
    | st.just({})
)


class Plan(NamedTuple):
    """One span: the one it hangs under, its place in the order of ends, what it says from its start."""

    parent: int
    place: int
    told: dict[str, Any]


def scores_of(it: Recording, plans: list[Plan], batch: int | None = None) -> list[dict[str, Any]]:
    live: list[Span] = []
    parents = [plan.parent if plan.parent < number else -1 for number, plan in enumerate(plans)]
    for number, plan in enumerate(plans):
        live.append(it.span(f"span {number}", live[parents[number]] if parents[number] >= 0 else None, **plan.told))
    left = sorted(range(len(plans)), key=lambda number: plans[number].place)
    clock = 2_000_000_000_000_000_000
    while left:
        number = next(each for each in left if each not in {parents[other] for other in left})
        left.remove(number)
        clock += 1
        live[number].end(clock)
        if batch and clock % batch == 0:
            it.spans()
    assert it.errors() == {}
    return [it.score(span) for span in live]


@settings(max_examples=60)
@given(plans=st.lists(st.builds(Plan, st.integers(-1, 6), st.integers(0, 9), TELLING), min_size=1, max_size=8))
@example(plans=[Plan(-1, 3, agent(None)), Plan(0, 2, tool("x y z", "", "t")), Plan(1, 1, agent("x y z"))])
def test_where_children_end_first_processor_and_exporter_agree(plans: list[Plan]) -> None:
    config = GroundingConfig(min_claim_grounding_rate=0.8)
    assert scores_of(Recording(config), plans) == scores_of(Recording(config, exporting=True), plans)


@settings(max_examples=60)
@given(
    plans=st.lists(st.builds(Plan, st.integers(-1, 6), st.integers(0, 9), TELLING), min_size=1, max_size=8),
    batch=st.integers(1, 4),
)
def test_however_a_trace_is_cut_into_batches_its_claims_get_the_same_score(plans: list[Plan], batch: int) -> None:
    def claims(scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{key: value for key, value in score.items() if "claim" in key} for score in scores]

    config = GroundingConfig(fact_kinds=frozenset())
    whole = scores_of(Recording(config, exporting=True), plans)
    assert claims(scores_of(Recording(config, exporting=True), plans, batch)) == claims(whole)
