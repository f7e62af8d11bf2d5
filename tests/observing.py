"""Those who are told of what failed and what was left out."""

from __future__ import annotations


class Observed:
    """Lets nothing fail, and keeps what it is told was dropped."""

    def __init__(self) -> None:
        self.dropped: list[tuple[int, str]] = []

    def failed(self, where: str, problem: Exception) -> None:
        raise AssertionError(where) from problem

    def evidence_dropped(self, count: int, where: str) -> None:
        self.dropped.append((count, where))


class Strict(Observed):
    """Lets nothing be dropped either."""

    def evidence_dropped(self, count: int, where: str) -> None:
        raise AssertionError(f"{count} sources dropped: {where}")
