"""Tools that move the run on and observe nothing: handoffs and answer tools.

The output of an answer tool is the answer itself; counted as a source it would ground the answer in itself.
"""

from __future__ import annotations

_NAMES = frozenset(
    {
        "final_answer",  # smolagents
        "finish",  # DSPy
        "final_result",  # pydantic-ai's output tool
        "set_model_response",  # Google ADK's structured output
        "structuredoutput",  # Claude Agent SDK
        "handoff",  # LlamaIndex
        "exit_loop",  # Google ADK
    }
)
_PREFIXES = (
    "transfer_to_",
    "transfer_back_to_",
    "handoff to ",
    "handoff_to_",
    "final_result_",
)
_ECHO = "Returning structured response: "
"""LangChain's message for a structured answer given by a tool call."""


def is_control_tool(name: str) -> bool:
    lowered = name.lower()
    return lowered in _NAMES or lowered.startswith(_PREFIXES)


def is_answer_echo(content: object) -> bool:
    """A tool message that only repeats the agent's structured answer."""
    return isinstance(content, str) and content.startswith(_ECHO)
