"""What `doctor` says: findings, each with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rich.console import Console
from rich.text import Text

from otel_grounding.cli.terminal import visible


class Level(StrEnum):
    GOOD = "✓"
    NOTE = "!"
    """Worth knowing: scores are there, but mean less than they could."""
    PROBLEM = "✗"
    """Why scores are missing."""


_STYLES = {Level.GOOD: "green", Level.NOTE: "yellow", Level.PROBLEM: "bold red"}


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    text: str
    advice: tuple[str, ...] = ()


def print_findings(heading: str, findings: Iterable[Finding], to: Console) -> None:
    to.print(Text(heading, "bold underline"))
    for finding in findings:
        to.print(Text.assemble((f"  {finding.level.value} ", _STYLES[finding.level]), visible(finding.text)))
        for line in finding.advice:
            to.print(Text(f"      → {visible(line)}"))
    to.print()
