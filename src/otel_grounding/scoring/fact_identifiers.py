"""One identifier of an answer against the evidence: the same, or one character away."""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

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
        self._folded: dict[str, tuple[str, str]] | None = None

    def find(self, mention: Mention) -> Named | None:
        """The same identifier, up to case, Unicode form and what is written around it."""
        return self._leaf(mention.text) or self._any(mention.identifier)

    def near(self, mention: Mention) -> Named | None:
        """The one identifier that differs in one changed or two swapped characters; None where many do."""
        name = mention.identifier
        if len(name) > MAX_LENGTH or len(name) < 5:
            return None
        found: dict[str, Named] = {}
        for variant in _variants(name):
            known = self._variant(variant)
            if known is not None:
                found.setdefault(fold_identifier(known.text), known)
                if len(found) > MAX_NEAR:
                    return None
        return next(iter(found.values()), None)

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
        written, where = known
        source_id, _, path = where.partition("\0")
        return Named(source_id, path, written)

    def _variant(self, form: str) -> Named | None:
        known = self._known(form)
        if known is not None:
            return known
        if not self._searches or not self._figures.words.told.issuperset(ascii_runs(form)):
            return None
        self._searches -= 1
        return self._in_text(form)

    @property
    def _index(self) -> dict[str, tuple[str, str]]:
        if self._folded is None:
            found: dict[str, tuple[str, str]] = {}
            self._folded = found
            figures = self._figures
            for value in figures.leaves:
                if (type(value) is str and len(value) <= MAX_LENGTH and not value.isalpha()) or (
                    type(value) is int and value > 99999
                ):
                    place = figures.places_of(value)[0]
                    found.setdefault(fold_identifier(str(value)), (str(value), f"{place.source_id}\0{place.path()}"))
            for schema, places in figures.schemas.items():
                for key in schema:
                    if isinstance(key, str) and len(key) <= MAX_LENGTH and not key.isalpha():
                        where = f"{places[0].source_id}\0{places[0].path(key)}"
                        found.setdefault(fold_identifier(key), (key, where))
        return self._folded


def _versions(name: str) -> tuple[str, ...]:
    """A version without its `v`, or with one."""
    if name[:1] == "v" and name[1:2].isdigit():
        return (name[1:],)
    return ("v" + name,) if name[:1].isdigit() and name.count(".") > 1 else ()


def _variants(name: str) -> Iterator[str]:
    """`name` with two neighbours swapped, or one letter or digit but the last changed for another."""
    for at in range(len(name) - 1):
        if name[at] != name[at + 1] and name[at].isalnum() and name[at + 1].isalnum():
            yield name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    for at, char in enumerate(name[:-1]):  # the last one counts up in a sequence
        if char.isalnum():
            for other in _DIGITS if char.isdigit() else _LETTERS:
                if other != char:
                    yield name[:at] + other + name[at + 1 :]
