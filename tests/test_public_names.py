"""What the package promises."""

from __future__ import annotations

from pathlib import Path

import otel_grounding


def test_the_public_names() -> None:
    assert otel_grounding.__all__ == [
        "ConfigError",
        "GroundingConfig",
        "GroundingReport",
        "GroundingSpanExporter",
        "GroundingSpanProcessor",
        "Source",
        "assess",
        "install",
    ]


def test_every_public_name_is_there_and_explained() -> None:
    assert [name for name in otel_grounding.__all__ if not getattr(otel_grounding, name).__doc__] == []


def test_the_front_door_stays_small() -> None:
    assert len(Path(otel_grounding.__file__).read_text().splitlines()) < 60


def test_types_are_shipped() -> None:
    assert (Path(otel_grounding.__file__).parent / "py.typed").exists()
