"""Stems, labels and opposites: what brings the forms of a word, of a field's name and of an opposition together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.text.wording import are_opposite, content_stems, label_words, opposite_forms, stem

SAME = [
    ("completed", "completes"), ("affect", "affected"), ("rose", "rising"), ("fell", "falls"), ("stopped", "stop"),
    ("studies", "study"), ("temperature", "temps"), ("Acme's", "acme"), ("succeeded", "succeed"), ("fields", "field"),
]  # fmt: skip
OPPOSITE = [
    ("rose", "fell"), ("increased", "declines"), ("failed", "succeeded"), ("failed", "successfully"),
    ("enabled", "disabled"), ("open", "closed"), ("before", "after"), ("highest", "lowest"),
    ("up", "down"), ("approved", "rejected"),
]  # fmt: skip
NOT_OPPOSITE = [("rose", "grew"), ("rose", "closed"), ("report", "invoice"), ("failed", "failing")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), OPPOSITE)
def test_opposites_are_known_in_all_their_forms(one: str, other: str) -> None:
    assert are_opposite(stem(one), stem(other))
    assert are_opposite(stem(other), stem(one))


@pytest.mark.parametrize(("one", "other"), NOT_OPPOSITE)
def test_other_pairs_are_no_opposites(one: str, other: str) -> None:
    assert not are_opposite(stem(one), stem(other))


@pytest.mark.parametrize("label", ["totalAmount", "total_amount", "Total amount", "TOTAL-AMOUNT", "total.amount"])
def test_a_label_has_the_same_words_however_it_is_written(label: str) -> None:
    assert label_words(label) == {"total", "amount"}


def test_function_words_and_negations_are_no_content() -> None:
    assert content_stems("The migration did not affect any of them") == ["migrat", "affect"]


def test_opposites_are_looked_up_as_they_are_written() -> None:
    assert {b"fell", b"falls", b"declined", b"decreasing"} <= set(opposite_forms(stem("rose")))


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_has_stems(one: str, other: str) -> None:
    assert stem(one) == stem(one.lower())
    assert not (are_opposite(stem(one), stem(other)) and stem(one) == stem(other))
    assert all(content_stems(one))
