"""The names this project writes: attributes, events, instruments."""

from __future__ import annotations

SCOPE = "otel_grounding"
"""Instrumentation scope of every metric and log event."""

CLAIM_STATUS = "reliability.claim_grounding.status"
CLAIM_RATE = "reliability.claim_grounding_rate"
CLAIM_BELOW_THRESHOLD = "reliability.claim_grounding_rate_below_threshold"
CLAIM_THRESHOLD = "reliability.claim_grounding_rate_threshold"
CLAIMS_TOTAL = "reliability.claim_grounding.claims_total"
CLAIMS_GROUNDED = "reliability.claim_grounding.claims_grounded"
CLAIM_DEFINITION = "reliability.claim_grounding.definition"

FACT_STATUS = "reliability.fact_grounding.status"
FACT_RATE = "reliability.fact_grounding_rate"
FACT_BELOW_THRESHOLD = "reliability.fact_grounding_rate_below_threshold"
FACT_THRESHOLD = "reliability.fact_grounding_rate_threshold"
FACTS_TOTAL = "reliability.fact_grounding.facts_total"
FACTS_SUPPORTED = "reliability.fact_grounding.facts_supported"
FACTS_CONTRADICTED = "reliability.fact_grounding.facts_contradicted"
FACTS_UNSUPPORTED = "reliability.fact_grounding.facts_unsupported"
FACT_DEFINITION = "reliability.fact_grounding.definition"

EVIDENCE_SOURCES = "reliability.evidence.sources"
EVIDENCE_TOOLS_FAILED = "reliability.evidence.tools_failed"
EVIDENCE_TRUNCATED = "reliability.evidence.truncated"
OUTERMOST = "reliability.run.outermost"
RUN_AGENT_NAME = "reliability.run.agent_name"

STRIPPED_ATTRIBUTES = "reliability.stripped.attributes"
"""How many attributes were taken off a span, its events and its links, since they may hold content."""
STRIPPED_TEXTS = "reliability.stripped.texts"
"""How many of its other texts were: its name, those of its events, the description of its status."""

CLAIM_BELOW_THRESHOLD_EVENT = "reliability.claim_grounding_below_threshold"
FACT_BELOW_THRESHOLD_EVENT = "reliability.fact_grounding_below_threshold"

AGENT_NAME = "gen_ai.agent.name"
EVALUATION_EVENT = "gen_ai.evaluation.result"
EVALUATION_NAME = "gen_ai.evaluation.name"
EVALUATION_SCORE = "gen_ai.evaluation.score.value"
EVALUATION_LABEL = "gen_ai.evaluation.score.label"
EVALUATION_EXPLANATION = "gen_ai.evaluation.explanation"

RUNS = "reliability.grounding.runs"
CLAIMS = "reliability.grounding.claims"
FACTS = "reliability.grounding.facts"
DURATION = "reliability.grounding.duration"
EVIDENCE_DROPPED = "reliability.grounding.evidence_dropped"
ERRORS = "reliability.grounding.errors"

STATUS = "reliability.status"
VERDICT = "reliability.verdict"
BELOW_THRESHOLD = "reliability.below_threshold"
WHERE = "reliability.where"
