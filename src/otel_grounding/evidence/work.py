"""How much one score may look at: a budget that grows with the answer, so that no answer against any evidence is slow.

What is looked up needs none. It is for what compares: one unit for each record, cell or line that is looked at beside
one figure. Each question has a share of its own, and what is more comes out of a pool, first come, first served: the
last sentences of an answer are read like its first. It is counted, not timed, so that a score never depends on the
machine.
"""

from __future__ import annotations

POOL = 150_000
"""Units for all questions together: a short answer may ask much of its evidence."""
SHARE = 60
"""Units that each question has of its own."""
COST = 12
"""Units of a cell or line that is read for its figures, where another is only compared."""


class Work:
    """The budget of one score."""

    __slots__ = ("_own", "_pool", "is_short")

    def __init__(self, pool: int = POOL) -> None:
        self._pool, self._own = pool, 0
        self.is_short = False
        """The question that is asked now wanted more than there was: what it found is not all there is."""

    def begin(self) -> None:
        """Turn to the next question."""
        self._own, self.is_short = SHARE, False

    def allows(self, units: int) -> bool:
        """Take this much; False where there is not so much left, and from then on until the next question."""
        if units > self._own:
            self._pool -= units - self._own
            self._own = 0
            if self._pool < 0:
                self._pool += units
                self.is_short = True
        else:
            self._own -= units
        return not self.is_short
