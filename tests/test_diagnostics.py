"""What the project says of itself."""

from __future__ import annotations

import pytest

from otel_grounding import diagnostics


def test_the_same_is_said_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(diagnostics, "_told", set())
    for message in ("one thing", "one thing", "another"):
        diagnostics.warn_once(message)
    assert [(record.name, record.message) for record in caplog.records] == [
        ("otel_grounding", "one thing"),
        ("otel_grounding", "another"),
    ]
