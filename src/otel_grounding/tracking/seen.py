"""What a span has seen beneath it: a bounded account of calls, sources and words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from operator import attrgetter
from sys import getsizeof
from typing import Final

from otel_grounding.config import GroundingConfig
from otel_grounding.model import Reading
from otel_grounding.tracking.ledger import Held, Ledger

_MAX_WORDS: Final = 16
"""Words that a span remembers of each sort, in case some turn out to have been said beneath a tool."""
_MAX_PROSE: Final = 1_000
"""Answers of sub-agents that a span remembers, the newest; each is one number."""
_DIGEST_BYTES: Final = 100
"""What one of them takes up: a number, and its place in a mapping."""
_MAX_SIZE: Final = 1024 * 1024
"""Characters of words that a span remembers of each sort, beside the newest answer and the first question."""


class Words:
    """Something said or asked beneath a span, equal to nothing but itself: two models may say the same.

    Attributes:
        agent: The agent that said it: of those around the words the innermost that has a name.
        place: Its place among all words of this process, in the order in which they were heard.
    """

    __slots__ = ("agent", "place", "text")

    def __init__(self, text: str, agent: str = "") -> None:
        self.text = text
        self.agent = agent
        self.place = next(_places)


_places = count()


class Seen:
    """What a span has seen beneath it.

    Attributes:
        calls: Tool calls and retrievals; `missing` of them left no output on any span, `failed` ended in an error.
        steps: Spans of tools, models and agents.
        models: Model turns, but for those beneath a tool.
        runs: Runs; `agents` of them had words of their own.
        silent_scope: The instrumentation scope of the last step that left its content out.
        said: The last words of models and sub-agents, newest last.
        asked: The first questions, oldest first.
        prose: Digests of what sub-agents answered.
    """

    __slots__ = (
        "agents", "asked", "calls", "failed", "ledger", "missing", "models", "prose", "runs", "said", "silent_scope",
        "steps", "truncated",
    )  # fmt: skip

    def __init__(self, config: GroundingConfig) -> None:
        self.ledger = Ledger(config)
        self.calls = 0
        self.missing = 0
        self.failed = 0
        self.steps = 0
        self.models = 0
        self.runs = 0
        self.agents = 0
        self.silent_scope = ""
        self.said: list[Words] = []
        self.asked: list[Words] = []
        self.prose: dict[int, None] = {}
        self.truncated = False

    @property
    def size(self) -> int:
        """Bytes of memory that are held: sources with their index, words, digests."""
        words = sum(getsizeof(words.text) for words in (*self.said, *self.asked))
        return self.ledger.weight + words + _DIGEST_BYTES * len(self.prose)

    @property
    def answer(self) -> Words | None:
        """The last words that say something; words that say nothing where there are no others."""
        return next((words for words in reversed(self.said) if words.text), self.said[-1] if self.said else None)

    def merge(self, earlier: Seen) -> None:
        """Take over what was seen before, beneath a span that this one turned out to enclose."""
        for held in earlier.ledger.held():
            if not self.ledger.knows(held.digest, held.source.call_id, held.quoted):
                self.ledger.add(held)
        self.ledger.dropped += earlier.ledger.dropped
        self.calls += earlier.calls
        self.missing += earlier.missing
        self.failed += earlier.failed
        self.steps += earlier.steps
        self.models += earlier.models
        self.runs += earlier.runs
        self.agents += earlier.agents
        self.silent_scope = self.silent_scope or earlier.silent_scope
        self.said = _in_order(earlier.said, self.said)[-_MAX_WORDS:]
        self.asked = _in_order(earlier.asked, self.asked)[:_MAX_WORDS]
        self.truncated = self.truncated or earlier.truncated
        self.note_prose(earlier.prose)

    def note_prose(self, digests: Iterable[int]) -> None:
        self.prose |= dict.fromkeys(digests)
        while len(self.prose) > _MAX_PROSE:
            del self.prose[next(iter(self.prose))]

    def observe(self, held: Held) -> None:
        """Take a source in, where it is none of a sub-agent's words and no call that is known."""
        if held.digest in self.prose or self.ledger.knows(held.digest, held.source.call_id, held.quoted):
            return
        self.ledger.add(held)
        if held.quoted:  # the output of a call whose own span has none, or of a call without a span
            if self.missing > 0:
                self.missing -= 1
            else:
                self.calls += 1

    def hear(self, said: Words | None, asked: Words | None) -> None:
        if said is not None:
            self.said = _newest_within(_MAX_SIZE, [*self.said, said][-_MAX_WORDS:])
        if asked is not None and len(self.asked) < _MAX_WORDS:
            if self.asked and self.asked[0].text == asked.text:
                asked.text = self.asked[0].text  # each model call repeats the question, and a long one is held once
            if not self.asked or len(asked.text) <= _MAX_SIZE // _MAX_WORDS:  # the first is the run's, others may be
                self.asked = [*self.asked, asked]

    def forget_words_of(self, call: Seen) -> None:
        """What an agent or a model said beneath a call is no answer, and no question, of anyone around the call."""
        self.models -= call.models
        if call.said:
            self.said = [words for words in self.said if words not in call.said]
        if call.asked:
            self.asked = [words for words in self.asked if words not in call.asked]

    def count_call(self, reading: Reading, inside: Seen) -> None:
        """One call; those inside it without an output are the same one, as another instrumentation or end saw it."""
        captured = reading.sources or reading.failed or len(inside.ledger)
        self.calls += 1 - inside.missing
        self.missing += (0 if captured else 1) - inside.missing
        self.failed += reading.failed


def _in_order(some: list[Words], others: list[Words]) -> list[Words]:
    return sorted({*some, *others}, key=attrgetter("place"))


def _newest_within(size: int, words: list[Words]) -> list[Words]:
    for start in range(len(words) - 2, -1, -1):
        size -= len(words[start].text)
        if size < 0:
            return words[start + 1 :]
    return words
