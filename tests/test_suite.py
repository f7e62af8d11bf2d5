"""What holds for every test here: none of them judges by the clock."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from work import LINEAR, growth, work

TESTS = Path(__file__).parent
CLOCKS = {
    "time", "time_ns", "thread_time", "thread_time_ns", "process_time", "process_time_ns", "perf_counter",
    "perf_counter_ns", "monotonic", "monotonic_ns", "clock_gettime", "timeit",
}  # fmt: skip


def names_in(path: Path) -> Iterator[str]:
    """What a module imports, each attribute it looks up, and each keyword that a call gives, with `=` behind it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.name for alias in node.names)
            yield getattr(node, "module", None) or ""
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword):
            yield f"{node.arg}="


@pytest.mark.parametrize("path", sorted(TESTS.rglob("test_*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_reads_a_clock_or_sets_a_deadline(path: Path) -> None:
    assert sorted((CLOCKS | {"deadline="}) & set(names_in(path))) == []


def test_one_profile_sets_no_deadline_for_any_test() -> None:
    assert settings.get_current_profile_name() == "otel-grounding"
    assert settings().deadline is None


def test_work_is_the_same_each_time_it_is_counted() -> None:
    def some() -> int:
        return sum(len(str(number)) for number in range(100))

    assert work(some) == work(some) > 200


def test_growth_tells_quadratic_work_from_linear() -> None:
    def pairs(size: int) -> int:
        return sum(1 for one in range(size) for other in range(size) if one == other)

    assert growth(range, 100) == 1
    assert 3 < growth(lambda size: [number for number in range(size)], 1_000) < LINEAR  # noqa: C416
    assert growth(pairs, 50) > 3 * LINEAR
