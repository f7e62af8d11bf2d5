"""Scores as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from otel_grounding.cli.scored import Scored
from otel_grounding.cli.terminal import counted, one_line
from otel_grounding.cli.wording import NO_RUN
from otel_grounding.model import FactGrounding, is_below

_WIDE = 120
"""Columns of a terminal from which on nothing but long names is wrapped."""
_NARROW_WIDTHS = {"claims": 12, "facts": 14, "sources": 7, "span": 16}
"""Below that: a rate with counts, `1 contradicted`, whole span ids (`explain` takes them). Names have the rest."""


class Row(NamedTuple):
    """One run as the table shows it: kept instead of the run, whose evidence may be megabytes."""

    trace_id: str
    outermost: bool
    run: str
    claims: Text
    facts: Text
    sources: str
    span_id: str


def row_of(scored: Scored, fail_under: float | None) -> Row:
    run, report = scored.found.run, scored.report
    claims = report.claim_grounding
    name = run.agent_name if run.agent_name and run.agent_name in scored.found.span_name else ""
    title = scored.found.span_name if name or not run.agent_name else f"{scored.found.span_name} ({run.agent_name})"
    below = claims.below_threshold or is_below(claims.rate, fail_under)
    if claims.rate is None or not claims.total:
        judged = Text(claims.status.value.replace("_", " "), "dim")
    else:
        judged = Text(f"{claims.rate:.2f}  {claims.grounded} of {claims.total}", "red" if below else "green")
    return Row(
        scored.found.trace_id,
        run.outermost is True,
        one_line(title, 48),
        judged,
        _facts(report.fact_grounding),
        _sources(scored),
        scored.found.span_id,
    )


def _facts(facts: FactGrounding) -> Text:
    if facts.rate is None or not facts.total:
        return Text(facts.status.value.replace("_", " "), "dim")
    style = "red" if facts.contradicted or facts.below_threshold else "yellow" if facts.unsupported else "green"
    told = f"{facts.rate:.2f}  {facts.supported} of {facts.total}"
    return Text(told + (f", {facts.contradicted} contradicted" if facts.contradicted else ""), style)


def _sources(scored: Scored) -> str:
    evidence = scored.report.evidence
    told = str(evidence.sources) + (" cut" if evidence.truncated else "")
    return told + (f", {evidence.tools_failed} failed" if evidence.tools_failed else "")


def print_table(rows: Sequence[Row], to: Console) -> None:
    """The runs of each trace together, the one that the user sees first and the runs inside it below.

    A narrow terminal gets no trace ids, and texts that are wrapped.
    """
    if not rows:
        to.print(NO_RUN)
        return
    order = {trace: at for at, trace in enumerate(dict.fromkeys(row.trace_id for row in rows))}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    wide = to.width >= _WIDE
    table.add_column("run", overflow="fold")
    for heading in ("claims", "facts", "sources", *(["trace"] if wide else []), "span"):
        table.add_column(heading, no_wrap=wide, overflow="fold", width=None if wide else _NARROW_WIDTHS[heading])
    for row in sorted(rows, key=lambda row: (order[row.trace_id], not row.outermost)):
        name = Text(row.run if row.outermost else f"  └ {row.run}", "" if row.outermost else "dim")
        ids = (row.trace_id[:8], row.span_id) if wide else (row.span_id,)
        table.add_row(name, row.claims, row.facts, row.sources, *ids)
    to.print(table)
    outermost = sum(row.outermost for row in rows)
    inner = len(rows) - outermost
    to.print(
        f"{counted(outermost, 'run')}{f' and {inner} inside them' if inner else ''}, {counted(len(order), 'trace')}."
    )
