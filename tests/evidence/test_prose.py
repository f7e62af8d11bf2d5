"""Prose as records: whose figure a sentence tells, and what it calls it."""

from __future__ import annotations

import pytest

from otel_grounding import GroundingConfig
from otel_grounding.evidence.prose import common_fields, may_hold_records, read_prose
from otel_grounding.evidence.records import merged

CONFIG = GroundingConfig()
HOUSES = (
    "Alder House is currently let. Its rent is $2,100. It has 14 rooms. "
    "Birch House is currently vacant. Its rent is $1,750. It has 9 rooms."
)


def _fields(text: str) -> dict[str, dict[str, str | None]]:
    return {record.name: record.fields for record in common_fields(read_prose(text, "s1", CONFIG)[0])}


def test_a_thing_keeps_the_sentences_that_follow_until_another_is_named() -> None:
    assert _fields(HOUSES) == {
        "Alder House": {"status": "let", "rent": "$2,100", "rooms": "14"},
        "Birch House": {"status": "vacant", "rent": "$1,750", "rooms": "9"},
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "The rent of {} is {}. {} has {} rooms.",
        "For {}, {} is recorded as the rent. For {}, there are {} rooms.",
        "{}: the rent stands at {}; {} has {} rooms.",
        "{}'s rent was {}, and {} has {} rooms",
    ],
)
def test_a_field_is_called_by_the_words_around_its_figure_in_either_order(sentence: str) -> None:
    one = sentence.format("Alder House", "$2,100", "Alder House", "14")
    other = sentence.format("Birch House", "$1,750", "Birch House", "9")
    assert _fields(f"{one}\n{other}") == {
        "Alder House": {"rent": "$2,100", "rooms": "14"},
        "Birch House": {"rent": "$1,750", "rooms": "9"},
    }


def test_a_field_told_twice_with_different_figures_is_left_out() -> None:
    assert "rent" not in _fields(HOUSES + " Its rent is $1,800.")["Birch House"]


def test_things_without_common_fields_are_no_records() -> None:
    assert _fields("Alder House was built in 1904 for £9,000. Mount Ida rises 2,456 m over 3 valleys.") == {}


def test_what_no_record_tells_stays_prose() -> None:
    _, rest = read_prose(HOUSES + " The survey did not reveal damp.", "s1", CONFIG)
    assert rest.strip() == "The survey did not reveal damp"


@pytest.mark.parametrize(
    ("text", "expected"), [(HOUSES, True), ("It rained 4 mm. 3 came. 12 left. 5 stayed.", False), ("", False)]
)
def test_only_text_that_repeats_itself_around_its_figures_is_read(text: str, expected: bool) -> None:
    assert may_hold_records([text]) is expected


def test_records_of_one_kind_become_one_table_whose_rows_know_their_source() -> None:
    records = [*read_prose(HOUSES, "s1", CONFIG)[0], *read_prose(HOUSES.replace("House", "Lodge"), "s2", CONFIG)[0]]
    (table,) = merged([record.table() for record in records])
    assert [table.source_of(index) for index in range(4)] == ["s1", "s1", "s2", "s2"]
    assert table.where(2, ("rent",)) == "Alder Lodge.rent"
