"""Numbers in words."""

from __future__ import annotations

from decimal import Decimal

import pytest

from otel_grounding.config import GroundingConfig
from otel_grounding.text.facts import find_mentions

CONFIG = GroundingConfig()

SPELLED = [
    ("three of the five jobs failed", [("three", 3, "jobs"), ("five", 5, "jobs")]),
    ("a dozen servers", [("a dozen", 12, "servers")]),
    ("twenty-five users", [("twenty-five", 25, "users")]),
    ("two hundred and five rows", [("two hundred and five", 205, "rows")]),
    ("three thousand rows", [("three thousand", 3000, "rows")]),
    ("zero errors and none", [("zero", 0, "errors"), ("none", 0, "")]),
    ("both nodes", [("both", 2, "nodes")]),
]


@pytest.mark.parametrize(("text", "expected"), SPELLED)
def test_spelled_numbers_count_a_noun(text: str, expected: list[tuple[str, int, str]]) -> None:
    found = find_mentions(text, CONFIG)
    assert [(m.text, m.readings[0].value, m.noun) for m in found] == [(w, Decimal(v), n) for w, v, n in expected]
    assert all(mention.below_floor for mention in found)


@pytest.mark.parametrize("text", ["one of the best", "someone", "often tense", "the fourth", "nonetheless"])
def test_pronouns_and_parts_of_words_are_no_numbers(text: str) -> None:
    assert find_mentions(text, CONFIG) == []
