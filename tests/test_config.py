"""Settings: what is allowed, who wins, and how a wrong one is told."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest

from otel_grounding import ConfigError, GroundingConfig
from otel_grounding.config import Thresholds
from otel_grounding.diagnostics import shown
from otel_grounding.model import FactKind

WRONG: list[tuple[str, Any]] = [
    ("min_claim_grounding_rate", 1.1),
    ("min_claim_grounding_rate", -0.1),
    ("min_claim_grounding_rate", float("nan")),
    ("min_claim_grounding_rate", "0.7"),
    ("min_claim_grounding_rate", True),
    ("min_fact_grounding_rate", []),
    ("agents", ["a"]),
    ("agents", {"a": {"min_rate": 0.5}}),
    ("agents", {"a": {"min_claim_grounding_rate": 2}}),
    ("agents", {1: {}}),
    ("claim_definition", "lexical-overlap/9"),
    ("fact_definition", None),
    ("no_evidence", "zero"),
    ("include_question", 1),
    ("fact_kinds", "money"),
    ("fact_kinds", ["colour"]),
    ("fact_kinds", 5),
    ("contradicted_band", 2),
    ("min_number_digits", 0),
    ("max_evidence_bytes", 1.5),
    ("max_sources", 0),
    ("enabled", "yes"),
    ("keep_attributes", "app.*"),
    ("keep_attributes", 5),
    ("keep_attributes", ["app.*", 5]),
    ("keep_attributes", [""]),
    ("keep_attributes", ["*"]),
    ("keep_attributes", ["**?"]),
    ("keep_attributes", ["*.*"]),
    ("keep_attributes", ["["]),
    ("keep_attributes", ["[a-z]*"]),
    ("keep_attributes", ["[!x]*"]),
    ("keep_attributes", ["[]a-z]*"]),
    ("keep_attributes", ["*[a-z0-9._"]),
    ("keep_attributes", ["a"] * 1_000),
    ("keep_attributes", ["a" * 201]),
    ("keep_attributes", ["a"] * 101),
    ("min_claim_rate", 0.7),
    ("agents", {"a": {"min_claim_rate": 0.5}}),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_wrong_value_names_field_value_and_what_is_allowed(field: str, value: Any) -> None:
    with pytest.raises(ConfigError) as raised:
        GroundingConfig(**{field: value})
    assert raised.value.field.startswith(field)
    assert str(raised.value) == f"{raised.value.field}={shown(raised.value.value)}: use {raised.value.allowed}"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"min_claim_rate": 0.7}, "min_claim_rate=0.7: use another name: did you mean min_claim_grounding_rate?"),
        ({"strip_contents": True}, "did you mean strip_content?"),
        ({"colour": 1}, "colour=1: use another name: there are min_claim_grounding_rate, "),
        (
            {"agents": {"a": {"min_fact_rate": 1}}},
            "agents['a'].min_fact_rate=1: use another name: did you mean min_fact",
        ),
        ({"agents": {"a": {5: 1}}}, "agents['a'].5=1: use another name: there are min_claim"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest_there_is(given: dict[str, Any], told: str) -> None:
    make: list[Callable[..., object]] = [
        GroundingConfig,
        partial(GroundingConfig.from_env, {}),
        partial(replace, GroundingConfig()),
    ]
    for each in make:
        with pytest.raises(ConfigError) as raised:
            each(**given)
        assert told in str(raised.value)


@pytest.mark.parametrize(
    "given",
    [
        {"no_evidence": "w" * 10_000},
        {"w" * 10_000: 1},
        {"agents": {"w" * 10_000: 5}},
        {"agents": {"a": {"w" * 10_000: 5}}},
        {"agents": {"w" * 10_000: {"min_claim_grounding_rate": "w" * 10_000}}},
        {"keep_attributes": ["w" * 10_000]},
        {"fact_kinds": ["w" * 10_000]},
        {"max_sources": b"w" * 10_000},
    ],
)
def test_a_message_never_repeats_more_than_80_characters_of_a_value(given: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as raised:
        GroundingConfig(**given)
    assert "w" * 60 in str(raised.value)
    assert "w" * 81 not in str(raised.value)


def test_to_strip_content_and_to_let_it_out_is_a_contradiction() -> None:
    with pytest.raises(ConfigError, match="only one of it and strip_content"):
        GroundingConfig(strip_content=True, capture_content=True)
    with pytest.raises(ConfigError):
        GroundingConfig.from_env({"OTEL_GROUNDING_MAX_SOURCES": "5"}, strip_content=True, capture_content=True)
    with pytest.raises(ConfigError):
        replace(GroundingConfig(strip_content=True), capture_content=True)


def test_defaults() -> None:
    config = GroundingConfig()
    assert config.for_agent("any") == Thresholds(None, None)
    assert config.fact_kinds == set(FactKind)
    assert (config.max_evidence_bytes, config.max_sources) == (4 * 1024 * 1024, 1000)
    assert (config.contradicted_band, config.min_number_digits) == (0.15, 4)
    assert (config.capture_content, config.strip_content, config.enabled) == (False, False, True)
    assert config.keep_attributes == ()


def test_an_agent_inherits_the_threshold_it_leaves_out() -> None:
    config = GroundingConfig(
        min_claim_grounding_rate=0.7,
        min_fact_grounding_rate=0.9,
        agents={"a": {"min_claim_grounding_rate": 0.2}, "b": {"min_fact_grounding_rate": None}},
    )
    assert config.for_agent("a") == Thresholds(0.2, 0.9)
    assert config.for_agent("b") == Thresholds(0.7, None)


def test_a_config_survives_pickling_and_replacing() -> None:
    config = GroundingConfig(agents={"a": {"min_claim_grounding_rate": 0.5}})
    assert pickle.loads(pickle.dumps(config)) == config == replace(config)


FROM_ENV: list[tuple[str, str, Any]] = [
    ("MIN_CLAIM_GROUNDING_RATE", "0.7", 0.7),
    ("MIN_FACT_GROUNDING_RATE", "1", 1.0),
    ("AGENTS", '{"a": {"min_claim_grounding_rate": 0.5}}', {"a": {"min_claim_grounding_rate": 0.5}}),
    ("CLAIM_DEFINITION", "lexical-overlap/1.0.0", "lexical-overlap/1.0.0"),
    ("FACT_DEFINITION", "hard-facts/1.0.0", "hard-facts/1.0.0"),
    ("NO_EVIDENCE", "score", "score"),
    ("INCLUDE_QUESTION", "false", False),
    ("FACT_KINDS", "money, date", {FactKind.MONEY, FactKind.DATE}),
    ("FACT_KINDS", "none", set()),
    ("CONTRADICTED_BAND", "0.2", 0.2),
    ("MIN_NUMBER_DIGITS", " 3 ", 3),
    ("MAX_EVIDENCE_BYTES", "1024", 1024),
    ("MAX_SOURCES", "10", 10),
    ("NESTED_RUNS", "0", False),
    ("CAPTURE_CONTENT", "TRUE", True),
    ("STRIP_CONTENT", "on", True),
    ("KEEP_ATTRIBUTES", "app.*, tenant ,", ("app.*", "tenant")),
    ("ENABLED", "off", False),
    ("MAX_SOURCES", "", 1000),
]


@pytest.mark.parametrize(("name", "raw", "value"), FROM_ENV)
def test_each_field_can_come_from_the_environment(name: str, raw: str, value: Any) -> None:
    config = GroundingConfig.from_env({f"OTEL_GROUNDING_{name}": raw})
    assert getattr(config, name.lower()) == value


def test_every_field_has_its_environment_row() -> None:
    assert {name.lower() for name, _, _ in FROM_ENV} == {field.name for field in fields(GroundingConfig)}


def test_explicit_beats_environment() -> None:
    config = GroundingConfig.from_env({"OTEL_GROUNDING_MAX_SOURCES": "5"}, max_sources=7)
    assert config.max_sources == 7


def test_a_wrong_explicit_value_still_raises() -> None:
    with pytest.raises(ConfigError):
        GroundingConfig.from_env({}, max_sources=0)


@pytest.mark.parametrize(
    ("variable", "raw", "told"),
    [
        ("OTEL_GROUNDING_MAX_SOURCES", "many", "use a whole number of 1 or more"),
        ("OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE", "70%", "use a number from 0 to 1, or None"),
        ("OTEL_GROUNDING_AGENTS", "{", "use a mapping of agent names to their thresholds"),
        pytest.param("OTEL_GROUNDING_AGENTS", "[" * 50_000, "use a mapping of agent names", id="nested too deeply"),
        ("OTEL_GROUNDING_ENABLED", "maybe", "use true or false"),
        ("OTEL_GROUNDING_MIN_RATE", "0.7", "is no setting"),
        ("OTEL_GROUNDING_MAX_SOURCE", "7", "did you mean max_sources?"),
        ("OTEL_GROUNDING_FACT_KINDS", ",", "use any of money"),
        ("OTEL_GROUNDING_FACT_KINDS", "[]", "use any of money"),
        ("OTEL_GROUNDING_FACT_KINDS", "colour", "the word none turns them off"),
        ("OTEL_GROUNDING_KEEP_ATTRIBUTES", "*", "none of wildcards alone"),
        ("OTEL_GROUNDING_CAPTURE_CONTENT", "perhaps", "use true or false"),
    ],
)
def test_a_wrong_value_in_the_environment_is_logged_once_and_its_default_used(
    variable: str, raw: str, told: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("otel_grounding.diagnostics._told", set())
    with caplog.at_level(logging.WARNING, "otel_grounding"):
        first = GroundingConfig.from_env({variable: raw})
        second = GroundingConfig.from_env({variable: raw})
    assert first == second == GroundingConfig()
    assert len(caplog.messages) == 1
    assert variable in caplog.messages[0]
    assert told in caplog.messages[0]


def test_a_warning_never_repeats_more_than_80_characters_of_a_value(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("otel_grounding.diagnostics._told", set())
    GroundingConfig.from_env({"OTEL_GROUNDING_NO_EVIDENCE": "w" * 10_000, f"OTEL_GROUNDING_{'W' * 10_000}": "1"})
    assert len(caplog.messages) == 2
    assert not [message for message in caplog.messages if "w" * 81 in message.lower()]


class TestWhatIsAboutContentCloses:
    """Nobody's slip of the pen sends content: it is said once, and content is stripped."""

    @pytest.fixture(autouse=True)
    def nothing_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("otel_grounding.diagnostics._told", set())

    @pytest.mark.parametrize("raw", ["ture", "2", "yes please", "True,", "null", "[]", "w" * 500])
    def test_a_wrong_value_of_strip_content_strips(self, raw: str, caplog: pytest.LogCaptureFixture) -> None:
        for _ in range(2):
            assert GroundingConfig.from_env({"OTEL_GROUNDING_STRIP_CONTENT": raw}).strip_content
        [message] = caplog.messages
        assert message.endswith("use true or false; until then content is stripped")

    @pytest.mark.parametrize("raw", ["'true'", '"false"', "True;", "on off"])
    def test_so_does_a_value_in_quotes(self, raw: str) -> None:
        assert GroundingConfig.from_env({"OTEL_GROUNDING_STRIP_CONTENT": raw}).strip_content

    @pytest.mark.parametrize("name", ["STRIP_CONTENTS", "STRIP_CONTNET", "STRIPCONTENT"])
    @pytest.mark.parametrize("raw", ["true", "ture"])
    def test_a_wrong_name_of_strip_content_strips(self, name: str, raw: str, caplog: pytest.LogCaptureFixture) -> None:
        assert GroundingConfig.from_env({f"OTEL_GROUNDING_{name}": raw}).strip_content
        [message] = caplog.messages
        assert message.endswith("is no setting; did you mean strip_content?; until then content is stripped")

    @pytest.mark.parametrize(
        ("environ", "explicit"),
        [
            ({"STRIP_CONTENTS": "false"}, {}),
            ({"STRIP_CONTENTS": "true", "STRIP_CONTENT": "false"}, {}),
            ({"STRIP_CONTENT": "false", "STRIP_CONTENTS": "true"}, {}),
            ({"STRIP_CONTENTS": "true"}, {"strip_content": False}),
            ({"MAX_SOURCE": "5"}, {}),
        ],
    )
    def test_not_where_it_says_no_and_not_over_the_right_name(
        self, environ: dict[str, str], explicit: dict[str, Any], caplog: pytest.LogCaptureFixture
    ) -> None:
        given = {f"OTEL_GROUNDING_{name}": raw for name, raw in environ.items()}
        assert not GroundingConfig.from_env(given, **explicit).strip_content
        assert not [message for message in caplog.messages if "content is stripped" in message]

    @pytest.mark.parametrize("raw", ["false", "0", "no", "off", "", "  "])
    def test_off_is_off_and_empty_is_unset(self, raw: str, caplog: pytest.LogCaptureFixture) -> None:
        assert not GroundingConfig.from_env({"OTEL_GROUNDING_STRIP_CONTENT": raw}).strip_content
        assert caplog.messages == []

    @pytest.mark.parametrize(
        ("environ", "explicit"),
        [
            ({"STRIP_CONTENT": "true", "CAPTURE_CONTENT": "true"}, {}),
            ({"STRIP_CONTENT": "true"}, {"capture_content": True}),
            ({"CAPTURE_CONTENT": "true"}, {"strip_content": True}),
        ],
    )
    def test_with_one_of_both_in_the_environment_stripping_wins(
        self, environ: dict[str, str], explicit: dict[str, Any], caplog: pytest.LogCaptureFixture
    ) -> None:
        for _ in range(2):
            config = GroundingConfig.from_env(
                {f"OTEL_GROUNDING_{name}": raw for name, raw in environ.items()}, **explicit
            )
            assert (config.strip_content, config.capture_content) == (True, False)
        [message] = caplog.messages
        assert "capture_content is not used" in message

    def test_a_wrong_strip_content_wins_too(self) -> None:
        environ = {"OTEL_GROUNDING_STRIP_CONTENT": "ture", "OTEL_GROUNDING_CAPTURE_CONTENT": "true"}
        config = GroundingConfig.from_env(environ)
        assert (config.strip_content, config.capture_content) == (True, False)

    def test_what_is_given_in_code_still_beats_the_environment(self) -> None:
        environ = {"OTEL_GROUNDING_STRIP_CONTENT": "true", "OTEL_GROUNDING_CAPTURE_CONTENT": "true"}
        config = GroundingConfig.from_env(environ, strip_content=False)
        assert (config.strip_content, config.capture_content) == (False, True)
