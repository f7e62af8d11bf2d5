"""The names are the published ones, where they are published."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest
from opentelemetry.semconv import attributes
from opentelemetry.semconv._incubating import attributes as incubating

from otel_grounding.conventions import names

MODULES = ("gen_ai_attributes", "mcp_attributes", "error_attributes", "exception_attributes")
"""Older releases lack some of them."""
PUBLISHED = {
    name: value
    for package in (attributes, incubating)
    for module in pkgutil.iter_modules(package.__path__)
    if module.name in MODULES
    for name, value in vars(import_module(f"{package.__name__}.{module.name}")).items()
    if name.isupper() and isinstance(value, str)
}
OURS = {name: value for name, value in vars(names).items() if name.isupper()}
OF_OTHERS = {"AGENT_NAME", "TOOL_NAME"}
"""OpenInference's, which OpenTelemetry does not publish."""


@pytest.mark.parametrize("name", sorted(OURS.keys() - OF_OTHERS))
def test_a_name_is_the_published_one(name: str) -> None:
    if name not in PUBLISHED:
        pytest.skip(f"{OURS[name]} is not published in this version of the semantic conventions")

    assert OURS[name] == PUBLISHED[name]


def test_most_names_are_published() -> None:
    assert len(OURS.keys() & PUBLISHED.keys()) > len(OURS) / 2
