"""What always holds for the hard data found in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import LINEAR, growth

from otel_grounding.config import GroundingConfig
from otel_grounding.model import FactKind
from otel_grounding.text.facts import find_mentions

CONFIG = GroundingConfig()
PIECES = st.sampled_from(
    [
        "$",
        "€",
        "1",
        "23",
        "4,567",
        ".5",
        "-",
        "−",
        "%",
        " ",
        "(",
        ")",
        "M",
        "kg",
        "June",
        "2026",
        "-06-28",
        "@",
        "a.com",
        "https://x.io/",
        "INV-12",
        "v1.2.3",
        "three",
        "about ",
        "\n",
        "1. ",
        "１２",
        "\u00a0",
        "…",
        "é",
        "元",
        "😀",
        "\x1f",
        "Q2",
        "10.0.0.1",
        ":",
        "/",
        "_",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_offsets_give_back_the_text_and_never_overlap(text: str) -> None:
    end = 0
    for mention in find_mentions(text, CONFIG):
        assert text[mention.start : mention.end] == mention.text
        assert end <= mention.start < mention.end
        end = mention.end


@given(st.lists(PIECES).map("".join), st.sampled_from(FactKind))
def test_only_the_kinds_asked_for(text: str, kind: FactKind) -> None:
    assert {m.kind for m in find_mentions(text, GroundingConfig(fact_kinds=frozenset({kind})))} <= {kind}


HOSTILE = [
    "1",
    "1,",
    "1 ",
    "a",
    "a1",
    "1a",
    "-",
    "$",
    "@",
    "a@",
    "a.",
    "1.",
    "1:",
    "a/",
    "/",
    "0-",
    "1-1-",
    "(",
    ".a",
    "1'000",
    "x@x.",
    "June ",
    "Q1 ",
    "three ",
    "about ",
    "quarter ",
    "12/",
    "f:",
    "aé1",
    "$-",
    "a+",
    "%",
    "1e",
    "​1 ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_linear_work(piece: str) -> None:
    assert growth(lambda size: find_mentions(piece * (size // len(piece)), CONFIG), 4_096) < LINEAR
