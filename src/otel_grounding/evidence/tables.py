"""Text that holds structure → JSON-like values: JSON, Python literals, CSV and its kin, markdown, `key: value`, XML.

Nothing raises, everything is linear and bounded. What is no structure is handed back as prose.
"""

from __future__ import annotations

import csv
import re
from typing import Any

from otel_grounding.structured import parse_json, parse_literal

MAX_LITERAL = 64 * 1024
"""Characters of a Python literal that are parsed; its parser is the slowest of all."""
MAX_LINES = 20_000
"""Lines of a text table that are read."""
_MAX_DEPTH = 32

_DELIMITERS = ("|", "\t", ";", "#", ",")
_FIELD_HEADS = frozenset("field key property attribute parameter item metric name label".split())
_VALUE_HEADS = frozenset("value values data content setting".split())
_PAIR = re.compile(
    r"[ \t]*(?:[-*•#>]{1,3}[ \t]+)?[*_`\"]{0,3}([^\W\d_][\w ./()&'-]{0,48}?)[*_`\"]{0,3}[ \t]*[:=][*_]{0,2}[ \t]+(\S.*)"
)
_FIELD = re.compile(r"([A-Za-z_][\w.-]{0,40})=(\"[^\"\n]{0,400}\"|[^\s,;\"]{1,400})")
_TAG = re.compile(r"<(/?)([A-Za-z_][\w:.-]{0,80})((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>")
_ATTRIBUTE = re.compile(r"([A-Za-z_][\w:.-]{0,80})\s?=\s?(?:\"([^\"<]*)\"|'([^'<]*)')")
_SECTION = re.compile(r"\[([^\[\]\n]{1,80})\]\s*\Z")
_RULE = re.compile(r"[\s|:+=-]+\Z")


def read_value(text: str) -> Any:
    """The value of a JSON text or, where it is short enough, of a Python literal; None where it is neither."""
    head = text.lstrip()[:1]
    if head not in "{[" or not head:
        return None
    try:
        return parse_json(text)
    except ValueError:
        pass
    if len(text) <= MAX_LITERAL and "'" in text[:200]:
        try:
            return parse_literal(text.strip())
        except ValueError:
            pass
    return _json_lines(text)


def _json_lines(text: str) -> Any:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.lstrip()[:1] in ("{", "[") for line in lines):
        return None
    try:
        return [parse_json(line) for line in lines[:MAX_LINES]]
    except ValueError:
        return None


def read_text(text: str) -> tuple[list[Any], str]:
    """The structured values in a text, and the prose that is left."""
    value = read_value(text)
    if value is not None:
        return [value], ""
    head = text.lstrip()[:1]
    if head == "<":
        value = _xml(text)
        if value is not None:
            return [value], ""
    if "\n" not in text.strip():
        fields = _fields(text)
        return ([fields], text) if fields else ([], text)
    lines = text.splitlines()[:MAX_LINES]
    values: list[Any] = []
    rest: list[str] = []
    at = 0
    while at < len(lines):
        rows, after = _table_at(lines, at)
        if rows:
            values.append(rows)
            at = after
        else:
            rest.append(lines[at])
            at += 1
    pairs, prose = _pairs(rest)
    return values + pairs, prose


def _table_at(lines: list[str], at: int) -> tuple[list[dict[str, str]], int]:
    """The rows of the table that begins at line `at`, and the line behind it; no rows where none begins there."""
    for delimiter in _DELIMITERS:
        header = lines[at]
        count = header.count(delimiter)
        if not count or at + 1 >= len(lines):
            continue
        if lines[at + 1].count(delimiter) < 1 or header.lstrip().startswith("# "):
            continue
        if delimiter == "|":
            names, body, end = _piped(lines, at)
        else:
            names, body, end = _delimited(lines, at, delimiter)
        if _is_record(names, body):
            return [{row[0]: row[1] for row in body}], end
        if len(body) >= (1 if delimiter == "|" else 2) and len(names) >= 2:
            return [dict(zip(names, row, strict=False)) for row in body], end
    return [], at


def _is_record(names: list[str], body: list[list[str]]) -> bool:
    """Whether a table is one record with a field in each line: `field | value`."""
    return (
        len(names) == 2 and len(body) > 1 and names[0].lower() in _FIELD_HEADS and names[1].lower() in _VALUE_HEADS
        and len({row[0] for row in body}) == len(body)
    )  # fmt: skip


def _piped(lines: list[str], at: int) -> tuple[list[str], list[list[str]], int]:
    end = at
    rows = []
    while end < len(lines) and "|" in lines[end]:
        if not _RULE.match(lines[end]):
            rows.append([cell.strip(" \t*`") for cell in lines[end].strip().strip("|").split("|")])
        end += 1
    return (rows[0], [row for row in rows[1:] if len(row) == len(rows[0])], end) if rows else ([], [], end)


