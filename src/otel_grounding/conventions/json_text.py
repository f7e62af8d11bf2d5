"""Lenient JSON: attribute values that are JSON, were JSON before they were cut, or are reprs of the same values."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from otel_grounding.structured import is_deep_value, parse_json, parse_literal


class Parsed(NamedTuple):
    """A value and whether its text had been cut."""

    value: Any
    cut: bool = False


def parse(value: Any) -> Parsed:
    """The value of a text that is JSON or the repr of a mapping or a list; anything else unchanged. Never raises.

    Of JSON that was cut it is what can be read of it. The text `null` is no value.
    """
    if not isinstance(value, str):
        return Parsed(value)
    if not value.lstrip().startswith(_OPENERS):
        return Parsed(None if value.strip() == "null" else value)
    try:
        return Parsed(parse_json(value))
    except json.JSONDecodeError as error:
        if _is_cut(value, error):
            return _mended(value)
    except ValueError:  # an integer of thousands of digits, nesting too deep
        pass
    return Parsed(_from_repr(value))


def is_cut(text: str) -> bool:
    """Whether a text is JSON that ends in the middle."""
    inside = text.strip()
    return inside.startswith(("{", "[")) and not inside.endswith(("}", "]")) and parse(inside).cut


def text_or_empty(value: Any) -> str:
    """A text as it is; of any other value nothing."""
    return value if isinstance(value, str) else ""


def dump(value: Any) -> str:
    """Any value as text: text as it is, the rest as JSON in the given key order. Never raises."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if is_deep_value(value):
        return ""
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):  # keys or numbers JSON has no words for, cycles
        return ""


_OPENERS = ("{", "[", '"')
_REPR = re.compile(r"\s{0,8}(?:\{\s{0,8}['\"]|\[\s{0,8}[\[{('\"])")
"""How the repr of a mapping or of a list of mappings, pairs or texts begins."""
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*+(?:(")|\\?)|[{}\[\],]', re.DOTALL)
"""A string, closed (group 1) or not, or a sign of structure."""
_PARTIAL_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_HALF_NUMBER = re.compile(r"\.|[eE][+-]?")
"""What is left where the decoder stopped in a number."""
_LITERALS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")


def _from_repr(text: str) -> Any:
    """The value of a mapping or list as Python writes it; any other text itself."""
    if _REPR.match(text) and text.rstrip().endswith(("}", "]")):
        try:
            return parse_literal(text.strip())
        except ValueError:
            pass
    return text


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    """The decoder ran out of text, instead of meeting something that JSON is not."""
    rest = text[error.pos :].rstrip()
    if not rest or error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\uXXXX"):
        return len(rest) <= len("\\uXXXX")
    if error.msg.startswith("Expecting ',' delimiter"):
        return _HALF_NUMBER.fullmatch(rest) is not None
    return error.msg == "Expecting value" and any(word.startswith(rest) for word in _LITERALS)


def _mended(text: str) -> Parsed:
    """Close what is open. Where the end is no value yet (a key, half a number) it is left out."""
    stack: list[str] = []
    complete = 0
    in_string = False
    for token in _STRUCTURE.finditer(text):
        mark = token[0][0]
        if mark == '"':
            in_string = token[1] is None
            continue
        if mark in "{[":
            stack.append("}" if mark == "{" else "]")
        elif mark in "}]" and stack:
            stack.pop()
        complete = token.start() if mark == "," else token.end()
    closers = "".join(reversed(stack))
    attempts = [text[:complete] + closers]
    if in_string:
        attempts = [text + '"' + closers, _PARTIAL_ESCAPE.sub("", text) + '"' + closers, *attempts]
    elif not text[-1].isdigit():
        attempts = [text + closers, *attempts]
    for attempt in attempts:
        try:
            return Parsed(parse_json(attempt), cut=True)
        except ValueError:
            continue
    return Parsed(text, cut=True)
