"""Tools that move the run on and observe nothing: handoffs, answer tools, and tools that hand back what they are given.

The output of an answer tool is the answer itself; counted as a source it would ground the answer in itself. The same
holds for any tool that returns its own arguments: they are the model's words.
"""

from __future__ import annotations

import re
from typing import Any

from otel_grounding.conventions.json_text import dump, parse
from otel_grounding.structured import is_deep_value

_MOVES = frozenset(
    {
        "finish",  # DSPy
        "handoff",  # LlamaIndex
        "exit_loop",  # Google ADK
        "attempt_completion",  # Cline
        "complete_task",  # Gemini CLI
        "task_complete",
    }
)
_HANDOFFS = ("transfer_to_", "transfer_back_to_", "handoff to ", "handoff_to_")
_ANSWERS = re.compile(
    r"(?:final|structured)_?(?:answer|output|response|result)(?:_tool)?"
    r"|final_result_\w{1,100}"  # pydantic-ai: an output tool for each type
    r"|(?:submit|provide|give|return|deliver|set)_(?:final_|model_|structured_)?(?:answer|output|response|result)"
)
"""Names of answer tools, in lower case: `final_answer` (smolagents), `set_model_response` (ADK), `StructuredOutput`
(Claude Agent SDK), `submit_answer`, and so on."""
_ECHO = "Returning structured response: "
"""LangChain's message for a structured answer given by a tool call."""
_ACKNOWLEDGED = (
    _ECHO,
    "Final result processed.",  # pydantic-ai
    "Output tool not used - a final result was already processed.",
    "Structured output provided successfully",  # Claude Agent SDK
)
_RECEIVED = re.compile(r"(?:response|answer|output|result|completed|done|ok|success)\b[ \w]{0,40}[.!]?", re.IGNORECASE)
"""What an answer tool says when it has taken the answer in."""
_ANSWER_KEYS = ("answer", "final_answer", "response", "result", "output", "text", "content", "message", "value")
_FLAGS = frozenset({"success", "ok", "status", "valid", "is_valid", "accepted", "error", "errors"})
"""Keys beside what a tool hands back that only say that it did."""
_ROOM = 200
"""Characters that an envelope may add to arguments that come back; escaping may double them."""


def is_control_tool(name: str) -> bool:
    """Whether a tool of this name observes nothing."""
    lowered = name.lower()
    return lowered in _MOVES or lowered.startswith(_HANDOFFS) or is_answer_tool(name)


def is_answer_tool(name: str) -> bool:
    """Whether the model gives its answer by calling a tool of this name."""
    return _ANSWERS.fullmatch(name.lower()) is not None


def is_answer_echo(content: object) -> bool:
    """A tool message that only repeats the agent's structured answer, or says that it has arrived."""
    return isinstance(content, str) and content.startswith(_ACKNOWLEDGED)


def is_repeated(content: Any, arguments: Any) -> bool:
    """Whether a tool returned its own arguments, as `Arguments` has it."""
    return Arguments(arguments).are_in(content)


class Arguments:
    """The arguments of one call, read once for all the outputs that are compared with them."""

    __slots__ = ("_given", "_handed", "_length")

    def __init__(self, arguments: Any) -> None:
        given = _given(arguments)
        self._given = given if isinstance(given, dict) and not is_deep_value(given) else {}
        only = parse(next(iter(given.values()))).value if self._given and len(given) == 1 else None
        self._handed = [given, only] if isinstance(only, (str, dict, list)) and only else [given]
        self._length = len(dump(given)) if self._given else 0

    def are_in(self, content: Any) -> bool:
        """Whether an output is these arguments: all of them, or the one text, alone or beside a word of success.

        One number that comes back is a result: the larger of two, an amount without its fraction.
        """
        if not self._given or (isinstance(content, str) and len(content) > _ROOM + 2 * self._length):
            return False
        told = parse(content).value
        return told in self._handed or _without_flags(told) in self._handed or _unflagged(told) == self._given


def answer_in(arguments: Any) -> str | None:
    """The answer that a call hands to an answer tool; None where its arguments were not captured."""
    given = _given(arguments)
    if _is_map(given) and len(given) == 1 and not set(given).isdisjoint(_ANSWER_KEYS):
        given = next(iter(given.values()))
    return dump(given) if given else None


def answer_of_call(name: str, arguments: Any, content: Any) -> str | None:
    """The answer that a tool which moves the run on was given; None where there is none, or it was refused.

    Args:
        name: The tool's name.
        arguments: What the call holds, as captured.
        content: What the tool returned: the answer where the arguments of an answer tool were not captured.
    """
    told = parse(content).value
    if _is_map(told) and told.get("success") is False:  # refused: the model tries again
        return None
    if not is_answer_tool(name) and not is_answer_echo(content):
        given = _given(arguments)
        return next((given[key] for key in _ANSWER_KEYS if _is_text(given.get(key))), None) if _is_map(given) else None
    answer = answer_in(arguments)
    return _answer_in_result(content, told) if answer is None else answer


def _answer_in_result(content: Any, told: Any) -> str | None:
    if isinstance(content, str) and content.startswith(_ECHO):
        return content.removeprefix(_ECHO)
    if content is None or is_answer_echo(content) or (isinstance(content, str) and _RECEIVED.fullmatch(content)):
        return None
    return dump(_without_flags(told) if _is_map(told) and "success" in told else content)


def _given(arguments: Any) -> Any:
    """A call's arguments, out of the frame of Python's own (`{"args": […], "kwargs": {…}}`)."""
    given = parse(arguments).value
    if _is_map(given) and "kwargs" in given and set(given) <= {"args", "kwargs", "sanitize_inputs_outputs"}:
        args = given.get("args")
        return given["kwargs"] or (args[0] if isinstance(args, (list, tuple)) and len(args) == 1 else None)
    return given


def _without_flags(told: Any) -> Any:
    """The one value beside the flags of success; the whole where there is more."""
    rest = _unflagged(told)
    return parse(next(iter(rest.values()))).value if _is_map(rest) and len(rest) == 1 else told


def _unflagged(told: Any) -> Any:
    return {key: value for key, value in told.items() if key not in _FLAGS} if _is_map(told) else told


def _is_map(value: Any) -> bool:
    return isinstance(value, dict)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)
