"""The commands: what they take, what they print, the code they exit with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from otel_grounding.cli.doctor_environment import environment_findings
from otel_grounding.cli.doctor_files import Examination
from otel_grounding.cli.explain_html import html_page
from otel_grounding.cli.explain_terminal import print_explanation
from otel_grounding.cli.explanation import Explanation, explain_run
from otel_grounding.cli.findings import print_findings
from otel_grounding.cli.inputs import Failures
from otel_grounding.cli.scored import Scored, scored_runs
from otel_grounding.cli.table import print_table, row_of
from otel_grounding.cli.terminal import console, counted, visible
from otel_grounding.cli.wording import NO_RUN
from otel_grounding.config import GroundingConfig
from otel_grounding.model import is_below

BELOW, UNREADABLE = 1, 2
"""Exit codes; the second beats the first."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="How much of an agent's answer can be traced to its tools' outputs, read from trace files. "
    "Settings are taken from OTEL_GROUNDING_… as in the agent's own process.",
)

_FILES = typer.Argument(
    metavar="FILE…",
    help="Trace files in OTLP/JSON, Jaeger's or Tempo's API JSON or the SDK's span JSON, gzipped or not; "
    "a directory of .json, .jsonl or .ndjson files; - for standard input.",
)
_OPTIONAL_FILES = typer.Argument(metavar="[FILE…]", help="Trace files, as for score.")
Files = Annotated[list[str], _FILES]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"otel-grounding {version('otel-grounding')}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None: ...


@app.command()
def score(
    files: Files,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line for each run.")] = False,
    content: Annotated[
        bool, typer.Option("--content", help="With --json: the texts of answer, question and sources too.")
    ] = False,
    fail_under: Annotated[
        float | None,
        typer.Option(min=0.0, max=1.0, help="Exit with 1 if an outermost run has a claim rate below this."),
    ] = None,
    fail_unscored: Annotated[
        bool, typer.Option("--fail-unscored", help="Exit with 1 if an outermost run has no claim rate.")
    ] = False,
) -> None:
    """Find the runs in trace files and score them.

    Exits with 0 where all was read, with 1 where a run fails, with 2 where a file could not be read.
    """
    failures, failed, rows = Failures(), 0, []
    for scored in scored_runs(files, GroundingConfig.from_env(), failures, silent=not as_json):
        failed += _fails(scored, fail_under, fail_unscored)
        if as_json:
            # ASCII alone: no control character of an answer reaches the terminal, half surrogates survive
            print(json.dumps(scored.to_dict(content=content)))
        else:
            rows.append(row_of(scored, fail_under))
    if not as_json:
        print_table(rows, console())
    if failed:
        reasons = [] if fail_under is None else [f"below {fail_under}"]
        reasons += ["without a claim rate"] if fail_unscored else []
        typer.echo(f"otel-grounding: {counted(failed, 'run')} {' or '.join(reasons)}", err=True)
    raise typer.Exit(UNREADABLE if failures.count else BELOW if failed else 0)


@app.command()
def explain(
    files: Files,
    run: Annotated[str | None, typer.Option(metavar="SPAN_ID", help="Only the run whose span id begins so.")] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", dir_okay=False, help="Write one self-contained page instead.")
    ] = None,
) -> None:
    """Show why a run has its score: each claim and fact of the answer, and the source that covers it.

    Without --run every outermost run is shown.
    """
    failures = Failures()
    found = 0

    def explanations() -> Iterator[Explanation]:
        nonlocal found
        for scored in scored_runs(files, GroundingConfig.from_env(), failures, silent=html is not None):
            if scored.found.run.outermost if run is None else scored.found.span_id.startswith(_digits(run)):
                found += 1
                yield explain_run(scored)

    if html is None:
        to = console()
        for explained in explanations():
            print_explanation(explained, to)
    else:
        _write(html, html_page(explanations()))
    if not found:
        typer.echo(NO_RUN if run is None else f"No run has the span id {visible(run)}.", err=True)
    raise typer.Exit(UNREADABLE if failures.count or (run is not None and not found) else 0)


@app.command()
def doctor(files: Annotated[list[str] | None, _OPTIONAL_FILES] = None) -> None:
    """Say why scores are missing: looks at the environment and, where trace files are given, at the runs in them."""
    to, failures = console(), Failures()
    print_findings("Environment", environment_findings(), to)
    if files:
        examination = Examination()
        for scored in scored_runs(files, GroundingConfig.from_env(), failures, examination.look, silent=True):
            examination.judge(scored)
        print_findings("Files", examination.findings(), to)
    raise typer.Exit(UNREADABLE if failures.count else 0)


def _digits(span_id: str) -> str:
    return span_id.lower().removeprefix("0x")


def _write(path: Path, pieces: Iterator[str]) -> None:
    try:
        with path.open("w", encoding="utf-8", errors="replace") as page:
            page.writelines(pieces)
    except OSError as problem:
        typer.echo(f"otel-grounding: {visible(str(path))}: {problem.strerror}", err=True)
        raise typer.Exit(UNREADABLE) from None


def _fails(scored: Scored, fail_under: float | None, fail_unscored: bool) -> bool:
    rate = scored.report.claim_grounding.rate
    if not scored.found.run.outermost:
        return False
    return fail_unscored if rate is None else bool(is_below(rate, fail_under))
