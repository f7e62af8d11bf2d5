"""A run and its evidence → the report: rates, statuses and thresholds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence, index_source, newest_within
from otel_grounding.evidence.values import as_text
from otel_grounding.model import (
    QUESTION_ID,
    ClaimGrounding,
    ClaimResult,
    ClaimVerdict,
    EvidenceSummary,
    FactGrounding,
    FactResult,
    FactVerdict,
    GroundingReport,
    Run,
    Source,
    Status,
)
from otel_grounding.scoring.lexical import score_claims
from otel_grounding.text.claims import Span, split_sentences

_DEFAULT = GroundingConfig()


def assess(
    output: Any,
    sources: Iterable[Any],
    question: str | None = None,
    config: GroundingConfig | None = None,
) -> GroundingReport:
    """How much of an answer can be traced to the tool outputs it was made from, without any span.

    Args:
        output: The final output: text, or any JSON-like value; None means that it was not captured.
        sources: Tool outputs, each text, a JSON-like value, or a `Source`.
        question: The user's own words; they support facts, never claims.
        config: Thresholds and definitions; the defaults where None. The environment is not read.

    Returns:
        The same report that the processor and the exporter make of a run with this output and these sources.

    Raises:
        TypeError: `sources` is a single text or mapping instead of a collection of them.
    """
    if isinstance(sources, str | bytes | dict | Source):
        raise TypeError(f"sources is one {type(sources).__name__}: pass a list of tool outputs")
    config = config or _DEFAULT
    indexed = [index_source(source if isinstance(source, Source) else Source(source), config) for source in sources]
    kept = newest_within(indexed, config)
    run = Run(output, question, tool_calls=len(indexed))
    return assess_run(run, Evidence(kept, truncated=len(kept) < len(indexed)), config)


def prepare(config: GroundingConfig) -> None:
    """Load what `config` scores with, ahead of the first run.

    The fact scorer brings most of what the package has in code and patterns. Who only imports the package does not pay
    for it, and who makes a processor pays then and not at the end of the first run.
    """
    if config.fact_kinds:
        import otel_grounding.scoring.facts  # noqa: F401


def assess_run(run: Run, evidence: Evidence, config: GroundingConfig) -> GroundingReport:
    """The report on one run: status, rates and thresholds included."""
    thresholds = config.for_agent(run.agent_name)
    text = None if run.output is None else as_text(run.output)
    sentences = [] if text is None else list(split_sentences(text))
    claims = () if text is None else score_claims(text, evidence, sentences)
    facts: tuple[FactResult, ...] = ()
    if text is not None and config.fact_kinds:
        facts = _score_facts(text, run.question, evidence, config, sentences)
    if text is None:
        missing = Status.RUN_FAILED if run.failed else Status.OUTPUT_NOT_CAPTURED
        claim_grounding = ClaimGrounding(missing, definition=config.claim_definition)
        fact_grounding = FactGrounding(missing, definition=config.fact_definition)
    else:
        claim_grounding = _claim_grounding(text, claims, _evidence_status(run, evidence), config)
        fact_grounding = _fact_grounding(facts, _evidence_status(run, evidence), config)
    if not config.fact_kinds:
        fact_grounding = FactGrounding(Status.OFF)
    # what was not judged is not listed: a verdict is there only where it counts in a rate
    facts = facts if fact_grounding.rate is not None else ()
    claims = _with_facts(claims, facts) if claim_grounding.rate is not None else ()
    return GroundingReport(
        status=claim_grounding.status,
        claim_grounding=replace(claim_grounding, threshold=thresholds.min_claim_grounding_rate),
        fact_grounding=replace(fact_grounding, threshold=thresholds.min_fact_grounding_rate),
        claims=claims,
        facts=facts,
        evidence=_summary(run, evidence),
        output_text=text or "",
    )


def failed_report(run: Run, evidence: Evidence, config: GroundingConfig) -> GroundingReport:
    """The report on a run whose scoring failed, for whoever guards `assess_run`."""
    return GroundingReport(
        status=Status.ERROR,
        claim_grounding=ClaimGrounding(Status.ERROR),
        fact_grounding=FactGrounding(Status.ERROR if config.fact_kinds else Status.OFF),
        evidence=_summary(run, evidence),
    )


def _summary(run: Run, evidence: Evidence) -> EvidenceSummary:
    return EvidenceSummary(len(evidence.sources), evidence.size, evidence.truncated or run.truncated, run.tools_failed)


def _score_facts(
    text: str, question: str | None, evidence: Evidence, config: GroundingConfig, sentences: list[Span]
) -> tuple[FactResult, ...]:
    from otel_grounding.scoring.facts import score_facts  # see `prepare`

    return score_facts(text, question, evidence, config, sentences)


def _evidence_status(run: Run, evidence: Evidence) -> Status:
    if evidence.sources:
        return Status.SCORED
    return Status.EVIDENCE_NOT_CAPTURED if run.tool_calls else Status.NO_EVIDENCE


def _claim_grounding(
    text: str, claims: tuple[ClaimResult, ...], seen: Status, config: GroundingConfig
) -> ClaimGrounding:
    definition = config.claim_definition
    if not claims:
        if _is_foreign(text):
            return ClaimGrounding(Status.UNSUPPORTED_SCRIPT, definition=definition)
        return ClaimGrounding(Status.NO_CLAIMS, 1.0, definition=definition)
    grounded = sum(claim.verdict is ClaimVerdict.GROUNDED for claim in claims)
    if not _is_judged(seen, config):
        return ClaimGrounding(seen, definition=definition)
    return ClaimGrounding(seen, grounded / len(claims), len(claims), grounded, definition)


def _fact_grounding(facts: tuple[FactResult, ...], seen: Status, config: GroundingConfig) -> FactGrounding:
    definition = config.fact_definition
    if not facts:
        return FactGrounding(Status.NO_FACTS, 1.0, definition=definition)
    if not _is_judged(seen, config):
        return FactGrounding(seen, definition=definition)
    counts = Counter(fact.verdict for fact in facts)
    supported = counts[FactVerdict.SUPPORTED]
    return FactGrounding(
        status=seen,
        rate=supported / len(facts),
        total=len(facts),
        supported=supported,
        contradicted=counts[FactVerdict.CONTRADICTED],
        unsupported=counts[FactVerdict.UNSUPPORTED],
        supported_by_question=sum(
            fact.verdict is FactVerdict.SUPPORTED and fact.source_ids == (QUESTION_ID,) for fact in facts
        ),
        definition=definition,
    )


def _is_judged(seen: Status, config: GroundingConfig) -> bool:
    return seen is Status.SCORED or (seen is Status.NO_EVIDENCE and config.no_evidence == "score")


def _is_foreign(text: str) -> bool:
    """Whether most letters of `text` are outside ASCII: no token of this definition could have seen them."""
    if text.isascii():
        return False
    letters = [char.isascii() for char in text if char.isalpha()]
    return letters.count(False) > letters.count(True)


def _with_facts(claims: tuple[ClaimResult, ...], facts: tuple[FactResult, ...]) -> tuple[ClaimResult, ...]:
    """The claims, each with the facts that begin inside it; both are in order of their start."""
    if not facts:
        return claims
    found, at = [], 0
    for claim in claims:
        while at < len(facts) and facts[at].start < claim.start:
            at += 1
        first = at
        while at < len(facts) and facts[at].start < claim.end:
            at += 1
        if first < at:  # several times as fast as `replace`, and there are as many as sentences
            own = facts[first:at]
            claim = ClaimResult(
                claim.text, claim.start, claim.end, claim.verdict, claim.coverage, claim.source_ids, own
            )
        found.append(claim)
    return tuple(found)
