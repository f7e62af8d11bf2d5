"""What extraction finds: pieces of hard data, each with everything it may mean."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from otel_grounding.model import FactKind


class Hedge(StrEnum):
    """How an author loosens a figure."""

    ABOUT = "about"
    """Near it, on either side: about, roughly, ~."""
    OVER = "over"
    """At it or above: over, more than, at least."""
    UNDER = "under"
    """At it or below: under, nearly, up to."""


class Quantity(NamedTuple):
    """One reading of a figure.

    Attributes:
        value: The value, sign and magnitude word included, in `unit`.
        step: One unit of the last stated digit: 0.1 for "15.3", 10,000 for "1.24M".
        unit: A canonical unit (`s`, `kg`, `°C`), a currency (`USD`, or `$` for a dollar of unknown country),
        `%`, or empty.
    """

    value: Decimal
    step: Decimal
    unit: str = ""


class Moment(NamedTuple):
    """One reading of a date; what was not stated is None. `time` is minutes after midnight."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None
    time: int | None = None


class Mention(NamedTuple):
    """One piece of hard data in a text; `text` is `source[start:end]`, as it is written there.

    Attributes:
        readings: Of money, percent and number: what it may mean, the likeliest first.
        moments: Of a date: the same. A bare year has readings as well, a count may look like one.
        identifier: Of an identifier: its folded form, equal for equal identifiers.
        hedge: How the figure is loosened, or None.
        below_floor: A short bare numeral: a fact only where the evidence has something that binds it.
        noun: The word behind a figure without a unit ("312 items"), as written, or empty.
        lowered: A word of decrease stands by ("down 15%"): the sign may be in the word.
        parts: Of a measure in two units ("1 h 30 min"): the measure in each of them.
    """

    kind: FactKind
    start: int
    end: int
    text: str
    readings: tuple[Quantity, ...] = ()
    moments: tuple[Moment, ...] = ()
    identifier: str = ""
    hedge: Hedge | None = None
    below_floor: bool = False
    noun: str = ""
    lowered: bool = False
    parts: tuple[Mention, ...] = ()
