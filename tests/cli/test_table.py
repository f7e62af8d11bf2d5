"""The table of `otel-grounding score`, on terminals of any width and in pipes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from sample_runs import GROUNDED, INVENTED, a_run, lines
from typer.testing import Result

from otel_grounding.cli.demands import Demands
from otel_grounding.cli.table import Row, print_table
from otel_grounding.cli.terminal import wrapped
from otel_grounding.model import ClaimGrounding, EvidenceSummary, FactGrounding, Status

Write = Callable[..., str]
Command = Callable[..., Result]

RED, GREEN = "\x1b[31m", "\x1b[32m"


def a_row(
    name: str = "invoke_agent support-agent",
    *,
    id: int = 1,
    around: int = 0,
    rate: float | None = 0.5,
    threshold: float | None = None,
    file: str = "t.json",
    facts: FactGrounding | None = None,
) -> Row:
    claims = ClaimGrounding(Status.SCORED if rate is not None else Status.OUTPUT_NOT_CAPTURED, rate, 4, 2)
    claims = ClaimGrounding(claims.status, rate, 4, 2, threshold=threshold)
    facts = facts or FactGrounding(Status.SCORED, 0.4, 5, 2, 1, 2)
    inside = f"{around:016x}" if around else ""
    return Row(
        "a" * 32, f"{id:016x}", inside, not around, file, name, claims, facts, EvidenceSummary(2, tools_failed=1)
    )


def shown(
    rows: Sequence[Row], width: int, *, colours: bool = False, demands: Demands | None = None, **given: bool
) -> str:
    to = Console(file=StringIO(), width=width, force_terminal=True, color_system="standard" if colours else None)
    with to.capture() as printed:
        print_table(rows, to, demands or Demands(), **given)
    return printed.get()


class TestColours:
    @pytest.mark.parametrize(
        ("rate", "threshold", "demanded", "colour"),
        [
            (0.0, None, None, ""),
            (1.0, None, None, ""),
            (0.5, 0.7, None, RED),
            (0.7, 0.7, None, GREEN),
            (0.5, None, 0.7, RED),
            (0.7, None, 0.7, GREEN),
            (0.7, 0.6, 0.8, RED),
        ],
    )
    def test_say_what_a_limit_says_and_nothing_without_one(
        self, rate: float, threshold: float | None, demanded: float | None, colour: str
    ) -> None:
        row = a_row(rate=rate, threshold=threshold, facts=FactGrounding(Status.NO_FACTS))
        text = shown([row], 120, colours=True, demands=Demands(claims=demanded))
        assert [each for each in (RED, GREEN) if each in text] == [colour][: bool(colour)]

    @pytest.mark.parametrize(
        ("facts", "colour"),
        [
            (FactGrounding(Status.SCORED, 0.5, 2, 1, 0, 1), ""),
            (FactGrounding(Status.SCORED, 0.5, 2, 1, 1, 0), RED),
            (FactGrounding(Status.SCORED, 0.5, 2, 1, 0, 1, threshold=0.9), RED),
            (FactGrounding(Status.SCORED, 1.0, 2, 2, threshold=0.9), GREEN),
        ],
    )
    def test_of_facts_are_red_for_a_contradiction_too(self, facts: FactGrounding, colour: str) -> None:
        text = shown([a_row(facts=facts)], 120, colours=True)
        assert [each for each in (RED, GREEN) if each in text] == [colour][: bool(colour)]


class TestNames:
    @pytest.mark.parametrize(
        ("name", "parts"),
        [
            ("invoke_agent support-agent", ["invoke_agent", "support-agent"]),
            ("invoke_agent customer_support_agent_of_europe", ["invoke_agent", "customer_support_", "agent_of_europe"]),
            ("ResearchCrew.kickoff_for_each_async", ["ResearchCrew.kickoff_", "for_each_async"]),
            ("Beantwortungsunterstützungsagent", ["Beantwortungsunterst…"]),
        ],
    )
    def test_are_broken_between_words_at_80_columns(self, name: str, parts: list[str]) -> None:
        column = [line[1:22].strip() for line in shown([a_row(name)], 80).splitlines()[3:]]
        assert column[: len(parts) + 1] == [*parts, ""]

    @pytest.mark.parametrize("width", [20, 60, 80, 119, 120, 200])
    def test_leave_ids_rates_and_the_width_of_the_terminal_alone(self, width: int) -> None:
        text = shown(
            [a_row("invoke_agent " + "x" * 35, id=0xABCDEF, file="in/a/long/way/down.json")], width, with_files=True
        )
        assert max(map(cell_len, text.splitlines()[:6])) <= width
        if width >= 80:
            assert f"{0xABCDEF:016x}" in text
            assert "0.50  2 of 4" in text

    @given(st.text("ab_-./: é界", max_size=60), st.integers(8, 40), st.integers(0, 6))
    def test_wrapped_fit_and_keep_their_words(self, name: str, width: int, indent: int) -> None:
        found = wrapped(name, width, indent).split("\n")
        assert all(cell_len(line.strip(" ")) <= width - indent for line in found)
        if not any("…" in line for line in found):
            assert "".join("".join(found).split()) == "".join(name.split())


class TestDepth:
    def test_of_each_run_shows_below_the_run_around_it(self) -> None:
        rows = [
            a_row("deepest", id=3, around=2),
            a_row("aside", id=4, around=1),
            a_row("inner", id=2, around=1),
            a_row("outer"),
        ]
        names = [line[:15].rstrip() for line in shown(rows, 120).splitlines()[3:7]]
        assert names == [" outer", "   └ aside", "   └ inner", "     └ deepest"]

    def test_of_a_run_as_the_command_shows_it(self, write: Write, command: Command) -> None:
        spans = [
            *a_run(GROUNDED, agent="deepest", span_id=0xC0, parent_id=0xB0),
            *a_run(GROUNDED, [], agent="inner", span_id=0xB0, parent_id=0xA0),
            *a_run(GROUNDED, []),
        ]
        found = re.findall(r"^( *(?:└ )?)invoke_agent (\w+)", command("score", write(spans)).stdout, re.MULTILINE)
        assert found == [(" ", "travel_agent"), ("   └ ", "inner"), ("     └ ", "deepest")]

    def test_of_a_thousand_runs_ends_at_the_edge(self) -> None:
        rows = [a_row(f"run {number}", id=number, around=number - 1) for number in range(1, 1_001)]
        for width in (80, 120):
            text = shown(rows, width)
            assert "1000" in text
            assert max(map(len, text.splitlines()[:-2])) <= width


class TestTotals:
    def test_are_of_the_outermost_runs(self, write: Write, command: Command) -> None:
        tools = [("bill", "The bill is 129.00 EUR.")]
        spans = [
            *a_run(INVENTED, agent="inner", span_id=0xB0, parent_id=0xA0),
            *a_run(f"{GROUNDED} {INVENTED}", []),
            *a_run("The bill is 139.00 EUR.", tools, trace_id=2),
            *a_run(None, trace_id=3),
        ]
        assert command("score", write(spans)).stdout.splitlines()[-2:] == [
            "In all: 2 of 3 claims grounded, 0 of 1 fact supported, 1 contradicted, 1 run without a claim rate.",
            "3 runs and 1 inside them, 3 traces.",
        ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "in"
    for number, name in enumerate(("a.json", "deep/b.jsonl", "c.json"), 1):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(lines(a_run(GROUNDED, trace_id=number)))
    return place


class TestFiles:
    def test_of_a_folder_are_named_in_each_row(self, folder: Path, command: Command) -> None:
        rows = [line for line in command("score", str(folder)).stdout.splitlines() if "travel_agent" in line]
        assert [row.split()[-1] for row in rows] == ["a.json", "c.json", "deep/b.jsonl"]

    def test_of_a_folder_with_one_file_too(self, folder: Path, command: Command) -> None:
        (row,) = (line for line in command("score", str(folder / "deep")).stdout.splitlines() if "travel" in line)
        assert row.split()[-1] == "b.jsonl"

    def test_that_are_named_themselves_in_each_row_of_several(self, folder: Path, command: Command) -> None:
        text = command("score", str(folder / "a.json"), str(folder / "deep/b.jsonl")).stdout
        assert [line.split()[-1] for line in text.splitlines() if "travel_agent" in line] == ["a.json", "deep/b.jsonl"]

    def test_of_one_alone_is_known(self, folder: Path, command: Command) -> None:
        assert "a.json" not in command("score", str(folder / "a.json")).stdout

    def test_stand_below_the_names_on_a_narrow_terminal(self) -> None:
        text = shown([a_row(file="x/a.json"), a_row(id=2, file="y/b.json")], 80, with_files=True).splitlines()
        assert [line[1:22].strip() for line in text[3:9]] == [
            *["invoke_agent", "support-agent", "x/a.json"],
            *["invoke_agent", "support-agent", "y/b.json"],
        ]

    def test_are_in_each_object_of_json_as_they_were_named(self, folder: Path, command: Command) -> None:
        lines = command("score", "--json", str(folder)).stdout.splitlines()
        names = ["a.json", "c.json", "deep/b.jsonl"]
        assert [json.loads(line)["file"] for line in lines] == [str(folder / name) for name in names]
        one = command("score", "--json", str(folder / "a.json")).stdout
        assert json.loads(one)["file"] == str(folder / "a.json")

    def test_of_a_trace_in_two_is_the_one_with_the_runs_span(self, write: Write, command: Command) -> None:
        tool, agent = a_run(GROUNDED)
        paths = write([tool], "a.json"), write([agent], "b.json")
        assert json.loads(command("score", "--json", *paths).stdout)["file"] == paths[1]

    def test_with_names_that_would_steer_the_terminal_do_not(self, folder: Path, command: Command) -> None:
        (folder / "\x1b[31m.json").write_text(lines(a_run(GROUNDED, trace_id=9)))
        for name in ("score", "explain", "doctor"):
            assert "\x1b" not in command(name, str(folder)).output
