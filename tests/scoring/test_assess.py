"""The report on a run: statuses, thresholds, and what is listed."""

from __future__ import annotations

from typing import Any

import pytest

from otel_grounding import GroundingConfig, Source, assess
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import Run, Status
from otel_grounding.scoring.assess import assess_run

CLAIM = "The capital of France is Paris."
SOURCE = "Paris is the capital of France."

STATUSES: list[tuple[str, Any, list[Any], int, Status, float | None]] = [
    ("scored", CLAIM, [SOURCE], 1, Status.SCORED, 1.0),
    ("no output", None, [SOURCE], 1, Status.OUTPUT_NOT_CAPTURED, None),
    ("an empty output was captured", "", [SOURCE], 1, Status.NO_CLAIMS, 1.0),
    ("no claim", "Done. OK!", [SOURCE], 1, Status.NO_CLAIMS, 1.0),
    ("no claim beats no evidence", "Done.", [], 0, Status.NO_CLAIMS, 1.0),
    ("another script", "Столица Франции — Париж.", [SOURCE], 1, Status.UNSUPPORTED_SCRIPT, None),
    ("another script with a figure in it", "退款金额为4,800元。", [SOURCE], 1, Status.UNSUPPORTED_SCRIPT, None),
    ("accents are no other script", "Crème brûlée!", [SOURCE], 1, Status.NO_CLAIMS, 1.0),
    ("outputs of tools missing", CLAIM, [], 2, Status.EVIDENCE_NOT_CAPTURED, None),
    ("no tool call", CLAIM, [], 0, Status.NO_EVIDENCE, None),
    ("an empty source is a source", CLAIM, [""], 1, Status.SCORED, 0.0),
]


@pytest.mark.parametrize(
    ("output", "sources", "calls", "status", "rate"), [row[1:] for row in STATUSES], ids=[row[0] for row in STATUSES]
)
def test_claim_status(output: Any, sources: list[Any], calls: int, status: Status, rate: float | None) -> None:
    evidence = Evidence(assess_sources(sources))
    report = assess_run(Run(output, tool_calls=calls), evidence, GroundingConfig())
    assert (report.status, report.claim_grounding.status, report.claim_grounding.rate) == (status, status, rate)


def assess_sources(contents: list[Any]) -> list[Any]:
    from otel_grounding.evidence.index import index_source

    return [index_source(Source(content), GroundingConfig()) for content in contents]


def test_without_tool_calls_the_definition_gives_zero_where_asked() -> None:
    report = assess(CLAIM, [], config=GroundingConfig(no_evidence="score"))
    assert (report.status, report.claim_grounding.rate, report.claim_grounding.total) == (Status.NO_EVIDENCE, 0.0, 1)


def test_claims_are_listed_only_where_they_were_judged() -> None:
    assert assess(CLAIM, []).claims == ()
    assert len(assess(CLAIM, [SOURCE]).claims) == 1


def test_fact_status_is_off_without_kinds() -> None:
    found = assess("It cost $1,243,500.", ["x"], config=GroundingConfig(fact_kinds=frozenset())).fact_grounding
    assert (found.status, found.rate, found.total, found.definition) == (Status.OFF, None, 0, "")


def test_an_output_without_hard_data_has_no_facts() -> None:
    found = assess("Thank you for asking.", ["x"]).fact_grounding
    assert (found.status, found.rate, found.total) == (Status.NO_FACTS, 1.0, 0)


def test_an_output_that_is_no_text_is_scored_as_json() -> None:
    report = assess({"b": "é", "a": 1}, [SOURCE])
    assert report.output_text == '{"b": "é", "a": 1}'


def test_thresholds_of_the_agent_decide() -> None:
    config = GroundingConfig(min_claim_grounding_rate=0.9, agents={"lax": {"min_claim_grounding_rate": 0.1}})
    evidence = Evidence(assess_sources(["capital france"]))
    flags = {
        name: assess_run(Run(f"{CLAIM} Bananas are purple.", agent_name=name), evidence, config).claim_grounding
        for name in ("lax", "other")
    }
    assert {name: found.below_threshold for name, found in flags.items()} == {"lax": False, "other": True}


def test_evidence_is_summed_up() -> None:
    run = Run(CLAIM, tool_calls=3, tools_failed=1, truncated=True)
    found = assess_run(run, Evidence(assess_sources(["é", "x"])), GroundingConfig()).evidence
    assert (found.sources, found.bytes, found.truncated, found.tools_failed) == (2, 3, True, 1)


def test_evidence_beyond_the_limits_is_dropped_oldest_first_and_flagged() -> None:
    report = assess(CLAIM, [SOURCE, "x", "y"], config=GroundingConfig(max_sources=2))
    assert (report.evidence.sources, report.evidence.truncated, report.claim_grounding.rate) == (2, True, 0.0)


@pytest.mark.parametrize("sources", ["one text", b"bytes", {"a": 1}, Source("x")])
def test_a_single_source_in_the_place_of_a_list_is_refused(sources: Any) -> None:
    with pytest.raises(TypeError, match="pass a list of tool outputs"):
        assess(CLAIM, sources)


def test_without_content_a_report_holds_no_word_of_answer_or_evidence() -> None:
    report = assess("Zebra sums reached $77,123 in Lisbon.", ["Zebra sums: 77123 USD, Lisbon"])
    told = repr(report.to_dict())
    assert not [word for word in ("Zebra", "zebra", "77", "Lisbon") if word in told]


def test_with_content_a_report_quotes() -> None:
    told = assess(CLAIM, [SOURCE]).to_dict(content=True)
    assert (told["output_text"], told["claims"][0]["text"]) == (CLAIM, CLAIM)


def test_a_source_that_holds_itself_is_scored() -> None:
    cycle: list[Any] = ["Paris is the capital of France, 4,512 mm"]
    cycle.append(cycle)
    assert [fact.verdict for fact in assess("The capital got 4,512 mm.", [cycle]).facts] == ["supported"]


def test_keys_and_values_that_cannot_speak_silence_only_themselves() -> None:
    class Broken:
        def __str__(self) -> str:
            raise RuntimeError("no")

        __repr__ = __str__

    report = assess("The total is 7,315.", [{Broken(): 1, "total": 7315, "x": Broken()}])
    assert report.status is Status.SCORED
