"""The words of the project as types: what is read, what is tracked, what is reported.

Standard library only. Every other module speaks in these; nothing here computes more than a view of its own fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

QUESTION_ID = "question"
"""Reserved source id: the user's own words."""
ANSWER_ID = "answer"
"""Reserved source id: figures of the answer itself (stated arithmetic)."""


class Role(StrEnum):
    """What a span is in a run, decided when it ends."""

    RUN = "run"
    TOOL = "tool"
    CONTROL = "control"
    """A tool that moves the run on (handoff, final answer): it observes nothing and is no tool call."""
    MODEL = "model"
    RETRIEVAL = "retrieval"
    OTHER = "other"


class Status(StrEnum):
    """Why a run has a score, or has none. The order is the order in which they are looked at."""

    OFF = "off"
    ERROR = "error"
    RUN_FAILED = "run_failed"
    """The run's span ended with an error or was cancelled, and no final output is there."""
    OUTPUT_NOT_CAPTURED = "output_not_captured"
    UNSUPPORTED_SCRIPT = "unsupported_script"
    NO_CLAIMS = "no_claims"
    NO_FACTS = "no_facts"
    EVIDENCE_NOT_CAPTURED = "evidence_not_captured"
    NO_EVIDENCE = "no_evidence"
    SCORED = "scored"


class ClaimVerdict(StrEnum):
    GROUNDED = "grounded"
    UNGROUNDED = "ungrounded"


class FactKind(StrEnum):
    MONEY = "money"
    PERCENT = "percent"
    NUMBER = "number"
    DATE = "date"
    IDENTIFIER = "identifier"
    STATEMENT = "statement"
    """Polarity, direction, order or status in words, where the evidence confirms or denies it; never unsupported.
    Definitions before `hard-facts/2.0.0` know none."""


class FactVerdict(StrEnum):
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"


class FactReason(StrEnum):
    """Why a fact has its verdict: the closed list of codes."""

    EXACT = "exact"
    """Supported: the evidence states this value."""
    ROUNDED = "rounded"
    """Supported: the evidence's value rounds to it."""
    HEDGED = "hedged"
    """Supported: within what its hedge allows."""
    CONVERTED = "converted"
    """Supported: the same value in another unit or form."""
    COUNT = "row_count"
    """Supported: as many items are in the evidence."""
    SAME_DATE = "same_date"
    """Supported: the same day, month, quarter or year."""
    SAME_IDENTIFIER = "same_identifier"
    """Supported: the same, up to case and Unicode form."""
    OTHER_VALUE = "other_value"
    """Contradicted: the same field, entity or sentence has a near but different value."""
    OTHER_CURRENCY = "other_currency"
    """Contradicted: the amount is in another currency."""
    OTHER_UNIT = "other_unit"
    """Contradicted: the number is there in another unit."""
    OTHER_SIGN = "other_sign"
    """Contradicted: the value has the opposite sign."""
    NEAR_IDENTIFIER = "near_identifier"
    """Contradicted: one character away from an identifier of the evidence."""
    OTHER_ENTITY = "other_entity"
    """Contradicted: the value stands in the evidence, but of something else than what the sentence names."""
    OTHER_FIELD = "other_field"
    """Contradicted: the value is of the entity named, but of another field."""
    DERIVED = "derived"
    """Supported: follows from figures of the evidence by arithmetic that the sentence states."""
    DERIVED_FROM_ANSWER = "derived_from_answer"
    """Supported: follows from figures of the answer itself."""
    WRONG_ARITHMETIC = "wrong_arithmetic"
    """Contradicted: the stated sum, difference, average or count gives another value."""
    OPPOSITE = "opposite"
    """Contradicted: the evidence says the opposite."""
    SAME_STATEMENT = "same_statement"
    """Supported: the evidence says the same."""
    OTHER_STATUS = "other_status"
    """Contradicted: the entity's field holds another word."""
    SAME_STATUS = "same_status"
    """Supported: the entity's field holds this word."""
    NOT_EXTREME = "not_extreme"
    """Contradicted: another record has the highest, lowest, first or last value."""
    EXTREME = "extreme"
    """Supported: the record has the highest, lowest, first or last value of its column."""
    WRONG_ORDER = "wrong_order"
    """Contradicted: the two values compare the other way round."""
    RIGHT_ORDER = "right_order"
    """Supported: the two values compare as stated."""
    COUNTED = "counted"
    """Supported: so many records are there."""
    WRONG_COUNT = "wrong_count"
    """Contradicted: another number of records is there."""
    NOT_FOUND = "not_found"
    """Unsupported: nothing in the evidence states it."""


