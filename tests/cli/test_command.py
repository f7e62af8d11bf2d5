"""The command as a process: its script, its missing extra, pipes and terminals."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable

import pytest
from sample_runs import GROUNDED, INVENTED, a_run, lines

Write = Callable[..., str]

COMMAND = (sys.executable, "-m", "otel_grounding.cli")


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    given = os.environ | environ
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, encoding="utf-8", errors="replace", env=given, timeout=60
    )


def test_piped_output_is_plain(write: Write) -> None:
    result = run("explain", write(a_run(f"{GROUNDED} {INVENTED}")))
    assert (result.returncode, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout
    assert f"✓1 {GROUNDED} ✗2 {INVENTED}" in result.stdout


@pytest.mark.parametrize("arguments", [("score",), ("explain",), ("doctor",), ("score", "--help")], ids=" ".join)
def test_a_terminal_that_knows_few_characters_is_no_error(write: Write, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, write(a_run("Paris is sunny today 🗼.")), PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [
        ("score -", "<&-", 2),
        ("score {file}", ">&-", 0),
        ("score --json {file}", ">&-", 0),
        ("explain {file}", ">&-", 0),
        ("score /no/such/file", "2>&-", 2),
        ("score {file}", "<&- >&- 2>&-", 0),
    ],
)
def test_a_closed_stream_is_an_empty_one(write: Write, arguments: str, closed: str, code: int) -> None:
    line = f"{' '.join(COMMAND)} {arguments.format(file=write(a_run(GROUNDED)))} {closed}"
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60)
    assert result.returncode == code
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("arguments", [("score",), ("score", "--json"), ("explain",), ("doctor",)], ids=" ".join)
def test_a_full_disk_under_its_output_is_named(write: Write, arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*COMMAND, *arguments, write(a_run(GROUNDED))], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert (result.returncode, result.stderr) == (2, "otel-grounding: standard output: No space left on device\n")


def test_the_exit_code_reaches_the_shell(write: Write) -> None:
    assert run("score", "--fail-under", "0.7", write(a_run(INVENTED))).returncode == 1
    assert run("score", write("%")).returncode == 2


@pytest.fixture
def many_runs(write: Write) -> str:
    """Of which the command says more than a pipe holds, so that it is not done before the reader stops."""
    return write([span for number in range(1, 400) for span in a_run(INVENTED, trace_id=number)])


@pytest.mark.parametrize(
    "arguments",
    ["score --json", "score --json --fail-under 0.7", "score --json --fail-unscored", "explain"],
)
def test_a_reader_that_stops_early_gets_silence_and_the_code_that_shells_give_a_closed_pipe(
    arguments: str, many_runs: str
) -> None:
    """Never 1, which says that a run is below: 141 is what `git log | head -1` leaves behind under `pipefail`."""
    with subprocess.Popen(
        [*COMMAND, *arguments.split(), many_runs], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait(60)) == (b"", 141)


@pytest.mark.parametrize("arguments", ["score", "explain", "doctor", "score --help", "--version"])
def test_a_reader_that_is_gone_before_anything_is_written_is_no_other_case(arguments: str, write: Write) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [*COMMAND, *arguments.split(), write(a_run(INVENTED))], stdout=theirs, stderr=subprocess.PIPE, timeout=60
    )
    os.close(theirs)
    assert (done.stderr, done.returncode) == (b"", 141)


def test_without_its_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['typer'] = None; from otel_grounding.cli import main; main()"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "otel-grounding: the command needs its extra: pip install 'otel-grounding[cli]'\n"


def test_on_a_terminal_progress_is_shown_beside_the_output(write: Write) -> None:
    """On standard error, so that what is piped on stays clean."""
    path = write(lines(a_run(GROUNDED)), "many.jsonl")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "score", "--json", path], stdout=subprocess.PIPE, stderr=theirs, env=os.environ | {"TERM": "xterm"}
    ) as process:
        os.close(theirs)
        assert process.stdout is not None
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # how Linux says that the other end is closed
                break
            shown += piece
            if not piece:
                break
        out = process.stdout.read()
    os.close(ours)
    assert json.loads(out)["status"] == "scored"
    assert b"many.jsonl" in shown
