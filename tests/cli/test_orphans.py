"""Spans whose parent is in no file: the one run of their trace that encloses them in time takes them in.

Expectations first: each case says what the spans are, which runs there are, and which tools' outputs each run has seen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import Result

from otel_grounding.cli.orphans import FileSpan, adopt
from otel_grounding.cli.store import StoredSpan
from otel_grounding.model import Role
from otel_grounding.tracking.tree import cut_circles

Command = Callable[..., Result]

DATA = Path(__file__).parent.parent / "data" / "orphans"
FILTERED = "steps_whose_parents_were_filtered_out"
BEGIN = 1_760_000_000_000_000_000
LOST, ALSO_LOST, LOST_TOO = 0xE1, 0xE2, 0xE3
"""Ids of spans that are in no file."""


class Agent(NamedTuple):
    id: int
    parent: int | None
    start: int
    end: int
    name: str = "agent"


class Tool(NamedTuple):
    id: int
    parent: int | None
    start: int
    end: int
    name: str = "tool"


class Chat(NamedTuple):
    id: int
    parent: int | None
    start: int
    end: int
    says: str = "The tide turns at nine."


class Request(NamedTuple):
    """A span that is no agent's; with an answer it stands for the run."""

    id: int
    parent: int | None
    start: int
    end: int
    says: str | None = None


Span = Agent | Tool | Chat | Request


class Case(NamedTuple):
    why: str
    spans: Sequence[Span]
    runs: dict[int, list[str]]
    """By the id of each outermost run's span the tools whose outputs it has seen."""
    orphans: tuple[int, int] = (0, 0)
    """How many spans name a lost parent, and how many of them were taken in."""
    inner: Mapping[int, list[str]] = MappingProxyType({})
    """The same as `runs`, of the runs inside others."""


TAKEN_IN = [
    Case(
        "all steps of a run, each from under a wrapper of its own",
        [Agent(1, None, 0, 100), Chat(2, LOST, 5, 20), Tool(3, ALSO_LOST, 30, 40), Chat(4, LOST_TOO, 50, 90)],
        {1: ["tool"]},
        (3, 3),
    ),
    Case(
        "steps from under one wrapper",
        [Agent(1, None, 0, 100), Tool(2, LOST, 5, 20, "first"), Tool(3, LOST, 30, 40, "second")],
        {1: ["first", "second"]},
        (2, 2),
    ),
    Case(
        "some steps, and the others are linked",
        [Agent(1, None, 0, 100), Tool(2, 1, 5, 20, "linked"), Tool(3, LOST, 30, 40, "lost")],
        {1: ["linked", "lost"]},
        (1, 1),
    ),
    Case(
        "what is inside an orphan comes with it",
        [Agent(1, None, 0, 100), Request(2, LOST, 5, 50), Tool(3, 2, 10, 20)],
        {1: ["tool"]},
        (1, 1),
    ),
    Case(
        "as long as the run itself, to the nanosecond",
        [Agent(1, None, 0, 100), Tool(2, LOST, 0, 100)],
        {1: ["tool"]},
        (1, 1),
    ),
    Case(
        "of two runs, one after the other, each its own",
        [
            Request(9, None, 0, 300),
            Agent(1, 9, 10, 100, "one"),
            Tool(2, LOST, 20, 30, "of one"),
            Agent(3, 9, 100, 200, "two"),
            Tool(4, ALSO_LOST, 120, 130, "of two"),
        ],
        {1: ["of one"], 3: ["of two"]},
        (2, 2),
    ),
    Case(
        "of two runs that overlap, what only one of them encloses",
        [
            Agent(1, None, 0, 60, "one"),
            Agent(2, None, 40, 100, "two"),
            Tool(3, LOST, 10, 20, "of one"),
            Tool(4, ALSO_LOST, 70, 80, "of two"),
        ],
        {1: ["of one"], 2: ["of two"]},
        (2, 2),
    ),
    Case(
        "under a sub-agent: the innermost has it, and with it the one around",
        [Agent(1, None, 0, 100), Agent(2, 1, 20, 60, "inner"), Tool(3, LOST, 30, 40)],
        {1: ["tool"]},
        (1, 1),
        {2: ["tool"]},
    ),
    Case(
        "a sub-agent is a run inside the one around it",
        [Agent(1, None, 0, 100), Agent(2, LOST, 20, 60, "inner"), Tool(3, 2, 30, 40)],
        {1: ["tool"]},
        (1, 1),
        {2: ["tool"]},
    ),
    Case(
        "a sub-agent and its own step, both from under lost wrappers",
        [Agent(1, None, 0, 100), Tool(3, ALSO_LOST, 30, 40), Agent(2, LOST, 20, 60, "inner")],
        {1: ["tool"]},
        (2, 2),
        {2: ["tool"]},
    ),
    Case(
        "the run itself comes from another process, whose file is not there",
        [Agent(1, LOST, 0, 100), Tool(2, ALSO_LOST, 30, 40)],
        {1: ["tool"]},
        (2, 1),
    ),
    Case(
        "where no agent has a span, the request that answers",
        [Request(1, None, 0, 100, "The tide turns at nine."), Tool(2, LOST, 20, 30), Chat(3, ALSO_LOST, 40, 50)],
        {1: ["tool"]},
        (2, 2),
    ),
    Case(
        "where no agent has a span, the request with the models beneath it",
        [Request(1, None, 0, 100), Chat(3, 1, 40, 50), Tool(2, LOST, 20, 30)],
        {1: ["tool"]},
        (1, 1),
    ),
]

