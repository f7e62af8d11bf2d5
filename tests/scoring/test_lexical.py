"""Definition `lexical-overlap/1.0.0`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding import GroundingConfig, Source, assess
from otel_grounding.model import ClaimGrounding, ClaimVerdict, Status

VECTORS = json.loads((Path(__file__).parents[1] / "data/claim_grounding/vectors.json").read_text())
OUTPUTS = [vector for vector in VECTORS if "counters" not in vector]
COUNTERS = [vector for vector in VECTORS if "counters" in vector]


def sources_of(vector: dict[str, Any]) -> Any:
    tools = [step["output"] for step in vector.get("steps", []) if step["step_type"] == "tool"]
    return vector.get("sources", tools)


@pytest.mark.parametrize("vector", OUTPUTS, ids=[vector["name"] for vector in OUTPUTS])
def test_vectors(vector: dict[str, Any]) -> None:
    config = GroundingConfig(min_claim_grounding_rate=vector["threshold"])
    found = assess(vector["output"], sources_of(vector), config=config).claim_grounding
    told = {
        "claims_total": found.total,
        "claims_grounded": found.grounded,
        "rate": found.rate,
        "below_threshold": found.below_threshold,
        "threshold": found.threshold,
    }
    assert {key: told[key] for key in vector["expected"]} == vector["expected"]


def test_a_rate_at_its_threshold_is_not_below_it() -> None:
    total, grounded = COUNTERS[0]["counters"]
    answer = "Alpha beta gamma. " * grounded + "Delta epsilon zeta. " * (total - grounded)
    found = assess(answer, ["alpha beta gamma"], config=GroundingConfig(min_claim_grounding_rate=0.7)).claim_grounding
    assert (found.rate, found.below_threshold) == (0.7, False)


CLAIMS = [
    ("half of the tokens is enough", "alpha beta gamma delta", ["alpha beta"], 0.5, True),
    ("less is not", "alpha beta gamma", ["alpha"], 1 / 3, False),
    ("tokens count once", "alpha alpha alpha beta gamma", ["alpha"], 1 / 3, False),
    ("the union of all sources counts", "alpha beta gamma delta", ["alpha", "delta"], 0.5, True),
    ("equality of tokens, no part of a word", "goals email carts", ["goal mail cart"], 0.0, False),
    ("case does not matter", "ALPHA Beta gamma", ["alpha BETA GAMMA"], 1.0, True),
    ("keys of a mapping count", "alpha beta gamma", [{"alpha": {"beta": "gamma"}}], 1.0, True),
]


@pytest.mark.parametrize(
    ("claim", "sources", "coverage", "grounded"), [row[1:] for row in CLAIMS], ids=[row[0] for row in CLAIMS]
)
def test_coverage(claim: str, sources: list[Any], coverage: float, grounded: bool) -> None:
    (found,) = assess(claim, sources).claims
    assert found.coverage == pytest.approx(coverage)
    assert (found.verdict is ClaimVerdict.GROUNDED) is grounded


def test_a_sentence_of_fewer_than_three_tokens_is_no_claim() -> None:
    assert [claim.text for claim in assess("Two words. Three whole words.", ["x"]).claims] == ["Three whole words."]


def test_a_claim_names_the_sources_that_hold_its_words_most_first() -> None:
    sources = [Source("alpha", id="one"), Source("alpha beta gamma", id="all"), Source("nothing here", id="none")]
    (claim,) = assess("Alpha beta gamma.", sources).claims
    assert claim.source_ids == ("all", "one")


def test_negation_and_greetings_stay_wrong_in_this_definition() -> None:
    report = assess("The backup did not fail. Happy to help you!", ["The backup did fail."])
    assert [claim.verdict for claim in report.claims] == [ClaimVerdict.GROUNDED, ClaimVerdict.UNGROUNDED]


words = st.sampled_from("alpha beta gamma delta epsilon zeta eta theta".split())
texts = st.lists(words, max_size=12).map(" ".join)


@given(st.lists(texts, max_size=4).map(". ".join), st.lists(texts, max_size=4), texts)
def test_more_evidence_never_lowers_the_rate(answer: str, sources: list[str], more: str) -> None:
    before = assess(answer, ["x", *sources]).claim_grounding.rate
    after = assess(answer, ["x", *sources, more]).claim_grounding.rate
    assert before is not None
    assert after is not None
    assert after >= before


@given(st.text(), st.lists(st.text(), max_size=3))
def test_offsets_give_back_the_text_and_grounded_claims_name_a_source(answer: str, sources: list[str]) -> None:
    report = assess(answer, sources)
    for claim in report.claims:
        assert report.output_text[claim.start : claim.end] == claim.text
        assert claim.verdict is ClaimVerdict.UNGROUNDED or claim.source_ids


def test_below_threshold_is_unknown_without_a_rate_or_a_threshold() -> None:
    assert ClaimGrounding(Status.SCORED, 0.2).below_threshold is None
    assert ClaimGrounding(Status.NO_EVIDENCE, None, threshold=0.7).below_threshold is None
