"""A report as attributes of its run's span."""

from __future__ import annotations

from otel_grounding.model import ClaimGrounding, FactGrounding, GroundingReport, Run
from otel_grounding.signals import names

Attributes = dict[str, str | bool | int | float]
MAX_NAME = 200
"""Characters of an agent's name in what is sent; names of megabytes have been seen."""
UNKNOWN = "unknown"
"""Whether a run is outermost, where that is not known: alerts count `true` alone."""


def attributes_of(report: GroundingReport, run: Run) -> Attributes:
    """The attributes of a run span, most important first: whoever has room for n of them keeps the first n."""
    evidence = report.evidence
    return {
        names.CLAIM_STATUS: report.status.value,
        **claim_attributes(report.claim_grounding),
        names.FACT_STATUS: report.fact_grounding.status.value,
        **fact_attributes(report.fact_grounding),
        names.EVIDENCE_SOURCES: evidence.sources,
        names.EVIDENCE_TOOLS_FAILED: evidence.tools_failed,
        names.EVIDENCE_TRUNCATED: evidence.truncated,
        **({} if run.outermost is None else {names.OUTERMOST: run.outermost}),
        **({names.RUN_AGENT_NAME: sendable(run.agent_name, MAX_NAME)} if run.agent_name else {}),
    }


def claim_attributes(claims: ClaimGrounding) -> Attributes:
    """The claim rate with its threshold, counts and definition; empty without a rate."""
    if claims.rate is None:
        return {}
    return {
        names.CLAIM_RATE: claims.rate,
        **_flag(names.CLAIM_BELOW_THRESHOLD, claims.below_threshold, names.CLAIM_THRESHOLD, claims.threshold),
        names.CLAIMS_TOTAL: claims.total,
        names.CLAIMS_GROUNDED: claims.grounded,
        names.CLAIM_DEFINITION: claims.definition,
    }


def fact_attributes(facts: FactGrounding) -> Attributes:
    """The fact rate with its threshold, counts and definition; empty without a rate."""
    if facts.rate is None:
        return {}
    return {
        names.FACT_RATE: facts.rate,
        **_flag(names.FACT_BELOW_THRESHOLD, facts.below_threshold, names.FACT_THRESHOLD, facts.threshold),
        names.FACTS_TOTAL: facts.total,
        names.FACTS_SUPPORTED: facts.supported,
        names.FACTS_CONTRADICTED: facts.contradicted,
        names.FACTS_UNSUPPORTED: facts.unsupported,
        names.FACT_DEFINITION: facts.definition,
    }


def run_attributes(run: Run) -> Attributes:
    """What tells runs apart in metrics and events: the agent, and whether it is the run the user sees."""
    named: Attributes = {names.AGENT_NAME: sendable(run.agent_name, MAX_NAME)} if run.agent_name else {}
    return named | {names.OUTERMOST: UNKNOWN if run.outermost is None else run.outermost}


def sendable(text: str, length: int) -> str:
    """At most `length` characters of a text, in a form that OTLP can carry: half surrogates become question marks."""
    cut = text if len(text) <= length else text[: length - 1] + "…"
    return cut.encode("utf-8", "replace").decode("utf-8")


def _flag(flag: str, below: bool | None, limit: str, threshold: float | None) -> Attributes:
    return {} if below is None or threshold is None else {flag: below, limit: threshold}
