"""Python reprs in attribute values: `content='…' name='…'`, `AgentOutput(response=…)`, cut or whole."""

from __future__ import annotations

import re
from typing import NamedTuple

from otel_grounding.structured import unescaped

_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\"""", re.DOTALL)
_CUT_MARK = "..."


class Field(NamedTuple):
    """A text field of a repr, where it ended, and whether the repr was cut inside it."""

    text: str
    end: int
    cut: bool = False


def text_field(text: str, name: str, start: int = 0) -> Field | None:
    """The first `name='…'` at or after `start`; None where there is none. Never raises."""
    opening = re.compile(rf"(?<![\w.]){re.escape(name)}=(?=['\"])").search(text, start)
    if opening is None:
        return None
    quoted = _QUOTED.match(text, opening.end())
    if quoted is None:
        return Field(text[opening.end() + 1 :].removesuffix(_CUT_MARK), len(text), cut=True)
    return Field(unescaped(quoted[0][1:-1]), quoted.end())
