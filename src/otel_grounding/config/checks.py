"""What each setting may be, and how a wrong one is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from otel_grounding.diagnostics import shortened, shown
from otel_grounding.model import FactKind

CLAIM_DEFINITIONS = ("lexical-overlap/1.0.0",)
"""Released claim definitions, oldest first; the last is the default."""
FACT_DEFINITIONS = ("hard-facts/1.0.0", "hard-facts/2.0.0")
"""Released fact definitions, oldest first; the last is the default."""
MAX_GLOBS, MAX_GLOB = 100, 200
"""How many globs of attributes to keep there may be, and how many characters each may have."""
THRESHOLDS = ("min_claim_grounding_rate", "min_fact_grounding_rate")
"""What an agent may have of its own."""


class ConfigError(ValueError):
    """A setting has a value that is not allowed, or there is no such setting.

    The message repeats at most 80 characters of what was given.

    Attributes:
        field: The setting.
        value: What it was given.
        allowed: What it takes.
    """

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field, self.value, self.allowed = field, value, allowed
        super().__init__(f"{field}={shown(value)}: use {allowed}")


def refuse_unknown(given: Mapping[Any, Any], known: Collection[str], place: str = "") -> None:
    """Raise `ConfigError` for the first name that is not known; `place` is what the message puts before it."""
    for name, value in given.items():
        if name not in known:
            field = place + (shortened(name) if isinstance(name, str) else shown(name))
            raise ConfigError(field, value, f"another name: {told_of(name, known)}")


def told_of(name: object, known: Collection[str]) -> str:
    """What a message says of a name that is not known."""
    near = nearest(name, known)
    return f"did you mean {near}?" if near else f"there are {', '.join(known)}"


def nearest(name: object, known: Collection[str]) -> str | None:
    """The name that was meant, if one is like it."""
    from difflib import get_close_matches  # for the rare mistake: not with the package

    near = get_close_matches(shortened(name), known, n=1) if isinstance(name, str) else []
    return near[0] if near else None


def _rate(name: str, value: Any) -> float | None:
    if value is None:
        return None
    return _number(name, value, 0.0, 1.0, "a number from 0 to 1, or None")


def _number(name: str, value: Any, low: float, high: float, allowed: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ConfigError(name, value, allowed)
    return float(value)


def _band(name: str, value: Any) -> float:
    return _number(name, value, 0.0, 1.0, "a number from 0 to 1")


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ConfigError(name, value, "a whole number of 1 or more")
    return value


def flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(name, value, "true or false")
    return value


def _one_of(*allowed: str) -> Callable[[str, Any], str]:
    def check(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise ConfigError(name, value, " or ".join(repr(each) for each in allowed))
        return value

    return check


KINDS = f"any of {', '.join(FactKind)}; in the environment or a file the word none turns them off"


def _kinds(name: str, value: Any) -> frozenset[FactKind]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ConfigError(name, value, KINDS)
    try:
        return frozenset(FactKind(kind) for kind in value)
    except ValueError:
        raise ConfigError(name, value, KINDS) from None


_GLOBS = f"a list of at most {MAX_GLOBS} globs of at most {MAX_GLOB} characters, none of wildcards alone"


def _globs(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ConfigError(name, value, _GLOBS)
    globs = tuple(value)
    if len(globs) > MAX_GLOBS or not all(isinstance(each, str) and _names_something(each) for each in globs):
        raise ConfigError(name, value, _GLOBS)
    return globs


_WILDCARD = re.compile(r"\[!?\]?[^\]]*\]?|[*?]")


def _names_something(glob: str) -> bool:
    """Whether a letter or a digit of the keys is said: `[a-z]*` and `*.*` would keep everything."""
    return len(glob) <= MAX_GLOB and any(map(str.isalnum, _WILDCARD.sub("", glob)))


def _agents(name: str, value: Any) -> Mapping[str, Mapping[str, float | None]]:
    if not isinstance(value, Mapping):
        raise ConfigError(name, value, "a mapping of agent names to their thresholds")
    found = {}
    for agent, own in value.items():
        place = f"{name}[{shown(agent)}]"
        if not isinstance(agent, str) or not isinstance(own, Mapping):
            raise ConfigError(place, own, "a mapping with " + " or ".join(THRESHOLDS))
        refuse_unknown(own, THRESHOLDS, f"{place}.")
        found[agent] = {key: _rate(f"{place}.{key}", own[key]) for key in own}
    return found


CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "min_claim_grounding_rate": _rate,
    "min_fact_grounding_rate": _rate,
    "agents": _agents,
    "claim_definition": _one_of(*CLAIM_DEFINITIONS),
    "fact_definition": _one_of(*FACT_DEFINITIONS),
    "no_evidence": _one_of("omit", "score"),
    "include_question": flag,
    "fact_kinds": _kinds,
    "contradicted_band": _band,
    "min_number_digits": _count,
    "max_evidence_bytes": _count,
    "max_sources": _count,
    "nested_runs": flag,
    "capture_content": flag,
    "strip_content": flag,
    "keep_attributes": _globs,
    "enabled": flag,
}
