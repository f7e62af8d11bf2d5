"""Significant tokens, the unit in which `lexical-overlap/1.0.0` compares texts.

A token is a run of ASCII letters and digits, lower-cased; it is significant from three characters on. The definition
is blind to everything that is not ASCII, so UTF-8 bytes are the natural form: one `translate` lowers letters and blanks
out all else, one `split` cuts, two to three times as fast as a regular expression over text.
"""

from __future__ import annotations

SIGNIFICANT_LENGTH = 3

_FOLD = bytes(byte if byte < 128 and chr(byte).isalnum() else 32 for byte in bytes(range(256)).lower())


def ascii_runs(text: str) -> list[bytes]:
    """Every run of ASCII letters and digits of `text`, lower-cased, of any length, in order."""
    return text.encode("utf-8", "surrogatepass").translate(_FOLD).split()


def significant_tokens(text: str) -> set[bytes]:
    """The distinct significant tokens of `text`."""
    return {run for run in ascii_runs(text) if len(run) >= SIGNIFICANT_LENGTH}
