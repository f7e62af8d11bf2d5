"""One identifier of an answer against the evidence: the same, or one character away."""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from collections.abc import Iterator, Set
from itertools import islice, takewhile
from typing import NamedTuple

from otel_grounding.caching import cached_property
from otel_grounding.evidence.figure_places import Place
from otel_grounding.evidence.figures import Figures
from otel_grounding.text.facts import Mention
from otel_grounding.text.facts.identifiers import fold_identifier
from otel_grounding.text.tokens import ascii_runs

MAX_LENGTH = 128
"""Longer identifiers have no near ones: two of them rarely differ in one character by mistake."""
MAX_SEARCHES = 64
"""Searches of whole texts for near identifiers, per answer."""
MAX_NEAR = 2
"""With more identifiers one character away, the evidence numbers things in sequence: nearness says nothing."""
MAX_HASHES = 64
"""Hashes of one beginning of which the first is cited."""
_PREFIX = re.compile(r"[0-9a-f]{7,39}\Z")
_RUN = re.compile(r"[a-z0-9]++")
_HASH = re.compile(r"\b[0-9a-f]{8,}+\b")
_LETTERS, _DIGITS = string.ascii_lowercase, string.digits


class Named(NamedTuple):
    """An identifier of the evidence: where it stands, and as it is written."""

    source_id: str
    where: str
    text: str


class Names:
    """The identifiers of the evidence, looked up by their folded form."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._searches = MAX_SEARCHES
        self._hashes: list[tuple[str, int, int]] | None = None

    def find(self, mention: Mention) -> Named | None:
        """The same identifier, up to case, Unicode form and what is written around it."""
        return self._leaf(mention.text) or self._any(mention.identifier)

    def near(self, mention: Mention) -> Named | None:
        """The one identifier that differs in one changed or two swapped characters; None where many do."""
        name = mention.identifier
        if len(name) > MAX_LENGTH or len(name) < 5:
            return None
        found: dict[str, Named] = {}
        for variant in self._near(name):
            known = self._variant(variant)
            if known is not None:
                found.setdefault(fold_identifier(known.text), known)
                if len(found) > MAX_NEAR:
                    return None
        return next(iter(found.values()), None)

    def _near(self, name: str) -> Iterator[str]:
        """The variants that the evidence may hold: it has the one word that is changed, and the rest."""
        if not name.isascii():
            yield from _variants(name, 0, len(name))
            return
        runs = [(run.span(), run[0].encode() in self._runs) for run in _RUN.finditer(name)]
        missing = [span for span, is_there in runs if not is_there]
        if len(missing) > 1:
            return
        for start, end in missing or [span for span, _ in runs]:
            for variant in _variants(name, start, end):
                if variant[start:end].encode() in self._runs:
                    yield variant

    @cached_property
    def _runs(self) -> Set[bytes]:
        """The runs of letters and digits of all that can be found."""
        return self._figures.words.told.union(ascii_runs("\n".join(self._index)))

    def turned(self, mention: Mention) -> Named | None:
        """The same score the other way round."""
        ours, _, theirs = mention.identifier.partition(":")
        return self._any(f"{theirs}:{ours}")

    def _leaf(self, name: str) -> Named | None:
        for place in self._figures.places_of(name):
            return Named(place.source_id, self._figures.where(place, name), name)
        return None

    def _any(self, name: str) -> Named | None:
        for form in dict.fromkeys((name, name.lstrip("#"), *_versions(name))):
            found = self._known(form) or self._in_text(form)
            if found is not None:
                return found
        if _PREFIX.match(name):  # a hash is cited by its beginning
            return self._hash(name)
        return None

    def _hash(self, beginning: str) -> Named | None:
        """The first hash that begins so."""
        if self._hashes is None:
            self._hashes = sorted(
                (match[0], number, match.start())
                for number, text in enumerate(self._figures.all_texts)
                for match in _HASH.finditer(text.low)
            )
        at = bisect_right(self._hashes, (beginning + "\0",))
        begun = takewhile(lambda each: each[0].startswith(beginning), islice(self._hashes, at, at + MAX_HASHES))
        first = min(begun, key=lambda each: each[1:], default=None)
        if first is None:
            return None
        written, number, at = first
        return Named(*self._figures.all_texts[number].cite(at, written))

    def _in_text(self, form: str) -> Named | None:
        for text, at in self._figures.words.find(form):
            return Named(*text.cite(at, text.text[at : at + len(form)]))
        return None

    def _known(self, form: str) -> Named | None:
        """A leaf or a key of this folded form."""
        known = self._index.get(form)
        if known is None:
            return None
        written, place, key = known
        return Named(place.source_id, place.path(key), written)

    def _variant(self, form: str) -> Named | None:
        known = self._known(form)
        if known is not None:
            return known
        if not self._searches or not self._figures.words.told.issuperset(ascii_runs(form)):
            return None
        self._searches -= 1
        return self._in_text(form)

    @cached_property
    def _index(self) -> dict[str, tuple[str, Place, str | None]]:
        """The leaves and keys that may be identifiers by their folded form: as written, where, under which key."""
        found: dict[str, tuple[str, Place, str | None]] = {}
        for value, held in self._figures.leaves.items():
            kind = type(value)
            if (kind is str and len(value) <= MAX_LENGTH and not value.isalpha()) or (kind is int and value > 99999):
                written = str(value)
                place = held if isinstance(held, Place) else held[0]
                found.setdefault(fold_identifier(written), (written, place, None))
        for schema, places in self._figures.schemas.items():
            for key in schema:
                if isinstance(key, str) and len(key) <= MAX_LENGTH and not key.isalpha():
                    found.setdefault(fold_identifier(key), (key, places[0], key))
        return found


def _versions(name: str) -> tuple[str, ...]:
    """A version without its `v`, or with one."""
    if name[:1] == "v" and name[1:2].isdigit():
        return (name[1:],)
    return ("v" + name,) if name[:1].isdigit() and name.count(".") > 1 else ()


def _variants(name: str, start: int, end: int) -> Iterator[str]:
    """`name` with two neighbours in a stretch swapped, or one letter or digit but its last changed for another."""
    for at in range(start, end - 1):
        if name[at] != name[at + 1] and name[at].isalnum() and name[at + 1].isalnum():
            yield name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    for at in range(start, min(end, len(name) - 1)):  # the last one counts up in a sequence
        char = name[at]
        if char.isalnum():
            for other in _DIGITS if char.isdigit() else _LETTERS:
                if other != char:
                    yield name[:at] + other + name[at + 1 :]
