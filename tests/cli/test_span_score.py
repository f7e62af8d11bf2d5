"""Spans that were scored as their run ended: what is on them is shown where nothing is left to score anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Status as SpanStatus
from opentelemetry.trace import StatusCode
from sample_runs import GROUNDED, INVENTED, a_run, a_span
from typer.testing import Result

from otel_grounding import GroundingConfig, GroundingSpanExporter
from otel_grounding.cli.span_score import score_on
from otel_grounding.model import Status
from otel_grounding.signals import names

Write = Callable[..., str]
Command = Callable[..., Result]

ANSWER = f"{GROUNDED} {INVENTED} The bill is 129.00 EUR."
TOOLS = [("get_weather", "Paris is sunny today. The bill is 139.00 EUR.")]
SCORED: dict[str, Any] = {
    names.CLAIM_STATUS: "scored",
    names.CLAIM_RATE: 0.75,
    names.CLAIMS_TOTAL: 4,
    names.CLAIMS_GROUNDED: 3,
    names.CLAIM_DEFINITION: "an-older-one/0.9.0",
}


def exported(spans: list[ReadableSpan], *, strip: bool, **config: Any) -> list[ReadableSpan]:
    kept = InMemorySpanExporter()
    GroundingSpanExporter(kept, GroundingConfig(strip_content=strip, **config)).export(spans)
    return list(kept.get_finished_spans())


def run_with(attributes: Mapping[str, Any], output: str | None = None) -> list[ReadableSpan]:
    """A run whose span carries a score, with or without its content."""
    *tools, agent = a_run(output, [("get_weather", None)] if output is None else TOOLS)
    assert agent.context is not None
    return [*tools, a_span(agent.name, agent.context.span_id, None, {**(agent.attributes or {}), **attributes})]


def only(result: Result) -> dict[str, Any]:
    (line,) = result.stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


class TestOfStrippedSpans:
    def test_is_the_one_that_was_made_of_the_whole(self, write: Write, command: Command) -> None:
        whole, stripped = (
            write(exported(a_run(ANSWER, TOOLS), strip=strip), f"{strip}.json") for strip in (False, True)
        )
        anew, read = only(command("score", "--json", whole)), only(command("score", "--json", stripped))
        assert (anew["from_span"], read["from_span"]) == (False, True)
        same = ("status", "claim_grounding", "outermost", "trace_id", "span_id", "agent_name")
        assert {key: read[key] for key in same} == {key: anew[key] for key in same}
        for key in ("status", "rate", "total", "supported", "contradicted", "unsupported", "definition"):
            assert read["fact_grounding"][key] == anew["fact_grounding"][key]
        assert (read["evidence"]["sources"], read["claims"], read["facts"], read["sources"]) == (1, [], [], [])

    def test_is_marked_in_the_table(self, write: Write, command: Command) -> None:
        shown = command("score", write(exported(a_run(ANSWER, TOOLS), strip=True))).stdout
        assert "0.67  2 of 3*" in shown
        assert "* read from the span, as it was when the run ended: what it was made from is not there.\n" in shown
        assert "In all: 2 of 3 claims grounded" in shown

    def test_is_explained_as_far_as_it_can_be(self, write: Write, command: Command) -> None:
        shown = command("explain", write(exported(a_run(ANSWER, TOOLS), strip=True))).stdout
        assert "Claims: 2 of 3 grounded, rate 0.67 (lexical-overlap/1.0.0)\n" in shown
        assert "Read from the span, as it was when the run ended" in shown
        assert "(not captured or empty)" in shown

    def test_satisfies_the_doctor(self, write: Write, command: Command) -> None:
        path = write(exported(a_run(ANSWER, TOOLS), strip=True))
        shown = command("doctor", path).stdout.partition("\nThis process")[0]
        assert "1 run, 1 with a score" in shown
        said = "1 run with the score that was written on the span as it ended: what it was made from is not here"
        assert f"✓ {said}\n      in {path}: invoke_agent travel_agent, span 00000000000000a0\n" in shown
        assert "✗" not in shown

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            (["--fail-under", "0.6", "--fail-unscored"], 0),
            (["--fail-under", "0.7"], 1),
            (["--fail-contradicted"], 1),
            (["--fail-facts-under", "0.5"], 1),
        ],
    )
    def test_passes_or_fails_a_build_as_any(
        self, options: list[str], code: int, write: Write, command: Command
    ) -> None:
        assert command("score", *options, write(exported(a_run(ANSWER, TOOLS), strip=True))).exit_code == code

    def test_is_judged_by_this_environments_threshold_and_else_by_its_own(
        self, write: Write, command: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write(exported(a_run(ANSWER, TOOLS), strip=True, min_claim_grounding_rate=0.6))
        own = only(command("score", "--json", path))["claim_grounding"]
        monkeypatch.setenv("OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE", "0.9")
        ours = only(command("score", "--json", path))["claim_grounding"]
        assert (own["threshold"], own["below_threshold"]) == (0.6, False)
        assert (ours["threshold"], ours["below_threshold"]) == (0.9, True)


class TestWhichOne:
    def test_is_the_one_made_anew_wherever_one_can_be_made(self, write: Write, command: Command) -> None:
        path = write(run_with(SCORED, GROUNDED))
        run = only(command("score", "--json", path))
        assert (run["from_span"], run["claim_grounding"]["rate"]) == (False, 1.0)
        assert (
            "1 run with another score on the span: `otel-grounding explain` shows it.\n"
            in command("score", path).stdout
        )
        assert "On the span: 3 of 4 grounded, rate 0.75 (an-older-one/0.9.0)\n" in command("explain", path).stdout
        assert "! 1 run with another score on the span than the one made anew\n" in command("doctor", path).stdout

    def test_says_nothing_of_a_score_that_is_the_same(self, write: Write, command: Command) -> None:
        path = write(exported(a_run(ANSWER, TOOLS), strip=False))
        for name in ("score", "explain", "doctor"):
            assert "on the span" not in command(name, path).stdout.lower()

    def test_is_that_of_the_span_where_the_evidence_alone_is_gone(self, write: Write, command: Command) -> None:
        *_, agent = run_with(SCORED, GROUNDED)
        path = write([*a_run(None, [("t", None)])[:1], agent])
        run = only(command("score", "--json", path))
        assert (run["from_span"], run["claim_grounding"]["rate"], run["output_chars"]) == (True, 0.75, len(GROUNDED))
        assert f"Answer\n{GROUNDED}\n" in command("explain", path).stdout

    @pytest.mark.parametrize(
        ("then", "output", "status", "from_span"),
        [
            ("run_failed", None, "run_failed", True),
            ("no_evidence", None, "no_evidence", True),
            ("output_not_captured", None, "output_not_captured", False),
            ("evidence_not_captured", GROUNDED, "scored", False),
            ("nonsense", None, "output_not_captured", False),
        ],
    )
    def test_of_two_without_a_rate_is_the_one_that_knows_more(
        self, then: str, output: str | None, status: str, from_span: bool, write: Write, command: Command
    ) -> None:
        run = only(command("score", "--json", write(run_with({names.CLAIM_STATUS: then}, output))))
        assert (run["status"], run["from_span"]) == (status, from_span)


def test_a_span_that_no_longer_looks_like_a_run_keeps_its_score(write: Write, command: Command) -> None:
    run = only(command("score", "--json", write([a_span("POST /chat", 1, None, {"http.method": "POST"} | SCORED)])))
    assert (run["from_span"], run["outermost"], run["claim_grounding"]["rate"]) == (True, True, 0.75)


def test_a_span_that_was_no_run_that_could_be_scored_does_not_become_one(write: Write, command: Command) -> None:
    old = {names.CLAIM_STATUS: "output_not_captured"}
    assert command("score", "--json", write([a_span("POST /tool", 1, None, old)])).stdout == ""


def test_nested_runs_are_left_out_where_they_are_not_scored(
    write: Write, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_GROUNDING_NESTED_RUNS", "false")
    inner = a_span("step", 0xB0, 0xA0, SCORED)
    assert only(command("score", "--json", write([inner, *run_with(SCORED)])))["outermost"] is True


class TestDoctorOnAFailedRun:
    @pytest.mark.parametrize("on_span", [{names.CLAIM_STATUS: "run_failed"}, {}], ids=["on the span", "fresh"])
    def test_says_so_and_gives_no_advice_on_content(
        self, on_span: dict[str, Any], write: Write, command: Command
    ) -> None:
        *tools, agent = run_with(on_span)
        agent = _failed(agent)
        shown = command("doctor", write([*tools, agent])).stdout.partition("\nThis process")[0]
        said = "the run's span ended with an error or was cancelled, and no final output is there"
        assert f"! 1 run: {said}\n      in " in shown
        assert "CAPTURE" not in shown


def _failed(span: ReadableSpan) -> ReadableSpan:
    return ReadableSpan(
        span.name,
        span.context,
        span.parent,
        span.resource,
        span.attributes,
        status=SpanStatus(StatusCode.ERROR, "the model did not answer"),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


OURS = [value for name, value in vars(names).items() if name.isupper() and isinstance(value, str)]
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text(), max_size=2)


@given(st.dictionaries(st.sampled_from(OURS), VALUES | st.sampled_from(list(Status)), max_size=12))
def test_whatever_is_on_a_span_is_a_score_or_none(attributes: dict[str, Any]) -> None:
    found = score_on(ReadableSpan("run", attributes=attributes))
    if found is None:
        return
    json.dumps(found.to_dict(), allow_nan=False)
    for grounding in (found.claim_grounding, found.fact_grounding):
        assert grounding.rate is None or 0 <= grounding.rate <= 1
        assert grounding.total >= 0
