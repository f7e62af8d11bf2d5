"""Digits and separators → values. The same digits can mean two values ("3.350"); all readings are kept."""

from __future__ import annotations

import re
from decimal import Decimal

NUMERAL = re.compile(r"[0-9]++(?:[.,'][0-9]++)*+(?: [0-9]{3}(?![0-9]))*+(?:,[0-9]++)?+|(?<![0-9.])\.[0-9]++")
"""A run of digits with the separators inside it; a leading point is allowed. Possessive, so that it is linear."""
MAX_DIGITS = 1_000
"""Longer runs of digits are no figure anyone states."""

_GROUPED = re.compile(r"\d{1,3}([,.' ])\d{3}(?:\1\d{3})*(?:[.,]\d++)?\Z|\d{1,2}(?:,\d{2}){1,8},\d{3}(?:\.\d++)?\Z")
_DIGITS = re.compile(r"[0-9]+")
_ONE = Decimal(1)


def read_numeral(literal: str) -> list[tuple[Decimal, int]]:
    """The values that `literal` may have, each with its number of decimals, the likeliest first.

    None when it is malformed.
    """
    if len(literal) > MAX_DIGITS:
        return []
    if literal.isdigit():
        return [(Decimal(literal), 0)]
    separators = _DIGITS.sub("", literal)
    last = separators[-1]
    if len(separators) == 1:
        head, tail = literal.split(last)
        if last in "' ":
            return [(Decimal(head + tail), 0)] if len(tail) == 3 and 0 < len(head) <= 3 else []
        decimal = (Decimal(f"{head or 0}.{tail}"), len(tail))
        if len(tail) == 3 and 0 < len(head) <= 3 and head[0] != "0":
            grouped = (Decimal(head + tail), 0)
            return [grouped, decimal] if last == "," else [decimal, grouped]
        return [decimal]
    if not _GROUPED.match(literal):
        return []
    if last in ".," and literal.count(last) == 1:  # the one that differs from the others is the decimal point
        head, tail = literal.rsplit(last, 1)
        return [(Decimal("".join(filter(str.isdigit, head)) + "." + tail), len(tail))]
    return [(Decimal("".join(filter(str.isdigit, literal))), 0)]


def split_list(literal: str) -> list[tuple[int, int]]:
    """The parts of a malformed literal that is a list without spaces ("2,3,4"), as offsets into it."""
    return [match.span() for match in re.finditer(r"\d+(?:\.\d+)?", literal)]


def step_of(decimals: int) -> Decimal:
    """One unit of the last of so many decimals."""
    return _ONE.scaleb(-decimals) if decimals else _ONE