@dataclass(frozen=True, slots=True)
class Source:
    """One thing the agent observed.

    Attributes:
        content: The tool's output: text, bytes, or any JSON-like value.
        id: Names the source in verdicts; an empty id is replaced by `s1`, `s2`, … in the order of arrival.
        tool_name: The tool, where it is known.
        call_id: The tool call's id. Producers reuse ids: two sources are one only when id and content agree.
    """

    content: Any
    id: str = ""
    tool_name: str = ""
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one ended span says, in no framework's dialect.

    Attributes:
        role: What the span is.
        agent_name: The agent the span names, or empty.
        output: RUN: the final output as the user saw it. MODEL: its last assistant text. OTHER: what an entry span
            returned, should it turn out to be the run. TOOL: None. None where nothing was captured; an empty text
            was captured.
        question: The user's own words, where this span holds them.
        sources: TOOL and RETRIEVAL: what was observed. MODEL and RUN: the tool messages in the input.
        failed: The span ended with an error.
        workflow: RUN: a workflow, crew, graph or chain, which has no words but those of the agents and models in it.
        scope: The instrumentation scope that wrote the span.
        truncated: A value was cut before it reached the span (the SDK's length limit, JSON cut in the middle).
    """

    role: Role
    agent_name: str = ""
    output: str | None = None
    question: str | None = None
    sources: tuple[Source, ...] = ()
    failed: bool = False
    truncated: bool = False
    workflow: bool = False
    scope: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Run:
    """One agent run as far as scoring needs it; its evidence travels beside it.

    Attributes:
        output: The final output: text, any JSON-like value, or None where it was not captured.
        question: The user's own words, or None.
        agent_name: The agent whose words the output is, of a handoff the last; empty where unknown.
        outermost: The run the user sees, in this process; None where it is not known what encloses it.
        failed: Its span ended with an error or was cancelled.
        silent_scope: The instrumentation scope of a step that left its content out; empty where none did.
        tool_calls: Tool calls and retrievals seen, with or without their outputs.
        tools_failed: Those of them that ended in an error.
        truncated: Some evidence was cut, dropped or refused on its way here.
    """

    output: Any
    question: str | None = None
    agent_name: str = ""
    outermost: bool | None = True
    failed: bool = False
    silent_scope: str = ""
    tool_calls: int = 0
    tools_failed: int = 0
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class FactResult:
    """One piece of hard data of the final output and what the evidence says of it.

    Attributes:
        start, end: Character offsets into `GroundingReport.output_text`.
        source_ids: The sources behind the verdict; never empty for a supported or contradicted fact.
        nearest: For a contradicted fact the value that contradicts it, as the evidence writes it.
        reason: A code of `FactReason`, or of those that later definitions have.
        where: The key path, sentence or derivation in the evidence that decides; content, like `text` and `nearest`.
    """

    kind: FactKind
    text: str
    start: int
    end: int
    verdict: FactVerdict
    source_ids: tuple[str, ...] = ()
    nearest: str | None = None
    reason: str = ""
    where: str | None = None

    def to_dict(self, *, content: bool = False) -> dict[str, Any]:
        """Offsets and codes; with `content` the texts too."""
        found: dict[str, Any] = {
            "kind": self.kind.value,
            "start": self.start,
            "end": self.end,
            "verdict": self.verdict.value,
            "source_ids": list(self.source_ids),
            "reason": self.reason,
        }
        if content:
            found |= {"text": self.text, "nearest": self.nearest, "where": self.where}
        return found


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """One claim of the final output.

    Attributes:
        start, end: Character offsets into `GroundingReport.output_text`.
        coverage: Share of its distinct significant tokens that the sources hold, 0..1.
        source_ids: The sources that hold at least one of them, most tokens first.
        facts: The facts that begin inside the claim.
    """

    text: str
    start: int
    end: int
    verdict: ClaimVerdict
    coverage: float
    source_ids: tuple[str, ...] = ()
    facts: tuple[FactResult, ...] = ()

    def to_dict(self, *, content: bool = False) -> dict[str, Any]:
        """Offsets, coverage and codes; with `content` the text too. Facts are listed once, in the report."""
        found: dict[str, Any] = {
            "start": self.start,
            "end": self.end,
            "verdict": self.verdict.value,
            "coverage": self.coverage,
            "source_ids": list(self.source_ids),
        }
        if content:
            found["text"] = self.text
        return found


@dataclass(frozen=True, slots=True)
class ClaimGrounding:
    """The claim grounding rate; `rate` is None where the status says why there is none."""

    status: Status
    rate: float | None = None
    total: int = 0
    grounded: int = 0
    definition: str = ""
    threshold: float | None = None

    @property
    def below_threshold(self) -> bool | None:
        """Strictly below the configured threshold; None without a threshold or a rate."""
        return is_below(self.rate, self.threshold)

    def to_dict(self) -> dict[str, Any]:
        return {
            "rate": self.rate,
            "total": self.total,
            "grounded": self.grounded,
            "definition": self.definition,
            "threshold": self.threshold,
            "below_threshold": self.below_threshold,
        }


@dataclass(frozen=True, slots=True)
class FactGrounding:
    """The fact grounding rate; `supported_by_question` counts those of `supported` that only the question backs."""

    status: Status
    rate: float | None = None
    total: int = 0
    supported: int = 0
    contradicted: int = 0
    unsupported: int = 0
    supported_by_question: int = 0
    definition: str = ""
    threshold: float | None = None

    @property
    def below_threshold(self) -> bool | None:
        """Strictly below the configured threshold; None without a threshold or a rate."""
        return is_below(self.rate, self.threshold)

    def to_dict(self) -> dict[str, Any]:
        return {
            "status": self.status.value,
            "rate": self.rate,
            "total": self.total,
            "supported": self.supported,
            "contradicted": self.contradicted,
            "unsupported": self.unsupported,
            "supported_by_question": self.supported_by_question,
            "definition": self.definition,
            "threshold": self.threshold,
            "below_threshold": self.below_threshold,
        }


def is_below(rate: float | None, threshold: float | None) -> bool | None:
    """`rate < threshold`, strictly; None where either is missing. The one place the flag is decided."""
    return None if rate is None or threshold is None else rate < threshold


@dataclass(frozen=True, slots=True)
class EvidenceSummary:
    """What the score was made from: number of sources, their UTF-8 bytes, whether some were cut, failed tool calls."""

    sources: int = 0
    bytes: int = 0
    truncated: bool = False
    tools_failed: int = 0


@dataclass(frozen=True, slots=True)
class GroundingReport:
    """The result of scoring one run.

    `status` is that of the claims. `report.output_text[c.start:c.end] == c.text` holds for every claim and fact.
    """

    status: Status
    claim_grounding: ClaimGrounding
    fact_grounding: FactGrounding
    claims: tuple[ClaimResult, ...] = ()
    facts: tuple[FactResult, ...] = ()
    evidence: EvidenceSummary = field(default_factory=EvidenceSummary)
    output_text: str = ""

    def to_dict(self, content: bool = False) -> dict[str, Any]:
        """A JSON-able view with stable keys.

        Without `content` it holds offsets, counts and codes, never a word of the answer or the evidence.
        """
        found: dict[str, Any] = {
            "status": self.status.value,
            "claim_grounding": self.claim_grounding.to_dict(),
            "fact_grounding": self.fact_grounding.to_dict(),
            "claims": [claim.to_dict(content=content) for claim in self.claims],
            "facts": [fact.to_dict(content=content) for fact in self.facts],
            "evidence": {
                "sources": self.evidence.sources,
                "bytes": self.evidence.bytes,
                "truncated": self.evidence.truncated,
                "tools_failed": self.evidence.tools_failed,
            },
        }
        if content:
            found["output_text"] = self.output_text
        return found
