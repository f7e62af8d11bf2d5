"""An answer as a reader sees it: names, the reach of a negation, what a sentence hangs on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.text.phrases import Phrases, words_of

NAMES = [
    ("The balance of Acme Corp is due.", "acme corp"),
    ("Ask checkout-api about it.", "checkout-api"),
    ("See INV-2104 for more.", "inv-2104"),
    ("Lisbon store is open.", "lisbon store"),
    ("It is Mara Lind's order.", "mara lind"),
    ("The University of Oslo replied.", "university of oslo"),
    ("Dr. St. John came.", "st. john"),
]
NO_NAMES = [("It costs 12.50 a month.", "12.50"), ("Due on 2026-03-01.", "2026-03-01"), ("The order is late.", "the")]


@pytest.mark.parametrize(("text", "name"), NAMES)
def test_names_are_found_with_their_places(text: str, name: str) -> None:
    (place,) = Phrases(text).grams[name]
    assert text[place.start : place.end].lower() == name


@pytest.mark.parametrize(("text", "gram"), NO_NAMES)
def test_figures_and_function_words_are_no_names(text: str, gram: str) -> None:
    assert gram not in Phrases(text).grams


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("The job did not fail today.", ["fail"]),
        ("The job didn't fail today.", ["fail"]),
        ("No errors were found.", ["errors"]),
        ("It never did not work.", []),
        ("Not only sales grew.", []),
    ],
)
def test_a_negation_reaches_the_next_content_word(text: str, negated: list[str]) -> None:
    assert [word.text for word in words_of(text) if word.negated] == negated


@pytest.mark.parametrize(
    ("text", "sentence", "lead"),
    [
        ("**web-01**\n- CPU: 12%\n- RAM: 3 GB", "RAM: 3 GB", "**web-01**"),
        ("Results for web-01:\n- CPU: 12%", "CPU: 12%", "Results for web-01:"),
        ("web-01 is slow. It runs at 12%.", "It runs at 12%.", "web-01 is slow."),
        ("web-01 is slow. CPU is at 12%.", "CPU is at 12%.", None),
    ],
)
def test_a_list_item_hangs_on_its_title_and_a_pronoun_on_the_sentence_before(
    text: str, sentence: str, lead: str | None
) -> None:
    phrases = Phrases(text)
    assert [text[start:end] for start, end in phrases.leads(text.index(sentence))] == ([lead] if lead else [])


@given(st.text(max_size=200))
def test_every_place_gives_back_its_text(text: str) -> None:
    phrases = Phrases(text)
    for gram, places in phrases.grams.items():
        assert all(text[place.start : place.end] == place.text and place.text.lower() == gram for place in places)
    assert all(word.text == text[word.start : word.end] for word in words_of(text))
    assert phrases.keys is not None
