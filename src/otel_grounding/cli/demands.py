"""What `score` is to fail on, for a build that has to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from otel_grounding.cli.scored import Scored
from otel_grounding.cli.terminal import counted
from otel_grounding.model import is_below


@dataclass(slots=True)
class Demands:
    """What every outermost run has to meet; a run inside another counts for nothing: its words are not the answer.

    Attributes:
        claims: The lowest claim rate that passes, and `facts` the lowest fact rate; a run without the rate passes.
        no_contradiction: A contradicted fact fails.
        a_rate: A run without a claim rate fails.
    """

    claims: float | None = None
    facts: float | None = None
    no_contradiction: bool = False
    a_rate: bool = False
    _runs: int = 0
    _failed: Counter[str] = field(default_factory=Counter)
    """Runs by what they fail for."""

    def judge(self, scored: Scored) -> None:
        if not scored.found.run.outermost:
            return
        self._runs += 1
        claims, facts = scored.report.claim_grounding, scored.report.fact_grounding
        if is_below(claims.rate, self.claims):
            self._failed[f"below {self.claims}"] += 1
        if self.a_rate and claims.rate is None:
            self._failed["without a claim rate"] += 1
        if is_below(facts.rate, self.facts):
            self._failed[f"with facts below {self.facts}"] += 1
        if self.no_contradiction and facts.contradicted:
            self._failed["with a contradicted fact"] += 1

    def unmet(self) -> list[str]:
        """Why the build fails, a line each; empty where it passes or nothing was demanded.

        Files without any run meet no demand: a wrong path or an unknown instrumentation must not look like success.
        """
        demanded = self.claims is not None or self.facts is not None or self.no_contradiction or self.a_rate
        if demanded and not self._runs:
            return ["no run found, so none is known to pass"]
        return [f"{counted(number, 'run')} {reason}" for reason, number in self._failed.items()]
