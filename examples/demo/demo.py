"""Three runs of a small agent, scored as they end; then the same scores once more, from a file.

python demo.py [--otlp http://localhost:4318] [--file demo-trace.jsonl]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from agent import TURNS, Turn, answer
from collector import is_there, send_to
from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from otlp_file import OtlpJsonFileExporter
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from otel_grounding import GroundingConfig, GroundingSpanProcessor

THRESHOLD = 0.7
COMMAND = str(Path(sys.executable).with_name("otel-grounding"))

console = Console(highlight=False)
console.width = min(console.width, 100) if console.is_terminal else 100


def main() -> int:
    """Run the demo; 0 where the file gives the scores that the live spans have."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--otlp", metavar="URL", help="also send it all to this OTLP/HTTP endpoint")
    options.add_argument("--file", type=Path, default=Path("demo-trace.jsonl"), help="where the spans are left")
    args = options.parse_args()
    if args.otlp and not is_there(args.otlp):
        options.error(f"nothing listens at {args.otlp}; a collector takes OTLP/HTTP at port 4318 by default")
    args.file.unlink(missing_ok=True)

    kept = InMemorySpanExporter()
    provider = TracerProvider(resource=Resource.create({"service.name": "grounding-demo"}))
    provider.add_span_processor(GroundingSpanProcessor(GroundingConfig(min_claim_grounding_rate=THRESHOLD)))
    for exporter in (kept, OtlpJsonFileExporter(args.file)):
        provider.add_span_processor(SimpleSpanProcessor(exporter))
    if args.otlp:
        send_to(args.otlp, provider)
    trace.set_tracer_provider(provider)

    heading("A support agent answers three questions; each run is scored as it ends")
    runs = []
    for number, turn in enumerate(TURNS, 1):
        answer(turn)
        run = kept.get_finished_spans()[-1]
        runs.append(run)
        show_run(number, turn, run)
    provider.shutdown()

    heading("What landed on the span of run 2")
    show_attributes(runs[1])
    heading("Why, claim by claim", "explain", args.file, "--run", span_id(runs[1]))
    heading("The same runs once more, from the file they were exported to", "score", args.file)
    agreed = show_agreement(runs, args.file)
    if args.otlp:
        console.print(f"Traces, metrics and events went to {args.otlp} as service grounding-demo.")
    return 0 if agreed else 1


def heading(title: str, *command: object) -> None:
    """A rule with a title; a command of `otel-grounding` is shown, as it can be typed here, and run below it."""
    console.print()
    console.print(Rule(Text(title, "bold"), align="left", style="dim"))
    if command:
        arguments = [str(each) for each in command]
        console.print(Text(" ".join(["$", os.path.relpath(COMMAND), *arguments]), "cyan"), soft_wrap=True)
        console.file.flush()
        subprocess.run([COMMAND, *arguments], check=True)


def show_run(number: int, turn: Turn, run: ReadableSpan) -> None:
    console.print(f"\n[bold]{number}  {turn.title}[/bold]")
    show(
        {
            "asked": turn.question,
            "tools": ", ".join(name for name, _ in turn.calls) or "none",
            "answered": turn.answer,
            "claims": verdict(run, "claim", "claims_grounded", "claims_total", "grounded"),
            "facts": verdict(run, "fact", "facts_supported", "facts_total", "supported"),
        }
    )


def show(rows: Mapping[str, str | Text]) -> None:
    """Labels and what they label, in two columns."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for label, text in rows.items():
        table.add_row(label, text)
    console.print(Padding(table, (0, 0, 0, 3)))


def verdict(run: ReadableSpan, metric: str, good: str, total: str, word: str) -> Text:
    """One line on a rate: the rate with its counts, or the status which says why there is none."""
    found = dict(run.attributes or {})
    group = f"reliability.{metric}_grounding"
    rate, status = found.get(f"{group}_rate"), found[f"{group}.status"]
    if rate is None or status != "scored":
        return Text(f"{status}: there is no rate" if rate is None else str(status), "yellow")
    line = f"rate {rate:.2f}   {found[f'{group}.{good}']} of {found[f'{group}.{total}']} {word}"
    if contradicted := found.get(f"{group}.facts_contradicted"):
        line += f", {contradicted} contradicted"
    if found.get(f"{group}_rate_below_threshold"):
        return Text(f"{line}   below the threshold of {THRESHOLD}", "red")
    return Text(line, "green" if rate == 1 else "yellow")


def show_attributes(run: ReadableSpan) -> None:
    rows = {key: json.dumps(value) for key, value in (run.attributes or {}).items() if key.startswith("reliability.")}
    show(rows | {f"event {number}": event.name for number, event in enumerate(run.events, 1)})


def show_agreement(runs: list[ReadableSpan], file: Path) -> bool:
    """Compare the rates of the live spans with those the command reads from the file."""
    read = subprocess.run([COMMAND, "score", str(file), "--json"], check=True, capture_output=True, text=True)
    from_file = {found["span_id"]: found for found in map(json.loads, read.stdout.splitlines())}
    for run in runs:
        live, again = run.attributes or {}, from_file[span_id(run)]
        rates = [again["claim_grounding"]["rate"], again["fact_grounding"]["rate"]]
        if rates != [live.get("reliability.claim_grounding_rate"), live.get("reliability.fact_grounding_rate")]:
            console.print(Text(f"\n{run.name}: the file says {rates}, the live span {dict(live)}", "red"))
            return False
    console.print(f"\n[green]The file gives each of the {len(runs)} runs the rates its live span has.[/green]")
    return True


def span_id(span: ReadableSpan) -> str:
    return format(span.context.span_id, "016x")


if __name__ == "__main__":
    sys.exit(main())
