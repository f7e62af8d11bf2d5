"""Identifiers: one piece each, whole, without the punctuation around them."""

from __future__ import annotations

import pytest

from otel_grounding.config import GroundingConfig
from otel_grounding.model import FactKind
from otel_grounding.text.facts import find_mentions
from otel_grounding.text.facts.identifiers import fold_identifier

CONFIG = GroundingConfig()

WHOLE = [
    "INV-2210",
    "ORD-77120",
    "srv-1204",
    "D-4410",
    "paypal_3024827",
    "isabella_johansson_2152",
    "#W3792453",
    "MT6582",
    "AB-1234-X",
    "finance@acme.example.com",
    "https://example.com/report",
    "https://example.com/r?id=12&x=(1)",
    "www.example.org/a",
    "https://notes.example.org/page-3f9a77c21b0d",
    "550e8400-e29b-41d4-a716-446655440000",
    "3f9a77c21b0d",
    "arn:aws:s3:::my-bucket/key123",
    "10.0.0.12",
    "192.168.1.1:8080",
    "10.0.0.0/24",
    "fe80::1ff:fe23:4567:890a",
    "v1.2.3",
    "1.2.3",
    "2.0.1-rc.1",
    "/etc/hosts",
    "src/app/main.py",
    "src/app/main.py:42",
    "report_2026.pdf",
    "n1.example.net",
    "+1 (555) 123-4567",
    "555-123-4567",
    "4a:5b:6c:7d:8e:9f",
]


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("around", ["See {} for it", "See ({}).", "It is {}, then", '"{}"', "**{}**", "`{}`!"])
def test_an_identifier_is_one_piece_whatever_stands_around_it(name: str, around: str) -> None:
    found = find_mentions(around.format(name), CONFIG)
    assert [(mention.kind, mention.text) for mention in found] == [(FactKind.IDENTIFIER, name)]


NONE = [
    "Reference code AB-1 only.",
    "and/or",
    "read/write",
    "e.g. this",
    "i.e. that",
    "GPT-4 helps",
    "a 31-inch screen",
    "mid-2022",
    "km/h",
    "24/7",
    "the mid-20s",
    "8MP",
    "10.2m/s",
    "4-8GB of RAM",
    "1990s",
    "20th",
    "end.Then",
    "5G",
]


@pytest.mark.parametrize("text", NONE)
def test_measures_words_and_names_are_no_identifiers(text: str) -> None:
    assert [mention.text for mention in find_mentions(text, CONFIG) if mention.kind is FactKind.IDENTIFIER] == []


SAME = [
    ("INV-2210", "inv-2210"),
    ("Bob@Other.com", "bob@other.com"),
    ("１２３", "123"),
    ("https://a.example/", "https://a.example"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_case_unicode_form_and_a_last_slash_do_not_count(one: str, other: str) -> None:
    assert fold_identifier(one) == fold_identifier(other)
