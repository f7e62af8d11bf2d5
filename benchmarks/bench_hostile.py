"""Text made to be slow: twice as much of it must take about twice as long, never four times."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from inputs import HOSTILE, hostile
from telling import Find, Hold
from timing import seconds

from otel_grounding import assess

SIZES = (64 << 10, 128 << 10, 256 << 10)
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
    texts = [hostile(HOSTILE[kind], size) for size in SIZES]

    def worst() -> float:
        found = 0.0
        for way, score in WAYS.items():
            small, middle, large = (seconds(score, text) for text in texts)
            found = max(found, middle / small, large / middle)
            find(way, f"{large * 1e3:.1f} ms for 256 KB; doublings × {middle / small:.1f}, × {large / middle:.1f}")
        return found

    hold("the worst doubling", worst, LIMIT, "times")
