"""The evidence of a run, searchable by source.

A source is indexed once, when the span that carries it ends, and then shared by every run it belongs to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.notes import without_notes
from otel_grounding.evidence.values import as_text
from otel_grounding.model import ANSWER_ID, QUESTION_ID, Source
from otel_grounding.text.tokens import ascii_runs

_TOKEN_BYTES = sys.getsizeof(b"") + 8 + 16
"""What one distinct token costs beyond a set's own table: the object, its characters on average, its share of slots."""


@dataclass(slots=True)
class IndexedSource:
    """One source, made searchable.

    Attributes:
        text: What is compared and quoted: the content as text, whatever type it had, without notes that it was cut.
        tokens: Its distinct runs of ASCII letters and digits, those of such notes too: `lexical-overlap/1.0.0` is
            defined over the whole text. Those too short to be significant match nothing.
        size: UTF-8 bytes of the content.
        weight: Bytes held in memory for it, index included; an estimate that errs on the high side.
        truncated: The text was longer than the run's whole budget and has been cut, came as JSON cut in the middle, or
            says itself that it was cut.
    """

    id: str
    tool_name: str
    call_id: str
    text: str
    tokens: set[bytes]
    size: int
    weight: int
    truncated: bool


def index_source(source: Source, config: GroundingConfig) -> IndexedSource:
    """`source`, indexed for what `config` scores.

    A text longer than `config.max_evidence_bytes` alone is cut there, at a character's boundary.
    """
    text = as_text(source.content)
    truncated = is_cut(text)
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > config.max_evidence_bytes:
        kept = text.encode("utf-8", "surrogatepass")[: config.max_evidence_bytes]
        text = kept.decode("utf-8", "ignore")
        size, truncated = len(kept), True
    tokens = set(ascii_runs(text))
    bare = without_notes(text, tokens)
    if bare is not None:
        text, truncated = bare, True
    weight = size + sys.getsizeof(tokens) + len(tokens) * _TOKEN_BYTES
    return IndexedSource(source.id, source.tool_name, source.call_id, text, tokens, size, weight, truncated)


def is_cut(text: str) -> bool:
    """Whether a text that is no JSON begins as JSON does: the rest was lost on its way."""
    return text.lstrip()[:2].rstrip() in ("{", '{"', "[{", '["', "[[", "{'") and text.rstrip()[-1:] not in "}]"


def is_too_much(count: int, size: int, config: GroundingConfig) -> bool:
    """Whether so many sources of so many bytes exceed the limits of one run: then the oldest are dropped whole."""
    return count > config.max_sources or size > config.max_evidence_bytes


def newest_within(sources: Sequence[IndexedSource], config: GroundingConfig) -> Sequence[IndexedSource]:
    """The newest of `sources` that fit the limits of one run."""
    size = 0
    for kept, source in enumerate(reversed(sources)):
        size += source.size
        if is_too_much(kept + 1, size, config):
            return sources[len(sources) - kept :]
    return sources


class Evidence:
    """The sources of one run, each with an id of its own.

    Attributes:
        sources: In order of arrival; ids left empty or taken are named `s1`, `s2`, …
        truncated: Something was cut, dropped or refused: what is missing here may have been observed.
        size: UTF-8 bytes of all texts.
    """

    __slots__ = ("size", "sources", "truncated")

    def __init__(self, sources: Iterable[IndexedSource] = (), truncated: bool = False) -> None:
        self.sources = _named(sources)
        self.truncated = truncated or any(source.truncated for source in self.sources)
        self.size = sum(source.size for source in self.sources)


def _named(sources: Iterable[IndexedSource]) -> tuple[IndexedSource, ...]:
    given = list(sources)
    taken = {source.id for source in given}
    seen = {QUESTION_ID, ANSWER_ID}  # reserved: a source cannot pass for the user's own words
    number = 0
    for at, source in enumerate(given):
        if not source.id or source.id in seen:
            number += 1
            while f"s{number}" in taken:
                number += 1
            # a copy: the same indexed source stands in other runs under other names
            given[at] = source = replace(source, id=f"s{number}")
        seen.add(source.id)
    return tuple(given)
