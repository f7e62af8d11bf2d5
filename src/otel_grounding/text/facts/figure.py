"""A figure while its parts are being read."""

from __future__ import annotations

from decimal import Decimal

from otel_grounding.model import FactKind
from otel_grounding.text.facts.hedges import is_lowered
from otel_grounding.text.facts.mention import Hedge, Mention, Moment, Quantity
from otel_grounding.text.facts.numerals import step_of

PLAIN = (("", 0),)
"""The scale of a figure without unit and magnitude."""
_YEAR_CUES = frozenset(
    "in since from by until till through of during year fy early late mid before after around and to between"
    " season summer winter spring"
    " autumn fall january february march april may june july august september october november december".split()
)


class Figure:
    """A figure while its parts are being read."""

    __slots__ = (
        "before", "currency", "end", "hedge", "negative", "noun", "numeral", "parts", "scales", "start", "values"
    )  # fmt: skip

    def __init__(self, start: int, end: int, values: list[tuple[Decimal, int]]) -> None:
        self.start, self.end, self.numeral, self.values = start, end, (start, end), values
        self.negative: tuple[bool, ...] = (False,)
        self.currency = ""
        self.scales: tuple[tuple[str, int], ...] = PLAIN
        self.noun = ""
        self.hedge: Hedge | None = None
        self.before: list[str] = []
        self.parts: tuple[Figure, ...] = ()

    @property
    def unit(self) -> str:
        """The likeliest unit."""
        return self.scales[0][0]

    def shift(self, exponent: int) -> None:
        """Multiply by ten to the power of `exponent`."""
        self.scales = tuple((unit, power + exponent) for unit, power in self.scales)

    def measure(self, *units: str) -> None:
        """Take one of `units`, keeping the magnitude."""
        self.scales = tuple((unit, self.scales[0][1]) for unit in units)

    def join(self, smaller: Figure, times: Decimal) -> None:
        """Take in the figure behind, whose unit goes `times` into ours: one hour and thirty minutes."""
        first = Figure(self.start, self.end, self.values)
        first.scales = self.scales
        self.parts = (*(self.parts or (first,)), smaller)
        self.values = [(self.values[0][0] * times + smaller.values[0][0], smaller.values[0][1])]
        self.scales, self.end, self.noun = smaller.scales, smaller.end, ""

    def mention(self, text: str, min_digits: int) -> Mention:
        kind = self._kind()
        readings = tuple(self._readings())
        literal = text[self.numeral[0] : self.numeral[1]]
        written = text[self.start : self.end]
        bare = kind is FactKind.NUMBER and self.scales == PLAIN and not self.negative[0]
        moments: tuple[Moment, ...] = ()
        if bare and len(literal) == 4 and literal.isdigit() and "1900" <= literal <= "2100":
            if not self.noun or not self.noun.endswith("s") or (self.before and self.before[-1] in _YEAR_CUES):
                kind = FactKind.DATE
            moments = (Moment(int(literal)),)
        below = bare and "." not in literal and sum(map(str.isdigit, literal)) < min_digits
        return Mention(
            kind, self.start, self.end, written, readings, moments, "", self.hedge, below, self.noun,
            is_lowered(self.before, text[self.end : self.end + 24]),
            tuple(part.mention(text, min_digits) for part in self.parts) if self.parts else (),
        )  # fmt: skip

    def _kind(self) -> FactKind:
        if self.currency:
            return FactKind.MONEY
        return FactKind.PERCENT if self.unit == "%" else FactKind.NUMBER

    def _readings(self) -> list[Quantity]:
        readings = []
        for value, decimals in self.values:
            step = step_of(decimals)
            for unit, exponent in self.scales:
                scaled, size = (value.scaleb(exponent), step.scaleb(exponent)) if exponent else (value, step)
                signed = [-scaled if negative else scaled for negative in self.negative]
                readings += [Quantity(each, size, self.currency or unit) for each in signed]
        return readings
