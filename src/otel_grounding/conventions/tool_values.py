"""What a tool returned, out of the wrappings frameworks put around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions.json_text import parse

_TEXT_TYPES = frozenset({"text", "output_text", "input_text"})
_TOOL_MESSAGE_REPR = re.compile(r"content=(?P<quote>['\"])")
_TOOL_MESSAGE_FIELDS = re.compile(r"(?:\A| )(?:name|tool_call_id|id|status|additional_kwargs|response_metadata|artifact)=")


def unwrap(value: Any) -> Any:
    """A tool's output as the agent saw it: LangChain messages, content blocks and their like are taken off."""
    if isinstance(value, str):
        return unwrap_tool_message_text(value)
    if isinstance(value, (list, tuple)):
        return _from_blocks(value)
    return value


def _from_blocks(blocks: list[Any] | tuple[Any, ...]) -> Any:
    """Content blocks as what they hold: text, or the values; a list of other things is itself the output."""
    found = []
    for block in blocks:
        if not isinstance(block, Mapping):
            return blocks
        if block.get("type", "text") in _TEXT_TYPES and isinstance(block.get("text"), str):
            found.append(block["text"])
        elif set(block) == {"json"}:
            found.append(block["json"])
        else:
            return blocks
    if not found:
        return blocks
    if len(found) == 1:
        return found[0]
    return "\n".join(found) if all(isinstance(item, str) for item in found) else found


def unwrap_tool_message_text(text: str) -> str:
    """The content of `str(ToolMessage)`: `content='…' name='…' tool_call_id='…'`; any other text unchanged."""
    return text


_DEFINITION_KEYS = ("parameters", "input_schema", "inputSchema", "args_schema")


def is_tool_definition(value: Any) -> bool:
    """A description of tools to the model, where some producers write the role `tool`."""
    parsed = parse(value).value
    entries = parsed if isinstance(parsed, (list, tuple)) else [parsed]
    return bool(entries) and all(isinstance(entry, Mapping) and _defines_tool(entry) for entry in entries)


def _defines_tool(entry: Mapping[str, Any]) -> bool:
    if "function_declarations" in entry or "functionDeclarations" in entry:
        return True
    function = entry.get("function")
    described = function if entry.get("type") == "function" and isinstance(function, Mapping) else entry
    return isinstance(described.get("name"), str) and any(isinstance(described.get(k), Mapping) for k in _DEFINITION_KEYS)
