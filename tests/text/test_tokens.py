"""What a significant token is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.text.tokens import ascii_runs, significant_tokens

ROWS = [
    ("lower-cased", "Paris PARIS paris", {b"paris"}),
    ("three characters or more", "a bc def ghij", {b"def", b"ghij"}),
    ("letters and digits run together", "v12x order42", {b"v12x", b"order42"}),
    ("anything else separates", "one_two-three.four/five", {b"one", b"two", b"three", b"four", b"five"}),
    ("not ASCII separates", "naïve café", {b"caf"}),
    ("other scripts have none", "退款金额 Привет", set()),
    ("full-width digits are not ASCII", "１２３４", set()),
    ("the Kelvin sign is not the letter k", "\u212aelvin", {b"elvin"}),
    ("a lone surrogate separates", "abc\ud800def", {b"abc", b"def"}),
    ("nothing", "", set()),
]


@pytest.mark.parametrize(("text", "tokens"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_significant_tokens(text: str, tokens: set[bytes]) -> None:
    assert significant_tokens(text) == tokens


@given(st.text(st.characters(), max_size=300))
def test_tokens_are_what_the_definition_says_in_regular_expressions(text: str) -> None:
    expected = {run.lower().encode() for run in re.findall("[A-Za-z0-9]{3,}", text)}
    assert significant_tokens(text) == expected
    assert set(ascii_runs(text)) >= expected
