"""The attributes of a report, in the order in which they matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.model import ClaimGrounding, FactGrounding, GroundingReport, Run, Status
from otel_grounding.signals.attributes import attributes_of

Reports = Callable[..., GroundingReport]

IN_ORDER_OF_IMPORTANCE = [
    ("reliability.claim_grounding.status", "scored"),
    ("reliability.claim_grounding_rate", 0.5),
    ("reliability.claim_grounding_rate_below_threshold", True),
    ("reliability.claim_grounding_rate_threshold", 0.7),
    ("reliability.claim_grounding.claims_total", 2),
    ("reliability.claim_grounding.claims_grounded", 1),
    ("reliability.claim_grounding.definition", "words/1"),
    ("reliability.fact_grounding.status", "scored"),
    ("reliability.fact_grounding_rate", 0.5),
    ("reliability.fact_grounding_rate_below_threshold", False),
    ("reliability.fact_grounding_rate_threshold", 0.5),
    ("reliability.fact_grounding.facts_total", 2),
    ("reliability.fact_grounding.facts_supported", 1),
    ("reliability.fact_grounding.facts_contradicted", 1),
    ("reliability.fact_grounding.facts_unsupported", 0),
    ("reliability.fact_grounding.definition", "facts/1"),
    ("reliability.evidence.sources", 3),
    ("reliability.evidence.tools_failed", 1),
    ("reliability.evidence.truncated", True),
    ("reliability.run.outermost", True),
]
ALWAYS = [
    "reliability.claim_grounding.status",
    "reliability.fact_grounding.status",
    "reliability.evidence.sources",
    "reliability.evidence.tools_failed",
    "reliability.evidence.truncated",
    "reliability.run.outermost",
]
WITHOUT_A_RATE = [
    Status.ERROR,
    Status.OUTPUT_NOT_CAPTURED,
    Status.UNSUPPORTED_SCRIPT,
    Status.EVIDENCE_NOT_CAPTURED,
    Status.NO_EVIDENCE,
]


def test_a_scored_run_has_every_attribute_in_order_of_importance(report_with: Reports) -> None:
    found = attributes_of(report_with(claim_threshold=0.7, fact_threshold=0.5), Run("an answer"))
    assert list(found.items()) == IN_ORDER_OF_IMPORTANCE


def test_every_value_has_the_type_of_its_attribute(report_with: Reports) -> None:
    found = attributes_of(report_with(claim_threshold=0.7, fact_threshold=0.5), Run("an answer"))
    assert {key: type(value) for key, value in found.items()} == {
        key: type(value) for key, value in IN_ORDER_OF_IMPORTANCE
    }


@pytest.mark.parametrize("status", WITHOUT_A_RATE)
def test_without_a_rate_there_is_the_reason_and_no_number(report_with: Reports, status: Status) -> None:
    report = report_with(claim_threshold=0.7, fact_threshold=0.5, claims={"status": status}, facts={"status": status})
    found = attributes_of(report, Run(None))
    assert list(found) == ALWAYS
    assert found["reliability.claim_grounding.status"] == found["reliability.fact_grounding.status"] == status.value


def test_one_rate_may_be_there_without_the_other(report_with: Reports) -> None:
    found = attributes_of(report_with(facts={"status": Status.OFF}), Run("an answer"))
    assert found["reliability.fact_grounding.status"] == "off"
    assert "reliability.claim_grounding_rate" in found
    assert "reliability.fact_grounding_rate" not in found


def test_without_a_configured_threshold_nothing_speaks_of_one(report_with: Reports) -> None:
    assert not [key for key in attributes_of(report_with(), Run("an answer")) if "threshold" in key]


def test_a_nested_run_says_so(report_with: Reports) -> None:
    assert attributes_of(report_with(), Run("an answer", outermost=False))["reliability.run.outermost"] is False


SHARES = st.none() | st.floats(0, 1)
COUNTS = st.integers(0, 10_000)
REPORTS = st.builds(
    GroundingReport,
    st.sampled_from(Status),
    st.builds(ClaimGrounding, st.sampled_from(Status), SHARES, COUNTS, COUNTS, st.text(), SHARES),
    st.builds(
        FactGrounding, st.sampled_from(Status), SHARES, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS, st.text(), SHARES
    ),
)


@given(REPORTS)
def test_whatever_is_reported_a_rate_never_comes_without_its_counts_and_its_definition(report: GroundingReport) -> None:
    found = attributes_of(report, Run(None))
    for metric, counts in [
        ("claim", ["claims_total", "claims_grounded"]),
        ("fact", ["facts_total", "facts_supported", "facts_contradicted", "facts_unsupported"]),
    ]:
        expected = {f"reliability.{metric}_grounding.{each}" for each in [*counts, "definition"]}
        assert found.keys() & expected == (expected if f"reliability.{metric}_grounding_rate" in found else set())


@given(REPORTS)
def test_whatever_is_reported_the_flag_comes_with_its_threshold_and_agrees_with_it(report: GroundingReport) -> None:
    found: dict[str, Any] = dict(attributes_of(report, Run(None)))
    for rate in ("reliability.claim_grounding_rate", "reliability.fact_grounding_rate"):
        flag, threshold = found.get(f"{rate}_below_threshold"), found.get(f"{rate}_threshold")
        assert (flag is None) == (threshold is None)
        if flag is not None:
            assert flag is (found[rate] < threshold)


def test_of_a_run_of_which_nobody_knows_what_encloses_it_nothing_is_said(report_with: Reports) -> None:
    assert "reliability.run.outermost" not in attributes_of(report_with(), Run("an answer", outermost=None))


@pytest.mark.parametrize(
    ("name", "told"), [("", None), ("guide", "guide"), ("x" * 500, "x" * 199 + "…"), ("\ud800", "?")]
)
def test_the_agent_who_answers_is_named_where_it_has_a_name(name: str, told: str | None, report_with: Reports) -> None:
    attributes = attributes_of(report_with(), Run("an answer", agent_name=name))
    assert attributes.get("reliability.run.agent_name") == told
