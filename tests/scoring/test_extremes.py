"""Extremes and days: figures of a series that a sentence gives to a day, or calls its highest or lowest."""

from __future__ import annotations

from typing import Any

import pytest

from otel_grounding import assess
from otel_grounding.model import FactVerdict

DEPTHS = {
    "unit": "metres",
    "readings": [
        {"date": f"2025-03-{day}", "tide": {"height": height, "speed": speed}, "clouds": {"all": cover}}
        for day, height, speed, cover in (
            ("10", 3.21, 0.84, 12), ("10", 4.46, 1.27, 30), ("11", 2.95, 1.93, 55), ("11", 4.87, 0.61, 71),
            ("12", 3.58, 1.12, 64), ("12", 5.33, 1.48, 88), ("13", 2.71, 0.97, 93), ("13", 4.02, 1.66, 97),
        )
    ],
}  # fmt: skip
"""Eight readings on four days, Monday to Thursday."""
WEEKLY = [{"week": f"2024-{month:02}-01", "visits": 400 + 31 * month} for month in range(1, 13)]
ENGINES = [{"engine": name, "max_speed": speed} for name, speed in (("Heron", 181), ("Swift", 236), ("Wren", 143))]


def reasons(answer: str, *sources: Any) -> list[tuple[str, str]]:
    """The figures that are contradicted, each with its reason."""
    found = assess(answer, list(sources)).facts
    return [(fact.text, str(fact.reason)) for fact in found if fact.verdict is FactVerdict.CONTRADICTED]


RIGHT = [
    "The tide height ranges from 2.71 m to 5.33 m.",
    "The tide height reaches a high of 5.33 m.",
    "The lowest tide speed is 0.61 m/s.",
    # of a day, by its date or its name
    "On March 11, the tide height has a low of 2.95 m and a high of 4.87 m.",
    "On Tuesday the tide height ranges from 2.95 m to 4.87 m.",
    "Tide speed peaks at 1.93 m/s on March 11.",
    # a day told in other words may be any
    "The next day will have a high of 4.87 m in tide height.",
    # not called an extreme
    "On March 12 the tide height is 3.58 m.",
    # from the greater to the smaller
    "On March 11 the tide height ranges from 4.87 m to 2.95 m.",
    # a range of highs is no range of the series
    "Tide height will be moderate, with highs ranging from 4.02 m to 5.33 m.",
    "High tide speeds of 1.48 m/s are possible.",
]


@pytest.mark.parametrize("answer", RIGHT)
def test_what_the_series_bears_out_is_left_alone(answer: str) -> None:
    assert reasons(answer, DEPTHS) == []


WRONG = [
    ("The tide height ranges from 2.71 m to 4.87 m.", "4.87 m", "not_extreme"),
    ("The tide height ranges from 2.95 m to 5.33 m.", "2.95 m", "not_extreme"),
    ("The tide height reaches a high of 4.02 m.", "4.02 m", "not_extreme"),
    ("The lowest tide speed is 0.84 m/s.", "0.84 m/s", "not_extreme"),
    ("On March 12, the tide height has a low of 5.33 m.", "5.33 m", "not_extreme"),
    ("The largest tide height is 4.87 m.", "4.87 m", "not_extreme"),
    # what stands in the record of another day
    ("On March 12 the tide height is 4.02 m.", "4.02 m", "other_entity"),
    ("On Thursday the tide height is 4.46 m.", "4.46 m", "other_entity"),
    ("On March 13 the sea is calm. The tide height is 4.46 m.", "4.46 m", "other_entity"),
]


@pytest.mark.parametrize(("answer", "figure", "reason"), WRONG)
def test_what_the_series_denies_is_contradicted(answer: str, figure: str, reason: str) -> None:
    assert reasons(answer, DEPTHS) == [(figure, reason)]


def test_a_record_may_have_a_maximum_of_its_own() -> None:
    assert reasons("The Wren has a maximum speed of 143 km/h, the Heron one of 181 km/h.", ENGINES) == []
    assert reasons("The maximum speed of 181 km/h is reached on a long run.", ENGINES) == []


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("The chart shows the visits from January 2024 to December 2024.", []),
        ("The chart shows the visits from January 2024 to October 2024.", [("October 2024", "not_extreme")]),
        ("The data, collected from March 2024 to December 2024, are complete.", [("March 2024", "not_extreme")]),
        ("Visits rose from January 2024 to October 2024.", []),
        ("The data show a rise, with visits growing from March 2024 to October 2024.", []),
    ],
)
def test_the_data_begin_and_end_where_a_sentence_about_them_says(answer: str, wrong: list[tuple[str, str]]) -> None:
    assert reasons(answer, WEEKLY) == wrong


def test_a_sentence_about_more_than_a_day_does_not_take_the_day_up() -> None:
    assert (
        reasons("On March 13 the sea is calm. Over the week the average tide height stays near 4.46 m.", DEPTHS) == []
    )
