"""Values out of text from outside: JSON, and what Python's `repr` writes of the same values.

Parsers of nested text recurse in C, on the stack of whichever thread a span happens to end on: a deep text kills a
process whose threads have small stacks, and no exception says so. A linear scan bounds the depth before any parser
sees the text. Python's own parser is never asked: it recurses on unary signs too, and warns on the application's
standard error of what it finds odd.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any, Final

MAX_DEPTH: Final = 100
"""Levels of nesting that are read; real tool outputs stay far below, and each costs the C parser half a kilobyte."""

MAX_WIDTH: Final = 500_000
"""Lists and mappings on one level of a value that are looked at."""

_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_ALL_ELSE: Final = bytes(set(range(256)) - set(b'"[]{}'))
_STRING: Final = re.compile(rb'"[^"]*+"?')

_TOKEN: Final = re.compile(
    r"""\s*+(?:
      ('[^'\\]*+(?:\\.[^'\\]*+)*+'|"[^"\\]*+(?:\\.[^"\\]*+)*+")
    | (-?\d++(?:\.\d++)?(?:[eE][+-]?\d++)?(?![\w.])|(?:True|False|None)\b)
    | ([\[{(])
    | ([\]})])
    | ([:,])
    )""",
    re.VERBOSE | re.DOTALL,
)
"""A string, a number or a word, an opening bracket, a closing one, a separator."""
_WORDS: Final = {"True": "true", "False": "false", "None": "null"}
_OPENING: Final = {"[": "[", "{": "{", "(": "["}
_CLOSING: Final = {"]": "]", "}": "}", ")": "]"}
_ESCAPE: Final = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(0010[0-9a-fA-F]{4}|000[0-9a-fA-F]{5})|(.))", re.DOTALL
)
_ESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "\n": ""}


def parse_json(text: str, object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """The value of a JSON text, as `json.loads` reads it.

    Raises:
        json.JSONDecodeError: The text is no JSON; its `pos` and `msg` are those of the standard library.
        ValueError: It is nested deeper than `MAX_DEPTH`, or holds a number of too many digits.
    """
    if is_deep(text):
        raise ValueError(f"nested deeper than {MAX_DEPTH} levels")
    return json.loads(text, object_pairs_hook=object_pairs_hook)


def is_deep(text: str) -> bool:
    """Whether brackets outside of strings are nested deeper than `MAX_DEPTH`; of what is no JSON it may say so too."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    # In steps that run in C, since this is asked of each large text: quotes and brackets alone, then those outside of
    # strings, then one level less with each turn.
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    marks = text.encode("utf-8", "replace").translate(_BRACKETS, _ALL_ELSE).replace(b'""', b"")
    if b'"' in marks:
        marks = _STRING.sub(b"", marks)
    levels = 0
    while levels < MAX_DEPTH and len(outer := marks.replace(b"[]", b"")) < len(marks):
        marks = outer
        levels += 1
    return levels + marks.count(b"[") > MAX_DEPTH


def is_deep_value(value: Any, depth: int = MAX_DEPTH) -> bool:
    """Whether a value is nested deeper than `depth` levels: what compares or writes it recurses in C, too.

    One that holds itself is, and so is one that holds the same again and again, until nothing could write it out.
    """
    inner = [value]
    for _ in range(depth):
        inner = [
            child
            for each in inner
            if isinstance(each, dict | list | tuple)
            for child in (each.values() if isinstance(each, dict) else each)
            if isinstance(child, dict | list | tuple)
        ]
        if not inner:
            return False
        if len(inner) > MAX_WIDTH:
            return True
    return True


def parse_literal(text: str, object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """The value of a Python literal, as JSON would hold it: tuples are lists, the keys of mappings texts.

    It takes what `repr` writes of texts, numbers, None, booleans, lists, tuples and mappings; nothing else of Python.

    Raises:
        ValueError: The text is no such literal, or nested deeper than `MAX_DEPTH`.
    """
    found: list[str] = []
    depth, at, end = 0, 0, len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at, end)
        if token is None:
            raise ValueError(f"no literal at character {at}")
        at = token.end()
        string, scalar, opening, closing, separator = token.groups()
        if string is not None:
            found.append(encode_basestring(unescaped(string[1:-1])))
        elif scalar is not None:
            found.append(_WORDS.get(scalar, scalar))
        elif opening is not None:
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError(f"nested deeper than {MAX_DEPTH} levels")
            found.append(_OPENING[opening])
        elif closing is not None:
            depth -= 1
            if found and found[-1] == ",":  # `(1,)`
                found.pop()
            found.append(_CLOSING[closing])
        else:
            if separator == ":" and found and found[-1][0] not in '"[]{},:':  # a key that is no text
                found[-1] = f'"{found[-1]}"'
            found.append(separator)
    return json.loads(" ".join(found), object_pairs_hook=object_pairs_hook)


def unescaped(body: str) -> str:
    """What stands between the quotes of a Python string, with its escapes resolved; unknown ones stay as they are."""
    return _ESCAPE.sub(_character, body) if "\\" in body else body


def _character(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2] or escape[3]
    return chr(int(code, 16)) if code else _ESCAPED.get(escape[4], escape[0])
