"""Scores as a table for people."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from otel_grounding.cli.demands import Demands
from otel_grounding.cli.scored import Scored
from otel_grounding.cli.span_score import differs
from otel_grounding.cli.terminal import counted, one_line, wrapped
from otel_grounding.model import ClaimGrounding, EvidenceSummary, FactGrounding, is_below

_WIDE = 120
"""Columns of a terminal from which on nothing but long names is wrapped."""
_NARROW_WIDTHS = (12, 14, 7, 16)
"""Below that: a rate with counts, `1 contradicted`, sources, a whole span id for `explain`. Names have the rest."""
_BETWEEN = 2
"""Columns of space between two columns of the table, and at its two edges."""
_SHORTEST_NAME = 8
_LONGEST_FILE = 300
_DEEPEST = 6
"""Levels of nested runs that are told apart by their indent."""
_FROM_SPAN = "*"


class Row(NamedTuple):
    """One run as the table shows it: kept instead of the run, whose evidence may be megabytes.

    Attributes:
        around: The span id of the run around it, or empty.
        from_span: The score is the one that the span carries; `differs`: the span carries another one.
    """

    trace_id: str
    span_id: str
    around: str
    outermost: bool
    file: str
    name: str
    claims: ClaimGrounding
    facts: FactGrounding
    evidence: EvidenceSummary
    from_span: bool = False
    differs: bool = False


def row_of(scored: Scored) -> Row:
    found, report = scored.found, scored.report
    agent = found.run.agent_name
    title = found.span_name if not agent or agent in found.span_name else f"{found.span_name} ({agent})"
    return Row(
        found.trace_id,
        found.span_id,
        found.around,
        bool(found.run.outermost),
        found.file,
        one_line(title, 48),
        report.claim_grounding,
        report.fact_grounding,
        report.evidence,
        scored.from_span,
        not scored.from_span and found.on_span is not None and differs(found.on_span, report),
    )


def print_table(rows: Sequence[Row], to: Console, demands: Demands, *, with_files: bool = False) -> None:
    """The runs of each trace together, each with the runs inside it below; then what they come to.

    A narrow terminal gets no trace ids, the file below the name of its run, and texts that are wrapped.
    """
    wide = to.width >= _WIDE
    headings = ("claims", "facts", "sources", *(("trace",) if wide else ()), "span")
    lines = [(_mark(depth), row, _cells(row, demands, wide)) for depth, row in _in_order(rows)]
    columns = zip(headings, *([cell.plain for cell in cells] for *_, cells in lines), strict=True)
    widths = [max(map(cell_len, column)) for column in columns] if wide else _NARROW_WIDTHS
    room = to.width - sum(widths) - _BETWEEN * (len(widths) + 1)
    longest = max(cell_len(mark + row.name) for mark, row, _ in lines)
    files = _short_names(rows) if with_files else {}
    longest_file = max(map(cell_len, files.values()), default=0)
    beside = wide and with_files and longest + _BETWEEN + longest_file <= room
    room = max(min(longest if beside else max(longest, longest_file), room), _SHORTEST_NAME)

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for heading, width in zip(("run", *headings), (room, *widths), strict=True):
        table.add_column(heading, overflow="fold", width=width)
    if beside:
        table.add_column("file", no_wrap=True)
    for mark, row, cells in lines:
        name = Text(mark + wrapped(row.name, room, len(mark)), "dim" if mark else "")
        if with_files and not beside:
            name.append("\n" + " " * len(mark) + wrapped(files[row.file], room, len(mark)), "dim")
        table.add_row(name, *cells, *([files[row.file]] if beside else []))
    to.print(table)
    for line in _totals(rows):
        to.print(line)


def _cells(row: Row, demands: Demands, wide: bool) -> list[Text]:
    trace = [Text(row.trace_id[:8])] if wide else []
    return [_claims(row, demands), _facts(row, demands), _sources(row.evidence), *trace, Text(row.span_id)]


def _claims(row: Row, demands: Demands) -> Text:
    claims = row.claims
    if claims.rate is None or not claims.total:
        return _unrated(row, claims)
    style = _judged(claims.rate, claims.threshold, demands.claims)
    return Text(f"{claims.rate:.2f}  {claims.grounded} of {claims.total}{_origin(row)}", style)


def _facts(row: Row, demands: Demands) -> Text:
    facts = row.facts
    if facts.rate is None or not facts.total:
        return _unrated(row, facts)
    style = "red" if facts.contradicted else _judged(facts.rate, facts.threshold, demands.facts)
    contradicted = f", {facts.contradicted} contradicted" if facts.contradicted else ""
    return Text(f"{facts.rate:.2f}  {facts.supported} of {facts.total}{_origin(row)}{contradicted}", style)


def _unrated(row: Row, grounding: ClaimGrounding | FactGrounding) -> Text:
    return Text(grounding.status.value.replace("_", " ") + _origin(row), "dim")


def _origin(row: Row) -> str:
    return _FROM_SPAN if row.from_span else ""


def _judged(rate: float, *limits: float | None) -> str:
    """Red below a limit, green where none is missed; where nothing says what is low no colour does."""
    flags = [below for limit in limits if (below := is_below(rate, limit)) is not None]
    return "red" if any(flags) else "green" if flags else ""


def _sources(evidence: EvidenceSummary) -> Text:
    told = str(evidence.sources) + (" cut" if evidence.truncated else "")
    return Text(told + (f", {evidence.tools_failed} failed" if evidence.tools_failed else ""))


def _in_order(rows: Sequence[Row]) -> Iterator[tuple[int, Row]]:
    """Trace by trace, each run before those inside it, with the number of runs around it."""
    known = {(row.trace_id, row.span_id) for row in rows}
    inside: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        around = (row.trace_id, row.around)
        inside[around if around in known else (row.trace_id, "")].append(row)
    for trace in dict.fromkeys(row.trace_id for row in rows):
        left = [(0, row) for row in reversed(inside[trace, ""])]
        while left:
            depth, row = left.pop()
            yield depth, row
            left += [(depth + 1, each) for each in reversed(inside[trace, row.span_id])]


def _mark(depth: int) -> str:
    return "  " * min(depth, _DEEPEST) + "└ " if depth else ""


def _totals(rows: Sequence[Row]) -> Iterator[str]:
    """What the outermost runs come to: those inside them would count twice."""
    outermost = [row for row in rows if row.outermost]
    claims = [row.claims for row in outermost if row.claims.rate is not None]
    facts = [row.facts for row in outermost if row.facts.rate is not None]
    said = [_share(sum(each.grounded for each in claims), sum(each.total for each in claims), "claim", "grounded")]
    if total := sum(each.total for each in facts):
        said.append(_share(sum(each.supported for each in facts), total, "fact", "supported"))
    if contradicted := sum(each.contradicted for each in facts):
        said.append(f"{contradicted:,} contradicted")
    if unrated := len(outermost) - len(claims):
        said.append(f"{counted(unrated, 'run')} without a claim rate")
    yield f"In all: {', '.join(said)}."
    if any(row.from_span for row in rows):
        yield f"{_FROM_SPAN} read from the span, as it was when the run ended: what it was made from is not there."
    if number := sum(row.differs for row in rows):
        yield f"{counted(number, 'run')} with another score on the span: `otel-grounding explain` shows it."
    inner = len(rows) - len(outermost)
    traces = len({row.trace_id for row in rows})
    inside = f" and {inner:,} inside them" if inner else ""
    yield f"{counted(len(outermost), 'run')}{inside}, {counted(traces, 'trace')}."


def _share(number: int, total: int, what: str, how: str) -> str:
    return f"{number:,} of {counted(total, what)} {how}"


def _short_names(rows: Sequence[Row]) -> dict[str, str]:
    """The files of the rows, by name, without the directories that all have in common."""
    paths = {row.file: os.path.abspath(row.file) for row in rows if row.file != "-"}
    try:
        common = os.path.commonpath([os.path.dirname(path) for path in paths.values()])
        short = {file: os.path.relpath(path, common) for file, path in paths.items()}
    except ValueError:  # none, or drives that have nothing in common
        short = paths
    return {"-": "-"} | {file: one_line(name, _LONGEST_FILE) for file, name in short.items()}
