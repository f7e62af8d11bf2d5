"""`otel-grounding explain`: the answer as written, each claim and fact with what backs it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console
from sample_runs import EVIDENCE, GROUNDED, INVENTED, QUESTION, a_run
from typer.testing import Result

from otel_grounding.cli.explain_terminal import print_explanation
from otel_grounding.cli.explanation import ClaimView, Explanation, Mark, explain_run
from otel_grounding.cli.file_runs import FileRun
from otel_grounding.cli.scored import Scored
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence, index_source
from otel_grounding.model import FactKind, FactResult, FactVerdict, Run, Source
from otel_grounding.scoring.assess import assess_run

Write = Callable[..., str]
Command = Callable[..., Result]

HOSTILE = 'Paris is "sunny" <script>alert(1)</script> & \x1b[31mred\x1b[0m\x07 today.'


class TestPlain:
    def test_reads_from_top_to_bottom(self, write: Write, command: Command) -> None:
        result = command("explain", write(a_run(f"## Weather\n\n{GROUNDED} {INVENTED}\n\nBye!")))
        assert (result.exit_code, result.stdout.rstrip().splitlines()) == (
            0,
            f"""\
invoke_agent travel_agent · agent travel_agent · span 00000000000000a0 · trace 00000000000000000000000000000001
Claims: 1 of 2 grounded, rate 0.50 (lexical-overlap/1.0.0)
Facts: the answer holds no hard data

Question
{QUESTION}

Answer
## Weather

✓1 {GROUNDED} ✗2 {INVENTED}

Bye!

Claims
  ✓1 grounded, 100% of its words are covered
      s1 get_weather: Paris, sunny, today
  ✗2 ungrounded, 0% of its words are covered
      in no source: Bring, umbrella, because, heavy, thunderstorms, arrive, tomorrow

Sources
  s1 get_weather  37 characters: {EVIDENCE}""".splitlines(),
        )

    def test_says_why_there_is_no_rate(self, write: Write, command: Command) -> None:
        result = command("explain", write(a_run(GROUNDED, [("get_weather", None)])))
        assert "Claims: no rate, tools were called, but none of their outputs is on the spans" in result.stdout
        assert GROUNDED in result.stdout

    @pytest.mark.parametrize(("output", "points"), [(None, True), (GROUNDED, False), ("Yes.", False)])
    def test_points_from_a_run_without_a_rate_to_the_doctor(
        self, output: str | None, points: bool, write: Write, command: Command, tmp_path: Path
    ) -> None:
        path, page = write(a_run(output), "a trace.json"), tmp_path / "why.html"
        said = f"What to do about it: otel-grounding doctor '{path}'\n"
        assert (said in command("explain", path).stdout) is points
        command("explain", path, "--html", str(page))
        assert (said.strip() in Page(page.read_text()).text) is points

    def test_shows_an_answer_that_was_not_captured_as_such(self, write: Write, command: Command) -> None:
        assert "(not captured or empty)" in command("explain", write(a_run(None))).stdout

    def test_shows_what_would_steer_the_terminal(self, write: Write, command: Command) -> None:
        tools = [("get\x1b]0;title\x07", "Paris \x9b2J today \u202etxet")]
        result = command("explain", write(a_run(HOSTILE, tools)))
        assert not set("\x1b\x07\x9b\u202e") & set(result.output)
        assert "␛[31mred␛[0m␇ today." in result.stdout


class TestWhichRuns:
    def test_are_all_outermost_ones(self, write: Write, command: Command) -> None:
        inner = a_run("It was shipped yesterday.", agent="inner", span_id=0xB0, parent_id=0xA0)
        path = write([*inner, *a_run(GROUNDED, []), *a_run(GROUNDED, trace_id=2, agent="other")])
        shown = re.findall(r"· agent (\w+)", command("explain", path).stdout)
        assert shown == ["travel_agent", "other"]

    @pytest.mark.parametrize("span_id", ["00000000000000b0", "0x00000000000000B0", "00000000000000b"])
    def test_is_the_one_whose_span_is_named(self, span_id: str, write: Write, command: Command) -> None:
        inner = a_run(GROUNDED, agent="inner", span_id=0xB0, parent_id=0xA0)
        result = command("explain", "--run", span_id, write([*inner, *a_run(GROUNDED, [])]))
        assert re.findall(r"· agent (\w+)", result.stdout) == ["inner"]

    def test_an_unknown_one_is_an_error(self, write: Write, command: Command) -> None:
        result = command("explain", "--run", "ff\x1b", write(a_run(GROUNDED)))
        assert (result.exit_code, result.stderr) == (2, "No run has the span id ff␛.\n")


class Page(HTMLParser):
    """Tags and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


