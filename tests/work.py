"""Work counted, not timed: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

LINEAR = 5.0
"""What `growth` may at most say of linear work: 4, and a little for sorting. Quadratic work says 16."""


def growth(do: Callable[[int], object], size: int) -> float:
    """How many times the work of `do(size)` that of `do(4 * size)` is."""
    do(size)  # what is made once and kept is made here
    return work(lambda: do(4 * size)) / work(lambda: do(size))


def work(do: Callable[[], object]) -> int:
    """How many lines of Python and calls of C functions `do` takes, in this thread.

    One call of C counts as one, whatever it does: a regular expression that goes over its text again and again is not
    seen. `benchmarks/bench_hostile.py` times those.
    """
    count = 0

    def on_line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return on_line

    def on_call(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "c_call"

    tracing, profiling = sys.gettrace(), sys.getprofile()
    sys.settrace(on_line)
    sys.setprofile(on_call)
    try:
        do()
    finally:
        sys.setprofile(profiling)
        sys.settrace(tracing)
    return count
