"""What the project says of itself."""

from __future__ import annotations

import logging

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


def test_names_without_end_are_not_said_without_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(diagnostics, "_told", set())
    for number in range(10_000):
        diagnostics.warn_once(f"nothing of {number}")
    assert len(caplog.records) == len(diagnostics._told) == 200


def test_a_handler_that_fails_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class BrokenHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            raise OSError("disk is full")

    monkeypatch.setattr(diagnostics, "_told", set())
    monkeypatch.setattr(diagnostics.log, "handlers", [BrokenHandler()])
    diagnostics.warn_once("one thing")
    diagnostics.warn("%d failed", "not a number")
