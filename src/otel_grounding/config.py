"""How a user says what they want: `GroundingConfig`, in code or by `OTEL_GROUNDING_*`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from otel_grounding.diagnostics import shortened, shown, warn_once
from otel_grounding.model import FactKind

CLAIM_DEFINITIONS = ("lexical-overlap/1.0.0",)
"""Released claim definitions, oldest first; the last is the default."""
FACT_DEFINITIONS = ("hard-facts/1.0.0", "hard-facts/2.0.0")
"""Released fact definitions, oldest first; the last is the default."""
ENV_PREFIX = "OTEL_GROUNDING_"
MAX_GLOBS, MAX_GLOB = 100, 200
"""How many globs of attributes to keep there may be, and how many characters each may have."""


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


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The two thresholds of one agent, each 0..1 or None (never flags)."""

    min_claim_grounding_rate: float | None = None
    min_fact_grounding_rate: float | None = None


_THRESHOLDS = tuple(each.name for each in fields(Thresholds))


@dataclass(frozen=True, slots=True)
class GroundingConfig:
    """Every setting, checked when it is made. It does not look at the environment; `from_env` does.

    Raises:
        ConfigError: A value is not allowed, or a field unknown; the message names the field, the value and what is.
    """

    min_claim_grounding_rate: float | None = None
    """Threshold 0..1 of the claim rate; None never flags."""
    min_fact_grounding_rate: float | None = None
    """Threshold 0..1 of the fact rate; None never flags."""
    agents: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    """Per agent name a mapping with its own of the two thresholds above; one it leaves out is taken from there."""
    claim_definition: str = CLAIM_DEFINITIONS[-1]
    fact_definition: str = FACT_DEFINITIONS[-1]
    no_evidence: str = "omit"
    """`omit`: a run without tool calls has no rate. `score`: it has the definition's 0.0."""
    include_question: bool = True
    """The user's own words support facts (never claims)."""
    fact_kinds: frozenset[FactKind] = frozenset(FactKind)
    """The kinds that are scored; none turns the fact scorer off (in the environment only the word `none` does)."""
    contradicted_band: float = 0.15
    """How far from a figure of the evidence, relative to it, a contradicted one may be."""
    min_number_digits: int = 4
    """Bare numerals with fewer digits are no facts."""
    max_evidence_bytes: int = 4 * 1024 * 1024
    """UTF-8 bytes of evidence kept per run; the oldest sources are dropped whole."""
    max_sources: int = 1_000
    """Sources kept per run; the oldest are dropped."""
    nested_runs: bool = True
    """The runs of sub-agents are scored too."""
    capture_content: bool = False
    """Texts of claims and facts may leave in events; not together with `strip_content`."""
    strip_content: bool = False
    """The exporter removes prompts, arguments, results and answers after scoring: of texts only metadata stay."""
    keep_attributes: tuple[str, ...] = ()
    """Globs (`*`, `?`, `[…]`) of the keys of your own attributes that stay when content is stripped."""
    enabled: bool = True

    def __new__(cls, *_: Any, **given: Any) -> GroundingConfig:
        refuse_unknown(given, _CHECKS)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        put = object.__setattr__  # frozen: values are brought into their one form before anyone sees them
        for each in fields(self):
            put(self, each.name, _CHECKS[each.name](each.name, getattr(self, each.name)))
        if self.strip_content and self.capture_content:
            raise ConfigError("capture_content", True, "only one of it and strip_content, which takes content off")

    def for_agent(self, name: str) -> Thresholds:
        """The thresholds of a run of the agent `name`."""
        general = {key: getattr(self, key) for key in _THRESHOLDS}
        return Thresholds(**{**general, **self.agents.get(name, {})})

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **explicit: Any) -> GroundingConfig:
        """The configuration of `OTEL_GROUNDING_<FIELD>`, below what is given explicitly.

        A wrong value in the environment is logged once and its default used: telemetry must not stop an application
        from starting. What is about content closes: a wrong `OTEL_GROUNDING_STRIP_CONTENT` strips, and where one of
        `strip_content` and `capture_content` comes from the environment, stripping wins.

        Raises:
            ConfigError: An explicit value is not allowed, or an explicit field is unknown.
        """
        refuse_unknown(explicit, _CHECKS)
        environ = os.environ if environ is None else environ
        found: dict[str, Any] = {}
        for variable, raw in environ.items():
            name = variable.removeprefix(ENV_PREFIX).lower()
            if not variable.startswith(ENV_PREFIX) or not raw.strip() or name in explicit:
                continue
            if name not in _CHECKS:
                warn_once(f"{shortened(variable)} is no setting; {_known(name, _CHECKS)}")
                continue
            try:
                found[name] = setting(name, raw)
            except ConfigError as problem:
                warn_once(f"{variable}={shown(raw)} is not used; use {problem.allowed}{closed(name, found)}")
        settings = {**found, **explicit}
        if not {"strip_content", "capture_content"} <= explicit.keys():
            settings = stripping_wins(settings)
        return cls(**settings)


