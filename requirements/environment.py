"""Makes a virtual environment from a hashed lock file and says how far it is: `environment.py DIRECTORY LOCK`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MIB_TO_LOAD, MIB_ON_DISK = 0.75, 3.2
"""Of an average package."""
STEP = 10
"""Where no terminal is looking, so many packages are told in one line."""


def main(directory: str, lock: str) -> None:
    python = Path(directory, "Scripts" if sys.platform == "win32" else "bin", "python")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install"]
    count = len(re.findall(r"^[\w.-]+==", Path(lock).read_text(encoding="utf-8"), re.MULTILINE))
    told = Told(directory, count)
    size = f"{count} packages, some {count * MIB_TO_LOAD:.0f} MB to download and {count * MIB_ON_DISK:.0f} MB on disk"
    print(f"making {directory} from {lock}, once: {size}; a minute or two", flush=True)
    if subprocess.run([sys.executable, "-m", "venv", "--clear", directory], check=False).returncode:
        sys.exit("no virtual environment could be made; on Debian and Ubuntu: apt install python3-venv")
    run([*pip, "--quiet", "--upgrade", "pip"], Told(directory, 0))
    run([*pip, "--progress-bar", "off", "--require-hashes", "--requirement", lock], told)


class Told:
    """What pip says, in short: the package it is at, in one line that is written over where a terminal is looking."""

    def __init__(self, directory: str, count: int) -> None:
        self._directory, self._count, self._at = directory, count, 0
        self._terminal = sys.stdout.isatty()

    def tell(self, line: str) -> None:
        if line.startswith(("Collecting ", "Ignoring ")):
            self._at += 1
            self._show(f"{self._at} of {self._count}: {line.split()[1].rstrip(':')}", self._at % STEP == 0)
        elif line.startswith("Installing collected packages"):
            self._show("all there, being installed", True)
        elif line.startswith("Successfully installed"):
            self._show("done", True)
            print(end="\n" if self._terminal else "", flush=True)

    def _show(self, what: str, always: bool) -> None:
        if self._terminal:
            print(f"\r  {self._directory}  {what:<50.50}", end="", flush=True)
        elif always:
            print(f"  {self._directory}  {what}", flush=True)


def run(command: list[str], told: Told) -> None:
    """Ends this process with all that the command said where it fails."""
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in lines(process):
            said.append(line)
            told.tell(line)
    if process.returncode:
        print("\n", *said[-40:], sep="", file=sys.stderr)
        sys.exit(process.returncode)


def lines(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout
    yield from process.stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
