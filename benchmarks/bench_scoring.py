"""Scoring against the least that a scorer of words can do: one `findall` over each text, and set operations."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from operator import itemgetter

from inputs import CASES, Case, each_size
from telling import Find, Hold
from timing import Round, in_turns, seconds, typical

from otel_grounding import GroundingConfig, assess

_TOKEN = re.compile(r"[a-z0-9]{3,}")
_QUESTION = "Summarise the orders and their totals."
_LEXICAL = GroundingConfig(fact_kinds=frozenset())
ROUNDS = {"a": 100, "b": 40, "c": 10}

CLAIMS = {"a": 1.6, "b": 1.5, "c": 1.4}
FACTS = {"a": 8.0, "b": 6.0, "c": 2.0}
"""Budgets, in times the floor."""
FALSE = 1.5
"""Budget of an answer whose facts are all false, in times the same answer with true ones."""


def _set_overlap(case: Case) -> int:
    told: set[str] = set()
    for source in case.sources:
        told.update(_TOKEN.findall(source.lower()))
    return len(told & set(_TOKEN.findall(case.answer.lower())))


SCORERS: dict[str, Callable[[Case], object]] = {
    "floor": _set_overlap,
    "claims": lambda case: assess(case.answer, case.sources, _QUESTION, _LEXICAL),
    "facts": lambda case: assess(case.answer, case.sources, _QUESTION),
    "false": lambda case: assess(case.false_answer, case.sources, _QUESTION),
}


@each_size
def bench_milliseconds(size: str, find: Find) -> None:
    find("input", size)
    times = _in_turns(size, "floor", "claims", "facts")
    for scorer, name in {"floor": "the floor", "claims": "claims alone", "facts": "claims and facts"}.items():
        find(name, f"{typical(times, itemgetter(scorer)) * 1e3:.2f} ms")


@each_size
def bench_claims_alone(size: str, hold: Hold) -> None:
    hold("claims alone", lambda: _ratio(size, "claims", "floor"), CLAIMS[size[0]], "times the floor")


@each_size
def bench_claims_and_facts(size: str, hold: Hold) -> None:
    hold("claims and facts", lambda: _ratio(size, "facts", "floor"), FACTS[size[0]], "times the floor")


@each_size
def bench_false_facts(size: str, hold: Hold) -> None:
    hold(
        "an answer whose facts are all false", lambda: _ratio(size, "false", "facts"), FALSE, "times one with true ones"
    )


def _ratio(size: str, scorer: str, to: str) -> float:
    return typical(_in_turns(size, to, scorer), lambda each: each[scorer] / each[to])


def _in_turns(size: str, *scorers: str) -> list[Round]:
    return in_turns({name: partial(seconds, SCORERS[name], CASES[size]) for name in scorers}, ROUNDS[size[0]])
