"""What this project says of itself, to the logger `otel_grounding`; never a word of the application's content."""

from __future__ import annotations

import logging
from contextlib import suppress

MAX_SHOWN = 80
"""Characters of a value that a message repeats: it may be a whole file, or a secret in the wrong variable."""

log = logging.getLogger("otel_grounding")
_MAX_TOLD = 200
"""Different messages that a process is told once: the names in them may be made up without end."""
_told: set[str] = set()


def warn(message: str, *values: object) -> None:
    """Warn. Never raises: handlers and filters are the application's, and the thread may be one that ends a span."""
    with suppress(Exception):  # there is nobody left to tell
        log.warning(message, *values)


def warn_once(message: str) -> None:
    """Warn, unless this process has been told the same before. Never raises."""
    if message not in _told and len(_told) < _MAX_TOLD:
        _told.add(message)
        warn(message)


def shortened(text: str) -> str:
    """At most `MAX_SHOWN` characters of a text."""
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def shown(value: object) -> str:
    """A value as a message repeats it: its `repr`, at most `MAX_SHOWN` characters long."""
    if isinstance(value, str | bytes):
        value = value[: MAX_SHOWN + 1]  # not a copy of megabytes, of which all but a line is thrown away
    return shortened(repr(value))
