"""The rules that make runs out of ended spans, the same for spans of this process and for batches.

Every span has `inside`, what was seen beneath it, and `around`, the same for each span that encloses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.config import GroundingConfig
from otel_grounding.conventions import read
from otel_grounding.evidence.index import Evidence, IndexedSource
from otel_grounding.model import Reading, Role, Run, Source
from otel_grounding.tracking.ledger import Budget, Held, digest_of, hold
from otel_grounding.tracking.seen import Seen, Words

_NOTHING: Final = Reading(Role.OTHER)
_CALLS: Final = (Role.TOOL, Role.RETRIEVAL)


class Observer(Protocol):
    """Who is told of what failed and what was left out."""

    def failed(self, where: str, problem: Exception) -> None: ...

    def evidence_dropped(self, count: int, where: str) -> None: ...


def reading_of(span: ReadableSpan, observer: Observer) -> Reading | None:
    """What a span says; one that cannot be read counts as one that says nothing."""
    try:
        return read(span)
    except Exception as problem:
        observer.failed("reading", problem)
        return None


class FoundRun(NamedTuple):
    """A run, with the evidence it is to be scored by."""

    run: Run
    evidence: Evidence


class Rules:
    """The rules, with the limits they keep.

    Args:
        lock: Guards every `Seen`; nothing is read, indexed or scored while it is held.
    """

    def __init__(
        self, config: GroundingConfig, budget: Budget, lock: AbstractContextManager[object], observer: Observer
    ) -> None:
        self._config = config
        self._budget = budget
        self._lock = lock
        self._observer = observer

    def finish(
        self,
        reading: Reading | None,
        inside: Seen | None,
        around: Callable[[], Sequence[Seen]],
        *,
        is_entry: bool,
        is_nested: Callable[[], bool | None],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> FoundRun | None:
        """Pass on what an ended span says to the spans around it; its run, where it is one that is to be scored.

        Args:
            reading: What the span says, None where nothing.
            around: Asked under the lock for the enclosing spans that still collect, nearest first.
            is_entry: The span has no parent in this process.
            is_nested: Asked of a run: whether another run encloses it; None where that is not known.
            is_cancelled: Asked of a run: whether its work was abandoned.
        """
        reading = reading or _NOTHING
        inside = inside or Seen(self._config)
        role = role_of(reading, inside, is_entry)
        if role is Role.OTHER:
            return None
        is_run = role is Role.RUN
        with self._lock:
            targets = [inside, *around()] if is_run else around()
        told = [(source, digest_of(source.content)) for source in reading.sources] if targets else []
        # a sub-agent at work, beneath the tool or recorded beside it: its words are what the tool returned
        delegated = role is Role.TOOL and (
            inside.agents > 0 or (bool(told) and all(_is_prose(digest, targets) for _, digest in told))
        )
        observed = [] if delegated else self._observed(told, role, inside, targets)
        nested = is_nested() if is_run else None
        cancelled = is_run and is_cancelled()
        with self._lock:
            outer = around()
            for held in observed:
                for seen in [inside, *outer] if is_run else outer:
                    seen.observe(held)
            if is_run:
                run, sources = _run(reading, inside, outer, nested, cancelled)
                reading = replace(reading, agent_name=run.agent_name)
            _pass_on(reading, outer, role)
            for seen in outer if role in _CALLS else ():
                seen.forget_words_of(inside)
                if delegated:
                    seen.note_prose(digest for _, digest in told)
                else:
                    seen.count_call(reading, inside)
        if not is_run or (nested and not self._config.nested_runs):
            return None
        if inside.ledger.dropped:
            self._observer.evidence_dropped(inside.ledger.dropped, "run_limit")
        return FoundRun(run, Evidence(sources, run.truncated))

    def _observed(
        self, told: Iterable[tuple[Source, int]], role: Role, inside: Seen, targets: Sequence[Seen]
    ) -> list[Held]:
        """The sources among `told` that are news to one of `targets`, indexed."""
        quoted = role not in _CALLS
        found = []
        for source, digest in told:
            if not quoted and inside.ledger.has_content(digest):
                continue  # the same call seen once more: two instrumentations, or both ends of a protocol
            if _is_prose(digest, targets):
                continue
            if all(seen.ledger.knows(digest, source.call_id, quoted) for seen in targets):
                for seen in targets:
                    seen.ledger.name_tool(digest, source.tool_name)
                continue
            if (held := self._hold(source, digest, quoted, targets)) is not None:
                found.append(held)
        return found

    def _hold(self, source: Source, digest: int, quoted: bool, targets: Iterable[Seen]) -> Held | None:
        try:
            held = hold(source, digest, quoted, self._config, self._budget)
            where = "process_limit"
        except Exception as problem:
            self._observer.failed("index", problem)
            held, where = None, "index"
        if held is None:
            self._observer.evidence_dropped(1, where)
            for seen in targets:
                seen.truncated = True
        return held


def _run(
    reading: Reading, inside: Seen, outer: Sequence[Seen], nested: bool | None, cancelled: bool
) -> tuple[Run, list[IndexedSource]]:
    """The run of a span and its sources, and for the spans around it the words it answered with."""
    output, question = reading.output, reading.question
    for words in inside.said:
        words.agent = words.agent or reading.agent_name
    if output is None and (answer := inside.answer) is not None and not reading.failed:
        output = answer.text  # what it said before it failed is no answer
    if question is None and inside.asked:
        question = inside.asked[0].text
    # A workflow without a model computes: what it hands on is no agent's prose. An agent whose words are unknown may
    # hand on, word for word, what it has observed.
    speaks = not reading.workflow or inside.models > 0 or inside.agents > 0
    said = [digest_of(output)] if output is not None else inside.ledger.digests()
    for seen in outer:
        seen.runs += 1
        seen.agents += speaks
        if speaks:
            seen.note_prose(said)
    truncated = inside.truncated or reading.truncated or inside.ledger.dropped > 0
    run = Run(
        output,
        question,
        agent_name=_speaker(reading, inside, output),
        outermost=None if nested is None else not nested,
        failed=reading.failed or cancelled,
        silent_scope=_silent_scope(reading) or inside.silent_scope,
        tool_calls=inside.calls,
        tools_failed=inside.failed,
        truncated=truncated or (inside.missing > 0 and len(inside.ledger) > 0),
    )
    return run, inside.ledger.sources()


def _speaker(reading: Reading, inside: Seen, output: str | None) -> str:
    """The agent whose words the output is, of a handoff the last; the run's own name where nobody inside said it."""
    answer = inside.answer
    if reading.output is None:
        found = answer.agent if output is not None and answer is not None else ""
    else:
        told = reading.output.strip()
        found = next((words.agent for words in reversed(inside.said) if words.text.strip() == told), "")
        if not found and answer is not None and (reading.workflow or not reading.agent_name):
            found = answer.agent  # a workflow's record of what its last agent said
    return found or reading.agent_name


