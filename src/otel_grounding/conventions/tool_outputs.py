"""What a tool returned, out of the envelopes frameworks put around it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from otel_grounding.conventions.json_text import is_cut, parse, text_or_empty
from otel_grounding.conventions.reprs import text_field


class ToolOutput(NamedTuple):
    """A tool's output as the agent saw it, and what the envelope said besides."""

    content: Any
    tool_name: str = ""
    call_id: str = ""
    failed: bool = False
    cut: bool = False


def unwrap(value: Any) -> ToolOutput:
    """Take the envelope off a tool's output; an output without one stays as it is, to the letter. Never raises.

    An empty mapping is what a capture that is off leaves behind: its content is None, as of nothing captured.
    """
    return _unless_empty(_unwrapped(value, _MAX_DEPTH))


def may_name_a_call(value: Any) -> bool:
    """Whether a value can hold a call's id at all: what cannot need not be parsed."""
    return value is not None and (not isinstance(value, str) or any(sign in value for sign in _CALL_ID_SIGNS))


def read_result(value: Any) -> ToolOutput | None:
    """A record that pairs a call with its result, as message parts and responses hold it; None of anything else."""
    record = _from_record(value, _MAX_DEPTH) if isinstance(value, dict) else None
    return None if record is None else _unless_empty(record)


def is_result_type(kind: str) -> bool:
    """Whether a part or record of this type holds what a tool returned."""
    return kind in _RESULT_TYPES or kind.endswith(_RESULT_ENDINGS)


def first_text(value: Mapping[str, Any], keys: Sequence[str]) -> str:
    """The first of these that is a text, or an empty one."""
    return next((value[key] for key in keys if isinstance(value.get(key), str)), "")


ID_KEYS = ("call_id", "tool_call_id", "tool_use_id", "toolUseId", "toolCallId", "callId", "id")
NAME_KEYS = ("name", "tool_name", "toolName")
_CALL_ID_SIGNS = ("call_id", "callId", "CallId", "use_id", "UseId", "unctionResponse", "unction_response")
RESULT_KEYS = frozenset(
    {
        "toolResult", "function_response", "functionResponse", "tool_call_result",
        "codeExecutionResult", "code_execution_result",
    }
)  # fmt: skip
"""Keys of a part under which a result lies."""
_RESULT_TYPES = frozenset(
    {
        "tool_call_response", "server_tool_call_response", "tool_result", "function_call_output", "function_result",
        "tool-result", "tool-return", "builtin-tool-return",
    }
)  # fmt: skip
_RESULT_ENDINGS = ("_tool_result", "_call_output")
_VALUE_KEYS = ("response", "result", "server_tool_call_response", "output", "content")
_MAX_DEPTH = 5
_ENVELOPE_START = re.compile(
    r"""\s{0,8}(?:"|\[?\s{0,8}\{\s{0,8}['"](?:output|type|content|lc|blocks|text|json|data|graph|update|goto|role|id|status"""
    r"""|toolResult|toolUseId|tool_call_id|tool_use_id|toolCallId|call_id|callId|isError|is_error|value|name|messages"""
    r"""|tool_name|toolName|result|response|functionResponse|function_response|additional_kwargs|structuredContent"""
    r"""|_meta|meta)['"])"""
)
_TEXT_BLOCKS = frozenset({"text", "output_text", "input_text"})
_VERCEL_KINDS = frozenset({"text", "json", "error-text", "error-json", "content"})


def _unwrapped(value: Any, depth: int) -> ToolOutput:
    if not isinstance(value, str):
        return _opened(value, depth) or ToolOutput(value)
    if value.startswith("content="):
        return _from_message_text(value)
    if not _ENVELOPE_START.match(value):
        return ToolOutput(value, cut=is_cut(value))
    parsed = parse(value)
    if isinstance(parsed.value, str) and parsed.value != value and depth > 0:  # a text, maybe of one more record
        return _unwrapped(parsed.value, depth - 1)._replace(cut=parsed.cut)
    opened = _opened(parsed.value, depth)
    return ToolOutput(value, cut=parsed.cut) if opened is None else opened._replace(cut=parsed.cut)


def _unless_empty(output: ToolOutput) -> ToolOutput:
    content = output.content
    empty = content.strip() == "{}" if isinstance(content, str) else isinstance(content, dict) and not content
    return output._replace(content=None) if empty else output


def _opened(value: Any, depth: int) -> ToolOutput | None:
    """The output inside an envelope; None where the value is no envelope."""
    if depth <= 0:
        return None
    if isinstance(value, str):
        return ToolOutput(value)
    if isinstance(value, (list, tuple)):
        blocks = _from_blocks(value)
        only = value[0] if blocks is None and len(value) == 1 else None
        return _from_record(only, depth) if isinstance(only, dict) else blocks
    if not isinstance(value, dict):
        return None
    if (record := _from_record(value, depth)) is not None:
        return record
    if value.get("type") == "constructor" and isinstance(value.get("kwargs"), dict):  # LangChain, serialised
        return _from_tool_message(value["kwargs"])
    if isinstance(value.get("data"), dict) and "tool_call_id" in value["data"]:  # LangChain, dumped
        return _from_tool_message(value["data"])
    if "tool_call_id" in value and "content" in value:
        return _from_tool_message(value)
    if "output" in value and set(value) <= {"output", "kwargs"}:  # OpenLLMetry and LangSmith around any of these
        return _around(value["output"], depth, bare="kwargs" in value)
    if "raw_output" in value and "tool_name" in value:  # LlamaIndex
        return _from_llama_index(value)
    if isinstance(value.get("update"), dict) and "goto" in value:  # a LangGraph command
        return _around(value["update"].get("messages"), depth, bare=False)
    if "response" in value and set(value) == {"id", "name", "response"}:  # Gemini
        return ToolOutput(value["response"], tool_name=text_or_empty(value["name"]), call_id=text_or_empty(value["id"]))
    if isinstance(value.get("content"), (list, tuple)) and set(value) <= {"content", "status", "toolUseId", "isError"}:
        return _from_result(value)
    if text_or_empty(value.get("type")) in _VERCEL_KINDS and set(value) == {"type", "value"}:
        return _opened(value["value"], depth - 1) or ToolOutput(value["value"])
    return None


