"""Time that a busy machine hardly changes: the thread's own, and of things to compare always in turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import thread_time

Round = dict[str, float]


def seconds(do: Callable[..., object], *arguments: object) -> float:
    """CPU seconds of this thread: what it waits for, a core or the interpreter's lock, is not in them."""
    start = thread_time()
    do(*arguments)
    return thread_time() - start


def in_turns(measures: Mapping[str, Callable[[], float]], rounds: int) -> list[Round]:
    """What each gives, round by round and every other time in reverse, so that what slows one slows all."""
    found = []
    for number in range(rounds):
        order = list(measures)[:: 1 if number % 2 else -1]
        found.append({name: measures[name]() for name in order})
    return found


def least(rounds: list[Round], name: str) -> float:
    """The least that was measured: for what takes microseconds the steadiest figure on a busy machine."""
    return min(each[name] for each in rounds)


def typical(rounds: list[Round], figure: Callable[[Round], float]) -> float:
    """The median over the rounds of a figure made within each."""
    return median(map(figure, rounds))
