"""An explained run for a terminal: colours there, marks in plain text anywhere."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from otel_grounding.cli.explanation import ClaimView, Explanation, Mark, Stretch
from otel_grounding.cli.terminal import one_line, print_indented, visible
from otel_grounding.cli.wording import claims_line, fact_line, facts_line, named, remarks, title, verdict_sign
from otel_grounding.model import ClaimVerdict, FactResult, FactVerdict

_MOST_SOURCES = 5
"""Sources listed for one claim; the rest are counted."""
_STYLES = {
    Mark.PLAIN: "",
    Mark.COVERED: "bold",
    Mark.SUPPORTED: "bold green",
    Mark.CONTRADICTED: "bold white on red",
    Mark.UNSUPPORTED: "bold yellow",
}
_CLAIM_STYLES = {ClaimVerdict.GROUNDED: "green", ClaimVerdict.UNGROUNDED: "red"}
_FACT_STYLES = {FactVerdict.SUPPORTED: "green", FactVerdict.CONTRADICTED: "bold red", FactVerdict.UNSUPPORTED: "yellow"}


def print_explanation(explained: Explanation, to: Console) -> None:
    to.print(Text(title(explained.scored), "bold"))
    to.print(claims_line(explained.scored))
    to.print(facts_line(explained.scored))
    for remark in remarks(explained.scored):
        to.print(remark)
    if question := explained.scored.found.run.question:
        _heading("Question", to)
        to.print(visible(question))
    _heading("Answer", to)
    to.print(_answer(explained) if explained.answer else Text("(not captured or empty)", "dim"))
    if any(explained.claims):
        _heading("Claims", to)
        names = {source.id: named(source) for source in explained.sources}
        for claim in explained.claims:
            _print_claim(claim, names, to)
    if explained.loose_facts:
        _heading("Facts outside the claims", to)
        _print_facts(explained.loose_facts, to, 2)
    if explained.sources:
        _heading("Sources", to)
        for source in explained.sources:
            begin = one_line(source.text[:400], 100)
            print_indented(Text(f"{named(source)}  {len(source.text):,} characters: {begin}"), 2, to)
    to.print()


def _heading(text: str, to: Console) -> None:
    to.print()
    to.print(Text(text, "bold underline"))


def _answer(explained: Explanation) -> Text:
    whole = Text()
    for part in explained.answer:
        if isinstance(part, ClaimView):
            style = _CLAIM_STYLES[part.result.verdict]
            whole.append(f"{verdict_sign(part.result.verdict)}{part.number} ", f"bold {style}")
            _append(whole, part.stretches, style)
        else:
            _append(whole, [part], "")
    return whole


def _append(whole: Text, stretches: Iterable[Stretch], style: str) -> None:
    for stretch in stretches:
        own = _STYLES[stretch.mark]
        facts = own if stretch.mark not in (Mark.PLAIN, Mark.COVERED) else f"{own} {style}".strip()
        whole.append(visible(stretch.text), facts)


def _print_claim(claim: ClaimView, names: dict[str, str], to: Console) -> None:
    result = claim.result
    style = _CLAIM_STYLES[result.verdict]
    verdict = f"  {verdict_sign(result.verdict)}{claim.number} {result.verdict.value}"
    to.print(Text.assemble((verdict, style), (f", {result.coverage:.0%} of its words are covered", "dim")))
    for source_id, words in list(claim.covered.items())[:_MOST_SOURCES]:
        print_indented(Text.assemble((f"{names[source_id]}: ", "dim"), ", ".join(words)), 6, to)
    if (more := len(claim.covered) - _MOST_SOURCES) > 0:
        to.print(Text(f"      and {more} more sources", "dim"))
    if claim.uncovered:
        print_indented(Text.assemble(("in no source: ", "dim"), ", ".join(claim.uncovered)), 6, to)
    _print_facts(result.facts, to, 6)


def _print_facts(facts: Iterable[FactResult], to: Console, indent: int) -> None:
    for fact in facts:
        sign = (f"{verdict_sign(fact.verdict)} ", _FACT_STYLES[fact.verdict])
        print_indented(Text.assemble(sign, fact_line(fact)), indent, to)
