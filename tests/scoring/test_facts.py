"""Definition `hard-facts/1.0.0`: what supports a fact, what contradicts it, and what says nothing of it."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import LINEAR, growth

from otel_grounding import assess
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence, index_source
from otel_grounding.model import FactKind, FactReason, FactResult, FactVerdict, Source
from otel_grounding.scoring.facts import DEFINITION, MAX_OUTPUT, score_facts
from otel_grounding.text.facts import find_mentions

CONFIG = GroundingConfig(fact_definition=DEFINITION)
YES, OTHER, NO = FactVerdict.SUPPORTED, FactVerdict.CONTRADICTED, FactVerdict.UNSUPPORTED
VECTORS = Path(__file__).parent.parent / "data" / "hard_data"


def facts(
    answer: str, *sources: Any, question: str | None = None, config: GroundingConfig = CONFIG, truncated: bool = False
) -> tuple[FactResult, ...]:
    evidence = Evidence([index_source(Source(source), config) for source in sources], truncated)
    return score_facts(answer, question, evidence, config)


def verdicts(answer: str, *sources: Any) -> list[tuple[str, FactVerdict]]:
    return [(fact.text, fact.verdict) for fact in facts(answer, *sources)]


SUPPORTED = [
    # a measure in two units, in whichever way the evidence has it
    ({"shelf_life_seconds": 9_900}, "It keeps for 2 h 45 min, or 2h45m."),
    ({"hours": 7, "minutes": 12}, "The climb takes 7 hours and 12 minutes."),
    ("The crossing lasts 1 h 50 min.", "It lasts 1 hour, 50 minutes."),
    ({"duration": "1h50m"}, "It lasts 1 h 50 min."),
    # units in the names of fields, however they are spelled
    ({"tankHpa": 2_450}, "The tank is at 245 kPa."),
    ({"field_ha": 7}, "The field has 70,000 m²."),
    ({"peakKw": 3.4}, "It peaks at 3400 watts."),
    # minor units, decimals and epochs beside or in the value
    ({"feeInMinorUnits": 1_995, "currency": "EUR"}, "The fee is €19.95."),
    ({"fee": {"value": 19_950, "exponent": 3, "currency": "KWD"}}, "The fee is KWD 19.950."),
    ({"shippedAt": "1741996800"}, "It left on 15 March 2025."),
    # a ratio beyond one
    ({"capacity_ratio": 1.35}, "The hall is at 135% of its capacity."),
    # round halves, hedged
    ({"guests": 42_310}, "Just under 42,500 guests came, about 42,500."),
    ({"result": "3:1"}, "The derby ended 3:1."),
    # a range counts what is behind it
    ({"guests": {"min": 120, "max": 160}}, "Between the doors there are 120-160 guests."),
    ({"weather": {"pop": 0.8}}, "The chance of rain is 80%."),
    # JSON in strings is parsed, at any depth of quoting
    ('{"revenue": 1243500}', "Revenue was $1,243,500."),
    (json.dumps(json.dumps({"a": [{"revenue": 1243500}]})), "Revenue was $1,243,500."),
    ({"content": [{"type": "text", "text": '{"total": 7315}'}]}, "The total is 7,315."),
    ({"body": json.dumps({"inner": json.dumps({"total": 7315})})}, "The total is 7,315."),
    ("{'name': 'Acme', 'total': 7315}", "The total is 7,315."),
    # one amount in many forms
    ("Revenue: $1,243,500", "1,243,500 USD"),
    ("Revenue: $1,243,500", "USD 1.24M"),
    ("Umsatz €1.243.500, Kosten €2.500,50", "€1,243,500 and €2,500.50"),
    ("Umsatz 1.243.500 €", "€1.243.500"),
    ("Q3 revenue: $412M", "USD 412,000,000, $412,000,000, 412 million dollars, $412M"),
    # rounded with a magnitude word
    (
        {"revenue": 1243500},
        "$1.24 million, 1.24 million dollars, 1.2M, 12.4 lakh, 0.12 crore, 1,244 thousand, $0.0012bn",
    ),
    ({"users": 3_400_000_000}, "3.4 billion users, 3.4bn, 3,400 mn"),
    # decimal arithmetic; both neighbours of an exact half
    ("rate 0.75%", "0.7% or 0.8%"),
    ({"x": 0.55}, "x is 0.5 or 0.6"),
    ({"score": 2.675}, "a score of 2.67 or 2.68"),
    # fractions as percentages, where the name says so
    ({"growth": 0.153}, "Growth was 15.3%."),
    ({"discount_pct": 0.038}, "The discount is 3.8%."),
    ({"humidity": 37}, "Humidity is 37%."),
    ({"share": 0.5}, "a share of 50%"),
    # hedges
    ({"revenue": 1243500}, "about 1,240,000"),
    ({"revenue": 1243500}, "roughly 1.2 million"),
    ({"revenue": 1243500}, "over 1.2 million"),
    ({"revenue": 1243500}, "just under 1.25 million"),
    ({"users": 4987}, "nearly 5,000 users"),
    ({"users": 4987}, "about 5,000 users"),
    # signs
    ({"balance": -500}, "The balance was ($500)."),
    ({"balance": -500}, "The balance was −$500."),
    ({"change": -15}, "The change was −15%."),
    ({"change_pct": -15}, "It was down 15%."),
    ({"temp_c": -3}, "It was minus 3 °C."),
    ({"price_difference": -16.63}, "You will receive a refund of $16.63."),
    # spaces, apostrophes, other digits
    ({"amount": 10000}, "$ 10,000"),
    ({"growth_pct": 18}, "18 percent, 18 %"),
    ({"n": 816000}, "816 000"),
    ({"n": 3500}, "3'500"),
    ({"n": 1234.5}, "1 234,5"),
    ({"kg": 3.35}, "The part weighs 3.350 kg."),
    ({"n": 3350}, "3.350"),
    ({"units": 1234}, "Total: １２３４ units sold."),
    # dates
    ("closed on 2026-06-28", "28 June 2026, June 28th, 2026, 28.06.2026, 2026/06/28, Jun 28, June 2026, Q2 2026"),
    ({"due": "2026-06-28T10:00:00Z"}, "It is due June 28, 2026."),
    ({"created_at": 1782604800}, "It was created on June 28, 2026."),
    ({"createdAt": 1782604800000}, "It was created on 2026-06-28."),
    ("on March 4, 2026", "03/04/2026"),
    ("on April 3, 2026", "03/04/2026"),
    ({"released": 1999}, "It came out in 1999."),
    ({"population (2010)": 99993}, "It had 99,993 people in 2010."),
    ({"announced": "2003, 4Q"}, "Announced in Q4 of 2003."),
    # units convert within their dimension
    ({"duration_ms": 1500}, "It took 1.5 s."),
    ("It took 3600 s.", "It took 1 hour."),
    ({"weight": "0.5 kg"}, "It weighs 500 g."),
    ({"temp_c": 21}, "It is 21 °C, or 70 °F."),
    ({"average_delay_seconds": 7200}, "The average delay is 2 hours."),
    ({"size_bytes": 5_000_000_000}, "It is 5 GB."),
    ({"ram": "16 GiB"}, "It has 16 GB."),
    ({"screen": "~294 ppi density"}, "294 pixels per inch"),
    ({"wind": {"speed": 10.22}, "units": {"wind": "m/s"}}, "a wind of 10.22 m/s"),
    ({"rain": {"3h": 0.75}}, "0.75 mm of rain"),
    # ranges
    ({"low": "18%", "high": "25%"}, "Humidity stays between 18 and 25 percent."),
    ("It takes 5-7 days.", "It takes 5–7 days."),
    # identifiers: case, Unicode form, punctuation around them
    ("See https://x.example/a-3f9a77c21b0d.", "(https://x.example/a-3f9a77c21b0d)."),
    ({"id": "550e8400-e29b-41d4-a716-446655440000"}, "550E8400-E29B-41D4-A716-446655440000"),
    ({"arn": "arn:aws:s3:::bucket/key1"}, "arn:aws:s3:::bucket/key1"),
    ({"INV-2210": {"amount": 500}}, "INV-2210"),
    ("wrote /etc/hosts and src/app/main.py", "`/etc/hosts`, `src/app/main.py`"),
    ({"mail": "Ops@Example.org"}, "Write to ops@example.org."),
    ({"ip": "10.0.0.12", "version": "v1.2.3"}, "10.0.0.12 runs 1.2.3."),
    ({"commit": "3f9a77c21b0d5e6f708192a3b4c5d6e7f8091a2b"}, "Commit 3f9a77c2 did it."),
    ({"tracking_id": ["908856694334"]}, "Tracking number 908856694334."),
    # number words and counts of rows
    ({"jobs": [{"status": "failed"}] * 3 + [{"status": "passed"}] * 2}, "three of the five jobs failed"),
    ([{"name": "a"}, {"name": "b"}], "The results list two names."),
    ("There are three nodes.", "There are 3 nodes."),
    ({"errors": 0}, "There were zero errors."),
    # sub-units
    ({"price": {"units": 129, "nanos": 950000000}}, "$129.95"),
    ({"price": {"currencyCode": "USD", "units": "129", "nanos": 950000000}}, "$129.95"),
    ({"amount": 12995, "currency": "USD", "unit": "cents"}, "$129.95"),
    ({"price_cents": 12995}, "$129.95"),
    # huge and odd numbers
    ({"b": 123456789012345678901234567890}, "123456789012345678901234567890"),
    ('{"x": NaN, "y": Infinity, "z": 1e400, "total": 7315}', "7,315"),
    # shapes of evidence
    ({"rows": [["a", 7315], [None, {"$bytes": "8420"}]]}, "7,315 and 8,420"),
    (b'{"total": 7315}', "Total is 7,315."),
    ("date,value\n2020-03-15,0.091\n2020-03-22,14.572", "It rose to 14.572 on March 22, 2020."),
    ("| name | total |\n|---|---|\n| Acme | 48,250 |\n| Globex | 9,900 |", "Acme: 48,250"),
    ("<order id='R-1001'><total>48250</total></order>", "R-1001 is 48,250."),
    ("level=info status=200 duration=1532ms id=job-8841", "job-8841 took 1.532 s."),
    ('{"rows":[{"id":"R-1001","total":48250},{"id":"R-10', "R-1001 is 48,250."),
    ("Q3 sales totaled $1,243,500 across 4,812 orders", "4,812 orders"),
    # as real agents and tools write
    ("timeout after 5000 ms", "The call timed out after 5,000 ms."),
    ({"退款金额": "4800元"}, "退款金额为4,800元。"),
    ({"harbour": "North", "berths": 3120, "cranes": 1409}, "Harbour North has 3,120 berths."),
    ({"content": [], "structuredContent": {"next": 8420}}, "8,420"),
    ("CPU averaged 3.5 cores, i.e. 87.5% of quota, on n1.example.net.", "3.5 cores, 87.5%, n1.example.net"),
    # fractions in prose, where a word says what they are
    ("0.27 is given as the error rate of checkout.", "The error rate is 27%."),
    # German dates in fields of their own, currencies of two words, columns in any spelling
    ({"Refunded On": "30.10.2025"}, "Refunded on October 30, 2025."),
    ({"fee": {"amount": 4038600, "currency": "CHF", "unit": "cents"}}, "approximately 40.4 thousand Swiss francs"),
    ({"plot_size_square_metres": 1550}, "1550 m², 1550 square metres"),
    ({"columns": ["name", "share_pct"], "data": [["Loom", 41.6]]}, "a share of 41.6 percent"),
    ({"averageLoanPeriod": "7 d"}, "168 h"),
    ({"AverageViewingTime": {"Value": 90, "Unit": "seconds"}}, "1.5 minutes"),
    ({"users": 1758}, "no more than 1,800 users"),
    # names of fields
    ({"us viewers (millions)": 7.1}, "7.1 million viewers"),
    ({"revenueUsd": 1243500}, "$1,243,500"),
]


@pytest.mark.parametrize(("source", "answer"), SUPPORTED)
def test_supported(source: Any, answer: str) -> None:
    found = facts(answer, source)
    assert found
    assert [(fact.text, fact.verdict) for fact in found if fact.verdict is not YES] == []
    assert all(fact.source_ids == ("s1",) for fact in found)


NOT_SUPPORTED = [
    # what a field measures, by its name
    ({"wind": {"speed": 7.46}}, "It will be 7.46 °C.", NO),
    ({"main": {"pressure": 1013}}, "It will be 1013 km/h.", NO),
    ({"clouds": {"all": 75}}, "Humidity will be 75%.", NO),
    ({"cpu_usage": 64}, "Memory stands at 64%.", NO),
    ({"shelf_life_seconds": 9_900}, "It keeps for 2 h 55 min.", NO),
    # a number of people is no year
    ({"visitors": 2_019}, "The pier was repaired in 2019.", NO),
    # a score is what it is
    ({"result": "3:1"}, "The derby ended 1:3.", OTHER),
    # one digit off in a field of whose name a part is said
    ({"output": json.dumps({"repairInvoice": 618_940})}, "We paid 681,940 for repairs.", OTHER),
    ({"repairInvoice": 618_940}, "We paid 318,940 for repairs.", OTHER),
    ({"repairInvoice": 618_940}, "We paid 316,940 for repairs.", NO),
    # the words of a field's name that tell nothing need not be said
    ({"refundRate": 0.183}, "Refunds were 1.83%.", OTHER),
    ({"refundRate": 0.183}, "Refunds were 18.9%.", OTHER),
    ({"inspectedAt": "2025-04-11"}, "It was inspected on 12 April 2025.", OTHER),
    ({"inspectedAt": "2025-04-11"}, "It was inspected on 11 May 2025.", OTHER),
    ({"inspectedAt": "2025-04-11"}, "It was inspected on 3 May 2019.", NO),
    # a zero states its decimals
    ("rate 0.4%", "0.00%", NO),
    ("cost $0.40", "$0.00", NO),
    ("rate 0.75%", "0.9%", NO),
    # a bare scalar supports a kind only where its name, unit or neighbour allows it
    ({"year": 2024}, "2024%", NO),
    ({"rows": [{"id": number} for number in range(50)]}, "37%", NO),
    ({"count": 15}, "growth of 15%", NO),
    ({"zip": 10117}, "$10,117", NO),
    ("Growth was 500% year over year.", "Revenue was $500 today.", NO),
    ("Headcount 150. Margin 50%. Ref 5020.", "Revenue was $50 million.", NO),
    # contradicted needs the same name, unit or entity
    ({"revenue": 1243500}, "Revenue was $1,234,500.", OTHER),
    ("Total revenue was $1,243,500 this quarter.", "Revenue was $1,234,500 this quarter.", OTHER),
    ("Total revenue was $1,243,500 this quarter.", "Revenue was $2,000,000 this quarter.", NO),
    ({"growth": 0.153}, "Growth was 1.53%.", OTHER),
    (
        [{"name": "Acme Corp", "balance": 6238500}, {"name": "Globex", "balance": 1}],
        "Acme Corp has a balance of $6.42M.",
        OTHER,
    ),
    # a year is a date, not a quantity
    ({"year": 2025}, "It was in 2024.", NO),
    # currency, sign and dimension are part of the value
    ("The price is €500.", "The price is $500.", OTHER),
    ({"price": 500, "currency": "EUR"}, "The price is $500.", OTHER),
    ({"balance": -500}, "The balance is $500.", OTHER),
    ([{"Name": "Steel Flask", "Refund Total": "33197", "Currency": "USD"}], "a refund total of €33,197", OTHER),
    ("The cable is 5 m long.", "The cable is 5 kg.", OTHER),
    ("It took 3600 s.", "It took 2 hours.", NO),
    # direction of a hedge
    ({"users": 4987}, "over 5,000 users", OTHER),
    ({"revenue": 1243500}, "over 1.3 million", NO),
    # identifiers: near is contradicted, far is not
    ({"id": "INV-2210"}, "INV-2201", OTHER),
    ({"id": "INV-2210"}, "INV-9999", NO),
    ({"mail": "ops@example.org"}, "opps@other.com", NO),
    ("See https://example.com/report-17a.", "https://example.com/report-71a", OTHER),
    # an identifier is no part of a longer one
    ({"id": "INV-22101"}, "INV-2210", NO),
    # dates
    ("closed on 2026-06-28", "29 June 2026", NO),
    ("closed on 2026-06-28", "July 2026", NO),
    # digits beyond what a float holds
    ({"b": 123456789012345678901234567890}, "123456789012345678901234567891", NO),
    # JSON that was cut contradicts nothing
    ('{"rows":[{"id":"R-1001","total":48250},{"id":"R-10', "R-1002 is 9,900.", NO),
    # an error's text supports only what it says
    ("timeout after 5000 ms", "The page lists 3,120 products.", NO),
    ({"depot": "D-4410", "status": "open"}, "Returns close after 3,000 hours.", NO),
    # binary and base64 are no evidence
    (b"\xff\xfe\x00 7315", "Total is 7,315.", NO),
    ("data:" + "QUJD7315" * 100, "Total is 7,315.", NO),
]


@pytest.mark.parametrize(("source", "answer", "verdict"), NOT_SUPPORTED)
def test_not_supported(source: Any, answer: str, verdict: FactVerdict) -> None:
    found = facts(answer, source)
    assert found
    assert {fact.verdict for fact in found} == {verdict}
    assert all(bool(fact.source_ids) == (verdict is OTHER) for fact in found)
    assert all((fact.nearest is not None) == (verdict is OTHER) for fact in found)


NO_FACTS = [
    ("Thank you for your question.", {"total": 1}),
    ("It is a mix of both.", {"total": 1}),
    ("1. First\n2. Second", {"total": 1}),
    ("There were 312 reasons.", {"total": 5}),
    ("He won 4-1 in game 7.", {"total": 5}),
    ("The odds are 3:1.", {"total": 5}),
]


@pytest.mark.parametrize(("answer", "source"), NO_FACTS)
def test_what_is_no_fact(answer: str, source: Any) -> None:
    assert facts(answer, source) == ()


BOUND = [
    ("We have 312 units.", {"units": 312}, YES),
    ("We have 321 units.", {"units": 312}, NO),
    ("We have twelve units.", {"units": 12}, YES),
]


@pytest.mark.parametrize(("answer", "source", "verdict"), BOUND)
def test_a_name_in_the_evidence_binds_a_short_numeral(answer: str, source: Any, verdict: FactVerdict) -> None:
    assert [fact.verdict for fact in facts(answer, source)] == [verdict]


def test_a_table_of_many_amounts_contradicts_no_random_one() -> None:
    choose = random.Random(5)
    rows = [{"order": f"O-{number:05}", "amount": choose.randint(1000, 99_999_999) / 100} for number in range(10_000)]
    answers = [f"The amount is ${choose.randint(100, 999_999)}.{choose.randint(10, 99)}." for _ in range(40)]
    verdict = [facts(answer, {"rows": rows})[0].verdict for answer in answers[:6]]
    assert verdict.count(OTHER) == 0


def test_the_one_amount_of_a_row_needs_no_name() -> None:
    rows = [{"code": f"TR-{number}", "fare": 7 * number + 0.4, "currency": "EUR"} for number in range(400, 500)]
    _, amount = facts("TR-417 came to €3,005.", rows)
    assert (amount.verdict, amount.where, amount.nearest) == (OTHER, "[17].fare", "2919.4")


def test_the_question_is_a_source_of_its_own() -> None:
    (fact,) = facts("That is above $500.", {"x": 1}, question="Is it above $500?")
    assert (fact.verdict, fact.source_ids) == (YES, ("question",))


def test_the_question_is_left_out_on_request() -> None:
    config = GroundingConfig(include_question=False, fact_definition=DEFINITION)
    (fact,) = facts("That is above $500.", {"x": 1}, question="Is it above $500?", config=config)
    assert fact.verdict is NO


def test_evidence_comes_before_the_question() -> None:
    (fact,) = facts("It costs $500.", {"price": 500}, question="Is it $500?")
    assert fact.source_ids == ("s1",)


def test_truncated_evidence_contradicts_nothing() -> None:
    (fact,) = facts("Revenue was $1,234,500.", {"revenue": 1243500}, truncated=True)
    assert fact.verdict is NO


def test_the_band_is_configured() -> None:
    wide = GroundingConfig(contradicted_band=0.9, fact_definition=DEFINITION)
    (fact,) = facts("Revenue was $2,000,000.", {"revenue": 1243500}, config=wide)
    assert fact.verdict is OTHER


REASONS = [
    ("$1,243,500", {"revenue": 1243500}, FactReason.EXACT),
    ("$1.24M", {"revenue": 1243500}, FactReason.ROUNDED),
    ("over $1.2M of it", {"revenue": 1293500}, FactReason.HEDGED),
    ("1.5 s", {"duration_ms": 1500}, FactReason.CONVERTED),
    ("two rows", [{"a": 1}, {"a": 2}], FactReason.COUNT),
    ("June 28, 2026", "2026-06-28", FactReason.SAME_DATE),
    ("INV-2210", {"id": "INV-2210"}, FactReason.SAME_IDENTIFIER),
    ("a revenue of $1,234,500", {"revenue": 1243500}, FactReason.OTHER_VALUE),
    ("€500", "$500", FactReason.OTHER_CURRENCY),
    ("a balance of $500", {"balance": -500}, FactReason.OTHER_SIGN),
    ("INV-2201", {"id": "INV-2210"}, FactReason.NEAR_IDENTIFIER),
    ("$77", {"id": "x"}, FactReason.NOT_FOUND),
]


@pytest.mark.parametrize(("answer", "source", "reason"), REASONS)
def test_every_verdict_has_a_reason(answer: str, source: Any, reason: FactReason) -> None:
    assert [fact.reason for fact in facts(answer, source)] == [reason]


PLACES = [
    ("$48,250", {"rows": [{"total": 1}, {"total": 2}, {"total": 3}, {"total": 48250}]}, "rows[3].total"),
    ("R-1001", {"rows": [{"id": "R-1001"}]}, "rows[0].id"),
    ("28 June 2026", {"order": {"due": "2026-06-28"}}, "order.due"),
    ("28 June 2026", {"order": {"due": 1782604800}}, "order.due"),
    ("4,812 orders", "A title\nsales across 4,812 orders\nthe end", "sales across 4,812 orders"),
]


@pytest.mark.parametrize(("answer", "source", "where"), PLACES)
def test_a_verdict_says_where_its_evidence_stands(answer: str, source: Any, where: str) -> None:
    assert [fact.where for fact in facts(answer, source)] == [where]


def test_the_contradicting_value_is_given_as_it_is_written() -> None:
    (fact,) = facts("Revenue was $1,234,500 this quarter.", "Total revenue was $1,243,500 this quarter.")
    assert fact.nearest == "$1,243,500"


def test_only_the_kinds_that_are_chosen() -> None:
    config = GroundingConfig(fact_kinds=frozenset({FactKind.DATE}), fact_definition=DEFINITION)
    assert [fact.kind for fact in facts("$500 on 2026-06-28", {"x": 1}, config=config)] == [FactKind.DATE]


# ---- the vectors of the plain rule

OVERRIDDEN = {
    # a fact below the floor is found and marked, so that the evidence can bind it
    "There were 312 items in stock.",
    "Reference code AB-1 only.",
    "Fifteen percent growth reported.",
}


def vectors(name: str) -> Any:
    return json.loads((VECTORS / name).read_text())


@pytest.mark.parametrize(("text", "expected"), vectors("unit_vectors.json")["extract"])
def test_vectors_of_extraction(text: str, expected: list[list[Any]]) -> None:
    found = [mention for mention in find_mentions(text, CONFIG) if not mention.below_floor]
    assert len(found) == len(expected)
    for mention, (kind, raw, value) in zip(found, expected, strict=True):
        assert mention.kind == kind
        if kind == "date":
            day = mention.moments[0]
            assert f"{day.year}-{day.month:02}-{day.day:02}" == value
        elif kind == "identifier":
            assert mention.identifier == value
        else:
            assert mention.readings[0].value == Decimal(str(value))
        assert mention.text in (raw, text[mention.start : mention.end])
    if text not in OVERRIDDEN:
        assert len(find_mentions(text, CONFIG)) == len(expected)


@pytest.mark.parametrize(("literal", "value"), vectors("unit_vectors.json")["normalize_number"])
def test_vectors_of_numbers(literal: str, value: float | str) -> None:
    found = find_mentions(literal, GroundingConfig(min_number_digits=1))
    assert ([float(m.readings[0].value) for m in found] or "ValueError") == (
        "ValueError" if value == "ValueError" else [value]
    )


@pytest.mark.parametrize(("text", "value"), vectors("unit_vectors.json")["normalize_date"])
def test_vectors_of_dates(text: str, value: str) -> None:
    days = [mention.moments[0] for mention in find_mentions(text, CONFIG) if mention.moments and mention.moments[0].day]
    assert ([f"{day.year}-{day.month:02}-{day.day:02}" for day in days] or ["ValueError"]) == [value]


@pytest.mark.parametrize("row", vectors("unit_vectors.json")["score"])
def test_vectors_of_scores(row: dict[str, Any]) -> None:
    expected = row["expected"]
    if not row["evidence"] or row["answer"] == "(any)":
        return  # about statuses and limits, which `assess` and the index hold
    found = facts(row["answer"], *row["evidence"])
    for verdict in FactVerdict:
        if verdict.value in expected:
            assert [fact.kind for fact in found if fact.verdict is verdict] == expected[verdict.value]
    if "nearest" in expected:
        assert found[0].nearest == expected["nearest"]
    if "score" in expected:
        assert all(fact.verdict is YES for fact in found)


@pytest.mark.parametrize("case", vectors("canonical_cases.json")["cases"], ids=lambda case: case["name"])
def test_vectors_of_whole_answers(case: dict[str, Any]) -> None:
    found = facts(case["answer"], *vectors("canonical_cases.json")["tool_outputs"])
    assert [(f.kind, f.text, f.verdict) for f in found] == [
        (row["kind"], row["raw"], row["verdict"]) for row in case["expected_verdicts"]
    ]


# ---- what always holds

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["$1,243,500", "INV-2210", "2026-06-28", "15%", "{", '{"a": 1}', '"x"', "3600 s", "[1"]),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
ANSWER = (
    "INV-2210 came to $1,243,500 (about 15%) on 28 June 2026, after 1 hour, 4,812 orders, two rows and -7.5 °C; see"
    " https://x.example/a and 10.0.0.1 in 2024."
)


@given(st.lists(VALUES, max_size=4), st.lists(VALUES, max_size=3))
def test_more_evidence_never_makes_a_supported_fact_unsupported(some: list[Any], more: list[Any]) -> None:
    before = facts(ANSWER, *some)
    after = {(fact.start, fact.end): fact.verdict for fact in facts(ANSWER, *some, *more)}
    assert all(after[fact.start, fact.end] is YES for fact in before if fact.verdict is YES)


@given(st.text(max_size=60), st.lists(VALUES, max_size=3), st.text(max_size=30))
def test_nothing_raises_and_every_verdict_names_its_source(answer: str, sources: list[Any], question: str) -> None:
    text = answer + " " + ANSWER
    for fact in facts(text, *sources, question=question):
        assert text[fact.start : fact.end] == fact.text
        assert bool(fact.source_ids) == (fact.verdict is not NO)


ODD = [
    10**400,
    -(10**400),
    float("nan"),
    float("inf"),
    {"a": 10**400},
    [[[]]],
    {},
    "",
    None,
    b"",
    "{" * 5_000,
    "[" * 5_000,
    '"' * 999,
]


@pytest.mark.parametrize("source", ODD, ids=lambda source: str(source)[:12])
def test_odd_evidence(source: Any) -> None:
    assert {fact.verdict for fact in facts(ANSWER, source)} <= {NO, YES}


HOSTILE = [
    "1,",
    "9 ",
    '{"a":1} ',
    "a1b2 ",
    "$5 ",
    "2026-01-01 ",
    "x@y.zz ",
    "[1],",
    "a: 1\n",
    "a,b\n",
    "<a>1</a>",
    "| 1 | 2 |\n",
    "1 m. ",
    "three a ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_evidence_takes_linear_work(piece: str) -> None:
    def score(size: int) -> None:
        evidence = Evidence([index_source(Source(piece * (size // len(piece))), CONFIG)])
        score_facts(ANSWER, None, evidence, CONFIG)

    assert growth(score, 8_192) < LINEAR


def test_of_a_huge_output_only_the_beginning_is_judged() -> None:
    answer = "The total is 7,315. " * (2 * MAX_OUTPUT // 20)
    found = score_facts(answer, None, Evidence([index_source(Source({"total": 7315}), CONFIG)]), CONFIG)
    assert found[-1].end <= MAX_OUTPUT
    assert {fact.text for fact in found} == {"7,315"}


def test_a_field_of_a_general_name_is_meant_where_no_other_is_called_so() -> None:
    answer = "The total is 139.00 EUR."
    alone = assess(answer, [{"order": "A-1", "total": "129.00 EUR"}]).facts
    one_of_two = assess(answer, [[{"total": "129.00 EUR"}, {"total": "150.00 EUR"}]]).facts
    assert [(fact.verdict, fact.nearest) for fact in alone] == [(FactVerdict.CONTRADICTED, "129.00 EUR")]
    assert [fact.verdict for fact in one_of_two] == [FactVerdict.UNSUPPORTED]
