"""Dates: which are read, with which readings."""

from __future__ import annotations

import pytest

from otel_grounding.config import GroundingConfig
from otel_grounding.model import FactKind
from otel_grounding.text.facts import Moment, find_mentions

CONFIG = GroundingConfig()
DAY = Moment(2026, 6, 28)

DAYS = [
    "2026-06-28",
    "2026/06/28",
    "28.06.2026",
    "06/28/2026",
    "28/06/2026",
    "28 June 2026",
    "June 28, 2026",
    "June 28th, 2026",
    "Jun 28, 2026",
    "Jun. 28, 2026",
    "28th of June 2026",
    "28-Jun-2026",
    "the 28th of June, 2026",
    "2026 June 28",
    "2026.06.28",
]


@pytest.mark.parametrize("text", DAYS)
def test_a_day_in_any_form(text: str) -> None:
    found = find_mentions(f"It was {text}.", CONFIG)
    assert [mention.kind for mention in found] == [FactKind.DATE]
    assert found[0].moments == (DAY,)


PARTS = [
    ("June 2026", Moment(2026, 6)),
    ("Jun 28", Moment(None, 6, 28)),
    ("28 June", Moment(None, 6, 28)),
    ("2026-06", Moment(2026, 6)),
    ("Q2 2026", Moment(2026, quarter=2)),
    ("2026-Q2", Moment(2026, quarter=2)),
    ("Q2 FY2026", Moment(2026, quarter=2)),
    ("the second quarter of 2026", Moment(2026, quarter=2)),
    ("2003, 4Q", Moment(2003, quarter=4)),
    ("2014, October", Moment(2014, 10)),
]


@pytest.mark.parametrize(("text", "moment"), PARTS)
def test_what_is_not_stated_stays_open(text: str, moment: Moment) -> None:
    found = find_mentions(f"It was {text}.", CONFIG)
    assert [mention.moments for mention in found] == [(moment,)]


TIMES = [
    ("2026-06-28T10:30:00Z", 630),
    ("2026-06-28 22:05", 1325),
    ("2026-06-28T10:30:00.123+02:00", 630),
    ("June 28, 2026 at 3:15 PM", 915),
    ("June 28, 2026, 12:00 a.m.", 0),
]


@pytest.mark.parametrize(("text", "minutes"), TIMES)
def test_a_time_of_day_belongs_to_its_date(text: str, minutes: int) -> None:
    found = find_mentions(f"It was {text}", CONFIG)
    assert [mention.moments for mention in found] == [(Moment(2026, 6, 28, None, minutes),)]


def test_an_ambiguous_date_keeps_both_readings() -> None:
    assert find_mentions("03/04/2026", CONFIG)[0].moments == (Moment(2026, 3, 4), Moment(2026, 4, 3))


NO_DATES = [
    "Ratings were 2.3, 4.1, 4.3.",
    "Refunds may be delayed.",
    "see information friends",
    "Foo 30, 2026 things"[:6],
    "version 1.2.3",
    "He may march on",
    "mar 5%",
]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_only_looks_like_a_date(text: str) -> None:
    assert [mention for mention in find_mentions(text, CONFIG) if mention.kind is FactKind.DATE] == []
