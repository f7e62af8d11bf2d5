"""What an entity's fields are: any JSON-like value as tables of records, read lazily.

A record is one row, object or keyed entry; its cells are its scalars with the path that leads to them. Only records
which a text names are ever flattened, so that a large table costs no more than a scan of its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from types import NoneType
from typing import Any

from otel_grounding.evidence.tables import read_value
from otel_grounding.text.wording import label_parts, label_words, stem

Scalar = str | int | float | bool
_Step = tuple[Any, str, int, bool]
_NESTED = (Mapping, list, tuple)
_NAMES = (str, int)
_UNNAMED = (bool, float)
_SCALAR = (str, int, float)
_FLAT = (str, int, float, NoneType)
MAX_NODES = 200_000
"""Containers looked at per source."""
MAX_TABLES = 400
_MAX_DEPTH = 12
_MAX_SCHEMAS = 32
_SAMPLE = 24

NAMING = frozenset(
    map(
        stem,
        "name title id identifier key code reference ref sku uuid guid email label slug symbol ticker host"
        " hostname server"
        " service url customer client company vendor supplier employee user username account city country town"
        " region station"
        " location place player team product item model project store site clinic warehouse fund airline book"
        " author film movie"
        " song artist patient order invoice ticket issue case repo repository branch commit pod node cluster ip"
        " filename path"
        " file department school university club candidate driver port entity subject organization organisation"
        " owner author assignee manager"
        " contact person member doctor student teacher guest passenger tenant supervisor lead director recipient"
        " sender actor character job"
        " task pipeline workflow dataset table channel category_name brand device sensor machine vehicle animal"
        " species plant recipe course"
        " event exhibit hotel restaurant museum park school hospital bank".split(),
    )
)
"""Stems of labels whose values name the record."""
DESCRIBING = frozenset(
    map(
        stem,
        "status state type kind priority category severity currency unit tier level mode result outcome condition"
        " phase stage"
        " plan role color colour gender language format description note comment message summary text reason tag"
        " flag grade"
        " rating".split(),
    )
)
"""Stems of labels whose values describe the record and are shared by many."""
_NUMBERING = frozenset(map(stem, "id number no code key reference ref sku identifier".split()))
_FULL_NAME = re.compile(r"[^\W\d_a-z]\w+(?: [^\W\d_a-z][\w.'’-]*){1,3}\Z")
_ADDRESS = re.compile(r"\d{1,5} [A-Z][a-z]+ [A-Z]")
_MEASURED = re.compile(r"[$€£¥]\s?\d|\d[\d.,]*+\s?[A-Za-z°%/²³]{1,12}\Z|[A-Z]{3} \d[\d.,]*+\Z")
"""An amount with its unit: no name."""
_DATE_LIKE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
GENERIC = frozenset(map(stem, "date time value number id count name amount total field data main all".split()))
"""Stems that label nothing by themselves."""
_SAYS_NOTHING = GENERIC | {"no", "not"}
_PAIR_NAMES = ("name", "key", "label", "field", "property", "parameter", "metric", "attribute", "title")
_MEASURES = frozenset(("unit", "units", "currency", "uom"))
_MAX_MEASURE = 4
"""Keys of a mapping that is one value with its unit."""
_PAIR_VALUES = ("value", "val", "amount", "content", "text", "data")


@dataclass(frozen=True, slots=True)
class Cell:
    """One scalar of a record: the path inside it, and the stems of the path's words."""

    path: tuple[str, ...]
    words: frozenset[str]
    value: Scalar


