"""What may be named as an input, and what may lie in a directory: nothing hangs, and nothing is left out unsaid."""

from __future__ import annotations

import gzip
import json
import os
import random
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sample_runs import GROUNDED, a_run, lines
from typer.testing import Result

Write = Callable[..., str]
Command = Callable[..., Result]

COMMAND = (sys.executable, "-m", "otel_grounding.cli")
SCORE = (*COMMAND, "score", "--json")


def run(*arguments: str | Path, **given: Any) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own: one that hangs fails the test and not the suite."""
    return subprocess.run([*SCORE, *arguments], capture_output=True, text=True, timeout=60, **given)


def _a_fifo(path: Path) -> None:
    os.mkfifo(path)


def _a_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket may have 107 bytes
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _a_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _a_link_to_a_fifo(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to(path.with_name("pipe"))


NO_FILES = [_a_fifo, _a_socket, _a_link_to_a_device, _a_link_to_a_fifo]


class TestInADirectory:
    @pytest.mark.parametrize("make", NO_FILES)
    @pytest.mark.parametrize("name", ["b.json", "b.jsonl.gz"])
    def test_what_is_no_regular_file_is_passed_over_and_said_once(
        self, make: Callable[[Path], None], name: str, tmp_path: Path
    ) -> None:
        (tmp_path / "a.json").write_text(lines(a_run(GROUNDED)))
        (tmp_path / "c.json").write_text(lines(a_run(GROUNDED, trace_id=2)))
        make(tmp_path / name)
        done = run(tmp_path)
        assert (done.returncode, len(done.stdout.splitlines())) == (0, 2)
        assert done.stderr == f"otel-grounding: {tmp_path / name}: no regular file, passed over\n"

    def test_many_of_them_are_one_line(self, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_text(lines(a_run(GROUNDED)))
        for number in range(3):
            os.mkfifo(tmp_path / f"pipe{number}.json")
        done = run(tmp_path)
        said = f"{tmp_path / 'pipe0.json'}: no regular file, passed over like 2 more in its directory"
        assert (done.returncode, done.stderr) == (0, f"otel-grounding: {said}\n")

    def test_of_nothing_else_is_an_error(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.json")
        assert run(tmp_path).returncode == 2

    def test_a_file_that_vanishes_before_it_is_read_is_named_and_the_others_are_scored(self, tmp_path: Path) -> None:
        folder, fifo = tmp_path / "in", tmp_path / "first"
        folder.mkdir()
        (folder / "gone.json").write_text(lines(a_run(GROUNDED, trace_id=2)))
        (folder / "here.json").write_text(lines(a_run(GROUNDED, trace_id=3)))
        os.mkfifo(fifo)

        def vanish() -> None:
            with fifo.open("w") as first:  # opens once the command reads it: the directory is listed by then
                (folder / "gone.json").unlink()
                first.write(lines(a_run(GROUNDED)))

        feeder = threading.Thread(target=vanish, daemon=True)
        feeder.start()
        done = run(fifo, folder)
        feeder.join(60)
        assert (done.returncode, len(done.stdout.splitlines())) == (2, 2)
        assert done.stderr == f"otel-grounding: {folder / 'gone.json'}: No such file or directory\n"

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_a_file_that_may_not_be_read_is_named_and_the_others_are_scored(self, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_text(lines(a_run(GROUNDED)))
        (tmp_path / "b.json").touch(mode=0)
        done = run(tmp_path)
        assert (done.returncode, len(done.stdout.splitlines())) == (2, 1)
        assert done.stderr == f"otel-grounding: {tmp_path / 'b.json'}: Permission denied\n"

    @pytest.mark.parametrize(
        "data", [b"\x7fELF" + bytes(1000), bytes(3_000_000), random.Random(1).randbytes(5_000), b"PK\3\4"], ids=range(4)
    )
    def test_a_binary_file_is_named_and_the_others_are_scored(self, data: bytes, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_text(lines(a_run(GROUNDED)))
        (tmp_path / "b.json").write_bytes(data)
        done = run(tmp_path)
        assert (done.returncode, len(done.stdout.splitlines())) == (2, 1)
        assert done.stderr.startswith(f"otel-grounding: {tmp_path / 'b.json'}: ")


class TestNamedByTheUser:
    def test_a_fifo_is_read(self, tmp_path: Path) -> None:
        fifo = tmp_path / "pipe"
        os.mkfifo(fifo)
        feeder = threading.Thread(target=lambda: fifo.write_text(lines(a_run(GROUNDED))), daemon=True)
        feeder.start()
        done = run(fifo)
        feeder.join(60)
        assert (done.returncode, json.loads(done.stdout)["file"]) == (0, str(fifo))

    @pytest.mark.skipif(not os.path.exists("/bin/bash"), reason="a substitution of bash")
    def test_the_output_of_a_process_is_read(self, tmp_path: Path) -> None:
        packed = tmp_path / "t.json.gz"
        packed.write_bytes(gzip.compress(lines(a_run(GROUNDED)).encode()))
        line = f"{' '.join(SCORE)} <(zcat {packed})"
        done = subprocess.run(["/bin/bash", "-c", line], capture_output=True, text=True, timeout=60)
        assert (done.returncode, json.loads(done.stdout)["status"]) == (0, "scored")

    @pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="a device of Unix")
    @pytest.mark.parametrize("name", ["-", "/dev/stdin"])
    def test_standard_input_is_read(self, name: str) -> None:
        done = run(name, input=lines(a_run(GROUNDED)))
        assert (done.returncode, json.loads(done.stdout)["file"]) == (0, name)

    def test_a_socket_is_an_error(self, tmp_path: Path) -> None:
        _a_socket(tmp_path / "s")
        done = run(tmp_path / "s")
        assert (done.returncode, done.stderr) == (2, f"otel-grounding: {tmp_path / 's'}: No such device or address\n")


class TestEncodings:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
    @pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
    def test_that_shells_and_editors_write_are_read(
        self, encoding: str, packed: bool, tmp_path: Path, command: Command
    ) -> None:
        data = lines(a_run(GROUNDED)).encode(encoding)
        path = tmp_path / "trace.json"
        path.write_bytes(gzip.compress(data) if packed else data)
        result = command("score", "--json", "--content", str(path))
        assert (result.exit_code, json.loads(result.stdout)["output"]) == (0, GROUNDED)

    def test_a_gzip_file_that_ends_in_the_middle_is_an_error(self, tmp_path: Path, command: Command) -> None:
        path = tmp_path / "cut.json.gz"
        path.write_bytes(gzip.compress(random.Random(1).randbytes(9_000))[:4_000])
        result = command("score", str(path))
        assert result.exit_code == 2
        assert result.stderr.startswith(f"otel-grounding: {path}: ")
