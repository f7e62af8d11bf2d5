"""Cases from public bug reports: what went wrong elsewhere stays right here. Each row says where it comes from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Span, Status, StatusCode, Tracer, set_span_in_context

from otel_grounding import GroundingConfig, GroundingReport, GroundingSpanProcessor, assess
from otel_grounding.text.claims import split_sentences

PATH = Path(__file__).parent / "data/field_cases/cases.jsonl"
CASES: dict[str, dict[str, Any]] = {case["id"]: case for case in map(json.loads, PATH.read_text("utf-8").splitlines())}
WAITING = {"F01", "F02", "F06", "F07", "F36", "F60", "F66"}
"""Rows for definitions or ways of use that do not exist yet."""


def report_on(case: dict[str, Any], **settings: Any) -> GroundingReport:
    given = case["input"]
    return assess(given["answer"], given.get("evidence", []), config=GroundingConfig(**settings))


def verdicts(report: GroundingReport) -> dict[str, str]:
    """The verdict of each fact, by its text."""
    return {fact.text: fact.verdict.value for fact in report.facts}


ATOMS = ["F15", "F17", "F20", "F23", "F25", "F27", "F37", "F49"]


@pytest.mark.parametrize("case_id", [case_id for case_id in ATOMS if "atoms" in CASES[case_id]["expected"]])
def test_the_facts_of_a_row_have_its_verdicts(case_id: str) -> None:
    case = CASES[case_id]
    found = verdicts(report_on(case))
    for literal, expected in case["expected"]["atoms"].items():
        of_literal = [verdict for text, verdict in found.items() if text in literal or literal in text]
        assert of_literal == [expected.split()[0]], found
    if "atoms_count" in case["expected"]:
        assert len(found) == case["expected"]["atoms_count"]


def test_f03_nothing_to_ground_is_no_failure() -> None:
    report = report_on(CASES["F03"], min_claim_grounding_rate=0.7)
    assert report.status == CASES["F03"]["expected"]["reason"]
    assert (report.claim_grounding.rate, report.claim_grounding.below_threshold) == (1.0, False)


def test_f04_without_evidence_there_is_no_rate() -> None:
    report = report_on(CASES["F04"])
    assert (report.status, report.claim_grounding.rate, report.fact_grounding.rate) == ("no_evidence", None, None)


def test_f08_claims_quote_the_answer() -> None:
    report = assess(CASES["F08"]["input"]["answer"], ["Build 8812"])
    assert [report.output_text[claim.start : claim.end] for claim in report.claims] == [
        "Build 8812 failed.",
        "It was retried twice.",
    ]


def test_f10_leaving_facts_out_is_no_contradiction() -> None:
    report = report_on(CASES["F10"])
    assert (report.claim_grounding.rate, verdicts(report)) == (1.0, {"3,120": "supported"})


def test_f11_score_and_verdicts_agree() -> None:
    report = report_on(CASES["F11"])
    wrong = [fact.text for fact in report.facts if fact.verdict != "supported"]
    assert report.claim_grounding.rate == CASES["F11"]["expected"]["score"]
    assert [text for text in wrong if "3,000" in text]


def test_f14_more_evidence_takes_no_support_away() -> None:
    case = CASES["F14"]
    before = verdicts(assess(case["input"]["answer"], case["input"]["evidence"][:1]))
    rows = [{"line": f"L-{number}", "rate": number % 7000} for number in range(200)]
    after = verdicts(assess(case["input"]["answer"], [case["input"]["evidence"][0], rows]))
    assert set(before.values()) == {"supported"}
    assert after == before


def test_f15_the_opposite_is_contradicted_where_statements_are_checked() -> None:
    report = report_on(CASES["F15"])
    assert [fact.verdict for fact in report.facts] == ["contradicted"]


def test_f19_tokens_are_equal_or_not() -> None:
    case = CASES["F19"]
    report = report_on(case)
    assert [claim.coverage for claim in report.claims] == [0.0]


@pytest.mark.parametrize("answer", CASES["F21"]["input"]["answers"])
def test_f21_one_amount_in_every_form(answer: str) -> None:
    assert set(verdicts(assess(answer, CASES["F21"]["input"]["evidence"])).values()) == {"supported"}


@pytest.mark.parametrize("case_id", ["F29", "F31"])
def test_f29_f31_no_dates_where_none_are(case_id: str) -> None:
    facts = assess(CASES[case_id]["input"]["answer"], ["nothing"]).facts
    assert [fact for fact in facts if fact.kind == "date"] == []


def test_f32_no_sentence_ends_inside_figures_and_hosts() -> None:
    report = assess(CASES["F32"]["input"]["answer"], ["n1.example.net uses 3.5 cores, 87.5%"])
    assert len(report.claims) == CASES["F32"]["expected"]["claims_count"]
    assert len(report.facts) >= CASES["F32"]["expected"]["atoms_count_min"]


def test_f34_repeated_sentences_have_their_own_places() -> None:
    spans = list(split_sentences(CASES["F34"]["input"]["answer"]))
    assert len(spans) == CASES["F34"]["expected"]["claims_count"]
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_f44_f45_values_of_any_type_are_read_and_binary_ones_are_not() -> None:
    rows = CASES["F44"]["input"]["spans"][0]["attrs"]["gen_ai.tool.call.result"]
    report = assess("7,315 and 8,420", [rows, b"\xff\xfe\x00 7999"])
    assert verdicts(report) == {"7,315": "supported", "8,420": "supported"}
    assert verdicts(assess("Total is 7,315.", [b'{"total": 7315}'])) == {"7,315": "supported"}


def test_f47_a_payload_in_either_place_and_encoded_twice() -> None:
    assert verdicts(report_on(CASES["F47"])) == {"7,315": "supported", "8,420": "supported"}


def test_f49_cut_json_supports_what_is_readable_and_contradicts_nothing() -> None:
    case = CASES["F49"]
    assert verdicts(report_on(case)) == case["expected"]["atoms"]


def test_f50_limits_count_bytes_and_cut_between_characters() -> None:
    report = report_on(
        CASES["F50"] | {"input": CASES["F50"]["input"] | {"answer": "three plain words"}},
        **CASES["F50"]["input"]["config"],
    )
    assert (report.evidence.bytes, report.evidence.truncated) == (8, True)


# ---- rows about spans: real ones


class Traced:
    """A provider with our processor in front of an exporter that keeps everything."""

    def __init__(self, **settings: Any) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(GroundingSpanProcessor(GroundingConfig(**settings)))
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.tracer: Tracer = self.provider.get_tracer("field")

    def start(self, op: str, parent: Span | None = None, **attributes: Any) -> Span:
        span = self.tracer.start_span(op, context=set_span_in_context(parent) if parent is not None else None)
        span.set_attribute("gen_ai.operation.name", op)
        for key, value in attributes.items():
            span.set_attribute(key.replace("__", "."), value)
        return span

    def tool(self, parent: Span, result: Any = None, **attributes: Any) -> None:
        span = self.start("execute_tool", parent, gen_ai__tool__name="lookup", **attributes)
        if result is not None:
            span.set_attribute("gen_ai.tool.call.result", result)
        span.end()

    def answer(self, span: Span, text: str) -> None:
        span.set_attribute("gen_ai.output.messages", messages("assistant", [{"type": "text", "content": text}]))
        span.end()

    def scores(self, key: str = "reliability.claim_grounding.status") -> list[Any]:
        kept = [span.attributes or {} for span in self.exporter.get_finished_spans()]
        return [attributes[key] for attributes in kept if key in attributes]


def messages(role: str, parts: Sequence[dict[str, Any]]) -> str:
    return json.dumps([{"role": role, "parts": list(parts)}])


@pytest.fixture
def traced() -> Traced:
    return Traced()


def facts(traced: Traced) -> tuple[list[Any], list[Any]]:
    """Totals and supported counts of every scored span."""
    prefix = "reliability.fact_grounding.facts_"
    return traced.scores(prefix + "total"), traced.scores(prefix + "supported")


def test_f38_old_and_new_keys_of_one_output(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    traced.tool(run, tool_response='{"total": 7315}')
    traced.tool(run, '{"total": 8420}')
    traced.answer(run, CASES["F38"]["input"]["answer"])
    assert facts(traced) == ([2], [2])


def test_f39_an_output_that_only_the_next_model_call_holds_counts_once(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    traced.tool(run, gen_ai__tool__call__id="c1")
    heard = [{"type": "tool_call_response", "id": "c1", "response": {"total": 7315}}]
    for _ in range(2):
        traced.start("chat", run, gen_ai__input__messages=messages("tool", heard)).end()
    traced.answer(run, CASES["F39"]["input"]["answer"])
    assert traced.scores("reliability.evidence.sources") == [CASES["F39"]["expected"]["evidence_count"]]
    assert facts(traced) == ([1], [1])


def test_f41_the_answer_is_the_last_model_calls_where_the_agent_has_none(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    traced.tool(run, '{"total": 7315}')
    traced.answer(traced.start("chat", run), "Total is 7,315.")
    run.end()
    assert facts(traced) == ([1], [1])


def test_f42_no_message_is_no_answer(traced: Traced) -> None:
    run = traced.start("invoke_agent", gen_ai__output__messages="[]")
    traced.tool(run, '{"total": 7315}')
    run.end()
    assert traced.scores() == ["output_not_captured"]
    assert traced.scores("reliability.claim_grounding_rate") == []


def test_f52_the_score_is_on_the_exported_span(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    traced.tool(run, "total seven thousand units")
    traced.answer(run, "The total is seven thousand units.")
    assert traced.scores("reliability.claim_grounding_rate") == [1.0]


def test_f53_a_full_span_loses_nothing_of_its_own(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    for number in range(126):
        run.set_attribute(f"key.{number}", number)
    traced.answer(run, "The total is seven thousand units.")
    (exported,) = traced.exporter.get_finished_spans()
    assert exported.dropped_attributes == 0
    assert "gen_ai.operation.name" in (exported.attributes or {})


def test_f54_a_root_of_many_tool_calls_holds_no_more_than_the_limit() -> None:
    traced = Traced(max_evidence_bytes=10_000)
    run = traced.start("invoke_agent")
    for number in range(2_000):
        traced.tool(run, f"{number} " + "x" * 1_000)
    traced.answer(run, "The total is seven thousand units.")
    assert traced.scores("reliability.evidence.truncated") == [True]
    assert traced.scores("reliability.evidence.sources") == [9]


def test_f56_late_spans_bring_no_second_report(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    late = [traced.start("execute_tool", run, gen_ai__tool__name="lookup") for _ in range(2)]
    traced.answer(run, "The total is seven thousand units.")
    for span in late:
        span.set_attribute("gen_ai.tool.call.result", "seven thousand units")
        span.end()
    assert len(traced.scores()) == CASES["F56"]["expected"]["reports"]


def test_f57_a_run_is_scored_at_its_own_end(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    traced.tool(run, "seven thousand units")
    assert traced.scores() == []
    traced.answer(run, "The total is seven thousand units.")
    assert len(traced.scores()) == 1


def test_f58_two_turns_of_one_trace_are_two_runs(traced: Traced) -> None:
    root = traced.tracer.start_span("session")
    for _ in range(2):
        turn = traced.start("invoke_agent", root)
        traced.tool(turn, "seven thousand units")
        traced.answer(turn, "The total is seven thousand units.")
    root.end()
    assert traced.scores() == ["scored", "scored"]


def test_f62_a_tool_in_another_trace_is_missing_evidence_and_no_accusation(traced: Traced) -> None:
    run = traced.start("invoke_agent")
    stray = traced.start("execute_tool", gen_ai__tool__name="lookup", gen_ai__tool__call__result='{"total": 7315}')
    stray.end()
    traced.answer(run, "The grand total is 7,315 units.")
    run_status = [
        span.attributes["reliability.claim_grounding.status"]
        for span in traced.exporter.get_finished_spans()
        if span.name == "invoke_agent" and span.attributes
    ]
    assert run_status == [CASES["F62"]["expected"]["reason"]]


def test_f63_an_agent_under_an_ended_span_is_scored(traced: Traced) -> None:
    parent = traced.tracer.start_span("request")
    parent.end()
    run = traced.start("invoke_agent", parent)
    traced.answer(run, "The total is seven thousand units.")
    assert traced.scores() == ["no_evidence"]


def test_f64_the_text_of_an_error_supports_what_it_says(traced: Traced) -> None:
    case = CASES["F64"]
    run = traced.start("invoke_agent")
    tool = traced.start("execute_tool", run, gen_ai__tool__name="fetch")
    tool.set_attribute("gen_ai.tool.call.result", case["input"]["spans"][0]["result"])
    tool.set_status(Status(StatusCode.ERROR))
    tool.end()
    traced.answer(run, case["input"]["answer"])
    assert facts(traced) == ([2], [1])
    assert traced.scores("reliability.evidence.tools_failed") == [case["expected"]["failed_tools"]]


def test_f67_a_sub_agents_words_are_no_observation(traced: Traced) -> None:
    case = CASES["F67"]
    run = traced.start("invoke_agent")
    tool = traced.start("execute_tool", run, gen_ai__tool__name="task")
    traced.answer(traced.start("invoke_agent", tool), case["input"]["spans"][0]["result"])
    tool.set_attribute("gen_ai.tool.call.result", case["input"]["spans"][0]["result"])
    tool.end()
    traced.answer(run, case["input"]["answer"])
    assert traced.scores("reliability.evidence.sources") == [0, 0]


def test_every_row_is_held_or_waits() -> None:
    written = Path(__file__).read_text("utf-8")
    held = {case_id for case_id in CASES if f"test_{case_id.lower()}" in written or f"_{case_id.lower()}" in written}
    assert held | set(ATOMS) | WAITING == set(CASES)
    assert {case_id for case_id in CASES if "later" in CASES[case_id]} - {"F15", "F20"} == WAITING
