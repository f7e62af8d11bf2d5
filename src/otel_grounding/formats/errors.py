"""The one error of reading trace files."""

from __future__ import annotations


class FormatError(Exception):
    """A trace file, or a part of it, can't be read.

    Attributes:
        file: The file as it was named, `-` for standard input.
        place: Where in it, such as `line 7, byte 1234` (bytes of the unpacked file), or empty for the whole file.
        reason: What is wrong there.
    """

    def __init__(self, file: str, place: str, reason: str) -> None:
        self.file, self.place, self.reason = file, place, reason
        super().__init__(f"{file}: {place}: {reason}" if place else f"{file}: {reason}")
