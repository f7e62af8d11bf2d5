"""Money, percentages and numbers: what is read, and what is left alone."""

from __future__ import annotations

from decimal import Decimal

import pytest

from otel_grounding.config import GroundingConfig
from otel_grounding.model import FactKind
from otel_grounding.text.facts import Hedge, Mention, find_mentions

CONFIG = GroundingConfig()


def only(text: str) -> Mention:
    found = find_mentions(text, CONFIG)
    assert len(found) == 1, found
    return found[0]


def values(text: str) -> list[tuple[str, str, str]]:
    """Every figure as its text, likeliest value and unit."""
    return [
        (m.text, format(m.readings[0].value, "f"), m.readings[0].unit)
        for m in find_mentions(text, CONFIG)
        if m.readings
    ]


MONEY = [
    ("$1,243,500", "1243500", "$"),
    ("1,243,500 USD", "1243500", "USD"),
    ("USD 1.24M", "1240000", "USD"),
    ("€1.243.500", "1243500", "EUR"),
    ("€2.500,50", "2500.50", "EUR"),
    ("$1.24 million", "1240000", "$"),
    ("1.24 million dollars", "1240000", "$"),
    ("US$5bn", "5000000000", "USD"),
    ("₹12,43,500", "1243500", "INR"),
    ("Rs. 3 crore", "30000000", "INR"),
    ("₹12.4 lakh", "1240000", "INR"),
    ("$ 10,000", "10000", "$"),
    ("CHF 3'500", "3500", "CHF"),
    ("£5k", "5000", "GBP"),
    ("75 cents", "0.75", "¢"),
    ("4,800元", "4800", "CNY"),
    ("R$ 99,90", "99.90", "BRL"),
]


@pytest.mark.parametrize(("text", "value", "currency"), MONEY)
def test_money_has_its_value_and_currency(text: str, value: str, currency: str) -> None:
    found = only(text)
    assert found.kind is FactKind.MONEY
    assert (found.readings[0].value, found.readings[0].unit) == (Decimal(value), currency)
    assert found.text == text


SIGNS = [
    ("It was -$500.", "-$500", "-500"),
    ("It was $-500.", "$-500", "-500"),
    ("It was ($500).", "($500)", "-500"),
    ("It was −15%.", "−15%", "-15"),
    ("It was –15%.", "–15%", "-15"),
    ("It was minus 3.", "minus 3", "-3"),
    ("It was negative 4 °C.", "negative 4 °C", "-4"),
    ("It was +7%.", "+7%", "7"),
]


@pytest.mark.parametrize(("text", "written", "value"), SIGNS)
def test_the_sign_is_part_of_the_value(text: str, written: str, value: str) -> None:
    found = only(text)
    assert (found.text, found.readings[0].value) == (written, Decimal(value))


def test_a_price_in_parentheses_may_be_an_aside_or_a_loss() -> None:
    found = only("The cheapest plan ($500) is enough.")
    assert {reading.value for reading in found.readings} == {Decimal(500), Decimal(-500)}


NO_SIGN = ["**T-Shirt** - $46.66", "pages 10-$20", "Total - $5"]


@pytest.mark.parametrize("text", NO_SIGN)
def test_a_dash_of_the_sentence_is_no_sign(text: str) -> None:
    assert find_mentions(text, CONFIG)[-1].readings[0].value > 0


PERCENT = [
    ("15%", "15"),
    ("15 %", "15"),
    ("18 percent", "18"),
    ("15 per cent", "15"),
    ("3 percentage points", "3"),
    ("25 basis points", "0.25"),
    ("40 bps", "0.40"),
    ("0.00%", "0.00"),
    ("5‰", "0.5"),
    ("15 pct", "15"),
]


@pytest.mark.parametrize(("text", "value"), PERCENT)
def test_percentages(text: str, value: str) -> None:
    found = only(text)
    assert (found.kind, found.readings[0].value, found.readings[0].unit) == (FactKind.PERCENT, Decimal(value), "%")
    assert found.text == text


LITERALS = [
    ("1,234,567.89", "1234567.89"),
    ("1 234,5", "1234.5"),
    ("816 000", "816000"),
    ("3'500", "3500"),
    ("3’500", "3500"),
    ("12,43,500", "1243500"),
    ("１２３４", "1234"),
    ("0.005", "0.005"),
    ("1234,5", "1234.5"),
    ("1\u202f234", "1234"),
    ("٣٤٥٦", "3456"),
]


@pytest.mark.parametrize(("literal", "value"), LITERALS)
def test_separators_of_any_country(literal: str, value: str) -> None:
    found = only(f"It is {literal} now.")
    assert (found.text, found.readings[0].value) == (literal, Decimal(value))


def test_a_sign_between_two_figures_belongs_to_the_second() -> None:
    assert values("$5 $6") == [("$5", "5", "$"), ("$6", "6", "$")]


def test_a_list_of_decimals_is_figures_and_no_dates() -> None:
    assert [text for text, _, _ in values("Ratings were 2.3, 4.1, 4.3.")] == ["2.3", "4.1", "4.3"]


AMBIGUOUS = [("3.350", {"3.350", "3350"}), ("1,234", {"1234", "1.234"}), ("€1.500", {"1500", "1.500"})]


@pytest.mark.parametrize(("literal", "readings"), AMBIGUOUS)
def test_an_ambiguous_literal_keeps_both_readings(literal: str, readings: set[str]) -> None:
    assert {reading.value for reading in only(f"It is {literal} now.").readings} == {Decimal(each) for each in readings}


