"""The places of the evidence: the containers of structured sources, and the hard data seen at one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figure_keys import KeySense, sense_of
from otel_grounding.text.facts import Mention, find_mentions
from otel_grounding.text.facts.numerals import read_numeral
from otel_grounding.text.wording import content_stems, label_words

_HEADINGS = ("columns", "headers", "header", "fields", "headings")
SILENT = sense_of("")
"""What a name says that says nothing."""
_SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)")
_FEW = 32
"""Values that are looked through for one as fast as they are looked up."""
_PLAIN_NUMERAL = re.compile(r"\s?[-+−]?\d[\d,.' ]*\s?\Z")


class Place:
    """One container of a structured source, with the way to it."""

    __slots__ = ("_heading", "_keys", "_spelled", "key", "node", "parent", "source_id", "title")

    def __init__(self, source_id: str, parent: Place | None, key: Any, node: Any) -> None:
        self.source_id, self.parent, self.key, self.node = source_id, parent, key, node
        self.title: str = parent.title if parent is not None else ""
        self._keys: dict[Any, list[Any]] | None = None
        self._spelled: dict[str, Any] | None = None
        self._heading: list[Any] | None = None

    def keys_of(self, value: Any) -> Sequence[Any]:
        """The keys under which the container holds `value`; a large one is turned round once."""
        if self._keys is None:
            if len(self.node) <= _FEW:
                return [key for key, held in items_of(self.node) if held == value]
            self._keys = {}
            for key, held in items_of(self.node):
                if isinstance(held, str | int | float):
                    self._keys.setdefault(held, []).append(key)
        return self._keys.get(value, ())

    def path(self, key: Any = None) -> str:
        """The key path of the container, or of the value under `key` in it: `rows[3].total`."""
        parts: list[str] = []
        at: Place | None = self
        keys = [] if key is None else [key]
        while at is not None and at.parent is not None:
            keys.append(at.key)
            at = at.parent
        for each in reversed(keys):
            parts.append(f"[{each}]" if isinstance(each, int) else f".{each}" if parts else str(each))
        return "".join(parts)

    def label(self, key: Any) -> str:
        """The name of the value under `key`: in a row of cells its heading, in a plain list the list's name."""
        if isinstance(key, int):
            headings = self.headings()
            if headings is not None:
                return str(headings[key])
        at: Place | None = self
        while isinstance(key, int) and at is not None:
            key, at = at.key, at.parent
        return str(key) if key is not None else ""

    def headings(self) -> Sequence[Any] | None:
        """The headings of a row of cells: the columns beside its table, the cells of a heading row, or None."""
        table = self.parent
        if table is None or not isinstance(self.node, list):
            return None
        found: Any = None
        if self.key == "td":  # an HTML table
            rows = table.parent.node if table.parent is not None else None
            found = rows[0].get("th") if isinstance(rows, list) and isinstance(rows[0], Mapping) else None
        elif isinstance(self.key, int):
            around = table.parent.node if table.parent is not None else None
            if isinstance(around, Mapping):
                found = next((around[name] for name in _HEADINGS if isinstance(around.get(name), list)), None)
            if found is None and self.key and isinstance(table.node[0], list):
                found = table.heading()
        return found if isinstance(found, list) and found and len(found) == len(self.node) else None

    def heading(self) -> list[Any]:
        """The first row of a table of cells, where it is all names, else empty."""
        if self._heading is None:
            first = self.node[0]
            is_names = all(isinstance(cell, str) and not is_numeral(cell) for cell in first)
            self._heading = first if is_names else []
        return self._heading

    def spelled(self, names: Set[str]) -> Any:
        """The value of the first field of the row whose letters are one of `names`, or None."""
        if self._spelled is None:
            if len(self.node) <= _FEW:
                return next((v for k, v in self.fields() if isinstance(k, str) and _letters(k) in names), None)
            self._spelled = {}
            for key, value in self.fields():
                if isinstance(key, str):
                    self._spelled.setdefault(_letters(key), value)
        return next((self._spelled[name] for name in sorted(names) if name in self._spelled), None)

    def fields(self) -> Iterable[tuple[Any, Any]]:
        """The names and values of the row."""
        if isinstance(self.node, Mapping):
            return self.node.items()
        headings = self.headings()
        return zip(headings, self.node, strict=False) if headings is not None else ()

    def title_of(self, key: Any) -> tuple[str, KeySense]:
        """The name of the value under `key` with that of the object it stands in (`wind speed`), and what it says.

        Where the field's own name says nothing, the object's name is asked too.
        """
        label = self.label(key)
        around = self.key if isinstance(self.key, str) and isinstance(key, str) else self.title
        sense = sense_of(label)
        if not around:
            return label, sense
        name = f"{around} {label}"
        return name, sense if sense != SILENT else sense_of(name)


@dataclass(slots=True)
class Sighting:
    """Hard data of the evidence at its place.

    Attributes:
        mentions: What is written there; read when it is asked for.
        key: The field's name, or empty in running text.
        sense: What the field's name says.
        where: The key path, or the line.
        row: The container it stands in; None in running text.
        bare: A number or numeral without any sign of what it is: its field's name has to say.
    """

    source_id: str
    key: str
    sense: KeySense
    where: str
    row: Place | None
    bare: bool
    text: str
    _config: GroundingConfig
    _mentions: Sequence[Mention] | None = None
    _stems: frozenset[str] | None = None
    _told: list[tuple[frozenset[str], list[Mention]]] | None = None

    @property
    def mentions(self) -> Sequence[Mention]:
        """The hard data in its text; none in a bare number."""
        if self._mentions is None:
            self._mentions = () if self.bare else find_mentions(self.text, self._config)
        return self._mentions

    @property
    def told(self) -> list[tuple[frozenset[str], list[Mention]]]:
        """The figures of each sentence of its text, with the stems of what the sentence and the field's name say."""
        if self._told is None:
            self._told = []
            at = 0
            for end in [*(match.end() for match in _SENTENCE_END.finditer(self.text)), len(self.text)]:
                inside = [other for other in self.mentions if at <= other.start < end and other.readings]
                if inside:
                    stems = frozenset(content_stems(self.text[at:end])) | label_words(self.key)
                    self._told.append((stems, inside))
                at = end
        return self._told

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the content words of its text."""
        if self._stems is None:
            self._stems = frozenset(content_stems(self.text))
        return self._stems


@lru_cache(maxsize=4096)
def _letters(key: str) -> str:
    return "".join(filter(str.isalpha, key[:64])).lower()


def is_numeral(text: str) -> bool:
    """Whether a text is one numeral and nothing else: "28.06.2026" is none."""
    return _PLAIN_NUMERAL.match(text) is not None and bool(read_numeral(text.strip(" +-−")))


def items_of(node: Any) -> Iterable[tuple[Any, Any]]:
    """The keys or positions of a container, with its values."""
    return node.items() if type(node) is dict or isinstance(node, Mapping) else enumerate(node)


def key_of(place: Place, value: Any) -> Any:
    """The key under which a container holds `value`, or None."""
    return next(iter(place.keys_of(value)), None)
