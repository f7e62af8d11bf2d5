"""What one run has observed so far: sources, each once, within the limits of a run and of the process."""

from __future__ import annotations

import marshal
import os
import threading
from collections import Counter, deque
from operator import itemgetter
from typing import Final, TypeVar

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import IndexedSource, index_source, is_too_much
from otel_grounding.evidence.values import as_text
from otel_grounding.model import Source
from otel_grounding.structured import parse_json, parse_literal

K = TypeVar("K")

PROCESS_LIMIT: Final = 64 * 1024 * 1024
"""Bytes of evidence held in one process, its index included; beyond, new sources are refused."""
_MAX_COMPARED: Final = 64 * 1024
"""Characters up to which texts are compared by what they say; longer ones have to agree to the letter."""
_MAX_DIGESTS: Final = 1_024
_digests: dict[int, int] = {}
"""Digests by the hash of the exact text: each model call repeats the tool messages of those before it."""


class Budget:
    """Counts the bytes that held sources take up, until the last reference to each is gone."""

    def __init__(self, limit: int = PROCESS_LIMIT) -> None:
        self.limit = limit
        self._used = 0
        # Reentrant: under the lock the garbage collector may close a generator, and so end a span, in this very thread.
        self._lock = threading.RLock()
        # Sources are freed wherever a reference happens to die: a dying source takes no lock, it only leaves its weight
        # here, and the next reservation takes it off.
        self._freed: deque[int] = deque()

    @property
    def used(self) -> int:
        with self._lock:
            return self._settled()

    def reserve(self, weight: int) -> bool:
        """Whether `weight` more bytes fit; they are counted if so."""
        with self._lock:
            if self._settled() + weight > self.limit:
                return False
            self._used += weight
            return True

    def free(self, weight: int) -> None:
        self._freed.append(weight)

    def _settled(self) -> int:
        while self._freed:
            weight = self._freed.popleft()
            self._used -= weight
        return self._used


_process_budget = Budget()


def process_budget() -> Budget:
    """The one budget of this process."""
    return _process_budget


def _start_afresh() -> None:
    """In a forked child: the lock may be held by a thread that is not there, and what the parent held is not ours."""
    global _process_budget
    _process_budget = Budget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)


class Held:
    """An indexed source, shared by every run that observed it.

    Attributes:
        digest: Equal for two sources of the same canonical content.
        quoted: It was read from a tool message, not from the tool's own span.
    """

    __slots__ = ("_budget", "digest", "quoted", "source")

    def __init__(self, source: IndexedSource, digest: int, quoted: bool, budget: Budget) -> None:
        self.source = source
        self.digest = digest
        self.quoted = quoted
        self._budget = budget

    def __del__(self) -> None:
        self._budget.free(self.source.weight)


def hold(source: Source, digest: int, quoted: bool, config: GroundingConfig, budget: Budget) -> Held | None:
    """`source`, indexed; None where the process holds too much already."""
    indexed = index_source(source, config)
    return Held(indexed, digest, quoted, budget) if budget.reserve(indexed.weight) else None


def digest_of(content: object) -> int:
    """A number that two values share when they say the same: spacing, key order and notation (JSON, Python) aside."""
    text = content if isinstance(content, str) else as_text(content)
    exact = hash(text)
    found = _digests.get(exact)
    if found is None:
        found = exact if len(text) > _MAX_COMPARED else _canonical(text.strip())
        if len(_digests) >= _MAX_DIGESTS:
            _digests.clear()
        _digests[exact] = found
    return found


def _canonical(text: str) -> int:
    if not text.startswith(("{", "[", '"')):
        return hash(text)
    try:
        value = parse_json(text, _in_key_order)
    except ValueError:
        value = _python_literal(text)
    if isinstance(value, str):
        return hash(value.strip())
    try:
        # the quickest way from a nested value to bytes; of version 0, since later ones tell apart what is equal
        return hash(marshal.dumps(value, 0))
    except ValueError:
        return hash(text)


def _in_key_order(pairs: list[tuple[str, object]]) -> list[tuple[str, object]]:
    pairs.sort(key=itemgetter(0))
    return pairs


def _python_literal(text: str) -> object:
    """The value of a repr, as JSON would hold it; the text itself where it is none."""
    try:
        return parse_literal(text, _in_key_order)
    except ValueError:
        return text


class Ledger:
    """Sources in order of arrival, each once. The oldest are dropped whole where they exceed a run's limits.

    What is asked of them is answered at once, however many calls returned the same.

    Attributes:
        size: UTF-8 bytes of the texts held.
        weight: Bytes of memory that they take up, their index included.
        dropped: Sources that were dropped.
    """

    __slots__ = ("_alike", "_by_call", "_config", "_held", "_unnamed", "_without_id", "dropped", "size", "weight")

    def __init__(self, config: GroundingConfig) -> None:
        self._config = config
        self._held: deque[Held] = deque()
        self._alike: Counter[int] = Counter()
        self._by_call: Counter[tuple[int, str]] = Counter()
        self._without_id: Counter[int] = Counter()  # tool spans, not what quotes them
        self._unnamed: dict[int, list[Held]] = {}  # those that came without the name of their tool
        self.size = 0
        self.weight = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._held)

    def has_content(self, digest: int) -> bool:
        """Whether some source of this content is held, whichever call it came from."""
        return digest in self._alike

    def knows(self, digest: int, call_id: str, quoted: bool) -> bool:
        """Whether this is the output of a call that is held already.

        Content has to agree, since producers reuse ids. Where one of the two has no id, content is enough, save for
        two tool spans without any: an agent may well call a tool twice and hear the same.
        """
        if call_id:
            return (digest, call_id) in self._by_call or (digest, "") in self._by_call
        return digest in self._alike and (quoted or self._alike[digest] > self._without_id[digest])

    def name_tool(self, digest: int, tool_name: str) -> None:
        """A source of this content whose span did not name the tool is named by what quotes it."""
        if tool_name:
            for held in self._unnamed.pop(digest, ()):
                held.source.tool_name = held.source.tool_name or tool_name

    def add(self, held: Held) -> None:
        self._held.append(held)
        self._alike[held.digest] += 1
        self._by_call[held.digest, held.source.call_id] += 1
        if _is_without_id(held):
            self._without_id[held.digest] += 1
        if not held.source.tool_name:
            self._unnamed.setdefault(held.digest, []).append(held)
        self.size += held.source.size
        self.weight += held.source.weight
        while is_too_much(len(self._held), self.size, self._config):
            self._drop_oldest()
            self.dropped += 1

    def digests(self) -> list[int]:
        return list(self._alike)

    def sources(self) -> list[IndexedSource]:
        return [held.source for held in self.held()]

    def held(self) -> list[Held]:
        return list(self._held)

    def _drop_oldest(self) -> None:
        oldest = self._held.popleft()
        self.size -= oldest.source.size
        self.weight -= oldest.source.weight
        _take_off(self._alike, oldest.digest)
        _take_off(self._by_call, (oldest.digest, oldest.source.call_id))
        if _is_without_id(oldest):
            _take_off(self._without_id, oldest.digest)
        unnamed = self._unnamed.get(oldest.digest, [])
        if unnamed and unnamed[0] is oldest:
            del unnamed[0]
        if not unnamed:
            self._unnamed.pop(oldest.digest, None)


def _is_without_id(held: Held) -> bool:
    return not held.quoted and not held.source.call_id


def _take_off(counted: Counter[K], key: K) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]