UNITS = [
    ("8MP", "8", "MP"),
    ("0.75mm", "0.75", "mm"),
    ("10.2m/s", "10.2", "m/s"),
    ("5GB", "5", "GB"),
    ("1.5 s", "1.5", "s"),
    ("1500 ms", "1500", "ms"),
    ("1 hour", "1", "h"),
    ("0.5 kg", "0.5", "kg"),
    ("500 g", "500", "g"),
    ("72 °F", "72", "°F"),
    ("21°C", "21", "°C"),
    ("21 degrees Celsius", "21", "°C"),
    ("a 31-inch screen", "31", "inch"),
    ("3.5 GHz", "3.5", "GHz"),
    ("60 miles per hour", "60", "mph"),
    ("294 pixels per inch", "294", "ppi"),
    ("7-day", "7", "d"),
    ("12 kWh", "12", "kWh"),
    ("90 km/h", "90", "km/h"),
    ("40 µs", "40", "µs"),
]


@pytest.mark.parametrize(("text", "value", "unit"), UNITS)
def test_units_are_units_and_no_magnitudes(text: str, value: str, unit: str) -> None:
    found = only(text)
    assert (found.kind, found.readings[0].value, found.readings[0].unit) == (FactKind.NUMBER, Decimal(value), unit)


MAGNITUDES = [
    ("2.5M", "2500000"),
    ("5k", "5000"),
    ("3 billion", "3000000000"),
    ("2bn", "2000000000"),
    ("3 mn", "3000000"),
    ("12.4 lakh", "1240000"),
    ("5 thousand", "5000"),
    ("1.24m", "1240000"),
]


@pytest.mark.parametrize(("text", "value"), MAGNITUDES)
def test_magnitudes(text: str, value: str) -> None:
    assert only(f"It reached {text} today.").readings[0].value == Decimal(value)


def test_a_letter_that_may_be_a_magnitude_or_a_unit_keeps_both() -> None:
    assert {(r.value, r.unit) for r in only("5m").readings} == {
        (Decimal("5E6"), ""),
        (Decimal(5), "m"),
        (Decimal(5), "min"),
    }


RANGES = [
    ("between 18 and 25 percent", [("18", "18", "%"), ("25 percent", "25", "%")]),
    ("5–7 days", [("5", "5", "d"), ("7 days", "7", "d")]),
    ("$5-10 million", [("$5", "5000000", "$"), ("10 million", "10000000", "$")]),
    ("10 to 20 kg", [("10", "10", "kg"), ("20 kg", "20", "kg")]),
    ("1500-2500", [("1500", "1500", ""), ("2500", "2500", "")]),
]


@pytest.mark.parametrize(("text", "expected"), RANGES)
def test_a_range_is_two_figures_that_share_their_unit(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert values(text) == expected


HEDGES = [
    ("about 1,240,000", Hedge.ABOUT),
    ("roughly $1.2 million", Hedge.ABOUT),
    ("~5,000", Hedge.ABOUT),
    ("over 1.2 million", Hedge.OVER),
    ("more than 5,000", Hedge.OVER),
    ("at least 5,000", Hedge.OVER),
    ("5,000+", Hedge.OVER),
    ("just under 5 kg", Hedge.UNDER),
    ("nearly 3%", Hedge.UNDER),
    ("less than 5,000", Hedge.UNDER),
    ("up to 5,000", Hedge.UNDER),
    ("5,000 or so", Hedge.ABOUT),
    ("exactly 5,000", None),
]


@pytest.mark.parametrize(("text", "hedge"), HEDGES)
def test_hedges_have_a_direction(text: str, hedge: Hedge | None) -> None:
    assert only(text).hedge is hedge


@pytest.mark.parametrize(
    ("text", "step"), [("15.3%", "0.1"), ("$1.24M", "10000"), ("1,243,500", "1"), ("0.00%", "0.01")]
)
def test_the_step_is_one_unit_of_the_last_stated_digit(text: str, step: str) -> None:
    assert only(text).readings[0].step == Decimal(step)


FLOORED = ["There were 312 items.", "Item 7 failed.", "He won 4-1.", "About 12 of them."]


@pytest.mark.parametrize("text", FLOORED)
def test_short_bare_numerals_are_below_the_floor(text: str) -> None:
    found = find_mentions(text, CONFIG)
    assert found
    assert all(mention.below_floor for mention in found)


ABOVE = ["4812 items", "5 kg", "$5", "3%", "minus 3", "2.3 points", "5k"]


@pytest.mark.parametrize("text", ABOVE)
def test_a_unit_sign_or_decimal_lifts_a_figure_over_the_floor(text: str) -> None:
    assert not only(text).below_floor


def test_the_floor_is_configured() -> None:
    assert not find_mentions("312 items", GroundingConfig(min_number_digits=3))[0].below_floor


NOTHING = [
    "It is a mix of both parts of it"[:14],
    "1. First\n2. Second",
    "1) Passed. And then",
    "the 1990s",
    "the 1st and 22nd time",
    "Refunds may be delayed; see information friends.",
]


@pytest.mark.parametrize("text", NOTHING)
def test_numbering_ordinals_decades_and_words_are_no_figures(text: str) -> None:
    assert find_mentions(text, CONFIG) == []


def test_a_year_is_a_date_that_may_be_a_count() -> None:
    found = only("It was founded in 2024.")
    assert (found.kind, found.moments[0].year, found.readings[0].value) == (FactKind.DATE, 2024, Decimal(2024))
    assert only("We shipped 2024 orders.").kind is FactKind.NUMBER


def test_numbers_too_long_for_anyone_to_state_are_left_alone() -> None:
    assert find_mentions("9" * 5_000, CONFIG) == []
    assert only("1" + "0" * 30).readings[0].value == Decimal(10) ** 30
