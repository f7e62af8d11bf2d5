"""Derived values: what follows by stated arithmetic is supported, what does not follow is contradicted."""

from __future__ import annotations

from typing import Any

import pytest

from otel_grounding import assess
from otel_grounding.config import GroundingConfig
from otel_grounding.model import ANSWER_ID, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.relations import DEFINITION

CONFIG = GroundingConfig(fact_definition=DEFINITION)

STAFF = (
    "| Employee | Department | Salary |\n|---|---|---|\n"
    "| Ana Costa | Finance | $82,000 |\n| Ben Okafor | Legal | $97,500 |\n| Chloe Wu | Finance | $64,250 |\n"
)
SERVERS = "server,cpu_percent,memory_gb\nweb-01,71.5,64\nweb-02,38.2,128\ndb-01,55.9,256\n"
SALES = {"product": ["Alpha Kettle", "Beta Toaster", "Gamma Mixer"], "revenue": [9300, 18200, 7680]}
ORDERS = {"orders": [{"orderId": "ORD-7781", "total": 1249.5}, {"orderId": "ORD-7790", "total": 880.0}]}
QUARTERS = {"q1": {"revenue": 400}, "q2": {"revenue": 500}}
PROSE = "Acme Corp has a balance of $6,238,500. Globex Ltd has a balance of $1,857,000."

DERIVED_CASES = [
    (STAFF, "Ben Okafor's salary exceeds Ana Costa's by $15,500.", "$15,500"),
    (STAFF, "Finance salaries total $146,250.", "$146,250"),
    (STAFF, "The average salary is $81,250.", "$81,250"),
    (STAFF, "Salaries range over a spread of $33,250.", "$33,250"),
    (SERVERS, "The average CPU across the servers is 55.2%.", "55.2%"),
    (SALES, "Beta Toaster accounts for 51.7% of total revenue.", "51.7%"),
    (ORDERS, "The two orders add up to $2,129.50.", "$2,129.50"),
    (QUARTERS, "Revenue increased by 25% from Q1 to Q2.", "25%"),
    (PROSE, "Together, Acme Corp and Globex Ltd have a balance of $8,095,500.", "$8,095,500"),
    (PROSE, "The balance of Acme Corp exceeds that of Globex Ltd by $4,381,500.", "$4,381,500"),
    ({"used_gb": 45, "total_gb": 60}, "You have used 75% of the total storage.", "75%"),
    ({"contract_amount": "€85,000", "deposit_percent": 30}, "The deposit is 30%, that is €25,500.", "€25,500"),
]
NOT_DERIVED = [
    (STAFF, "Finance salaries total $164,250.", "$164,250"),
    (QUARTERS, "Revenue increased by 45% from Q1 to Q2.", "45%"),
    # the right number without a word that says how it came about
    (STAFF, "Finance has $146,250.", "$146,250"),
    (SALES, "Beta Toaster is at 51.7%.", "51.7%"),
    # an end of a range is no difference of its ends
    ({"low": 1000, "high": 3000}, "Sales should grow to between 1,000 and 2,000 units.", "2,000"),
]
WRONG = [
    (STAFF, "Ben Okafor's salary exceeds Ana Costa's by $16,500.", "$16,500", "15,500"),
    (PROSE, "Together, Acme Corp and Globex Ltd have a balance of $8,905,500.", "$8,905,500", "8,095,500"),
    ({}, "The total is $120 + $80 = $210.", "$210", "200"),
]


def fact_of(source: Any, answer: str, text: str) -> FactResult:
    facts = [fact for fact in assess(answer, [source], config=CONFIG).facts if fact.text == text]
    assert len(facts) == 1
    return facts[0]


@pytest.mark.parametrize(("source", "answer", "text"), DERIVED_CASES)
def test_stated_arithmetic_over_the_evidence_supports(source: Any, answer: str, text: str) -> None:
    fact = fact_of(source, answer, text)
    assert (fact.verdict, fact.reason) == (FactVerdict.SUPPORTED, FactReason.DERIVED)
    assert fact.where


@pytest.mark.parametrize(("source", "answer", "text"), NOT_DERIVED)
def test_nothing_else_is_derived(source: Any, answer: str, text: str) -> None:
    assert fact_of(source, answer, text).verdict is not FactVerdict.SUPPORTED


@pytest.mark.parametrize(("source", "answer", "text", "value"), WRONG)
def test_wrong_arithmetic_is_contradicted_by_the_right_value(source: Any, answer: str, text: str, value: str) -> None:
    fact = fact_of(source, answer, text)
    assert (fact.verdict, fact.reason, fact.nearest) == (FactVerdict.CONTRADICTED, FactReason.WRONG_ARITHMETIC, value)


def test_the_derivation_is_the_evidence() -> None:
    fact = fact_of(STAFF, "Finance salaries total $146,250.", "$146,250")
    assert fact.where == "sum of 2 values of `Salary` of the rows named"


def test_a_list_of_the_answer_adds_up_to_its_total() -> None:
    answer = "- Hotel: $1,200\n- Flight: $640\n- Taxi: $85\n\nIn total, $1,925."
    source = [
        {"item": "Hotel", "cost": 1200},
        {"item": "Flight", "cost": 640},
        {"item": "Taxi", "cost": 85},
        {"x": "y"},
    ]
    fact = fact_of({"trips": [source]}, answer, "$1,925")
    assert fact.verdict is FactVerdict.SUPPORTED


def test_figures_of_the_answer_support_under_their_own_source_id() -> None:
    fact = fact_of({"a": 1}, "The sum is 125 + 2,175 = 2,300.", "2,300")
    assert (fact.reason, fact.source_ids) == (FactReason.DERIVED_FROM_ANSWER, (ANSWER_ID,))


@pytest.mark.parametrize(
    "answer",
    ["The average payment delay is 2 minutes.", "The total downtime is 1 minute.", "The mean time is 9 hours."],
)
def test_the_words_of_a_label_are_no_arithmetic(answer: str) -> None:
    rows = [
        {"name": name, "average_payment_delay_seconds": 7200, "total_downtime_seconds": 3600}
        for name in ("A-11", "B-22")
    ]
    facts = assess(answer, [{"rows": rows}], config=CONFIG).facts
    assert all(fact.verdict is not FactVerdict.SUPPORTED for fact in facts)
