"""The commands: what they take, what they print, the code they exit with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from itertools import chain
from math import isnan
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from otel_grounding.cli.demands import Demands
from otel_grounding.cli.doctor_environment import environment_findings
from otel_grounding.cli.doctor_files import Examination
from otel_grounding.cli.explain_html import html_page
from otel_grounding.cli.explain_terminal import print_explanation
from otel_grounding.cli.explanation import Explanation, explain_run
from otel_grounding.cli.findings import print_findings
from otel_grounding.cli.inputs import Failures, files_of
from otel_grounding.cli.page_file import is_input, write_page
from otel_grounding.cli.scored import scored_runs
from otel_grounding.cli.table import print_table, row_of
from otel_grounding.cli.terminal import console, visible
from otel_grounding.cli.wording import NO_RUN
from otel_grounding.config import GroundingConfig

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
    help="Trace files in OTLP/JSON, Jaeger's or Tempo's API JSON, the SDK's span JSON or plain objects, and logs where "
    "content is in log events, gzipped or not; a directory of .json, .jsonl or .ndjson files; - for standard input.",
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


def _rate(value: float | None) -> float | None:
    """`nan` lies in every range and is below nothing: a check that could not fail."""
    if value is not None and isnan(value):
        raise typer.BadParameter("nan is no rate")
    return value


@app.command()
def score(
    files: Files,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line for each run.")] = False,
    content: Annotated[
        bool, typer.Option("--content", help="With --json: the texts of answer, question and sources too.")
    ] = False,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="RATE",
            min=0.0,
            max=1.0,
            callback=_rate,
            help="Exit with 1 if an outermost run has a claim rate below this.",
        ),
    ] = None,
    fail_unscored: Annotated[
        bool, typer.Option("--fail-unscored", help="Exit with 1 if an outermost run has no claim rate.")
    ] = False,
    fail_facts_under: Annotated[
        float | None,
        typer.Option(
            metavar="RATE",
            min=0.0,
            max=1.0,
            callback=_rate,
            help="Exit with 1 if an outermost run has a fact rate below this.",
        ),
    ] = None,
    fail_contradicted: Annotated[
        bool, typer.Option("--fail-contradicted", help="Exit with 1 if a fact of an outermost run is contradicted.")
    ] = False,
) -> None:
    """Find the runs in trace files and score them.

    Give all files of a trace at once: several services' files are scored together. Exits with 0 where all was read,
    with 1 where a run fails, or a --fail-… option is given and no run is found, with 2 where a file can't be read.
    """
    config, failures = GroundingConfig.from_env(), Failures()
    if not config.fact_kinds and (fail_facts_under is not None or fail_contradicted):
        raise typer.BadParameter("OTEL_GROUNDING_FACT_KINDS turns facts off: none could fail")
    demands = Demands(fail_under, fail_facts_under, fail_contradicted, fail_unscored)
    names, found, rows = files_of(files, failures), False, []
    for scored in scored_runs(names, config, failures, silent=not as_json):
        found = True
        demands.judge(scored)
        if as_json:
            # ASCII alone: no control character of an answer reaches the terminal, half surrogates survive
            print(json.dumps(scored.to_dict(content=content)))
        else:
            rows.append(row_of(scored))
    if rows:
        print_table(rows, console(), demands, with_files=len(names) > 1 or names != files)
    elif not found and not failures.count:
        typer.echo(NO_RUN, err=as_json)
    for reason in (unmet := demands.unmet()):
        typer.echo(f"otel-grounding: {reason}", err=True)
    raise typer.Exit(UNREADABLE if failures.count else BELOW if unmet else 0)


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
    names, found = files_of(files, failures), 0

    def explanations() -> Iterator[Explanation]:
        nonlocal found
        for scored in scored_runs(names, GroundingConfig.from_env(), failures, silent=html is not None):
            if scored.found.run.outermost if run is None else scored.found.span_id.startswith(_digits(run)):
                found += 1
                yield explain_run(scored)

    if html is None:
        to = console()
        for explained in explanations():
            print_explanation(explained, to)
    elif is_input(html, names):
        _fail_to_write(html, "is one of the files to read; nothing is written over it")
    elif (first := next(shown := explanations(), None)) is not None:  # a page of nothing would replace one of something
        try:
            write_page(html, html_page(chain((first,), shown)))
        except BrokenPipeError:
            raise
        except OSError as problem:
            _fail_to_write(html, problem.strerror or str(problem))
    if not found:
        typer.echo(NO_RUN if run is None else f"No run has the span id {visible(run)}.", err=True)
    raise typer.Exit(UNREADABLE if failures.count or (run is not None and not found) else 0)


@app.command()
def doctor(files: Annotated[list[str] | None, _OPTIONAL_FILES] = None) -> None:
    """Say why scores are missing: looks at the runs in trace files, where some are given, and at the environment."""
    to, failures = console(), Failures()
    if files:
        examination = Examination()
        for scored in scored_runs(
            files_of(files, failures), GroundingConfig.from_env(), failures, examination, silent=True
        ):
            examination.judge(scored)
        print_findings("Files", examination.findings(), to)
    print_findings(
        "This process, which need not be set up as the agent's is" if files else "Environment",
        environment_findings(),
        to,
    )
    raise typer.Exit(UNREADABLE if failures.count else 0)


def _digits(span_id: str) -> str:
    return span_id.lower().removeprefix("0x")


def _fail_to_write(page: Path, reason: str) -> NoReturn:
    typer.echo(f"otel-grounding: {visible(str(page))}: {reason}", err=True)
    raise typer.Exit(UNREADABLE) from None
