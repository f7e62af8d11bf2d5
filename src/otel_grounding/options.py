"""Settings from a configuration file, where a mistake must not stop the application from starting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from otel_grounding.config import ConfigError, GroundingConfig
from otel_grounding.config.environment import closed, setting, stripping_wins
from otel_grounding.diagnostics import log, shown

FIELDS = frozenset(each.name for each in fields(GroundingConfig))


def config_from_options(options: Mapping[str, Any]) -> GroundingConfig:
    """The configuration of `options` over that of the environment.

    An unknown option is logged and ignored, a wrong value is logged and the environment's or the default used (content
    is stripped where it is that of `strip_content`); an option that is there without a value counts as absent.
    """
    found: dict[str, Any] = {}
    for name, value in options.items():
        if name not in FIELDS:
            told = closed(name, value, found)
            log.warning(
                "grounding option %s is not known; known are %s%s", shown(name), ", ".join(sorted(FIELDS)), told
            )
        elif value is not None and value != "":
            try:
                found[name] = setting(name, value)
            except ConfigError as problem:
                log.warning("grounding option is not used: %s%s", problem, closed(name, value, found))
    return GroundingConfig.from_env(**stripping_wins(found))
