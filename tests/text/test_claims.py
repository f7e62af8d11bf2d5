"""Where the sentences of an answer begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.text.claims import split_sentences

PROSE = [
    ("three sentences", "One is. Two are! Three?", ["One is.", "Two are!", "Three?"]),
    (
        "decimals, units and hosts",
        "CPU was 3.5, i.e. 87.5% of n1.example.net.",
        ["CPU was 3.5, i.e. 87.5% of n1.example.net."],
    ),
    ("versions and file names", "Use v1.2.3 of main.py. It works.", ["Use v1.2.3 of main.py.", "It works."]),
    ("URLs", "See https://a.example/x.html?q=1. Done.", ["See https://a.example/x.html?q=1.", "Done."]),
    ("titles", "Dr. Ada met Mr. Lund. They left.", ["Dr. Ada met Mr. Lund.", "They left."]),
    ("initials", "J. Smith signed. K. Lee did too.", ["J. Smith signed.", "K. Lee did too."]),
    (
        "units are no initials",
        "It was 21 °C. Then 5 V. Next 7°C. End.",
        ["It was 21 °C.", "Then 5 V.", "Next 7°C.", "End."],
    ),
    ("approximations", "It took approx. 3 days. Then it ended.", ["It took approx. 3 days.", "Then it ended."]),
    ("months", "Due Jan. 5 at noon. Paid Feb. 6.", ["Due Jan. 5 at noon.", "Paid Feb. 6."]),
    (
        "a word that abbreviates before numbers only",
        "No. 5 is alive. The answer is no. Next.",
        ["No. 5 is alive.", "The answer is no.", "Next."],
    ),
    (
        "an abbreviation that ends a sentence",
        "It closed at 5 p.m. Guests left.",
        ["It closed at 5 p.m.", "Guests left."],
    ),
    ("an abbreviation that doesn't", "At 5 p.m. the shop closed.", ["At 5 p.m. the shop closed."]),
    ("company forms", "Acme Inc. reported growth. Good.", ["Acme Inc. reported growth.", "Good."]),
    ("trailing off", "Wait... what? Yes… maybe.", ["Wait... what?", "Yes… maybe."]),
    ("a quotation inside", '"Really?" she said. "Yes!"', ['"Really?" she said.', '"Yes!"']),
    (
        "closing marks belong to the sentence",
        "It rose (a lot.) Then **fell.** End",
        ["It rose (a lot.)", "Then **fell.**", "End"],
    ),
    ("several terminators", "What?! Really!!! Ok.", ["What?!", "Really!!!", "Ok."]),
    ("numbering in a line", "1. First thing. 2. Second thing.", ["First thing.", "2. Second thing."]),
    ("the same words again", "1) Passed. 2) Passed. 3) Passed.", ["Passed.", "2) Passed.", "3) Passed."]),
    ("Chinese", "退款金额为4,800元。工单已关闭。", ["退款金额为4,800元。", "工单已关闭。"]),
    ("Arabic question", "كيف الحال؟ بخير.", ["كيف الحال؟", "بخير."]),
    ("Hindi", "यह ठीक है। धन्यवाद।", ["यह ठीक है।", "धन्यवाद।"]),
    ("nothing said", "... --- !!!", []),
]
MARKDOWN = [
    ("list items", "- one item. Two\n* three\n• four", ["one item.", "Two", "three", "four"]),
    ("numbered items", "1. alpha\n2) beta\n10. gamma", ["alpha", "beta", "gamma"]),
    ("an item that wraps", "- this item\n  goes on\n- next", ["this item\n  goes on", "next"]),
    ("headings", "# Head\ntext here", ["Head", "text here"]),
    ("quotes", "> quoted words\n> More", ["quoted words", "More"]),
    ("table rows, without the rule", "| a | b |\n|---|---|\n| 1 | 2 |", ["| a | b |", "| 1 | 2 |"]),
    ("code lines, without the fence", "```py\nx = 1\ny = 2\n```\nAfter it", ["x = 1", "y = 2", "After it"]),
    ("key and value lines", "name: foo\nage: 3\n**total:** 4", ["name: foo", "age: 3", "**total:** 4"]),
    ("wrapped prose", "The quick brown\nfox jumped,\nOver it", ["The quick brown\nfox jumped,\nOver it"]),
    ("lines that each begin anew", "Paris\nOslo", ["Paris", "Oslo"]),
    ("a blank line", "the first\n\nthe second", ["the first", "the second"]),
    ("Windows line ends", "- a\r\n- b\r\n\r\nwrapped\r\nline", ["a", "b", "wrapped\r\nline"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"), [row[1:] for row in PROSE + MARKDOWN], ids=[row[0] for row in PROSE + MARKDOWN]
)
def test_sentences(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in split_sentences(text)] == found


@given(st.text(st.sampled_from("ab A1.!?。…\"')]-*#>|`:,\n\r\t "), max_size=200) | st.text(max_size=200))
def test_spans_increase_never_overlap_and_are_trimmed(text: str) -> None:
    spans = list(split_sentences(text))
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    for start, end in spans:
        assert start < end
        assert text[start:end] == text[start:end].strip()


@given(st.lists(st.sampled_from(["Alpha beta gamma.", "Is it 3.5?", "So be it!"]), min_size=1, max_size=20))
def test_plain_prose_falls_into_its_sentences(sentences: list[str]) -> None:
    text = " ".join(sentences)
    assert [text[start:end] for start, end in split_sentences(text)] == sentences
