"""Definition `hard-facts/2.0.0` as a whole: what always holds of its verdicts."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import LINEAR, growth

from otel_grounding import assess
from otel_grounding.config import FACT_DEFINITIONS, GroundingConfig
from otel_grounding.model import FactKind, FactVerdict
from otel_grounding.scoring.relations import DEFINITION

CONFIG = GroundingConfig(fact_definition=DEFINITION)
WORDS = st.sampled_from(
    "Paris Oslo Acme Corp is not the highest total of 21 12 % € $1,200 rose fell 2026-03-01 three rows status paid"
    " overdue and , . : - \n | "
    "* because than more less together average in on INV-2104 web-01".split(" ")
)
ANSWERS = st.lists(WORDS, max_size=40).map(" ".join)
LEAVES = st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats() | ANSWERS
SOURCES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=20
)


def test_it_is_the_default() -> None:
    assert FACT_DEFINITIONS[-1] == DEFINITION == GroundingConfig().fact_definition


@given(ANSWERS, st.lists(SOURCES, max_size=3))
def test_every_verdict_has_its_place_and_its_source(answer: str, sources: list[Any]) -> None:
    report = assess(answer, sources, config=CONFIG)
    for fact in report.facts:
        assert report.output_text[fact.start : fact.end] == fact.text
        assert fact.source_ids or fact.verdict is FactVerdict.UNSUPPORTED
        assert fact.kind is not FactKind.STATEMENT or fact.verdict is not FactVerdict.UNSUPPORTED
    assert list(report.facts) == sorted(report.facts, key=lambda fact: (fact.start, fact.end))


@given(st.text(max_size=300), st.lists(st.text(max_size=300), max_size=3))
def test_no_text_raises(answer: str, sources: list[str]) -> None:
    assess(answer, sources, config=CONFIG)


def test_the_earlier_definition_knows_no_statements() -> None:
    config = GroundingConfig(fact_definition="hard-facts/1.0.0")
    assert (
        assess("Ticket sales rose 8% in May.", ["Ticket sales fell 8% in May."], config=config).facts[0].kind
        is FactKind.PERCENT
    )


HOSTILE = [
    ("Acme ", "Acme "), ("A-1 ", "A-1 "), ("not ", "not rose "), ("the highest ", '{"a": '), ("A. ", "A. "),
    ("12, ", "12, "), ("the data from 12 to ", "12, "), ("**A**\n- ", "A: b\n"), ("(" * 8, "[" * 8),
    ("Total 1 + ", "1 + "),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "source"), HOSTILE)
def test_hostile_text_is_scored_in_linear_work(answer: str, source: str) -> None:
    def score(size: int) -> None:
        assess(answer * (size // len(answer)), [source * (size // len(source))], config=CONFIG)

    assert growth(score, 4_096) < LINEAR


def test_a_long_paragraph_that_names_nothing_is_read() -> None:
    rows = [{"day": "2024-05-01", "value": 12.5}, {"day": "2024-05-02", "value": 13.5}]
    report = assess("It rains here. " * 2_000 + "It is 12.5 now.", [rows], config=CONFIG)
    assert [fact.verdict for fact in report.facts] == [FactVerdict.SUPPORTED]


def test_a_random_figure_is_hardly_ever_derived() -> None:
    random.seed(5)
    rows = [
        {"order": f"ORD-{at}", "amount": random.randint(100, 90_000), "cost": random.randint(100, 90_000)}
        for at in range(300)
    ]
    source = json.dumps({"rows": rows})
    derived = 0
    for _ in range(100):
        answer = f"The total amount of orders ORD-3 and ORD-9 is {random.randint(1_000, 99_999):,}."
        facts = assess(answer, [source], config=CONFIG).facts
        derived += any(fact.reason.startswith("derived") for fact in facts)
    assert derived <= 1