@dataclass(slots=True)
class Table:
    """Records of one shape.

    Attributes:
        source_id: The source they come from.
        path: Where in it, as `rows` or `data.orders`.
        rows: The records as they were read.
        keys: The mapping keys that name the records, or None for a list.
        origins: Source and place of each record, where they come from several.
    """

    source_id: str
    path: str
    rows: list[Any]
    keys: list[str] | None = None
    origins: list[tuple[str, str]] | None = None
    _cells: dict[int, tuple[Cell, ...]] = field(default_factory=dict)
    _labels: dict[str, tuple[tuple[str, ...], frozenset[str]]] | None = None
    _naming: tuple[tuple[str, ...], ...] | None = None
    _values: dict[tuple[str, ...], list[Any]] = field(default_factory=dict)

    def cells(self, index: int) -> tuple[Cell, ...]:
        """The cells of one record."""
        found = self._cells.get(index)
        if found is None:
            row = self.rows[index]
            flat = flatten(row) if isinstance(row, Mapping) else [((), row)]
            found = tuple(Cell(path, label_words(" ".join(path)), value) for path, value in flat)
            self._cells[index] = found
        return found

    def stems(self, index: int) -> frozenset[str]:
        """The stems of everything that one record says."""
        return frozenset().union(*(label_words(str(cell.value)[:60]) | cell.words for cell in self.cells(index)))

    @property
    def labels(self) -> dict[str, tuple[tuple[str, ...], frozenset[str]]]:
        """The fields of the first records by their dotted paths, each with its path and the stems that label it."""
        if self._labels is None:
            self._labels = {}
            seen: set[tuple[Any, ...]] = set()
            for index, row in enumerate(self.rows[:3] if self.origins is None else self.rows):
                keys = tuple(row) if isinstance(row, Mapping) else ()
                if keys in seen:
                    continue
                seen.add(keys)
                if keys and all(isinstance(value, _FLAT) for value in row.values()):
                    labels = _flat_labels(keys)
                else:
                    labels = {".".join(cell.path): (cell.path, cell.words) for cell in self.cells(index)}
                # of one shape only: the very same for all tables that have it
                self._labels = {**self._labels, **labels} if self._labels else labels
        return self._labels

    def where(self, index: int, path: tuple[str, ...] = ()) -> str:
        """The place of a record or of one of its cells, for people: `rows[2].total`, `cities.Paris.temp`."""
        place = (
            self.origins[index][1]
            if self.origins
            else f"{self.path}.{self.keys[index]}"
            if self.keys
            else f"{self.path}[{index}]"
            if len(self.rows) > 1
            else self.path
        )
        return ".".join(part for part in (place, *path) if part).lstrip(".")

    def source_of(self, index: int) -> str:
        """The source that a record comes from."""
        return self.origins[index][0] if self.origins else self.source_id

    @property
    def naming(self) -> tuple[tuple[str, ...], ...]:
        """The paths whose values name the record they stand in."""
        if self._naming is None:
            self._naming = _naming_paths(self)
        return self._naming

    def all_names(self) -> list[tuple[int, str]]:
        """The texts that name the records, in lower case, each with its record."""
        columns = [self.values(path) for path in self.naming]
        rows = zip(*([self.keys, *columns] if self.keys else columns), strict=True)
        return [
            (index, str(name).lower()) for index, row in enumerate(rows) for name in row if name.__class__ in _NAMES
        ]

    def names(self, index: int) -> list[str]:
        """The texts that name one record."""
        found = [self.keys[index]] if self.keys else []
        for path in self.naming:
            value = self.values(path)[index]
            if value.__class__ is str or value.__class__ is int:
                found.append(str(value))
        return found

    def values(self, path: tuple[str, ...]) -> list[Any]:
        """What each record has under one path, None included; read once."""
        found = self._values.get(path)
        if found is None:
            if len(path) == 1:
                (key,) = path
                found = [row.get(key) if type(row) is dict else get(row, path) for row in self.rows]
            else:
                found = [get(row, path) for row in self.rows]
            self._values[path] = found
        return found

    def column(self, path: tuple[str, ...]) -> list[tuple[int, Scalar]]:
        """The values under one path, over all records that have one."""
        return [(index, value) for index, value in enumerate(self.values(path)) if isinstance(value, _SCALAR)]

    def named_rows(self, keys: Set[Any]) -> Iterator[tuple[int, str]]:
        """The records whose names are among `keys` (texts and whole numbers), each with that name."""
        if self.keys:
            for index, key in enumerate(self.keys):
                if key in keys:
                    yield index, key
        for path in self.naming:
            values = self.values(path)
            try:
                if keys.isdisjoint(values):
                    continue
            except TypeError:
                pass  # a list or mapping among them
            for index, value in enumerate(values):
                if (value.__class__ is str or value.__class__ is int) and value in keys:
                    yield index, str(value)


