"""What `doctor` says: findings, each with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rich.console import Console
from rich.text import Text

from otel_grounding.cli.terminal import print_indented, visible


class Level(StrEnum):
    GOOD = "✓"
    NOTE = "!"
    """Worth knowing: scores are there, but mean less than they could."""
    PROBLEM = "✗"
    """Why scores are missing."""


_STYLES = {Level.GOOD: "green", Level.NOTE: "yellow", Level.PROBLEM: "bold red"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, where, and what to do about it."""

    level: Level
    text: str
    advice: tuple[str, ...] = ()
    where: tuple[str, ...] = ()


def print_findings(heading: str, findings: Iterable[Finding], to: Console) -> None:
    to.print(Text(heading, "bold underline"))
    for finding in findings:
        sign = (f"{finding.level.value} ", _STYLES[finding.level])
        print_indented(Text.assemble(sign, visible(finding.text)), 2, to)
        for line in finding.where:
            print_indented(Text(f"in {visible(line)}"), 6, to)
        for line in finding.advice:
            print_indented(Text(f"→ {visible(line)}"), 6, to)
    to.print()
