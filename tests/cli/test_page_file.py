"""`explain --html`: a page is written whole or not at all, and never over what it is made from."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sample_runs import GROUNDED, a_run, lines
from typer.testing import Result

from otel_grounding.cli.page_file import write_page

Write = Callable[..., str]
Command = Callable[..., Result]

COMMAND = (sys.executable, "-m", "otel_grounding.cli")


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "trace.jsonl"
    path.parent.mkdir()
    path.write_text(lines(a_run(GROUNDED)))
    return path


def _itself(trace: Path) -> Path:
    return trace


def _by_another_path(trace: Path) -> Path:
    return trace.parent / ".." / trace.parent.name / trace.name


def _a_symbolic_link(trace: Path) -> Path:
    link = trace.parent.parent / "link.html"
    link.symlink_to(trace)
    return link


def _a_hard_link(trace: Path) -> Path:
    link = trace.parent.parent / "hard.html"
    link.hardlink_to(trace)
    return link


NAMES_OF_THE_INPUT = [_itself, _by_another_path, _a_symbolic_link, _a_hard_link]


class TestOverAnInput:
    @pytest.mark.parametrize("named", NAMES_OF_THE_INPUT)
    @pytest.mark.parametrize("whole_directory", [False, True], ids=["the file", "its directory"])
    def test_is_refused_whatever_it_is_called(
        self, named: Callable[[Path], Path], whole_directory: bool, trace: Path, command: Command
    ) -> None:
        before = trace.read_bytes()
        page = named(trace)
        result = command("explain", str(trace.parent if whole_directory else trace), "--html", str(page))
        reason = "is one of the files to read; nothing is written over it"
        assert (result.exit_code, result.stderr) == (2, f"otel-grounding: {page}: {reason}\n")
        assert trace.read_bytes() == before

    def test_is_refused_where_the_input_is_the_link(self, trace: Path, command: Command) -> None:
        link = _a_symbolic_link(trace)
        assert command("explain", str(link), "--html", str(trace)).exit_code == 2
        assert trace.read_text() == lines(a_run(GROUNDED))

    @pytest.mark.parametrize("name", ["-", "/dev/stdin"])
    def test_is_refused_where_it_is_redirected(self, name: str, trace: Path) -> None:
        before = trace.read_bytes()
        with trace.open("rb") as given:
            done = subprocess.run([*COMMAND, "explain", name, "--html", trace], stdin=given, timeout=60)
        assert (done.returncode, trace.read_bytes()) == (2, before)

    def test_is_refused_for_the_second_of_two_inputs(self, trace: Path, command: Command) -> None:
        other = trace.with_name("other.jsonl")
        other.write_text(lines(a_run(GROUNDED, trace_id=2)))
        assert command("explain", str(trace), str(other), "--html", str(other)).exit_code == 2
        assert other.read_text() == lines(a_run(GROUNDED, trace_id=2))


class TestBesideTheInput:
    def test_is_written_and_leaves_nothing_else(self, trace: Path, command: Command) -> None:
        page = trace.with_name("why.html")
        assert command("explain", str(trace.parent), "--html", str(page)).exit_code == 0
        assert page.read_text().startswith("<!doctype html>")
        assert sorted(each.name for each in trace.parent.iterdir()) == ["trace.jsonl", "why.html"]

    def test_takes_the_place_of_an_older_page_and_keeps_its_permissions(self, trace: Path, command: Command) -> None:
        page = trace.with_name("why.html")
        page.write_text("older")
        page.chmod(0o640)
        assert command("explain", str(trace), "--html", str(page)).exit_code == 0
        assert page.read_text().endswith("</html>\n")
        assert stat.S_IMODE(page.stat().st_mode) == 0o640

    def test_goes_to_where_a_link_leads_and_the_link_stays(self, trace: Path, command: Command) -> None:
        real, link = trace.with_name("real.html"), trace.with_name("link.html")
        link.symlink_to(real)
        assert command("explain", str(trace), "--html", str(link)).exit_code == 0
        assert link.is_symlink()
        assert real.read_text().startswith("<!doctype html>")

    @pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="a device of Unix")
    def test_may_be_a_pipe(self, trace: Path) -> None:
        done = subprocess.run([*COMMAND, "explain", trace, "--html", "/dev/stdout"], capture_output=True, timeout=60)
        assert done.returncode == 0
        assert done.stdout.startswith(b"<!doctype html>")


class TestOfNothing:
    @pytest.mark.parametrize("name", ["missing.json", "empty", "other.json"])
    def test_is_not_written_over_one_of_something(self, name: str, tmp_path: Path, command: Command) -> None:
        (tmp_path / "empty").mkdir()
        (tmp_path / "other.json").write_text('{"hello": "world"}')
        page = tmp_path / "page.html"
        page.write_text("what was there")
        result = command("explain", str(tmp_path / name), "--html", str(page))
        assert "No run found" in result.stderr
        assert page.read_text() == "what was there"


class TestThatIsInterrupted:
    @pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=repr)
    def test_leaves_the_older_page_as_it_was_and_nothing_beside_it(
        self, problem: BaseException, tmp_path: Path
    ) -> None:
        def pieces() -> Iterator[str]:
            yield "<!doctype html>"
            raise problem

        page = tmp_path / "why.html"
        page.write_text("older")
        with pytest.raises(type(problem)):
            write_page(page, pieces())
        assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("why.html", "older")]

    def test_by_a_signal_leaves_no_half_page(self, trace: Path) -> None:
        """The command waits for more of its second file, a FIFO, when it is told to stop."""
        fifo, page = trace.with_name("more"), trace.with_name("why.html")
        os.mkfifo(fifo)
        with (
            subprocess.Popen([*COMMAND, "explain", trace, fifo, "--html", page], stderr=subprocess.PIPE) as process,
            fifo.open("w"),
        ):
            process.send_signal(signal.SIGINT)
            assert process.wait(60) not in (0, 1)
        assert sorted(each.name for each in trace.parent.iterdir()) == ["more", "trace.jsonl"]
