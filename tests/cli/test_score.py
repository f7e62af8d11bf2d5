"""`otel-grounding score`: what it prints and the code it exits with."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from rich.console import Console
from sample_runs import EVIDENCE, GROUNDED, INVENTED, QUESTION, a_run, a_span, lines
from typer.testing import Result

from otel_grounding.cli.demands import Demands
from otel_grounding.cli.table import Row, print_table
from otel_grounding.conventions import read
from otel_grounding.model import ClaimGrounding, EvidenceSummary, FactGrounding, Status
from otel_grounding.tracking.runs import Rules

Write = Callable[..., str]
Command = Callable[..., Result]


def runs(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


class TestTable:
    def test_has_a_row_for_each_run_the_outermost_above_those_inside_it(self, write: Write, command: Command) -> None:
        inner = a_run(GROUNDED, agent="weather_agent", span_id=0xB0, parent_id=0xA0)
        result = command("score", write([*inner, *a_run(f"{GROUNDED} {INVENTED}", [])]))
        assert [line.split() for line in result.stdout.splitlines() if "agent" in line] == [
            *["invoke_agent travel_agent 0.50 1 of 2 no facts 1 00000000 00000000000000a0".split()],
            *["└ invoke_agent weather_agent 1.00 1 of 1 no facts 1 00000000 00000000000000b0".split()],
        ]
        assert result.stdout.splitlines()[-1] == "1 run and 1 inside them, 1 trace."

    @pytest.mark.parametrize(
        ("output", "tools", "shown"),
        [
            (None, [("get_weather", EVIDENCE)], "output not captured"),
            (GROUNDED, [("get_weather", None)], "evidence not captured"),
            (GROUNDED, [], "no evidence"),
            ("Yes.", [("get_weather", EVIDENCE)], "no claims"),
            ("巴黎今天天气晴朗。", [("get_weather", EVIDENCE)], "unsupported script"),
        ],
    )
    def test_says_why_there_is_no_rate(
        self, output: str | None, tools: Sequence[tuple[str, str | None]], shown: str, write: Write, command: Command
    ) -> None:
        assert shown in command("score", write(a_run(output, tools))).stdout

    def test_of_no_run_points_to_the_doctor(self, write: Write, command: Command) -> None:
        result = command("score", write([a_span("GET /", 1, None, {"http.method": "GET"})]))
        assert (result.exit_code, result.stdout) == (0, "No run found. `otel-grounding doctor FILE` says why.\n")

    def test_keeps_rates_counts_and_whole_span_ids_on_a_narrow_terminal(self) -> None:
        claims = ClaimGrounding(Status.SCORED, 0.5, 4, 2)
        facts = FactGrounding(Status.SCORED, 0.4, 5, 2, 1, 2)
        evidence = EvidenceSummary(2, tools_failed=1)
        row = Row("a" * 32, "b" * 16, "", True, "t.json", "invoke_agent support-agent", claims, facts, evidence)
        terminal = Console(file=StringIO(), width=80, force_terminal=True, color_system=None)
        with terminal.capture() as printed:
            print_table([row], terminal, Demands())
        assert [line.split() for line in printed.get().splitlines()[3:5]] == [
            ["invoke_agent", "0.50", "2", "of", "4", "0.40", "2", "of", "5,", "2,", "1", "b" * 16],
            ["support-agent", "1", "contradicted", "failed"],
        ]

    def test_lets_no_escape_sequence_of_a_name_through(self, write: Write, command: Command) -> None:
        result = command("score", write(a_run(GROUNDED, agent="evil\x1b[31m\x9b0m\u202e")))
        assert "␛[31m" in result.stdout
        assert not set("\x1b\x9b\u202e") & set(result.output)


class TestJson:
    def test_is_one_object_a_run_without_a_word_of_content(self, write: Write, command: Command) -> None:
        (run,) = runs(command("score", "--json", write(a_run(f"{GROUNDED} {INVENTED}"))))
        assert list(run)[:5] == ["trace_id", "span_id", "span_name", "agent_name", "outermost"]
        assert run["trace_id"] == "00000000000000000000000000000001"
        assert (run["span_id"], run["span_name"]) == ("00000000000000a0", "invoke_agent travel_agent")
        assert (run["agent_name"], run["outermost"], run["status"]) == ("travel_agent", True, "scored")
        assert run["claim_grounding"]["rate"] == 0.5
        assert [claim["verdict"] for claim in run["claims"]] == ["grounded", "ungrounded"]
        assert run["sources"] == [{"id": "s1", "tool_name": "get_weather", "call_id": "call_1", "chars": len(EVIDENCE)}]
        assert run["output_chars"] == len(f"{GROUNDED} {INVENTED}")
        assert "sunny" not in json.dumps(run)

    def test_with_content_holds_answer_question_and_sources(self, write: Write, command: Command) -> None:
        (run,) = runs(command("score", "--json", "--content", write(a_run(GROUNDED))))
        assert (run["output"], run["question"]) == (GROUNDED, QUESTION)
        assert run["sources"][0]["content"] == EVIDENCE
        assert run["claims"][0]["text"] == GROUNDED

    def test_with_content_of_a_run_that_captured_none_is_null(self, write: Write, command: Command) -> None:
        (run,) = runs(command("score", "--json", "--content", write(a_run(None))))
        assert (run["output"], run["question"]) == (None, None)

    def test_is_ascii_so_nothing_in_it_steers_a_terminal(self, write: Write, command: Command) -> None:
        output = "Paris is \x9b31m sunny \ud800 today."
        result = command("score", "--json", "--content", write(a_run(output)))
        assert result.stdout.isascii()
        assert runs(result)[0]["output"] == output

    def test_of_no_run_is_nothing(self, write: Write, command: Command) -> None:
        assert command("score", "--json", write("[]")).stdout == ""


class TestExitCode:
    @pytest.mark.parametrize(
        ("output", "options", "code"),
        [
            (GROUNDED, [], 0),
            (INVENTED, [], 0),
            (INVENTED, ["--fail-under", "0.7"], 1),
            (f"{GROUNDED} {INVENTED}", ["--fail-under", "0.5"], 0),  # strictly below
            (f"{GROUNDED} {INVENTED}", ["--fail-under", "0.51"], 1),
            (None, ["--fail-under", "0.7"], 0),
            (None, ["--fail-unscored"], 1),
            (GROUNDED, ["--fail-unscored", "--fail-under", "1"], 0),
            (GROUNDED, ["--fail-under", "1.5"], 2),
        ],
    )
    def test_follows_the_outermost_run(
        self, output: str | None, options: list[str], code: int, write: Write, command: Command
    ) -> None:
        assert command("score", *options, write(a_run(output))).exit_code == code

    @pytest.mark.parametrize(
        ("output", "options", "told"),
        [
            (GROUNDED, ["--fail-under", "0.7", "--fail-unscored"], ""),
            (INVENTED, ["--fail-under", "0.7"], "otel-grounding: 1 run below 0.7\n"),
            (None, ["--fail-unscored"], "otel-grounding: 1 run without a claim rate\n"),
            (None, ["--fail-under", "0.7", "--fail-unscored"], "otel-grounding: 1 run without a claim rate\n"),
        ],
    )
    def test_of_failed_runs_is_explained_on_stderr(
        self, output: str | None, options: list[str], told: str, write: Write, command: Command
    ) -> None:
        assert command("score", *options, write(a_run(output))).stderr == told

    def test_does_not_follow_a_run_inside_another(self, write: Write, command: Command) -> None:
        inner = a_run(INVENTED, agent="inner", span_id=0xB0, parent_id=0xA0)
        assert command("score", "--fail-under", "0.7", write([*inner, *a_run(GROUNDED, [])])).exit_code == 0

    def test_of_an_unreadable_file_beats_that_of_a_failed_run_and_the_others_are_scored(
        self, write: Write, command: Command
    ) -> None:
        good, bad = write(a_run(INVENTED)), write("{", "bad.json")
        result = command("score", "--json", "--fail-under", "0.7", bad, good, "/none.json")
        assert result.exit_code == 2
        assert len(runs(result)) == 1
        assert result.stderr.splitlines() == [
            f"otel-grounding: {bad}: line 1, byte 1: ends in the middle of a value",
            "otel-grounding: /none.json: No such file or directory",
            "otel-grounding: 1 run below 0.7",
        ]

    def test_remembers_one_broken_line_of_many(self, write: Write, command: Command) -> None:
        text = lines(a_run(GROUNDED)) + "%%%\n" + lines(a_run(GROUNDED, trace_id=2))
        result = command("score", "--json", write(text))
        assert (result.exit_code, len(runs(result))) == (2, 2)
        assert "line 3, byte " in result.stderr

    def test_many_errors_of_one_file_are_counted_after_the_first_ones(self, write: Write, command: Command) -> None:
        bad, worse = write(lines(a_run(GROUNDED)) + "%\n" * 2_000), write("%", "worse.json")
        said = command("score", bad, worse).stderr.splitlines()
        assert len(said) == 12
        assert said[10:] == [
            f"otel-grounding: {bad}: 1,990 more errors",
            f"otel-grounding: {worse}: line 1, byte 0: not JSON of a trace",
        ]

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\x00\xff\x08",
            b"[" * 5_000,
            b'{"resourceSpans": 1}',
            b'{"resourceSpans": [1, {"scopeSpans": 2}]}',
            b'[{"name": 1, "context": {"trace_id": "0x1"}}]',
            b'{"data": [{"spans": [{"traceID": [], "spanID": {}}]}]}',
        ],
        ids=range(7),
    )
    def test_is_2_for_any_rubbish_without_a_traceback(self, data: bytes, tmp_path: Path, command: Command) -> None:
        path = tmp_path / "rubbish.json"
        path.write_bytes(data)
        result = command("score", str(path))
        assert (result.exit_code, "Traceback" in result.output) == (2, False)
        assert result.stderr.startswith(f"otel-grounding: {path}: ")


class TestFiles:
    def test_spans_of_one_trace_may_lie_in_several(self, write: Write, command: Command) -> None:
        tool, agent = a_run(GROUNDED)
        paths = write([agent], "b.jsonl"), write([tool], "a.jsonl.gz")
        (run,) = runs(command("score", "--json", *paths))
        assert (run["status"], run["outermost"], len(run["sources"])) == ("scored", True, 1)

    def test_a_span_whose_parent_is_in_none_of_them_is_an_entry_span(self, write: Write, command: Command) -> None:
        for run in runs(command("score", "--json", write(a_run(GROUNDED, parent_id=0xFFFF)))):
            assert (run["status"], run["outermost"]) == ("scored", True)

    def test_a_span_that_is_in_two_of_them_counts_once(self, write: Write, command: Command) -> None:
        paths = write(a_run(GROUNDED), "a.json"), write(a_run(GROUNDED), "b.json")
        (run,) = runs(command("score", "--json", *paths))
        assert len(run["sources"]) == 1

    def test_of_a_directory_are_all_read(self, write: Write, command: Command, tmp_path: Path) -> None:
        write(a_run(GROUNDED), "in/a.json")
        write(a_run(GROUNDED, trace_id=2), "in/b.jsonl")
        write("no trace", "in/README.md")
        write("no trace", "in/archive.tar.gz")
        (tmp_path / "in/c.json.gz").write_bytes(gzip.compress(lines(a_run(GROUNDED, trace_id=3)).encode()))
        result = command("score", "--json", str(tmp_path / "in"))
        assert (result.exit_code, len(runs(result))) == (0, 3)

    def test_an_empty_directory_is_an_error(self, command: Command, tmp_path: Path) -> None:
        assert command("score", str(tmp_path)).exit_code == 2

    @pytest.mark.parametrize(
        ("name", "reason"),
        [("n" * 300 + ".json", "File name too long"), ("", "No such file or directory")],
        ids=["too long", "empty, as of an unset variable"],
    )
    def test_a_name_that_no_file_can_have_is_an_error(self, command: Command, name: str, reason: str) -> None:
        result = command("score", name)
        assert (result.exit_code, result.stderr) == (2, f"otel-grounding: {name}: {reason}\n")

    def test_a_link_back_to_its_directory_is_not_followed(self, write: Write, command: Command, tmp_path: Path) -> None:
        write(a_run(GROUNDED))
        (tmp_path / "again").symlink_to(tmp_path)
        result = command("score", "--json", str(tmp_path))
        assert (result.exit_code, len(runs(result))) == (0, 1)

    @pytest.mark.parametrize(
        ("target", "reason"),
        [("nowhere", "No such file or directory"), ("b.json", "Too many levels of symbolic links")],
    )
    def test_a_link_that_leads_nowhere_is_an_error_and_the_others_are_scored(
        self, write: Write, command: Command, tmp_path: Path, target: str, reason: str
    ) -> None:
        write(a_run(GROUNDED), "a.json")
        (tmp_path / "b.json").symlink_to(tmp_path / target)
        result = command("score", "--json", str(tmp_path))
        assert (result.exit_code, len(runs(result))) == (2, 1)
        assert result.stderr == f"otel-grounding: {tmp_path / 'b.json'}: {reason}\n"

    def test_a_directory_inside_that_cannot_be_listed_is_an_error_and_the_others_are_scored(
        self, write: Write, command: Command, tmp_path: Path
    ) -> None:
        write(a_run(GROUNDED))
        place = os.open(tmp_path, os.O_RDONLY)
        for _ in range(20):  # 5,000 characters: a path that no system call takes, whoever asks
            os.mkdir("d" * 250, dir_fd=place)
            outer, place = place, os.open("d" * 250, os.O_RDONLY, dir_fd=place)
            os.close(outer)
        os.close(place)
        result = command("score", "--json", str(tmp_path))
        assert (result.exit_code, len(runs(result))) == (2, 1)
        assert result.stderr.endswith(": File name too long\n")

    def test_standard_input_is_a_dash(self, command: Command) -> None:
        result = command("score", "--json", "-", input=lines(a_run(GROUNDED)))
        assert (result.exit_code, len(runs(result))) == (0, 1)

    def test_spans_that_are_each_others_parents_do_not_hang(self, write: Write, command: Command) -> None:
        tool, agent = a_run(GROUNDED, parent_id=0xA1)
        assert len(runs(command("score", "--json", write([tool, agent])))) == 1


class TestConfiguration:
    def test_is_that_of_the_agents_own_process(
        self, write: Write, command: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE", "0.9")
        monkeypatch.setenv("OTEL_GROUNDING_NO_EVIDENCE", "score")
        first, second = runs(command("score", "--json", write([*a_run(INVENTED), *a_run(GROUNDED, [], trace_id=2)])))
        assert first["claim_grounding"]["below_threshold"] is True
        assert second["claim_grounding"]["rate"] == 0.0


def test_a_full_disk_is_named_and_no_traceback(write: Write, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("otel_grounding.cli.store.SpanStore.add", full)
    result = command("score", write(a_run(GROUNDED)))
    assert result.exit_code == 2
    assert result.stderr.startswith("otel-grounding: temporary database: database or disk is full: SQLITE_TMPDIR")


STAGES: dict[str, Callable[..., Any]] = {"scored.read": read, "file_runs.Rules.finish": Rules.finish}


@pytest.mark.parametrize("stage", STAGES)
def test_a_span_that_breaks_a_stage_is_named_and_the_others_are_scored(
    stage: str, write: Write, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = STAGES[stage]
    calls = []

    def failing(*given: Any, **named: Any) -> Any:
        calls.append(given)
        if len(calls) == 1:
            raise RuntimeError("secret words of the answer")
        return real(*given, **named)

    monkeypatch.setattr(f"otel_grounding.cli.{stage}", failing)
    result = command("score", "--json", write([*a_run(GROUNDED), *a_run(GROUNDED, trace_id=2)]))
    assert [run["status"] for run in runs(result)][1:] == ["scored"]
    assert result.stderr.endswith(" span 00000000000000a1 failed: RuntimeError\n")


def test_a_run_that_cannot_be_scored_has_the_status_error_and_the_others_a_score(
    write: Write, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from otel_grounding.scoring.assess import assess_run

    def failing(run: Any, *args: Any) -> Any:
        if run.agent_name == "bad":
            raise RuntimeError("secret words of the answer")
        return assess_run(run, *args)

    monkeypatch.setattr("otel_grounding.cli.scored.assess_run", failing)
    spans: list[ReadableSpan] = [*a_run(GROUNDED, agent="bad"), *a_run(GROUNDED, trace_id=2)]
    result = command("score", "--json", write(spans))
    assert [run["status"] for run in runs(result)] == ["error", "scored"]
    assert result.stderr == "otel-grounding: scoring span 00000000000000a0 failed: RuntimeError\n"
