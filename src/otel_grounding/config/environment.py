"""Settings as the environment and configuration files write them, where a mistake must not stop an application."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from otel_grounding.config.checks import CHECKS, KINDS, ConfigError, flag, nearest, told_of
from otel_grounding.diagnostics import MAX_SHOWN, shortened, shown, warn_once

_PREFIX = "OTEL_GROUNDING_"
_FLAGS = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


def settings_in(environ: Mapping[str, str], explicit: Collection[str]) -> dict[str, Any]:
    """The settings of `OTEL_GROUNDING_<FIELD>` that are not among the `explicit` ones; what is wrong is said once."""
    given = {variable.removeprefix(_PREFIX).lower(): variable for variable in environ if variable.startswith(_PREFIX)}
    found: dict[str, Any] = {}
    for name in sorted(given.keys() - set(explicit), key=lambda name: name not in CHECKS):  # wrong names last
        variable, raw = given[name], environ[given[name]]
        if not raw.strip():
            continue
        if name not in CHECKS:
            kept = "" if "strip_content" in explicit else closed(name, raw, found)
            warn_once(f"{shortened(variable)} is no setting; {told_of(name, CHECKS)}{kept}")
            continue
        try:
            found[name] = setting(name, raw)
        except ConfigError as problem:
            warn_once(f"{variable}={shown(raw)} is not used; use {problem.allowed}{closed(name, raw, found)}")
    return found


def setting(name: str, written: Any) -> Any:
    """The value of the setting `name` as the environment or a configuration file writes it.

    Raises:
        ConfigError: The value is not allowed. An empty list of kinds is none: nobody turns scoring off by leaving out.
    """
    value = _read(name, written.strip()) if isinstance(written, str) else written
    if name == "fact_kinds" and value == []:
        raise ConfigError(name, written, KINDS)
    return CHECKS[name](name, value)


def closed(name: str, written: Any, settings: dict[str, Any]) -> str:
    """Set what a wrong value of a setting, or of one that is no setting, comes to where the default is not safe.

    Whoever asks for stripping and misspells it must not have all content sent.

    Returns:
        What is said of it after the mistake.
    """
    is_meant = name == "strip_content" or (name not in CHECKS and nearest(name, CHECKS) == "strip_content")
    is_off = _FLAGS.get(str(written)[:MAX_SHOWN].strip().lower()) is False
    if is_off or not is_meant or not settings.setdefault("strip_content", True):
        return ""
    return "; until then content is stripped"


def stripping_wins(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings, without `capture_content` where they strip: a contradiction, of which one half is safe."""
    if settings.get("strip_content") is not True or settings.get("capture_content") is not True:
        return settings
    warn_once("capture_content is not used: with strip_content the texts of claims and facts stay in the process too")
    return {**settings, "capture_content": False}


def _read(name: str, raw: str) -> Any:
    if name in ("fact_kinds", "keep_attributes"):
        listed = [part.strip() for part in raw.split(",")]
        is_off = name == "fact_kinds" and raw.lower() in ("none", "off")
        return frozenset() if is_off else [each for each in listed if each]
    if CHECKS[name] is flag:
        return _FLAGS.get(raw.lower(), raw)
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return raw  # a name, or what the check will refuse
