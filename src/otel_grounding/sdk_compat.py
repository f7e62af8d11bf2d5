"""Every touch of what the SDK keeps private or changed between the versions this project supports (1.38 and newer)."""

from __future__ import annotations

from opentelemetry._logs import Logger
from opentelemetry.context import Context


def logger_enabled(logger: Logger, context: Context) -> bool:
    """Whether a record would go anywhere. `Logger.enabled` is newer than 1.38, where every logger is asked to emit."""
    enabled = getattr(logger, "enabled", None)
    return enabled is None or bool(enabled(context=context))
