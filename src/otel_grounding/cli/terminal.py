"""What reaches a terminal: nothing in a trace may steer it."""

from __future__ import annotations

import re
import sys

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

PLAIN_WIDTH = 1_000
"""Columns where the output is no terminal: wide enough that nothing is cut for whoever reads it next."""

# C0 without tab and line feed, DEL, C1, half surrogates, and the marks that reorder what stands around them.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_WORD = re.compile(r"\S+\s*")
_PART = re.compile(r"[^\s_./:-]*[\s_./:-]+|[^\s_./:-]+")


def visible(text: str) -> str:
    """The text with each character that would steer a terminal shown instead of sent: escape becomes `␛`."""
    return _STEERING.sub(_shown, text.replace("\r\n", "\n"))


def _shown(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)  # the signs of Unicode's "Control Pictures", in the same order
    return "␡" if code == 0x7F else "\ufffd"


def one_line(text: str, length: int) -> str:
    """The text on one line of at most `length` characters."""
    line = " ".join(visible(text).split())
    return line if len(line) <= length else line[: length - 1] + "…"


def wrapped(name: str, width: int, indent: int = 0) -> str:
    """The name on lines of at most `width` columns, the `indent` before them included.

    It is broken at spaces, where it has none for long behind signs, and never inside a word: that is cut short.
    """
    room = max(width - indent, 1)
    lines = [""]
    for word in _WORD.findall(name):
        for piece in (word,) if cell_len(word.rstrip()) <= room else _PART.findall(word):
            if lines[-1] and cell_len(lines[-1] + piece.rstrip()) > room:
                lines.append("")
            lines[-1] += piece
    return ("\n" + " " * indent).join(_cut(line.rstrip(), room) for line in lines)


def _cut(line: str, width: int) -> str:
    shown = Text(line)
    shown.truncate(width, overflow="ellipsis")
    return shown.plain


def counted(number: int, what: str) -> str:
    """Such as `1 run` or `1,200 runs`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def console(*, stderr: bool = False) -> Console:
    """A console that writes text as it is: no markup, no emoji names, no guesses at what to colour."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PLAIN_WIDTH
    return Console(
        stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=not stream.isatty(), width=width
    )


def print_indented(text: Text, indent: int, to: Console) -> None:
    """Print the text `indent` columns in; on a terminal also the lines that it is wrapped to."""
    to.print(Padding(text, (0, 0, 0, indent)) if to.is_terminal else Text(" " * indent) + text)
