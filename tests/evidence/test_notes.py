"""Notes that an output was cut: what is one, what is none, and that its figures are no evidence."""

from __future__ import annotations

import json
from cProfile import Profile

import pytest

from otel_grounding import assess
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import index_source
from otel_grounding.evidence.notes import MAX_LOOKED, without_notes
from otel_grounding.model import FactVerdict, Source
from otel_grounding.text.tokens import ascii_runs, significant_tokens

CONFIG = GroundingConfig()

NOTES = [
    "id,total\n1,10\n... [Output truncated: 41000 characters]",
    '{"rows":[{"id":"R-1","total":1001},{"id":"R-2","to...[truncated]',
    "a\nb\n… (41,000 more rows)",
    '{"truncated": true, "total_bytes": 41000}',
    '{"meta": {"total_chars": 41000, "truncated": true}, "output": "abc"}',
    '{"isTruncated":true,"originalSize":41000,"rows":[1]}',
    "{'truncated': True, 'original_length': 41000}",
    '"{\\"truncated\\": true, \\"total_bytes\\": 41000}"',
    '{"items": [1], "is_truncated": true}',
    '{"stdout": "x", "stdout_truncated": true}',
    "<IsTruncated>true</IsTruncated>",
    "truncated: true\nname: x",
    "some text <response clipped>",
    "first [... 41000 chars omitted ...] last",
    "line\n... output truncated ...\nline",
    "line\n... 41000 bytes omitted ...\nline",
    "abc\nNOTE: output was truncated to 41000 characters\n",
    "Warning: Truncated output (original token count: 41000)",
    "Output truncated.",
    "The file is long. Output truncated.",
    "# … with 41,000 more rows",
    "one, two, ... and 41,000 more",
    "[TRUNCATED]",
    "[+41000 more lines]",
    "--- truncated ---",
    "*** output truncated ***",
    '{"text": "abc... (truncated)"}',
    '{"text":"abc\\n... (41000 lines omitted)"}',
    "(results truncated to first 41000 rows)",
    "[Response truncated: exceeded 41000 tokens]",
    "…[41,000 characters truncated]…",
    "<... 41000 characters truncated ...>",
    "[38 lines elided]",
    "[content truncated due to length]",
]
DATA = [
    '{"truncated": false, "total_bytes": 41000}',
    '{"is_truncated": false}',
    '{"truncated": null}',
    '{"truncated_cone": true}',
    '{"shape": "truncated"}',
    '{"tags": ["truncated", "clipped"]}',
    "truncated=False",
    "Truncated: no",
    "Three truncated cones were delivered.",
    "The volume of (truncated cones) is 41,000.",
    "... truncated cones are sold.",
    "[truncated normal distribution]",
    "shape,volume\ntruncated cone,41000\n",
    "A truncated icosahedron has 60 vertices.",
    "The truncated SVD of rank 5.",
    "He clipped 5 coupons.",
    "The hedge was trimmed to 41 cm.",
    "The name (omitted) is 12.",
    "The invoice omitted 12 items.",
    "We waited... 5 more minutes passed.",
    "There are 12 more rows in the shop.",
    "more than 41,000 rows",
    "(41,000 rows)",
    "[5 more days]",
    "more, 41,000 more",
]
PAGES = [
    '{"has_more": true, "next_page_token": "abc", "total": 41000}',
    '{"has_more": false}',
    '{"items": [1], "nextCursor": "x"}',
    "Showing 10 of 41,000 results",
]
"""A page is whole; that there are others is no cut, and their number is told by the tool."""


def bare(text: str) -> str | None:
    return without_notes(text, set(ascii_runs(text)))


@pytest.mark.parametrize("text", NOTES)
def test_a_note_says_that_the_output_was_cut(text: str) -> None:
    assert assess("The file is here.", [text]).evidence.truncated


@pytest.mark.parametrize("text", [text for text in NOTES if "41" in text])
def test_the_figures_of_a_note_are_no_evidence(text: str) -> None:
    (fact,) = assess("There are 41,000 of them.", [text]).facts
    assert fact.verdict is FactVerdict.UNSUPPORTED


@pytest.mark.parametrize("text", [*DATA, *PAGES])
def test_words_that_are_data_are_no_note(text: str) -> None:
    assert bare(text) is None
    assert not assess("The file is here.", [text]).evidence.truncated


@pytest.mark.parametrize("text", [text for text in (*DATA, *PAGES) if "41" in text and "000" in text])
def test_figures_beside_such_words_stay_evidence(text: str) -> None:
    facts = assess("There are 41,000 of them.", [text]).facts
    assert [fact.verdict for fact in facts] == [FactVerdict.SUPPORTED]


def test_what_stands_around_a_note_stays_evidence() -> None:
    text = json.dumps({"rows": [{"id": "R-17", "total": 1001}], "truncated": True, "total_bytes": 41000, "count": 1200})
    report = assess("R-17 has a total of 1,001, of 1,200 in all.", [text])
    assert {fact.text: fact.verdict for fact in report.facts} == {
        "R-17": FactVerdict.SUPPORTED,
        "1,001": FactVerdict.SUPPORTED,
        "1,200": FactVerdict.SUPPORTED,
    }


def test_nothing_is_contradicted_by_an_output_that_was_cut() -> None:
    whole = '{"order": "A-1042", "price": 139.00, "currency": "EUR"}'
    answer = "Order A-1042 costs 129.00 EUR."
    assert [fact.verdict for fact in assess(answer, [whole]).facts][-1] is FactVerdict.CONTRADICTED
    cut = whole.replace("}", ', "truncated": true}')
    assert [fact.verdict for fact in assess(answer, [cut]).facts][-1] is FactVerdict.UNSUPPORTED


@pytest.mark.parametrize("text", NOTES)
def test_the_claims_are_judged_against_the_whole_text(text: str) -> None:
    indexed = index_source(Source(text), CONFIG)
    assert significant_tokens(text) <= indexed.tokens
    assert indexed.size == len(text.encode())


@pytest.mark.parametrize("text", [*DATA, *PAGES, "", "Paris is 21 °C."])
def test_a_text_without_notes_is_kept_as_it_is(text: str) -> None:
    indexed = index_source(Source(text), CONFIG)
    assert indexed.text is text


def test_a_note_at_the_end_is_seen_behind_any_number_of_such_words() -> None:
    assert bare("truncated cones, " * (MAX_LOOKED + 1) + "[truncated]") is not None


@pytest.mark.parametrize("piece", ["truncated ", "[truncated", "...truncated", "1 more ", '"truncated": true ', "((("])
def test_what_is_looked_at_is_bounded(piece: str) -> None:
    counted = []
    for times in (20_000, 40_000):
        text = "truncated " + piece * times
        tokens = set(ascii_runs(text))
        profile = Profile()
        profile.enable()
        without_notes(text, tokens)
        profile.disable()
        counted.append(sum(entry.callcount for entry in profile.getstats()))
    assert counted[1] <= counted[0] * 1.1