def role_of(reading: Reading, inside: Seen, is_entry: bool) -> Role:
    """What a span is, now that it has ended.

    An entry span that is no agent stands for the run where models were used beneath it, or it has an output of its own
    and tools were, and no agent was: a service that runs tools for agents elsewhere has no runs. A model call on its
    own is one where its input holds tools' outputs: the last turn of a loop that has no span.
    """
    if is_entry and not inside.runs:
        if reading.role is Role.OTHER and (inside.models or (reading.output is not None and inside.steps)):
            return Role.RUN
        if reading.role is Role.MODEL and (reading.sources or inside.calls):
            return Role.RUN
    return reading.role


def _is_prose(digest: int, known: Iterable[Seen]) -> bool:
    """Whether an agent nearby has said just this, on its own account.

    Where the text is also the output of one of its tools it passed on what it had seen: those words are evidence.
    """
    return any(digest in seen.prose and not seen.ledger.has_content(digest) for seen in known)


def _pass_on(reading: Reading, outer: Iterable[Seen], role: Role) -> None:
    said = None if reading.output is None else Words(reading.output, reading.agent_name)
    asked = None if reading.question is None else Words(reading.question)
    silent_scope = _silent_scope(reading)
    for seen in outer:
        seen.steps += role is not Role.RETRIEVAL
        seen.models += role is Role.MODEL
        seen.silent_scope = silent_scope or seen.silent_scope
        seen.truncated = seen.truncated or reading.truncated
        seen.hear(said, asked)


def _silent_scope(reading: Reading) -> str:
    """The scope of a step that has neither words nor an output, though it came to its end."""
    if reading.role in (Role.OTHER, Role.CONTROL) or reading.failed:
        return ""
    return "" if reading.output is not None or reading.question is not None or reading.sources else reading.scope
