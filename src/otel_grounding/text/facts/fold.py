"""One spelling for digits, signs and spaces, character by character, so that offsets stay true."""

from __future__ import annotations

import re
import unicodedata

_NON_ASCII = re.compile(r"[^\x00-\x7f]+")
_MINUS, _SPACES, _QUOTES = (
    "−﹣",
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "’‘ʼ′",
)
_SINGLE = dict.fromkeys(_MINUS + "‐‑", "-") | dict.fromkeys(_SPACES, " ") | dict.fromkeys(_QUOTES, "'")


class _Folding(dict[int, str]):
    """Every character's spelling, learned when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _SINGLE.get(char)
        if folded is None:
            decimal = unicodedata.decimal(char, None)
            folded = str(decimal) if decimal is not None else char
            if folded == char and 0xFF01 <= code <= 0xFFEF:  # full-width and half-width forms
                wide = unicodedata.normalize("NFKC", char)
                folded = wide if len(wide) == 1 else char
        if len(self) < 4096:
            self[code] = folded
        return folded


_FOLDING = _Folding({code: chr(code) for code in range(128)})


def fold(text: str) -> str:
    """`text` with every digit, minus sign, space, apostrophe and full-width form in its ASCII spelling; same length."""
    return text if text.isascii() else _NON_ASCII.sub(lambda run: run[0].translate(_FOLDING), text)
