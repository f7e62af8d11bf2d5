"""What this project says of itself, to the logger `otel_grounding`; never a word of the application's content."""

from __future__ import annotations

import logging

MAX_SHOWN = 80
"""Characters of a value that a message repeats: it may be a whole file, or a secret in the wrong variable."""

log = logging.getLogger("otel_grounding")
_told: set[str] = set()


def warn_once(message: str) -> None:
    """Warn, unless this process has been told the same before."""
    if message not in _told:
        _told.add(message)
        log.warning(message)


def shortened(text: str) -> str:
    """At most `MAX_SHOWN` characters of a text."""
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def shown(value: object) -> str:
    """A value as a message repeats it: its `repr`, at most `MAX_SHOWN` characters long."""
    if isinstance(value, str | bytes):
        value = value[: MAX_SHOWN + 1]  # not a copy of megabytes, of which all but a line is thrown away
    return shortened(repr(value))
