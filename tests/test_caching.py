from __future__ import annotations

import threading

from otel_grounding.caching import cached_property


class Word:
    def __init__(self, text: str) -> None:
        self.text = text
        self.computed = 0
        self.started, self.may_go_on = threading.Event(), threading.Event()
        self.may_go_on.set()

    @cached_property
    def letters(self) -> int:
        """How many."""
        self.computed += 1
        self.started.set()
        assert self.may_go_on.wait(10)
        return len(self.text)


def test_it_is_computed_once() -> None:
    word = Word("Paris")
    assert (word.letters, word.letters, word.computed) == (5, 5, 1)


def test_one_that_is_being_computed_keeps_no_other_waiting() -> None:
    """Nor a child that is forked meanwhile."""
    slow = Word("Paris")
    slow.may_go_on.clear()
    thread = threading.Thread(target=lambda: slow.letters)
    thread.start()
    assert slow.started.wait(10)
    other = Word("Rome")
    asked = threading.Thread(target=lambda: other.letters, daemon=True)
    asked.start()
    assert other.started.wait(5)
    slow.may_go_on.set()
    thread.join()
    asked.join()
    assert (slow.letters, other.letters) == (5, 4)
