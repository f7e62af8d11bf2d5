"""Any attribute value → text.

Spans carry text, bytes, numbers, sequences and mappings, nested at will. Nothing here raises, and bytes that are no
text become none: the digits of a dumped binary would support figures by chance.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from otel_grounding.structured import MAX_WIDTH, is_deep_value

MAX_DEPTH = 64
"""Nesting kept of a value that the JSON encoder refuses as it is; what lies deeper is left out."""


def as_text(value: Any) -> str:
    """The text of any value: text as it is, UTF-8 bytes decoded, all else as JSON in the given key order.

    Values JSON has no form for (dates, decimals, objects) are written as `str` writes them. Binary bytes and None give
    an empty text.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bytes | bytearray | memoryview):
        return _decoded(value)
    if not is_deep_value(value, MAX_DEPTH):  # the encoder recurses in C, on a stack that may be small
        try:
            return json.dumps(value, ensure_ascii=False, default=_plain_leaf)
        except (TypeError, ValueError, RecursionError):
            pass  # keys that are no text, cycles, integers beyond the digit limit
        except Exception:
            return ""  # a container of the application's own, whose methods fail
    try:
        return json.dumps(_plain(value, MAX_DEPTH, iter(range(MAX_WIDTH))), ensure_ascii=False)
    except Exception:
        return ""  # as above: `_plain` asks the methods of such a container too


def _decoded(value: bytes | bytearray | memoryview) -> str:
    try:
        return bytes(value).decode("utf-8")
    except ValueError:  # binary, or a view that has been released
        return ""


def _plain_leaf(value: Any) -> Any:
    """What the JSON encoder asks for when it meets a type it does not know."""
    if isinstance(value, bytes | bytearray | memoryview):
        return _decoded(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set) or (isinstance(value, Sequence) and not isinstance(value, str)):
        return list(value)
    try:
        return str(value)
    except Exception:
        return ""  # one object that cannot speak does not silence its neighbours


def _plain(value: Any, depth: int, room: Iterator[int]) -> Any:
    """`value` of types that JSON has, as deep as `depth` and with as many items as there is room for."""
    if value is None or isinstance(value, bool | float | str):
        return value
    if isinstance(value, int):
        return value if value.bit_length() < 4096 else hex(value)
    if depth == 0:
        return None
    if isinstance(value, Mapping):
        return {
            as_text(key): _plain(item, depth - 1, room) for (key, item), _ in zip(value.items(), room, strict=False)
        }
    if isinstance(value, Sequence | Set) and not isinstance(value, bytes | bytearray | memoryview):
        return [_plain(item, depth - 1, room) for item, _ in zip(value, room, strict=False)]
    return _plain_leaf(value)
