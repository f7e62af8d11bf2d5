"""Short bare figures: judged only against the cell that the sentence names."""

from __future__ import annotations

import pytest

from otel_grounding import assess

HOUSES = [
    '{"house": "Alder House", "rooms": 14, "previous_rooms": 12, "lifts": 3, "state": "let"}',
    '{"house": "Birch House", "rooms": 9, "previous_rooms": 8, "lifts": 5, "state": "on hold"}',
    '{"house": "Cedar House", "rooms": 21, "previous_rooms": 25, "lifts": 2, "state": "let"}',
]


def _verdicts(answer: str) -> list[tuple[str, str, str]]:
    return [(fact.text, str(fact.verdict), str(fact.reason)) for fact in assess(answer, HOUSES).facts]


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        ("Alder House has 9 rooms.", "9", "other_entity"),
        ("Birch House has 5 rooms.", "5", "other_field"),
        ("Alder House has 12 rooms.", "12", "other_field"),
        ("Cedar House has 17 rooms.", "17", "other_value"),
        ("Alder House has 9 rooms against 14 rooms at Birch House.", "9", "other_entity"),
    ],
)
def test_a_cell_that_differs_contradicts(answer: str, text: str, reason: str) -> None:
    assert (text, "contradicted", reason) in _verdicts(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Alder House has 14 rooms.",
        "Alder House had 12 previous rooms.",
        "Cedar House is 12 rooms ahead of Birch House.",
        "Alder House has 2 more rooms.",
        "Of the rooms in Alder House 6 of 14 face the park.",
        "Two of the three houses are let.",
        "One house is on hold.",
    ],
)
def test_what_the_cells_say_or_do_not_speak_of_is_not_contradicted(answer: str) -> None:
    assert not [fact for fact in _verdicts(answer) if fact[1] == "contradicted"]


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        ("Three of the three houses are let.", "Three", "wrong_count"),
        ("The number of houses that are on hold is 2.", "2", "wrong_count"),
        ("Cedar House is 13 rooms ahead of Birch House.", "13", "wrong_arithmetic"),
    ],
)
def test_a_wrong_count_or_difference_of_records_is_contradicted(answer: str, text: str, reason: str) -> None:
    assert (text, "contradicted", reason) in _verdicts(answer)
