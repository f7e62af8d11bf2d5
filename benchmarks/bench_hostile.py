"""Text made to be slow: twice as much of it must take about twice as long, never four times."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from inputs import HOSTILE, hostile
from telling import Find, Hold
from timing import seconds

from otel_grounding import assess

SIZES = tuple(each << 10 for each in (8, 16, 32, 64, 128, 256))
JUDGED = 64 << 10
"""From here on a doubling counts: what is smaller takes too little time to compare."""
PATIENCE = 10.0
"""CPU seconds for one text, after which nothing larger is tried: it would take for ever."""
LIMIT = 3.0
"""Between the 2 of a linear scorer and the 4 of a quadratic one."""
_ANSWER = "Order A-1042 came to $129.00 on 2026-11-24 and was shipped with DHL."

WAYS: dict[str, Callable[[str], object]] = {
    "as answer": lambda text: assess(text, [_ANSWER]),
    "as evidence": lambda text: assess(_ANSWER, [text]),
    "as both": lambda text: assess(text, [text]),
}


@pytest.mark.parametrize("kind", HOSTILE)
def bench_growth(kind: str, find: Find, hold: Hold) -> None:
    def worst() -> float:
        return max(_growth(way, kind, find) for way in WAYS)

    hold("the worst doubling", worst, LIMIT, "times the time")


def _growth(way: str, kind: str, find: Find) -> float:
    """The worst that a doubling of the text did to the time."""
    found, before = 0.0, float("inf")
    for size in SIZES:
        took = seconds(WAYS[way], hostile(HOSTILE[kind], size))
        if took > PATIENCE:
            find(way, f"{took:.1f} s for {size >> 10} KB: given up")
            return float("inf")
        if size > JUDGED:
            found = max(found, took / before)
        before = took
    find(way, f"{took * 1e3:.1f} ms for {size >> 10} KB, at worst {found:.1f} times the time of half as much")
    return found
