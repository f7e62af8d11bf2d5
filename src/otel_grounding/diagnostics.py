"""What this project says of itself, to the logger `otel_grounding`; never a word of the application's content."""

from __future__ import annotations

import logging

log = logging.getLogger("otel_grounding")
_told: set[str] = set()


def warn_once(message: str) -> None:
    """Warn, unless this process has been told the same before."""
    if message not in _told:
        _told.add(message)
        log.warning(message)