LEFT = [
    Case(
        "two runs that overlap enclose it, and neither is inside the other",
        [Agent(1, None, 0, 60, "one"), Agent(2, None, 40, 100, "two"), Tool(3, LOST, 45, 50)],
        {1: [], 2: []},
        (1, 0),
    ),
    Case(
        "two parallel runs of one request enclose it, the shorter is no inner one",
        [Request(9, None, 0, 200), Agent(1, 9, 0, 100, "one"), Agent(2, 9, 20, 60, "two"), Tool(3, LOST, 30, 40)],
        {1: [], 2: []},
        (1, 0),
    ),
    Case("it begins before the run", [Agent(1, None, 10, 100), Tool(2, LOST, 5, 20)], {1: []}, (1, 0)),
    Case("it ends after the run", [Agent(1, None, 10, 100), Tool(2, LOST, 50, 120)], {1: []}, (1, 0)),
    Case("its clock is a second ahead", [Agent(1, None, 0, 100), Tool(2, LOST, 1_010, 1_020)], {1: []}, (1, 0)),
    Case("it has no times", [Agent(1, None, 0, 100), Tool(2, LOST, -1, -1)], {1: []}, (1, 0)),
    Case(
        "the run names the same lost parent: they stand beside each other",
        [Agent(1, LOST, 0, 100), Tool(2, LOST, 30, 40)],
        {1: []},
        (2, 0),
    ),
    Case(
        "a run inside it lasted as long: what encloses the other cannot be told",
        [Agent(1, LOST, 0, 100, "one"), Agent(2, ALSO_LOST, 0, 100, "two")],
        {1: [], 2: []},
        (2, 0),
    ),
    Case("a root is no orphan", [Agent(1, None, 0, 100), Tool(2, None, 30, 40)], {1: []}, (0, 0)),
    Case("no run is there", [Request(1, None, 0, 100), Tool(2, LOST, 30, 40)], {}, (1, 0)),
]


def written(case: Case, path: Path) -> str:
    path.write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [_span(each) for each in case.spans]}]}]}))
    return str(path)


def _span(span: Span) -> dict[str, Any]:
    match span:
        case Agent():
            attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": span.name}
            attributes["gen_ai.output.messages"] = _said("The tide turns at nine.")
        case Tool():
            attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": span.name}
            attributes["gen_ai.tool.call.result"] = f"{span.name}: the tide turns at nine"
        case Chat():
            attributes = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": _said(span.says)}
        case Request(says=None):
            attributes = {"http.request.method": "POST"}
        case Request():
            attributes = {"openinference.span.kind": "CHAIN", "output.value": span.says or ""}
    times = {"startTimeUnixNano": str(BEGIN + span.start), "endTimeUnixNano": str(BEGIN + span.end)}
    return {
        "traceId": f"{1:032x}",
        "spanId": f"{span.id:016x}",
        "parentSpanId": f"{span.parent:016x}" if span.parent is not None else "",
        "name": type(span).__name__.lower(),
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
        **(times if span.start >= 0 else {}),
    }


def _said(text: str) -> str:
    return json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": text}]}])


def _tools(result: Result, *, outermost: bool) -> dict[int, list[str]]:
    found = [json.loads(line) for line in result.stdout.splitlines()]
    return {
        int(run["span_id"], 16): sorted(source["tool_name"] for source in run["sources"])
        for run in found
        if run["outermost"] is outermost
    }


def outermost(result: Result) -> dict[int, dict[str, Any]]:
    found = [json.loads(line) for line in result.stdout.splitlines()]
    return {int(run["span_id"], 16): run for run in found if run["outermost"]}


@pytest.mark.parametrize("case", [*TAKEN_IN, *LEFT], ids=lambda case: case.why)
@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "backwards"])
def test_belong_to_the_one_run_around_them_or_stay_alone(
    case: Case, backwards: bool, tmp_path: Path, command: Command
) -> None:
    case = case._replace(spans=case.spans[::-1]) if backwards else case
    result = command("score", "--json", written(case, tmp_path / "trace.json"))
    assert (_tools(result, outermost=True), _tools(result, outermost=False)) == (case.runs, case.inner)


