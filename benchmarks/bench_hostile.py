"""Text made to be slow: four times as much of it must take about four times as long, never sixteen."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest
from inputs import HOSTILE, hostile

from otel_grounding import assess

SIZES = (64 << 10, 128 << 10, 256 << 10)
LIMIT = 8.0
"""Between the 4 of a linear scorer and the 16 of a quadratic one, on a machine that does other things too."""
ROUNDS = 5
_ANSWER = "Order A-1042 came to $129.00 on 2026-11-24 and was shipped with DHL."

WAYS: dict[str, Callable[[str], Any]] = {
    "answer": lambda text: assess(text, [_ANSWER]),
    "evidence": lambda text: assess(_ANSWER, [text]),
    "both": lambda text: assess(text, [text]),
}


@pytest.mark.parametrize("kind", HOSTILE)
def bench_growth(kind: str, find: Callable[[str, str], None]) -> None:
    columns, worst = [], 0.0
    for way, score in WAYS.items():
        small, middle, large = _best_of(score, [hostile(HOSTILE[kind], size) for size in SIZES])
        columns.append(f"{way}: {large * 1e3:6.1f} ms × {middle / small:.1f} × {large / middle:.1f}")
        worst = max(worst, large / small)
    find("hostile text: 256 KB, and the growth from 64 to 128 to 256", f"{kind:<18}" + "   ".join(columns))
    assert worst < LIMIT, f"{worst:.1f} times as long for 4 times as much"


def _best_of(score: Callable[[str], Any], texts: list[str]) -> list[float]:
    """CPU seconds for each text, the best of some rounds; what else the machine does is not in them."""
    best = [float("inf")] * len(texts)
    for _ in range(ROUNDS):
        for at, text in enumerate(texts):
            start = process_time()
            score(text)
            best[at] = min(best[at], process_time() - start)
    return best