def _from_record(value: Mapping[str, Any], depth: int) -> ToolOutput | None:
    """The result in a record that names its call. Haystack keeps the call beside the result, as its origin."""
    kind = text_or_empty(value.get("type", value.get("kind", value.get("part_kind"))))
    inner: Any = value
    if not is_result_type(kind) and not _names_its_call(value):
        inner = next((value[key] for key in RESULT_KEYS if isinstance(value.get(key), dict)), None)
        if inner is None:
            return None
    content = next((inner[key] for key in _VALUE_KEYS if inner.get(key) is not None), None)
    origin = inner.get("origin")
    named = origin if isinstance(origin, dict) else inner
    output = _unwrapped(content, depth - 1) if depth > 0 else ToolOutput(content)
    failed = inner.get("is_error") is True or inner.get("isError") is True or inner.get("status") == "error"
    return ToolOutput(
        output.content,
        first_text(named, NAME_KEYS) or output.tool_name,
        first_text(inner, ID_KEYS) or first_text(named, ID_KEYS) or output.call_id,
        failed or output.failed,
        output.cut,
    )


def _names_its_call(value: Mapping[str, Any]) -> bool:
    """A result beside its call's id and the tool's name (Vercel), or beside whether it is an error (AutoGen)."""
    if "toolCallId" in value:
        return ("toolName" in value or "state" in value) and ("result" in value or "output" in value)
    return "call_id" in value and "content" in value and "is_error" in value


def _around(value: Any, depth: int, *, bare: bool) -> ToolOutput | None:
    """One envelope around another; `bare`: the outer one counts without an inner one too."""
    if isinstance(value, (list, tuple)) and len(value) == 1 and isinstance(value[0], dict):
        opened = _opened(value[0], depth - 1) or _opened(value, depth - 1)
    else:
        opened = None if isinstance(value, str) else _opened(value, depth - 1)
    return ToolOutput(value) if opened is None and bare else opened


def _from_tool_message(fields: Mapping[str, Any]) -> ToolOutput:
    content = fields.get("content")
    blocks = _from_blocks(content) if isinstance(content, (list, tuple)) else None
    return ToolOutput(
        content if blocks is None else blocks.content,
        tool_name=text_or_empty(fields.get("name")),
        call_id=text_or_empty(fields.get("tool_call_id")),
        failed=fields.get("status") == "error",
    )


def _from_result(value: Mapping[str, Any]) -> ToolOutput | None:
    opened = _from_blocks(value["content"])
    if opened is None:
        return None
    failed = value.get("isError") is True or value.get("status") == "error"
    return opened._replace(call_id=text_or_empty(value.get("toolUseId")), failed=failed)


def _from_llama_index(value: Mapping[str, Any]) -> ToolOutput:
    content = value["raw_output"]
    if content is None and isinstance(value.get("blocks"), (list, tuple)):
        blocks = _from_blocks(value["blocks"])
        content = None if blocks is None else blocks.content
    return ToolOutput(content, tool_name=text_or_empty(value["tool_name"]), failed=value.get("is_error") is True)


def _from_blocks(blocks: list[Any] | tuple[Any, ...]) -> ToolOutput | None:
    """Content blocks as what they hold: text, or the values. A list of other things is itself the output."""
    found: list[Any] = []
    failed = False
    for block in blocks:
        if not isinstance(block, dict):
            return None
        if isinstance(block.get("toolResult"), dict):
            opened = _opened(block["toolResult"], 2)
            if opened is None:
                return None
            found.append(opened.content)
            failed = failed or opened.failed
        elif text_or_empty(block.get("type", "text")) in _TEXT_BLOCKS and isinstance(block.get("text"), str):
            found.append(block["text"])
        elif set(block) == {"json"}:
            found.append(block["json"])
        else:
            return None
    if not found:
        return None
    if len(found) == 1:
        return ToolOutput(found[0], failed=failed)
    texts = all(isinstance(item, str) for item in found)
    return ToolOutput("\n".join(found) if texts else found, failed=failed)


def _from_message_text(text: str) -> ToolOutput:
    """`str(ToolMessage)`: `content='…' name='…' tool_call_id='…'`. A tool's own text may begin like it, too."""
    content = text_field(text, "content")
    if content is None:
        return ToolOutput(text)
    rest = text[content.end :]
    if not content.cut and not _MESSAGE_FIELD.match(rest):
        return ToolOutput(text)
    name, call_id = text_field(rest, "name"), text_field(rest, "tool_call_id")
    return ToolOutput(
        content.text,
        tool_name=name.text if name else "",
        call_id=call_id.text if call_id else "",
        failed="status='error'" in rest,
        cut=content.cut,
    )


_MESSAGE_FIELD = re.compile(r" (?:name|id|tool_call_id|additional_kwargs|response_metadata|artifact|status)=")
