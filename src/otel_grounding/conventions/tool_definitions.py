"""Descriptions of tools to the model, which some producers write as if they were tools' outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions.json_text import parse

_DEFINITION_KEYS = ("parameters", "input_schema", "inputSchema", "args_schema", "parameters_json_schema")
_DEFINITION_WORDS = ("parameters", "schema", "Schema", "function_declarations", "functionDeclarations")


def is_tool_definition(value: Any) -> bool:
    """A description of tools to the model, where some producers write the role `tool`."""
    if isinstance(value, str) and not any(word in value for word in _DEFINITION_WORDS):
        return False
    parsed = parse(value).value
    entries = parsed if isinstance(parsed, (list, tuple)) else [parsed]
    return bool(entries) and all(isinstance(entry, dict) and _defines_tool(entry) for entry in entries)


def _defines_tool(entry: Mapping[str, Any]) -> bool:
    if "function_declarations" in entry or "functionDeclarations" in entry:
        return True
    function = entry.get("function")
    described = function if entry.get("type") == "function" and isinstance(function, dict) else entry
    named = isinstance(described.get("name"), str)
    return named and any(isinstance(described.get(key), dict) for key in _DEFINITION_KEYS)