@lru_cache(maxsize=256)
def _flat_labels(keys: tuple[Any, ...]) -> dict[str, tuple[tuple[str, ...], frozenset[str]]]:
    """The labels of a record without nesting; a tool's outputs share their keys."""
    return {str(key): ((str(key),), label_words(str(key))) for key in keys}


def core_words(path: tuple[str, ...], words: frozenset[str]) -> frozenset[str]:
    """What of a label must be said for it to be named: its last part, unless that says nothing by itself."""
    return _core_of(path) if path else words - GENERIC


@lru_cache(maxsize=4096)
def _core_of(path: tuple[str, ...]) -> frozenset[str]:
    return label_words(path[-1]) - _SAYS_NOTHING or label_words(" ".join(path)) - _SAYS_NOTHING


def measure_of(row: Any, path: tuple[str, ...]) -> frozenset[str]:
    """The stems of the unit or currency that stands beside a value: `{"amount": 1250, "currency": "EUR"}`."""
    beside = get(row, path[:-1]) if len(path) > 1 else None
    if not isinstance(beside, Mapping) or len(beside) > _MAX_MEASURE:
        return frozenset()
    texts = [value for key, value in beside.items() if isinstance(value, str) and str(key).lower() in _MEASURES]
    return label_words(" ".join(texts)) if texts else frozenset()


def get(row: Any, path: tuple[str, ...]) -> Any:
    """The value under a path of a record, or None."""
    for key in path:
        if type(row) is not dict and not isinstance(row, Mapping):
            return None
        row = row.get(key)
    return row


