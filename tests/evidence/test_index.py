"""Sources made searchable, and the evidence of a run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence, IndexedSource, index_source, newest_within
from otel_grounding.model import Source


def indexed(content: object, source_id: str = "", config: GroundingConfig | None = None) -> IndexedSource:
    return index_source(Source(content, id=source_id), config or GroundingConfig())


def test_a_source_keeps_what_it_was() -> None:
    source = index_source(Source({"temp": 21}, tool_name="get_weather", call_id="c1"), GroundingConfig())
    assert (source.tool_name, source.call_id, source.text) == ("get_weather", "c1", '{"temp": 21}')


def test_size_counts_utf8_bytes() -> None:
    assert indexed("😀é").size == 6


def test_weight_covers_text_and_tokens() -> None:
    source = indexed("alpha beta gamma")
    assert source.weight > source.size


def test_a_source_beyond_the_whole_limit_is_cut_at_a_character() -> None:
    source = indexed("😀😀😀😀", config=GroundingConfig(max_evidence_bytes=9))
    assert (source.text, source.truncated, source.size) == ("😀😀", True, 9)


NAMES = [
    ("in the order of arrival", ["", "", ""], ["s1", "s2", "s3"]),
    ("given ids stay", ["", "tool", ""], ["s1", "tool", "s2"]),
    ("a name that is taken is passed over", ["", "s1"], ["s2", "s1"]),
    ("an id twice", ["x", "x"], ["x", "s1"]),
    ("reserved ids are not for sources", ["question", "answer"], ["s1", "s2"]),
]


@pytest.mark.parametrize(("ids", "named"), [row[1:] for row in NAMES], ids=[row[0] for row in NAMES])
def test_every_source_has_an_id_of_its_own(ids: list[str], named: list[str]) -> None:
    assert [source.id for source in Evidence([indexed("x", each) for each in ids]).sources] == named


def test_naming_leaves_the_shared_source_alone() -> None:
    shared = indexed("x")
    Evidence([indexed("y"), shared])
    assert shared.id == ""


def test_evidence_is_truncated_when_a_source_is() -> None:
    cut = indexed("long text", config=GroundingConfig(max_evidence_bytes=4))
    assert Evidence([indexed("x"), cut]).truncated
    assert not Evidence([indexed("x")]).truncated


def test_the_oldest_sources_leave_first_by_number() -> None:
    sources = [indexed(f"text {number}") for number in range(5)]
    assert newest_within(sources, GroundingConfig(max_sources=2)) == sources[3:]


def test_the_oldest_sources_leave_first_by_bytes() -> None:
    sources = [indexed("a" * 40), indexed("b" * 40), indexed("c" * 20)]
    assert newest_within(sources, GroundingConfig(max_evidence_bytes=60)) == sources[1:]


@given(st.lists(st.text(max_size=20)), st.integers(1, 8), st.integers(1, 60))
def test_what_is_kept_fits_and_is_the_newest(texts: list[str], number: int, size: int) -> None:
    config = GroundingConfig(max_sources=number, max_evidence_bytes=size)
    sources = [indexed(text, config=config) for text in texts]
    kept = list(newest_within(sources, config))
    assert kept == sources[len(sources) - len(kept) :]
    assert len(kept) <= number
    assert sum(source.size for source in kept) <= size


def test_json_that_ends_in_the_middle_is_truncated_evidence() -> None:
    assert indexed('{"rows":[{"id":1},{"i').truncated
    assert Evidence([indexed('{"rows":[{"id":1},{"i')]).truncated
