"""How a user says what they want: `GroundingConfig`, in code or by `OTEL_GROUNDING_*`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from otel_grounding.config.checks import (
    CHECKS,
    CLAIM_DEFINITIONS,
    FACT_DEFINITIONS,
    THRESHOLDS,
    ConfigError,
    refuse_unknown,
)
from otel_grounding.config.environment import settings_in, stripping_wins
from otel_grounding.model import FactKind

__all__ = ["CLAIM_DEFINITIONS", "FACT_DEFINITIONS", "ConfigError", "GroundingConfig", "Thresholds"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The two thresholds of one agent, each 0..1 or None (never flags)."""

    min_claim_grounding_rate: float | None = None
    min_fact_grounding_rate: float | None = None


@dataclass(frozen=True, slots=True)
class GroundingConfig:
    """Every setting, checked when it is made. It does not look at the environment; `from_env` does.

    Raises:
        ConfigError: A value is not allowed, or a field unknown; the message names the field, the value and what is.
    """

    min_claim_grounding_rate: float | None = None
    """Threshold 0..1 of the claim rate; None never flags."""
    min_fact_grounding_rate: float | None = None
    """Threshold 0..1 of the fact rate; None never flags."""
    agents: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    """Per agent name a mapping with its own of the two thresholds above; one it leaves out is taken from there."""
    claim_definition: str = CLAIM_DEFINITIONS[-1]
    fact_definition: str = FACT_DEFINITIONS[-1]
    no_evidence: str = "omit"
    """`omit`: a run without tool calls has no rate. `score`: it has the definition's 0.0."""
    include_question: bool = True
    """The user's own words support facts (never claims)."""
    fact_kinds: frozenset[FactKind] = frozenset(FactKind)
    """The kinds that are scored; none turns the fact scorer off (in the environment only the word `none` does)."""
    contradicted_band: float = 0.15
    """How far from a figure of the evidence, relative to it, a contradicted one may be."""
    min_number_digits: int = 4
    """Bare numerals with fewer digits are no facts."""
    max_evidence_bytes: int = 4 * 1024 * 1024
    """UTF-8 bytes of evidence kept per run; the oldest sources are dropped whole."""
    max_sources: int = 1_000
    """Sources kept per run; the oldest are dropped."""
    nested_runs: bool = True
    """The runs of sub-agents are scored too."""
    capture_content: bool = False
    """Texts of claims and facts may leave in events; not together with `strip_content`."""
    strip_content: bool = False
    """The exporter removes prompts, arguments, results and answers after scoring: of texts only metadata stay."""
    keep_attributes: tuple[str, ...] = ()
    """Globs (`*`, `?`, `[…]`) of the keys of your own attributes that stay when content is stripped."""
    enabled: bool = True

    def __new__(cls, *_: Any, **given: Any) -> GroundingConfig:
        refuse_unknown(given, CHECKS)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        put = object.__setattr__  # frozen: values are brought into their one form before anyone sees them
        for each in fields(self):
            put(self, each.name, CHECKS[each.name](each.name, getattr(self, each.name)))
        if self.strip_content and self.capture_content:
            raise ConfigError("capture_content", True, "only one of it and strip_content, which takes content off")

    def for_agent(self, name: str) -> Thresholds:
        """The thresholds of a run of the agent `name`."""
        general = {key: getattr(self, key) for key in THRESHOLDS}
        return Thresholds(**{**general, **self.agents.get(name, {})})

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **explicit: Any) -> GroundingConfig:
        """The configuration of `OTEL_GROUNDING_<FIELD>`, below what is given explicitly.

        A wrong value in the environment is logged once and its default used: telemetry must not stop an application
        from starting. What is about content closes: a wrong `OTEL_GROUNDING_STRIP_CONTENT` strips, and where one of
        `strip_content` and `capture_content` comes from the environment, stripping wins.

        Raises:
            ConfigError: An explicit value is not allowed, or an explicit field is unknown.
        """
        refuse_unknown(explicit, CHECKS)
        environ = os.environ if environ is None else environ
        settings = {**settings_in(environ, explicit), **explicit}
        if not {"strip_content", "capture_content"} <= explicit.keys():
            settings = stripping_wins(settings)
        return cls(**settings)
