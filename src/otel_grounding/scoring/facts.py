"""The fact definitions."""

from __future__ import annotations

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import FactResult


def score_facts(text: str, question: str | None, evidence: Evidence, config: GroundingConfig) -> tuple[FactResult, ...]:
    """The facts of `text` in order of their start, each with its verdict."""
    return ()
