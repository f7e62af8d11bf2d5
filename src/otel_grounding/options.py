"""Settings from a configuration file, where a mistake must not stop the application from starting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from otel_grounding.config import ConfigError, GroundingConfig
from otel_grounding.diagnostics import log

FIELDS = frozenset(each.name for each in fields(GroundingConfig))


def config_from_options(options: Mapping[str, Any]) -> GroundingConfig:
    """The configuration of `options` over that of the environment.

    An unknown option is logged and ignored, a wrong value is logged and the environment's or the default used; an
    option that is there without a value counts as absent.
    """
    found: dict[str, Any] = {}
    for name, value in options.items():
        if name not in FIELDS:
            log.warning("grounding option %r is not known; known are %s", name, ", ".join(sorted(FIELDS)))
        elif value is not None:
            try:
                GroundingConfig(**{name: value})
                found[name] = value
            except ConfigError as problem:
                log.warning("grounding option is not used: %s", problem)
    return GroundingConfig.from_env(**found)