def _delimited(lines: list[str], at: int, delimiter: str) -> tuple[list[str], list[list[str]], int]:
    end = at
    if '"' in lines[at] or '"' in lines[at + 1]:
        block = []
        while end < len(lines) and lines[end].strip():
            block.append(lines[end])
            end += 1
        try:
            rows = list(csv.reader(block, delimiter=delimiter))
        except csv.Error:
            return [], [], at
    else:
        rows = []
        width = lines[at].count(delimiter)
        while end < len(lines) and (lines[end].count(delimiter) == width):
            rows.append(lines[end].split(delimiter))
            end += 1
    if not rows:
        return [], [], at
    names = [cell.strip() for cell in rows[0]]
    # a heading names its columns: short, distinct, no sentence
    if len(set(names)) < len(names) or any(len(name) > 48 or name.endswith(".") for name in names):
        return [], [], at
    if not all(names[1:]) or any(name[:1].isdigit() and name.replace(".", "").isdigit() for name in names[:1]):
        return [], [], at
    if delimiter == "," and (" " in lines[at].replace(", ", "") and ". " in lines[at]):
        return [], [], at
    return names, [[cell.strip() for cell in row] for row in rows[1:] if len(row) == len(names)], end


def _pairs(lines: list[str]) -> tuple[list[Any], str]:
    """Blocks of `key: value` lines and lines of `key=value` fields; all other lines are prose."""
    blocks: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    logged: list[dict[str, str]] = []
    prose: list[str] = []
    loose: list[str] = []
    # items whose further fields are indented below them, as YAML writes a list of records
    nested = any(line[:2] == "  " and line.lstrip()[:2] != "- " for line in lines)
    for line in lines:
        if not line.strip() or line.strip() == "---":
            if len(current) > 1:
                blocks.append(current)
            current = {}
            prose.append("")
            continue
        fields = _fields(line)
        if fields:
            logged.append(fields)
            prose.append(line)
            continue
        section = _SECTION.match(line)
        if section:
            if len(current) > 1:
                blocks.append(current)
            current = {"name": section.group(1).strip()}
            continue
        pair = _PAIR.match(line) if len(line) < 2000 else None
        if pair is None:
            loose.append(line)
            prose.append(line)
            continue
        key, value = pair.group(1).strip(), pair.group(2).strip()
        if nested and line.lstrip().startswith("- ") and key in current:
            blocks.append(current)
            current = {}
        known = current.get(key)
        if known is None:
            current[key] = value
        elif isinstance(known, list):
            known.append(value)
        else:
            current[key] = [known, value]
        if len(value.split()) > 4:
            prose.append(value)
    if len(current) > 1 or (current and blocks):
        blocks.append(current)
    found: list[Any] = []
    if blocks:
        if len(loose) == 1 and len(loose[0]) < 80 and len(blocks) == 1:
            blocks[0].setdefault("name", loose[0].strip())  # a title over its properties
        found.append(blocks if len(blocks) > 1 else blocks[0])
    if logged:
        found.append(logged)
    return found, "\n".join(prose)


def _fields(line: str) -> dict[str, str]:
    if line.count("=") < 2:
        return {}
    found = {match.group(1): match.group(2).strip('"') for match in _FIELD.finditer(line[:4000])}
    return found if len(found) > 1 else {}


def _xml(text: str) -> Any:
    """Elements as mappings of their attributes and children; repeated children are a list."""
    root: dict[str, Any] = {}
    stack: list[tuple[str, dict[str, Any], int]] = [("", root, 0)]
    for tag in _TAG.finditer(text):
        closing, name, inside = tag.group(1), tag.group(2), tag.group(3)
        if not closing:
            element: dict[str, Any] = {
                key: double if double is not None else single for key, double, single in _attributes(inside)
            }
            if inside.rstrip().endswith("/"):
                _put(stack[-1][1], name, element)
            elif len(stack) < _MAX_DEPTH:
                stack.append((name, element, tag.end()))
        elif len(stack) > 1 and stack[-1][0] == name:
            _, element, start = stack.pop()
            content = text[start : tag.start()].strip() if "<" not in text[start : tag.start()] else ""
            if content:
                content = content.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
            value: Any = ({**element, "value": content} if content else element) if element else content
            _put(stack[-1][1], name, value)
    return root or None


def _attributes(inside: str) -> list[tuple[str, str | None, str | None]]:
    return [(match.group(1), match.group(2), match.group(3)) for match in _ATTRIBUTE.finditer(inside)]


def _put(parent: dict[str, Any], name: str, value: Any) -> None:
    if name not in parent:
        parent[name] = value
    elif isinstance(parent[name], list):
        parent[name].append(value)
    else:
        parent[name] = [parent[name], value]
