"""Why the runs of trace files have no score, or one that means less than it could."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.cli.cut_values import Lengths
from otel_grounding.cli.file_runs import has_content
from otel_grounding.cli.findings import Finding, Level
from otel_grounding.cli.scored import Scored
from otel_grounding.cli.span_score import differs
from otel_grounding.cli.terminal import counted
from otel_grounding.cli.wording import STATUS_SENTENCES, place
from otel_grounding.conventions.settings import content_setting
from otel_grounding.formats import is_of_adot
from otel_grounding.model import Reading, Role, Status

_NOT_CAPTURED = (Status.OUTPUT_NOT_CAPTURED, Status.EVIDENCE_NOT_CAPTURED)
_MOST_SCOPES = 10
_MOST_NAMED = 3
"""Runs and traces that a finding names; the rest are counted."""
_GENAI = "gen_ai."
"""Begins the attributes of the instrumentations that may write content as log events instead."""


class Examination:
    """Looks at spans as they pass and at the runs found in them; holds counts and a few names."""

    def __init__(self) -> None:
        self._spans = 0
        self._truncated = 0
        self._late = 0
        self._nested = 0
        self._scopes: Counter[str] = Counter()
        self._agents: Counter[str] = Counter()
        """Spans that speak of agents, by scope."""
        self._silent: dict[Status, set[str]] = {status: set() for status in _NOT_CAPTURED}
        """Scopes without any content in a run that has no score for want of it."""
        self._genai: Counter[bool] = Counter()
        """Spans of models, tools and agents in the GenAI conventions, by whether they hold content."""
        self._of_adot = False
        """Content may have been taken off the spans into log events."""
        self._roles: Counter[Role] = Counter()
        self._runs = {status: _Named() for status in Status}
        """The outermost ones."""
        self._from_span = _Named()
        self._differing = _Named()
        self._orphans = _Named()
        self._adopted = 0
        self._lengths = Lengths()

    def look(self, span: ReadableSpan, reading: Reading | None) -> None:
        scope = span.instrumentation_scope.name if span.instrumentation_scope else ""
        self._spans += 1
        self._scopes[scope] += 1
        for attributes in (span.attributes, *(event.attributes for event in span.events)):
            self._lengths.measure(attributes or {})
        if reading is None or (reading.role is Role.OTHER and not reading.scope):  # at most that it failed
            return
        self._agents[scope] += 1
        self._of_adot = self._of_adot or is_of_adot(span)
        self._roles[reading.role] += 1
        self._truncated += reading.truncated
        if any(key.startswith(_GENAI) for key in span.attributes or ()):
            self._genai[has_content(reading)] += 1

    def orphans(self, trace_id: str, number: int, adopted: int) -> None:
        self._orphans.add(f"trace {trace_id}", number)
        self._adopted += adopted

    def judge(self, scored: Scored) -> None:
        found, status = scored.found, scored.report.status
        self._late += found.late
        if not found.run.outermost:
            self._nested += 1
            return
        name = place(scored)
        self._runs[status].add(name)
        if scored.from_span:
            self._from_span.add(name)
        elif found.on_span is not None and differs(found.on_span, scored.report):
            self._differing.add(name)
        if status in self._silent:
            self._silent[status] |= {scope for scope, holds_content in found.scopes.items() if not holds_content}

    def findings(self) -> Iterator[Finding]:
        if not self._spans:
            yield Finding(Level.PROBLEM, "no spans were read")
            return
        yield from self._what_was_found()
        yield from self._not_captured()
        for status in (Status.ERROR, Status.UNSUPPORTED_SCRIPT):
            yield from self._runs_of(status, Level.PROBLEM)
        yield from self._runs_of(Status.RUN_FAILED, Level.NOTE)
        yield from self._runs_of(
            Status.NO_EVIDENCE,
            Level.NOTE,
            "a tool that ran in another service: score that service's file together with this one",
            "OTEL_GROUNDING_NO_EVIDENCE=score gives such runs the rate 0",
            said=" without tools: there is nothing that the answer could be traced to",
        )
        yield from self._runs_of(Status.NO_CLAIMS, Level.NOTE)
        yield from self._what_spans_carry()
        yield from self._what_was_lost()
        yield from self._what_was_cut()
        if self._late:
            yield Finding(
                Level.NOTE,
                f"{counted(self._late, 'span')} ended after the run around: a span processor scores without them",
                ("use the exporter, which waits for its batch: OTEL_TRACES_EXPORTER=otlp_grounding",),
            )

    def _runs_of(self, status: Status, level: Level, *advice: str, said: str | None = None) -> Iterator[Finding]:
        runs = self._runs[status]
        if runs.number:
            said = f": {STATUS_SENTENCES[status]}" if said is None else said
            yield Finding(level, counted(runs.number, "run") + said, advice, runs.listed())

    def _not_captured(self) -> Iterator[Finding]:
        for status in _NOT_CAPTURED:
            yield from self._runs_of(status, Level.PROBLEM, *self._settings(status))
        if any(self._runs[status].number for status in _NOT_CAPTURED) and self._genai and not self._genai[True]:
            yield Finding(
                Level.NOTE,
                "no span of the GenAI conventions holds content: it may have been written as log events",
                ("if the content is in OTLP logs, pass the logs file too: otel-grounding doctor TRACES LOGS",),
            )

    def _what_spans_carry(self) -> Iterator[Finding]:
        if self._from_span.number:
            yield Finding(
                Level.GOOD,
                f"{counted(self._from_span.number, 'run')} with the score that was written on the span as it ended: "
                "what it was made from is not here",
                where=self._from_span.listed(),
            )
        if self._differing.number:
            yield Finding(
                Level.NOTE,
                f"{counted(self._differing.number, 'run')} with another score on the span than the one made anew",
                ("another definition made it, or the process saw less than these files hold: explain shows both",),
                self._differing.listed(),
            )

    def _what_was_lost(self) -> Iterator[Finding]:
        if not self._orphans.number:
            return
        taken = f"; the run around them in time took in {self._adopted:,}" if self._adopted else ""
        yield Finding(
            Level.NOTE,
            f"{counted(self._orphans.number, 'span')} whose parent is in no file{taken}",
            (
                "a parent in another service: score the services' files together, all in one command",
                "a parent that a sampler, a span filter or the collector dropped: let it through",
            ),
            self._orphans.listed(),
        )

    def _what_was_found(self) -> Iterator[Finding]:
        runs = sum(each.number for each in self._runs.values())
        if runs:
            inner = f" and {self._nested:,} inside them" if self._nested else ""
            scored = self._runs[Status.SCORED].number
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
        if self._of_adot:
            yield "AWS's distribution (ADOT) takes content off spans into log events: otel-grounding score TRACES LOGS"
        for scope in sorted(self._silent[status])[:_MOST_SCOPES]:
            yield f"{scope or 'spans without a scope'}: {content_setting(scope) or 'turn its capture of content on'}"

    def _what_was_cut(self) -> Iterator[Finding]:
        if (limit := self._lengths.limit) is not None:
            yield Finding(
                Level.NOTE,
                f"several values have exactly {limit:,} characters, the most of all: a length limit cut them",
                ("raise OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT, OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT or the framework's",),
            )
        if self._truncated:
            yield Finding(Level.NOTE, f"{counted(self._truncated, 'span')} with a value that was cut on its way here")


@dataclass(slots=True)
class _Named:
    """How many there are, and the names of the first."""

    number: int = 0
    names: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, name: str, number: int = 1) -> None:
        self.number += number
        self.names += 1
        if len(self.first) < _MOST_NAMED:
            self.first.append(name)

    def listed(self) -> tuple[str, ...]:
        more = self.names - len(self.first)
        return (*self.first, *((f"{more:,} more",) if more else ()))


def _listed(scopes: Counter[str]) -> str:
    named = [
        f"{scope or '(no scope)'} ({counted(number, 'span')})" for scope, number in scopes.most_common(_MOST_SCOPES)
    ]
    more = len(scopes) - len(named)
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")