class TestPage:
    @pytest.fixture
    def page(self, write: Write, command: Command, tmp_path: Path) -> str:
        tools = [('<img src=x onerror="a()">', f"{EVIDENCE} </pre><script>alert(2)</script>")]
        result = command("explain", write(a_run(HOSTILE, tools)), "--html", str(tmp_path / "out.html"))
        assert (result.exit_code, result.stdout) == (0, "")
        return (tmp_path / "out.html").read_text()

    def test_has_no_script_and_loads_nothing(self, page: str) -> None:
        found = Page(page)
        assert not {"script", "img", "link", "iframe"} & set(found.tags)
        assert {name for name, _ in found.attributes if name.startswith("on") or name == "src"} == set()
        assert all(value and value.startswith("#") for name, value in found.attributes if name == "href")

    def test_shows_every_text_as_it_was_written(self, page: str) -> None:
        text = Page(page).text
        assert '"sunny" <script>alert(1)</script> & ␛[31mred␛[0m␇ today.' in text
        assert f"{EVIDENCE} </pre><script>alert(2)</script>" in text

    def test_marks_claims_and_covered_words_with_their_sources(self, page: str) -> None:
        assert '<span class="claim ' in page
        assert '<span class="covered" title="covered by s1">Paris</span>' in page

    def test_knows_light_and_dark(self, page: str) -> None:
        assert "color-scheme: light dark" in page
        assert "prefers-color-scheme: dark" in page

    def test_that_cannot_be_written_is_an_error(self, write: Write, command: Command) -> None:
        result = command("explain", write(a_run(GROUNDED)), "--html", "/none/out.html")
        assert (result.exit_code, result.stderr) == (2, "otel-grounding: /none/out.html: No such file or directory\n")


ANSWER = "Sales were $1.5M, up 12% in all. Total: 7 units."


def explained() -> Explanation:
    """A run with facts of each verdict, the last outside every claim."""
    config = GroundingConfig(fact_kinds=frozenset())
    evidence = Evidence([index_source(Source("sales were up 12%: 1,243,500", tool_name="books"), config)])
    run = Run(ANSWER, tool_calls=1)
    report = assess_run(run, evidence, config)

    def fact(kind: FactKind, text: str, verdict: FactVerdict, **found: str) -> FactResult:
        start = ANSWER.index(text)
        sources = () if verdict is FactVerdict.UNSUPPORTED else ("s1",)
        return FactResult(kind, text, start, start + len(text), verdict, sources, **found)

    facts = (
        fact(FactKind.MONEY, "$1.5M", FactVerdict.CONTRADICTED, nearest="1,243,500", where="sales.total"),
        fact(FactKind.PERCENT, "12%", FactVerdict.SUPPORTED, where="sales were up 12%"),
        fact(FactKind.NUMBER, "7", FactVerdict.UNSUPPORTED, reason="not_in_evidence"),
    )
    (claim,) = report.claims
    report = replace(report, claims=(replace(claim, facts=facts[:2]),), facts=facts)
    return explain_run(Scored(FileRun("1" * 32, "a" * 16, "run", run, evidence, 0, {}), report))


class TestFacts:
    def test_are_marked_in_the_answer_and_nothing_of_it_is_lost(self) -> None:
        parts = explained().answer
        stretches = [each for part in parts for each in (part.stretches if isinstance(part, ClaimView) else (part,))]
        assert "".join(stretch.text for stretch in stretches) == ANSWER
        marks = {stretch.text: stretch.mark for stretch in stretches if stretch.mark is not Mark.PLAIN}
        assert marks == {
            "Sales": Mark.COVERED,
            "were": Mark.COVERED,
            "$1.5M": Mark.CONTRADICTED,
            "12%": Mark.SUPPORTED,
            "7": Mark.UNSUPPORTED,
        }

    def test_are_listed_with_source_place_and_what_contradicts_them(self) -> None:
        to = Console(width=200, record=True, force_terminal=False, markup=False, file=io.StringIO())
        print_explanation(explained(), to)
        text = to.export_text()
        assert "      ✗ money $1.5M: contradicted, s1 says 1,243,500 ← sales.total\n" in text
        assert "      ✓ percent 12%: supported by s1 ← sales were up 12%\n" in text
        assert "Facts outside the claims\n  ? number 7: unsupported (not in evidence)\n" in text

    def test_are_coloured_on_a_terminal(self) -> None:
        to = Console(width=200, force_terminal=True, color_system="standard", markup=False, file=io.StringIO())
        with to.capture() as shown:
            print_explanation(explained(), to)
        assert "\x1b[1;37;41m$1.5M\x1b[0m" in shown.get()

    def test_keep_their_indent_where_a_narrow_terminal_wraps_them(self) -> None:
        to = Console(width=40, force_terminal=True, color_system=None, markup=False, file=io.StringIO())
        with to.capture() as shown:
            print_explanation(explained(), to)
        lines = [line.rstrip() for line in shown.get().splitlines()]
        at = lines.index("      ✗ money $1.5M: contradicted, s1")
        assert lines[at + 1] == "      says 1,243,500 ← sales.total"
