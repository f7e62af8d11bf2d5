"""`otel-grounding score --fail-…`: what fails a build, and that nothing else looks like success."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from sample_runs import GROUNDED, INVENTED, a_run, a_span
from typer.testing import Result

Write = Callable[..., str]
Command = Callable[..., Result]

ORDER = [("get_order", json.dumps({"order": "A-1042", "total": "129.00 EUR", "ship_date": "2026-03-04"}))]
RIGHT = "Order A-1042 costs 129.00 EUR."
CONTRADICTED = "Order A-1042 costs 139.00 EUR."
UNSUPPORTED = "Order A-1042 costs 129.00 EUR, and order B-7731 comes on 2027-09-30."
DEMANDS = [["--fail-under", "0.7"], ["--fail-unscored"], ["--fail-facts-under", "0.9"], ["--fail-contradicted"]]


class TestFacts:
    @pytest.mark.parametrize(
        ("output", "options", "told"),
        [
            (RIGHT, ["--fail-facts-under", "1", "--fail-contradicted"], ""),
            (CONTRADICTED, [], ""),
            (CONTRADICTED, ["--fail-under", "0.5"], ""),
            (CONTRADICTED, ["--fail-contradicted"], "1 run with a contradicted fact"),
            (CONTRADICTED, ["--fail-facts-under", "0.9"], "1 run with facts below 0.9"),
            (CONTRADICTED, ["--fail-facts-under", "0.5"], ""),  # strictly below: one of two
            (UNSUPPORTED, ["--fail-contradicted"], ""),
            (UNSUPPORTED, ["--fail-facts-under", "0.9"], "1 run with facts below 0.9"),
            (GROUNDED, ["--fail-facts-under", "1", "--fail-contradicted"], ""),  # no facts: nothing is wrong
            (None, ["--fail-facts-under", "1", "--fail-contradicted"], ""),  # what --fail-unscored is for
        ],
    )
    @pytest.mark.parametrize("form", [[], ["--json"]], ids=["table", "json"])
    def test_fail_a_build_that_demands_them(
        self, output: str | None, options: list[str], told: str, form: list[str], write: Write, command: Command
    ) -> None:
        result = command("score", *form, *options, write(a_run(output, ORDER)))
        assert (result.exit_code, result.stderr) == (1 if told else 0, f"otel-grounding: {told}\n" if told else "")

    def test_of_a_run_inside_another_count_for_nothing(self, write: Write, command: Command) -> None:
        inner = a_run(CONTRADICTED, ORDER, agent="inner", span_id=0xB0, parent_id=0xA0)
        path = write([*inner, *a_run(RIGHT, [])])
        assert command("score", "--fail-contradicted", "--fail-facts-under", "1", path).exit_code == 0

    @pytest.mark.parametrize("options", DEMANDS[2:])
    def test_that_are_turned_off_cannot_be_demanded(
        self, options: list[str], write: Write, command: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OTEL_GROUNDING_FACT_KINDS", "none")
        result = command("score", *options, write(a_run(RIGHT, ORDER)))
        assert result.exit_code == 2
        assert "OTEL_GROUNDING_FACT_KINDS" in result.stderr


def test_each_reason_has_its_line_and_its_count(write: Write, command: Command) -> None:
    spans = [
        *a_run(INVENTED),
        *a_run(CONTRADICTED, ORDER, trace_id=2),
        *a_run(CONTRADICTED, ORDER, trace_id=3),
        *a_run(None, trace_id=4),
        *a_run(RIGHT, ORDER, trace_id=5),
    ]
    result = command("score", *[option for demand in DEMANDS for option in demand], write(spans))
    assert (result.exit_code, result.stderr.splitlines()) == (
        1,
        [
            "otel-grounding: 1 run below 0.7",
            "otel-grounding: 2 runs with facts below 0.9",
            "otel-grounding: 2 runs with a contradicted fact",
            "otel-grounding: 1 run without a claim rate",
        ],
    )


@pytest.mark.parametrize("rate", ["nan", "-0.1", "1.01", "inf", "much"])
@pytest.mark.parametrize("option", ["--fail-under", "--fail-facts-under"])
def test_a_rate_that_is_none_is_refused(option: str, rate: str, write: Write, command: Command) -> None:
    assert command("score", option, rate, write(a_run(GROUNDED))).exit_code == 2


NO_RUN: list[Sequence[ReadableSpan] | str] = [
    [a_span("GET /", 1, None, {"http.method": "GET"})],
    a_run(GROUNDED)[:1],
    '{"resourceSpans": []}',
    '{"resourceLogs": [], "resourceMetrics": []}',
    "[]",
]


class TestFilesWithoutARun:
    @pytest.mark.parametrize("demand", DEMANDS, ids=" ".join)
    @pytest.mark.parametrize("content", NO_RUN, ids=range(len(NO_RUN)))
    @pytest.mark.parametrize("form", [[], ["--json"]], ids=["table", "json"])
    def test_meet_no_demand(
        self,
        demand: list[str],
        content: Sequence[ReadableSpan] | str,
        form: list[str],
        write: Write,
        command: Command,
    ) -> None:
        result = command("score", *form, *demand, write(content))
        assert result.exit_code == 1
        assert result.stderr.splitlines()[-1] == "otel-grounding: no run found, so none is known to pass"

    @pytest.mark.parametrize("content", NO_RUN, ids=range(len(NO_RUN)))
    def test_are_no_error_where_nothing_is_demanded_but_are_told_of(
        self, content: Sequence[ReadableSpan] | str, write: Write, command: Command
    ) -> None:
        path = write(content)
        table, as_json = command("score", path), command("score", "--json", path)
        said = "No run found. `otel-grounding doctor FILE` says why.\n"
        assert (table.exit_code, table.stdout, table.stderr) == (0, said, "")
        assert (as_json.exit_code, as_json.stdout, as_json.stderr) == (0, "", said)

    @pytest.mark.parametrize("content", ['{"a": 1}', '{"message": "hello"}\n{"message": "bye"}\n', "[1, 2]", '"text"'])
    def test_of_unknown_json_are_unreadable(self, content: str, write: Write, command: Command) -> None:
        assert command("score", write(content)).exit_code == 2

    def test_beside_one_with_a_run_are_no_fault(self, write: Write, command: Command) -> None:
        paths = write(a_run(GROUNDED), "a.json"), write([a_span("GET /", 1, None, {}, trace_id=2)], "b.json")
        assert command("score", "--fail-under", "0.7", "--fail-unscored", *paths).exit_code == 0