def flatten(row: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    """The scalars of a record with their paths; lists of records inside are tables of their own and left out."""
    if len(path) > _MAX_DEPTH:
        return
    for key, value in row.items():
        here = (*path, str(key))
        if isinstance(value, _SCALAR):
            yield here, value
        elif isinstance(value, Mapping):
            if not _is_keyed(value):
                yield from flatten(value, here)
        elif isinstance(value, list | tuple):
            for place, item in enumerate(value[:64]):
                if isinstance(item, _SCALAR):
                    yield (*here, str(place)), item
                elif (type(item) is dict or isinstance(item, Mapping)) and (pair := _named_value(item)):
                    yield (*here, pair[0]), pair[1]


def _named_value(item: Mapping[str, Any]) -> tuple[str, Scalar] | None:
    """`{"name": "Weight", "value": "257 g"}` as a field of its own."""
    if not 2 <= len(item) <= 4:
        return None
    name = next((item[key] for key in _PAIR_NAMES if isinstance(item.get(key), str)), None)
    value = next((item[key] for key in _PAIR_VALUES if isinstance(item.get(key), str | int | float)), None)
    return (name, value) if name is not None and value is not None else None


def merged(tables: list[Table]) -> list[Table]:
    """The tables, those of one record each joined where they have the same fields: a tool was asked one by one."""
    lone = [table for table in tables if len(table.rows) == 1 and table.keys is None and len(table.labels) > 1]
    if len(lone) < 2:
        return tables
    groups: list[tuple[Set[str], list[Table]]] = []
    for table in lone[:MAX_TABLES]:
        labels = table.labels.keys()
        for known, group in groups[:_MAX_SCHEMAS]:
            shared = len(known & labels)
            if shared > 1 and 3 * shared >= 2 * max(len(known), len(labels)):
                group.append(table)
                break
        else:
            groups.append((labels, [table]))
    joined: list[Table] = []
    gone: set[int] = set()
    for _, group in groups:
        if len(group) > 1:
            origins = [(table.source_id, table.where(0)) for table in group]
            one = Table(group[0].source_id, "", [table.rows[0] for table in group], origins=origins)
            if one.naming:
                joined.append(one)
                gone.update(map(id, group))
    return [*(table for table in tables if id(table) not in gone), *joined]


def tables_of(value: Any, source_id: str) -> list[Table]:
    """Every table in a JSON-like value, at any depth, JSON in strings included."""
    found: list[Table] = []
    budget = MAX_NODES
    stack: list[_Step] = [(value, "", 0, False)]
    while stack and budget > 0 and len(found) < MAX_TABLES:
        node, path, depth, inside = stack.pop()
        budget -= 1
        if depth > _MAX_DEPTH:
            continue
        if isinstance(node, str):
            inner = read_value(node) if node[:1] in ("{", "[") and len(node) > 2 else None
            if inner is not None:
                stack.append((inner, path, depth + 1, False))
        elif isinstance(node, list | tuple):
            budget -= len(node)
            _read_list(node, path, depth, source_id, found, stack)
        elif isinstance(node, Mapping):
            budget -= len(node)
            _read_mapping(node, path, depth, inside, source_id, found, stack)
    return found


def _read_list(node: Any, path: str, depth: int, source_id: str, found: list[Table], stack: list[_Step]) -> None:
    rows = [item for item in node if type(item) is dict or isinstance(item, Mapping)]
    if rows and len(rows) == len(node):
        header = rows[0].get("th")
        if isinstance(header, list) and len(rows) > 1:  # an HTML table
            cells = [each for row in rows[1:] if isinstance(each := row.get("td"), list) and len(each) == len(header)]
            if cells:
                found.append(Table(source_id, path, [dict(zip(map(str, header), each, strict=True)) for each in cells]))
            return
        found.append(Table(source_id, path, rows))
        if _has_nested(rows[0]):
            for index, row in enumerate(rows[:512]):
                _push_nested(row, f"{path}[{index}]", depth, stack)
        return
    lists = [item for item in node if isinstance(item, list | tuple)]
    if len(lists) == len(node) and len(lists) > 1:
        header = lists[0]
        if len(header) > 1 and all(isinstance(cell, str) for cell in header):
            body = [dict(zip(header, row, strict=False)) for row in lists[1:] if len(row) == len(header)]
            if body:
                found.append(Table(source_id, path, body))
                return
    for index, item in enumerate(node[:512]):
        if isinstance(item, Mapping | list | tuple | str):
            stack.append((item, f"{path}[{index}]" if len(node) > 1 else path, depth + 1, False))


def _has_nested(row: Mapping[str, Any]) -> bool:
    for value in row.values():
        if value.__class__ is str:
            if value[:1] in ("{", "["):
                return True
        elif not isinstance(value, _FLAT) and isinstance(value, _NESTED):
            return True
    return False


def _push_nested(row: Mapping[str, Any], path: str, depth: int, stack: list[_Step]) -> None:
    for key, value in row.items():
        if value[:1] in ("{", "[") if isinstance(value, str) else isinstance(value, _NESTED):
            # a mapping inside a record is part of it: only what it holds in lists is a table of its own
            stack.append((value, f"{path}.{key}" if path else str(key), depth + 1, isinstance(value, Mapping)))


def _read_mapping(
    node: Mapping[str, Any], path: str, depth: int, inside: bool, source_id: str, found: list[Table], stack: list[_Step]
) -> None:
    values = list(node.values())
    if not values:
        return
    columns = _columns(node)
    if columns:
        found.append(Table(source_id, path, columns))
        return
    if _is_keyed(node):
        found.append(Table(source_id, path, values, [str(key) for key in node]))
    elif (
        len(values) > 1
        and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
        and any(_is_name(str(key)) for key in node)
    ):
        label = path.rpartition(".")[2].split("[")[0] or "value"
        found.append(Table(source_id, path, [{label: value} for value in values], [str(key) for key in node]))
    elif not inside:
        found.append(Table(source_id, path, [node]))
    _push_nested(node, path, depth, stack)


def _columns(node: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Column-oriented arrays, or `columns` with `rows`, as records; empty where it is neither."""
    lists = {key: value for key, value in node.items() if isinstance(value, list | tuple) and len(value) > 1}
    header = next((lists[key] for key in ("columns", "headers", "header", "fields") if key in lists), None)
    if header is not None:
        names = [
            cell if isinstance(cell, str) else str(cell.get("name", "")) if isinstance(cell, Mapping) else ""
            for cell in header
        ]
        body = next((lists[key] for key in ("rows", "data", "values", "records") if key in lists), None)
        if body and all(names) and all(isinstance(row, list | tuple) for row in body[:4]):
            return [dict(zip(names, row, strict=False)) for row in body if isinstance(row, list | tuple)]
    if len(lists) > 1:
        sizes = {len(value) for value in lists.values()}
        if len(sizes) == 1 and all(
            isinstance(item, str | int | float) or item is None for value in lists.values() for item in value[:8]
        ):
            return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    return []


def _is_keyed(node: Mapping[str, Any]) -> bool:
    """Whether a mapping holds one record per key: two or more mappings with the same fields."""
    if len(node) < 2:
        return False
    values = list(node.values())
    return all(isinstance(value, Mapping) for value in values) and _alike(values)


def _alike(rows: list[Any]) -> bool:
    first, second = rows[0].keys(), rows[1].keys()
    return bool(first) and 2 * len(first & second) >= max(len(first), len(second))


def _is_name(key: str) -> bool:
    """Whether a mapping key reads as an entity's name rather than as a field's."""
    if " " in key or "-" in key or not key.isascii():
        return True
    return key[:1].isupper() and (key[1:].islower() or (key.isupper() and len(key) <= 5))


def _naming_paths(table: Table) -> tuple[tuple[str, ...], ...]:
    first = table.rows[0]
    if not isinstance(first, Mapping):
        return ()
    labelled: list[tuple[str, ...]] = []
    open_paths: list[tuple[str, ...]] = []
    for path, value in flatten(first):
        if isinstance(value, _UNNAMED):
            continue
        parts = label_parts(path[-1])
        head = parts[-1] if parts else ""
        if head in DESCRIBING:
            continue
        if (head in NAMING or parts[:1] == ("id",)) and _may_name(value):
            labelled.append(path)
        elif isinstance(value, str) and _looks_named(value):
            open_paths.append(path)
    if not all(_is_amount(get(first, path)) for path in labelled):
        # "loans issued" are counted, an issue's number is a name
        labelled = [
            p for p in labelled if not _is_amount(get(first, p)) or not _NUMBERING.isdisjoint(label_parts(p[-1]))
        ]
    # no label says that it names, but its values are names and differ; beside a label that does, only what can be
    # nothing but names ("Priya Nair")
    coded = all(label_parts(path[-1])[-1] in _NUMBERING for path in labelled)
    is_name = _looks_named if coded else _FULL_NAME.match
    shaped = []
    # beside codes, what comes first names: "Trial, Registry Id, …"
    for path in open_paths[: 1 if labelled and coded else 8]:
        if is_name(str(get(first, path))):
            column = [value for row in table.rows[:_SAMPLE] if isinstance(value := get(row, path), str)]
            if all(map(is_name, column)) and 5 * len(set(column)) >= 4 * len(column):
                shaped.append(path)
    found = (labelled + shaped[: 1 if labelled else 2])[:8]
    apart = [path for path in found if _is_apart(table, path)]
    # a column whose values repeat groups the records, where another one tells them apart
    return tuple(apart or found)


def _is_amount(value: Scalar) -> bool:
    return not isinstance(value, str) or value.replace(",", "").replace(".", "").isdecimal()


def _is_apart(table: Table, path: tuple[str, ...]) -> bool:
    values = [str(value) for value in table.values(path)[:_SAMPLE] if value is not None]
    return len(set(values)) == len(values)


def _may_name(value: Scalar) -> bool:
    text = str(value)
    return 0 < len(text) <= 80 and not _DATE_LIKE.match(text) and not _MEASURED.match(text)


def _looks_named(value: str) -> bool:
    """Whether a cell reads as a name: short, with a letter, in capitals, digits or hyphens; no date and no sentence."""
    if value[:1] in "$€£¥-+" or (value[:1].isdigit() and " " in value and not _ADDRESS.match(value)):
        return False  # an amount
    if not 2 <= len(value) <= 60 or _DATE_LIKE.match(value) or not any(map(str.isalpha, value)):
        return False
    return not value.islower() or "-" in value or any(map(str.isdigit, value))
