"""Why the runs of trace files have no score, or one that means less than it could."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.cli.findings import Finding, Level
from otel_grounding.cli.scored import Scored
from otel_grounding.cli.terminal import counted
from otel_grounding.cli.wording import STATUS_SENTENCES
from otel_grounding.conventions.settings import content_setting
from otel_grounding.model import Reading, Role, Status
from otel_grounding.signals import names

_NOT_CAPTURED = (Status.OUTPUT_NOT_CAPTURED, Status.EVIDENCE_NOT_CAPTURED)
_SHORTEST_LIMIT = 64
"""Values of one length below this are ids and names, not texts that were cut."""
_MOST_SCOPES = 10


class Examination:
    """Looks at spans as they pass and at the runs found in them; holds counts alone."""

    def __init__(self) -> None:
        self._spans = 0
        self._truncated = 0
        self._scored_before = 0
        """Spans with a score on them, from when the run ended."""
        self._late = 0
        self._nested = 0
        self._scopes: Counter[str] = Counter()
        self._agents: Counter[str] = Counter()
        """Spans that speak of agents, by scope."""
        self._silent: dict[Status, set[str]] = {status: set() for status in _NOT_CAPTURED}
        """Scopes without any content in a run that has no score for want of it."""
        self._roles: Counter[Role] = Counter()
        self._statuses: Counter[Status] = Counter()
        self._longest = 0
        self._of_longest: set[int] = set()

    def look(self, span: ReadableSpan, reading: Reading | None) -> None:
        scope = span.instrumentation_scope.name if span.instrumentation_scope else ""
        self._spans += 1
        self._scopes[scope] += 1
        self._measure(span.attributes)
        for event in span.events:
            self._measure(event.attributes)
        if reading is None:
            return
        self._agents[scope] += 1
        self._roles[reading.role] += 1
        self._truncated += reading.truncated
        self._scored_before += (span.attributes or {}).get(names.CLAIM_STATUS) == Status.SCORED

    def _measure(self, attributes: Any) -> None:
        """Values cut by a limit all have its length: two different ones of the greatest length give it away."""
        for value in (attributes or {}).values():
            if isinstance(value, str) and len(value) >= max(self._longest, _SHORTEST_LIMIT):
                if len(value) > self._longest:
                    self._longest = len(value)
                    self._of_longest.clear()
                if len(self._of_longest) < 2 and _looks_cut(value):
                    self._of_longest.add(hash(value))

    def judge(self, scored: Scored) -> None:
        self._late += scored.found.late
        if not scored.found.run.outermost:
            self._nested += 1
            return
        status = scored.report.status
        self._statuses[status] += 1
        if status in self._silent:
            self._silent[status] |= {scope for scope, has_content in scored.found.scopes.items() if not has_content}

    def findings(self) -> Iterator[Finding]:
        if not self._spans:
            yield Finding(Level.PROBLEM, "no spans were read")
            return
        yield from self._what_was_found()
        if self._scored_before and any(self._statuses[status] for status in _NOT_CAPTURED):
            yield Finding(
                Level.NOTE,
                f"{counted(self._scored_before, 'span')} scored as the run ended; its content may be taken off",
                (f"read {names.CLAIM_RATE} there: scoring anew, as this command does, needs content",),
            )
        for status in _NOT_CAPTURED:
            if number := self._statuses[status]:
                said = f"{counted(number, 'run')}: {STATUS_SENTENCES[status]}"
                yield Finding(Level.PROBLEM, said, tuple(self._settings(status)))
        for status in (Status.ERROR, Status.UNSUPPORTED_SCRIPT):
            if number := self._statuses[status]:
                yield Finding(Level.PROBLEM, f"{counted(number, 'run')}: {STATUS_SENTENCES[status]}")
        if number := self._statuses[Status.NO_EVIDENCE]:
            yield Finding(
                Level.NOTE,
                f"{counted(number, 'run')} without tools: there is nothing that the answer could be traced to",
                ("OTEL_GROUNDING_NO_EVIDENCE=score gives such runs the rate 0",),
            )
        if number := self._statuses[Status.NO_CLAIMS]:
            yield Finding(Level.NOTE, f"{counted(number, 'run')}: {STATUS_SENTENCES[Status.NO_CLAIMS]}")
        yield from self._what_was_cut()
        if self._late:
            yield Finding(
                Level.NOTE,
                f"{counted(self._late, 'span')} ended after the run around: a span processor scores without them",
                ("use the exporter, which waits for its batch: OTEL_TRACES_EXPORTER=otlp_grounding",),
            )

    def _what_was_found(self) -> Iterator[Finding]:
        runs = self._statuses.total()
        if runs:
            inner = f" and {self._nested:,} inside them" if self._nested else ""
            scored = self._statuses[Status.SCORED]
            said = f"{counted(self._spans, 'span')}, {counted(runs, 'run')}{inner}, {scored:,} with a score"
            yield Finding(Level.GOOD if scored else Level.NOTE, said)
            yield Finding(Level.GOOD, f"written by {_listed(self._agents)}")
        elif self._agents:
            roles = ", ".join(f"{number:,} {role.value}" for role, number in self._roles.most_common())
            yield Finding(
                Level.PROBLEM,
                f"no run span among {counted(self._spans, 'span')} (found: {roles})",
                ("put a span around the agent's loop: gen_ai.operation.name=invoke_agent",),
            )
        else:
            yield Finding(
                Level.PROBLEM,
                f"no span of an agent, a model or a tool among {counted(self._spans, 'span')}: {_listed(self._scopes)}",
                ("instrument the agent's framework; the README lists those that are known",),
            )

    def _settings(self, status: Status) -> Iterator[str]:
        """How to capture content, for each instrumentation that should have."""
        for scope in sorted(self._silent[status])[:_MOST_SCOPES]:
            yield f"{scope or 'spans without a scope'}: {content_setting(scope) or 'turn its capture of content on'}"

    def _what_was_cut(self) -> Iterator[Finding]:
        if len(self._of_longest) > 1:
            yield Finding(
                Level.NOTE,
                f"several values have exactly {self._longest:,} characters, the most of all: a length limit cut them",
                ("raise OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT, OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT or the framework's",),
            )
        if self._truncated:
            yield Finding(Level.NOTE, f"{counted(self._truncated, 'span')} with a value that was cut on its way here")


def _looks_cut(value: str) -> bool:
    """Whether a text ends where nobody would end it."""
    if value.startswith(("{", "[", '"')):
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            return True
        return False
    return value[-1] not in ".!?…。)]}>\"'`|*\n"


def _listed(scopes: Counter[str]) -> str:
    named = [
        f"{scope or '(no scope)'} ({counted(number, 'span')})" for scope, number in scopes.most_common(_MOST_SCOPES)
    ]
    more = len(scopes) - len(named)
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")
