"""Text made to be slow, and answers over evidence that both grow: twice as much takes twice as long, not four times."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pytest
from growing import SHAPES, make
from inputs import HOSTILE, hostile
from telling import Find, Hold
from timing import seconds

from otel_grounding import assess

SMALLEST = 8
JUDGED = 32
"""KB from which on a doubling counts: what is smaller takes too little time to compare."""
PATIENCE = 10.0
"""CPU seconds for one text, after which nothing larger is tried: it would take for ever."""
LIMIT = 3.0
"""Budget: between the 2 of a linear scorer and the 4 of a quadratic one."""
RECORDS = (300, 600, 1_200)
"""Sentences over as many records."""
MOST_SECONDS = 2.0
"""Budget for an answer of 128 KB at most."""
_ANSWER = "Order A-1042 came to $129.00 on 2026-11-24 and was shipped with DHL."


class Way(NamedTuple):
    score: Callable[[str], object]
    largest: int
    """KB; of an answer no more than 128 are looked at for facts."""


WAYS = {
    "as answer": Way(lambda text: assess(text, [_ANSWER]), 128),
    "as evidence": Way(lambda text: assess(_ANSWER, [text]), 256),
    "as both": Way(lambda text: assess(text, [text]), 128),
}


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    """Its pauses come now and then, and would be taken for growth."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("kind", HOSTILE)
def bench_growth(kind: str, find: Find, hold: Hold) -> None:
    for name, way in WAYS.items():
        hold(f"{name}, the worst doubling", partial(_growth, name, way, kind, find), LIMIT, "times the time")


def _growth(name: str, way: Way, kind: str, find: Find) -> float:
    """The worst that a doubling of the text did to the time."""
    size, worst, before = SMALLEST, 0.0, float("inf")
    while True:
        took = seconds(way.score, hostile(HOSTILE[kind], size << 10))
        if size > JUDGED:
            worst = max(worst, took / before)
        if size == way.largest or took > PATIENCE:
            break
        size, before = 2 * size, took
    if size < way.largest or took > PATIENCE:
        find(name, f"given up after {took:.0f} s with {size} KB")
        return float("inf")
    find(name, f"{took * 1e3:.1f} ms for {size} KB")
    return worst


@pytest.mark.parametrize("shape", SHAPES)
def bench_growing(shape: str, hold: Hold) -> None:
    """What doubling an answer and its evidence does, once it is doubled again; and what the largest takes."""
    taken: list[float] = []

    def growth() -> float:
        taken[:] = (seconds(assess, given.answer, given.sources) for given in (make(shape, n, n) for n in RECORDS))
        return math.sqrt(taken[2] / taken[0])

    hold("a doubling", growth, LIMIT, "times the time")
    hold(f"{RECORDS[-1]} sentences", lambda: taken[2], MOST_SECONDS, "s")
