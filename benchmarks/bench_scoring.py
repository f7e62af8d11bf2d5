"""Scoring against the least that a scorer of words can do: one `findall` over each text, and set operations."""

from __future__ import annotations

import re
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from inputs import CASES, Case

from otel_grounding import GroundingConfig, assess

_TOKEN = re.compile(r"[a-z0-9]{3,}")
_QUESTION = "Summarise the orders and their totals."
_LEXICAL = GroundingConfig(fact_kinds=frozenset())


def _set_overlap(case: Case) -> int:
    told: set[str] = set()
    for source in case.sources:
        told.update(_TOKEN.findall(source.lower()))
    return len(told & set(_TOKEN.findall(case.answer.lower())))


SCORERS: dict[str, Callable[[Case], Any]] = {
    "0 floor: set overlap": _set_overlap,
    "1 assess, claims": lambda case: assess(case.answer, case.sources, _QUESTION, _LEXICAL),
    "2 assess, claims and facts": lambda case: assess(case.answer, case.sources, _QUESTION),
}


@pytest.mark.parametrize("size", CASES)
@pytest.mark.parametrize("scorer", SCORERS)
def bench_scorer(benchmark: Any, scorer: str, size: str) -> None:
    benchmark.group = size
    benchmark.name = scorer
    benchmark(SCORERS[scorer], CASES[size])


@pytest.mark.parametrize("size", CASES)
def bench_ratio_to_the_floor(size: str, find: Callable[[str, str], None]) -> None:
    """Round by round, so that what else the machine does touches all alike."""
    rounds = [{name: _seconds(scorer, CASES[size]) for name, scorer in SCORERS.items()} for _ in range(40)]
    floor, *others = SCORERS
    ratios = [f"{median(each[name] / each[floor] for each in rounds):.2f} {name[2:]}" for name in others]
    find("times the floor", f"{size:<28}" + "   ".join(ratios))


def _seconds(scorer: Callable[[Case], Any], case: Case) -> float:
    start = perf_counter()
    scorer(case)
    return perf_counter() - start
