"""Explained runs as one self-contained page: no script, nothing loaded from anywhere, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from otel_grounding.cli.explanation import ClaimView, Explanation, Mark, Stretch
from otel_grounding.cli.terminal import visible
from otel_grounding.cli.wording import claims_line, fact_line, facts_line, named, remarks, title, verdict_sign
from otel_grounding.evidence.index import IndexedSource
from otel_grounding.model import FactResult

_SHOWN_OF_SOURCE = 20_000
"""Characters of a source that are shown; a page has to open."""

_STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fff; --soft: #59636e; --line: #d1d9e0; --panel: #f6f8fa;
  --good: #1a7f37; --good-back: #dafbe1; --bad: #cf222e; --bad-back: #ffebe9; --warn: #9a6700; --warn-back: #fff8c5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9198a1; --line: #3d444d;
  --panel: #151b23; --good: #3fb950; --good-back: #12261e; --bad: #f85149; --bad-back: #301a1f; --warn: #d29922;
  --warn-back: #2e2a1f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
section + section { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 2rem; }
p { margin: .15rem 0; }
.soft, dt { color: var(--soft); }
.answer, .question, pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel);
  border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0; }
.claim { border-radius: .25rem; padding: .1rem .2rem; -webkit-box-decoration-break: clone;
  box-decoration-break: clone; }
.grounded { background: var(--good-back); }
.ungrounded { background: var(--bad-back); }
.number { font-size: .75rem; font-weight: 700; text-decoration: none; margin-right: .3rem; }
.grounded > .number, .supported { color: var(--good); }
.ungrounded > .number, .contradicted { color: var(--bad); }
.unsupported { color: var(--warn); }
.covered { border-bottom: 2px solid var(--good); }
.answer .supported, .answer .contradicted, .answer .unsupported { font-weight: 700; border-bottom: 2px solid; }
.answer .contradicted { border-bottom-style: double; }
.answer .unsupported { border-bottom-style: dashed; }
ol, ul { margin: 0; padding: 0; list-style: none; }
ol > li { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .5rem 0; }
li > strong.grounded, li > strong.ungrounded { padding: .1rem .4rem; border-radius: .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .4rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-left: 1rem; } }
details { margin: .5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
pre { font: .85rem/1.5 ui-monospace, monospace; margin-top: .5rem; max-height: 30rem; overflow: auto; }
"""

_HEAD = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>otel-grounding: what backs the answer</title>
<style>{_STYLE}</style>
</head>
<body>
"""
_TAIL = "</body>\n</html>\n"


def html_page(explanations: Iterable[Explanation]) -> Iterator[str]:
    """The page in pieces, one for each run."""
    yield _HEAD
    for explained in explanations:
        yield "".join(_run(explained))
    yield _TAIL


def _text(text: str) -> str:
    return escape(visible(text))


def _run(explained: Explanation) -> Iterator[str]:
    scored = explained.scored
    name, *details = title(scored).split(" · ")
    yield f"<section>\n<h1>{escape(name)}</h1>\n<p class=soft>{escape(' · '.join(details))}</p>\n"
    yield f"<p>{escape(claims_line(scored))}</p>\n<p>{escape(facts_line(scored))}</p>\n"
    yield from (f"<p>{escape(remark)}</p>\n" for remark in remarks(scored))
    if question := scored.found.run.question:
        yield f"<h2>Question</h2>\n<div class=question>{_text(question)}</div>\n"
    run_id = scored.found.span_id
    yield "<h2>Answer</h2>\n<div class=answer>"
    for part in explained.answer:
        yield _marked_claim(part, run_id) if isinstance(part, ClaimView) else _stretch(part)
    yield "</div>\n" if explained.answer else "<span class=soft>not captured, or empty</span></div>\n"
    names = {source.id: named(source) for source in explained.sources}
    if claims := list(explained.claims):
        yield "<h2>Claims</h2>\n<ol>\n"
        yield from (_claim(claim, names, run_id) for claim in claims)
        yield "</ol>\n"
    if explained.loose_facts:
        yield f"<h2>Facts outside the claims</h2>\n{_facts(explained.loose_facts)}"
    if explained.sources:
        yield "<h2>Sources</h2>\n"
        yield from (_source(source) for source in explained.sources)
    yield "</section>\n"


def _marked_claim(claim: ClaimView, run_id: str) -> str:
    verdict = claim.result.verdict
    sign = f'<a class=number href="#{run_id}-{claim.number}">{verdict_sign(verdict)}{claim.number}</a>'
    return f'<span class="claim {verdict.value}">{sign}{"".join(map(_stretch, claim.stretches))}</span>'


def _stretch(stretch: Stretch) -> str:
    if stretch.mark is Mark.PLAIN:
        return _text(stretch.text)
    note = f"{stretch.mark.value} by {stretch.note}" if stretch.note else stretch.mark.value
    return f'<span class="{stretch.mark.value}" title="{_text(note)}">{_text(stretch.text)}</span>'


def _claim(claim: ClaimView, names: dict[str, str], run_id: str) -> str:
    result = claim.result
    verdict, sign = result.verdict.value, verdict_sign(result.verdict)
    head = f"<strong class={verdict}>{sign}{claim.number} {verdict}</strong>"
    rows = [(names[source_id], words) for source_id, words in claim.covered.items()]
    rows += [("in no source", claim.uncovered)] if claim.uncovered else []
    words = "".join(f"<dt>{_text(name)}</dt><dd>{_text(', '.join(held))}</dd>" for name, held in rows)
    share = f"<span class=soft>{result.coverage:.0%} of its words are covered</span>"
    return f'<li id="{run_id}-{claim.number}">{head} {share}\n<dl>{words}</dl>\n{_facts(result.facts)}</li>\n'


def _facts(facts: Iterable[FactResult]) -> str:
    told = (
        f"<li class={fact.verdict.value}>{verdict_sign(fact.verdict)} {escape(fact_line(fact))}</li>\n"
        for fact in facts
    )
    lines = "".join(told)
    return f"<ul>\n{lines}</ul>\n" if lines else ""


def _source(source: IndexedSource) -> str:
    call = f" · call {visible(source.call_id)}" if source.call_id else ""
    summary = f"{named(source)}{call} · {len(source.text):,} characters"
    more = f"\n… {len(source.text) - _SHOWN_OF_SOURCE:,} more characters" if len(source.text) > _SHOWN_OF_SOURCE else ""
    shown = _text(source.text[:_SHOWN_OF_SOURCE]) + more
    return f"<details><summary>{escape(summary)}</summary><pre>{shown}</pre></details>\n"