@pytest.mark.parametrize("case", [*TAKEN_IN, *LEFT], ids=lambda case: case.why)
def test_are_counted_by_the_doctor(case: Case, tmp_path: Path, command: Command) -> None:
    number, taken = case.orphans
    shown = command("doctor", written(case, tmp_path / "trace.json")).stdout
    said = f"{number} span{'' if number == 1 else 's'} whose parent is in no file"
    said += f"; the run around them in time took in {taken}" if taken else ""
    assert (f"! {said}\n      in trace {1:032x}\n" in shown) is bool(number)
    assert ("score the services' files together" in shown) is bool(number)


def test_that_hold_the_answer_give_it_to_their_run(command: Command) -> None:
    path = DATA / f"{FILTERED}.json"
    expected = json.loads((DATA / f"{FILTERED}.expected.json").read_text())["runs"]
    found = outermost(command("score", "--json", "--content", str(path))).values()
    assert [
        {key: run[key] for key in ("span_name", "output", "question", "status")}
        | {"sources": [{key: source[key] for key in ("tool_name", "content")} for source in run["sources"]]}
        for run in found
    ] == expected


def test_of_another_trace_are_no_business_of_a_run(tmp_path: Path, command: Command) -> None:
    path = Path(written(Case("", [Agent(1, None, 0, 100), Tool(2, LOST, 30, 40)], {}), tmp_path / "trace.json"))
    spans = json.loads(path.read_text())
    spans["resourceSpans"][0]["scopeSpans"][0]["spans"][1]["traceId"] = f"{2:032x}"
    path.write_text(json.dumps(spans))
    assert outermost(command("score", "--json", str(path)))[1]["sources"] == []


def test_find_their_parents_in_the_file_of_another_service(tmp_path: Path, command: Command) -> None:
    """Two services' files scored together are one trace: nothing is an orphan."""
    caller = Case("", [Agent(1, None, 0, 100), Request(2, 1, 20, 60)], {})
    called = Case("", [Request(3, 2, 1_025, 1_055), Tool(4, 3, 1_030, 1_040)], {})
    paths = written(caller, tmp_path / "a.json"), written(called, tmp_path / "b.json")
    (run,) = outermost(command("score", "--json", *paths)).values()
    assert [source["tool_name"] for source in run["sources"]] == ["tool"]
    assert "whose parent is in no file" not in command("doctor", *paths).stdout
    assert "whose parent is in no file" in command("doctor", paths[1]).stdout


def test_among_many_open_runs_are_not_compared_with_each(tmp_path: Path, command: Command) -> None:
    """Runs nested deeper than anyone does: their own steps are theirs, an orphan's home is not looked for."""
    nested = [Agent(number, number - 1 or None, number, 1_000 - number) for number in range(1, 101)]
    case = Case("", [*nested, Tool(200, LOST, 400, 500), Tool(201, ALSO_LOST, 5, 500, "shallow")], {})
    found = outermost(command("score", "--json", written(case, tmp_path / "trace.json")))
    assert [source["tool_name"] for source in found[1]["sources"]] == ["shallow"]


IDS = st.integers(1, 8).map(lambda number: number.to_bytes(8))
STORED = st.builds(
    StoredSpan,
    row=st.integers(1, 99),
    span_id=IDS,
    parent_id=IDS | st.none(),
    started=st.integers(0, 9),
    ended=st.integers(0, 9),
    role=st.sampled_from([Role.RUN, Role.RUN, Role.TOOL, Role.MODEL, Role.OTHER]),
    answers=st.booleans(),
)


@given(st.lists(STORED, max_size=8, unique_by=(lambda span: span.span_id, lambda span: span.row)))
def test_of_any_shape_are_enclosed_by_what_takes_them_in_and_close_no_circle(stored: list[StoredSpan]) -> None:
    spans = [FileSpan(each) for each in stored]
    by_id = {each.stored.span_id: each for each in spans}
    for span in spans:
        span.parent = by_id.get(span.stored.parent_id or b"")
    cut_circles(spans)
    orphans = [each for each in spans if each.parent is None and each.stored.parent_id not in (None, *by_id)]
    linked = {id(each): each.parent for each in spans}
    adopted = adopt(orphans, spans)
    homes = [(each, each.parent) for each in orphans if each.parent is not None]
    assert len(homes) == adopted
    assert all(home.encloses(each) for each, home in homes)
    assert all(each.parent is linked[id(each)] for each in spans if each not in orphans), "what has a parent keeps it"
    assert all(each not in each.around() for each in spans)
