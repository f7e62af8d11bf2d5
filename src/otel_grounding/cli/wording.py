"""Sentences about a run that more than one kind of output says. Nothing in them steers a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from otel_grounding.cli.scored import Scored
from otel_grounding.cli.span_score import differs
from otel_grounding.cli.terminal import one_line, visible
from otel_grounding.evidence.index import IndexedSource
from otel_grounding.model import ClaimGrounding, ClaimVerdict, FactGrounding, FactResult, FactVerdict, Status

NO_RUN = "No run found. `otel-grounding doctor FILE` says why."
_SIGNS = {
    ClaimVerdict.GROUNDED: "✓",
    ClaimVerdict.UNGROUNDED: "✗",
    FactVerdict.SUPPORTED: "✓",
    FactVerdict.CONTRADICTED: "✗",
    FactVerdict.UNSUPPORTED: "?",
}
STATUS_SENTENCES = {
    Status.OFF: "not looked at",
    Status.ERROR: "scoring failed: an error of otel-grounding",
    Status.RUN_FAILED: "the run's span ended with an error or was cancelled, and no final output is there",
    Status.OUTPUT_NOT_CAPTURED: "no span of the run holds its final output",
    Status.UNSUPPORTED_SCRIPT: "the answer is in a script that this definition can't read",
    Status.NO_CLAIMS: "the answer makes no claim",
    Status.NO_FACTS: "the answer holds no hard data",
    Status.EVIDENCE_NOT_CAPTURED: "tools were called, but none of their outputs is on the spans",
    Status.NO_EVIDENCE: "the run called no tool",
    Status.SCORED: "scored",
}


def verdict_sign(verdict: ClaimVerdict | FactVerdict) -> str:
    return _SIGNS[verdict]


def title(scored: Scored) -> str:
    found = scored.found
    agent = f" · agent {found.run.agent_name}" if found.run.agent_name else ""
    inner = "" if found.run.outermost else " · inside another run"
    name = one_line(f"{found.span_name}{agent}", 120)
    return f"{name}{inner} · span {found.span_id} · trace {found.trace_id}"


def place(scored: Scored) -> str:
    """Such as `traces.jsonl: invoke_agent travel_agent, span 00f067aa0ba902b7`."""
    found = scored.found
    return f"{visible(found.file)}: {one_line(found.span_name, 80)}, span {found.span_id}"


def remarks(scored: Scored) -> Iterator[str]:
    """What else there is to say of a run's score, a line each."""
    found, claims = scored.found, scored.report.claim_grounding
    if scored.from_span:
        yield "Read from the span, as it was when the run ended: what the score was made from is not in the files."
    elif found.on_span is not None and differs(found.on_span, scored.report):
        then = found.on_span.claim_grounding
        yield f"On the span: {then.grounded} of {then.total} grounded, rate {then.rate:.2f} ({_definition(then)})"
    if claims.rate is None:
        yield f"What to do about it: otel-grounding doctor {quote(visible(found.file))}"


def claims_line(scored: Scored) -> str:
    claims = scored.report.claim_grounding
    if claims.rate is None or not claims.total:
        return f"Claims: {_why_none(claims)}"
    below = f", below the threshold of {claims.threshold:g}" if claims.below_threshold else ""
    return (
        f"Claims: {claims.grounded} of {claims.total} grounded, rate {claims.rate:.2f}{below} ({_definition(claims)})"
    )


def facts_line(scored: Scored) -> str:
    facts = scored.report.fact_grounding
    if facts.rate is None or not facts.total:
        return f"Facts: {_why_none(facts)}"
    below = f", below the threshold of {facts.threshold:g}" if facts.below_threshold else ""
    others = f"{facts.contradicted} contradicted, {facts.unsupported} unsupported"
    rate = f"rate {facts.rate:.2f}{below} ({_definition(facts)})"
    return f"Facts: {facts.supported} of {facts.total} supported, {others}, {rate}"


def _definition(grounding: ClaimGrounding | FactGrounding) -> str:
    return one_line(grounding.definition, 80)  # one that is read from a span may be any text


def _why_none(grounding: ClaimGrounding | FactGrounding) -> str:
    return ("no rate, " if grounding.rate is None else "") + STATUS_SENTENCES[grounding.status]


def fact_line(fact: FactResult) -> str:
    """Such as `money $1.5M: contradicted, s1 says 1,243,500 (revenue)`."""
    said = f"{fact.kind.value} {one_line(fact.text, 80)}: {fact.verdict.value}"
    by = ", ".join(fact.source_ids)
    if fact.nearest is not None:
        said += f", {one_line(by, 80)} says {one_line(fact.nearest, 80)}"
    elif by:
        said += f" by {one_line(by, 80)}"
    elif fact.reason:
        said += f" ({fact.reason.replace('_', ' ')})"
    return said + (f" ← {one_line(fact.where, 160)}" if fact.where else "")


def named(source: IndexedSource) -> str:
    """Such as `s1 get_weather`."""
    return one_line(f"{source.id} {source.tool_name}", 80)