def setting(name: str, written: Any) -> Any:
    """The value of the setting `name` as the environment or a configuration file writes it.

    Raises:
        ConfigError: The value is not allowed. An empty list of kinds is none: nobody turns scoring off by leaving out.
    """
    value = _from_text(name, written.strip()) if isinstance(written, str) else written
    if name == "fact_kinds" and value == []:
        raise ConfigError(name, written, _KINDS)
    return _CHECKS[name](name, value)


def closed(name: str, settings: dict[str, Any]) -> str:
    """Set what a wrong value of the setting `name` comes to, where its default is not safe; what is said of that.

    Whoever asks for stripping and misspells it must not have all content sent.
    """
    if name != "strip_content":
        return ""
    settings[name] = True
    return "; until then content is stripped"


def stripping_wins(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings, without `capture_content` where they strip: a contradiction, of which one half is safe."""
    if settings.get("strip_content") is not True or settings.get("capture_content") is not True:
        return settings
    warn_once("capture_content is not used: with strip_content the texts of claims and facts stay in the process too")
    return {**settings, "capture_content": False}


def refuse_unknown(given: Mapping[Any, Any], known: Collection[str], place: str = "") -> None:
    """Raise `ConfigError` for the first name that is not known; `place` is what the message puts before it."""
    for name, value in given.items():
        if name not in known:
            field = place + (shortened(name) if isinstance(name, str) else shown(name))
            raise ConfigError(field, value, f"another name: {_known(name, known)}")


def _known(name: object, known: Collection[str]) -> str:
    """What a message says of a name that is not known."""
    from difflib import get_close_matches  # for the rare mistake: not with the package

    near = get_close_matches(shortened(name), known, n=1) if isinstance(name, str) else []
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


_FLAGS = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


def _from_text(name: str, raw: str) -> Any:
    if name in ("fact_kinds", "keep_attributes"):
        listed = [part.strip() for part in raw.split(",")]
        is_off = name == "fact_kinds" and raw.lower() in ("none", "off")
        return frozenset() if is_off else [each for each in listed if each]
    if _CHECKS[name] is _flag:
        return _FLAGS.get(raw.lower(), raw)
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return raw  # a name, or what the check will refuse


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


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(name, value, "true or false")
    return value


def _one_of(*allowed: str) -> Callable[[str, Any], str]:
    def check(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise ConfigError(name, value, " or ".join(repr(each) for each in allowed))
        return value

    return check


_KINDS = f"any of {', '.join(FactKind)}; in the environment or a file the word none turns them off"


def _kinds(name: str, value: Any) -> frozenset[FactKind]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ConfigError(name, value, _KINDS)
    try:
        return frozenset(FactKind(kind) for kind in value)
    except ValueError:
        raise ConfigError(name, value, _KINDS) from None


_GLOBS = f"a list of at most {MAX_GLOBS} globs of at most {MAX_GLOB} characters, none of wildcards alone"


def _globs(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ConfigError(name, value, _GLOBS)
    globs = tuple(value)
    if len(globs) > MAX_GLOBS or not all(isinstance(each, str) and _names_something(each) for each in globs):
        raise ConfigError(name, value, _GLOBS)
    return globs


def _names_something(glob: str) -> bool:
    return len(glob) <= MAX_GLOB and bool(glob.strip("*?[]!. "))


def _agents(name: str, value: Any) -> Mapping[str, Mapping[str, float | None]]:
    if not isinstance(value, Mapping):
        raise ConfigError(name, value, "a mapping of agent names to their thresholds")
    found = {}
    for agent, own in value.items():
        place = f"{name}[{shown(agent)}]"
        if not isinstance(agent, str) or not isinstance(own, Mapping):
            raise ConfigError(place, own, "a mapping with " + " or ".join(_THRESHOLDS))
        refuse_unknown(own, _THRESHOLDS, f"{place}.")
        found[agent] = {key: _rate(f"{place}.{key}", own[key]) for key in own}
    return found


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "min_claim_grounding_rate": _rate,
    "min_fact_grounding_rate": _rate,
    "agents": _agents,
    "claim_definition": _one_of(*CLAIM_DEFINITIONS),
    "fact_definition": _one_of(*FACT_DEFINITIONS),
    "no_evidence": _one_of("omit", "score"),
    "include_question": _flag,
    "fact_kinds": _kinds,
    "contradicted_band": _band,
    "min_number_digits": _count,
    "max_evidence_bytes": _count,
    "max_sources": _count,
    "nested_runs": _flag,
    "capture_content": _flag,
    "strip_content": _flag,
    "keep_attributes": _globs,
    "enabled": _flag,
}
