"""Attribute names that dialects share, as constants of our own.

The published `_incubating` names move between packages and releases; a plugin that pinned them would fight its
host over versions. Names that only one dialect knows stay in that dialect's file.
"""

from __future__ import annotations

from typing import Final

AGENT_NAME: Final = "agent.name"
"""OpenInference."""
ERROR_TYPE: Final = "error.type"
EXCEPTION_TYPE: Final = "exception.type"
EXCEPTION_MESSAGE: Final = "exception.message"

GEN_AI_AGENT_NAME: Final = "gen_ai.agent.name"
GEN_AI_COMPLETION: Final = "gen_ai.completion"
GEN_AI_INPUT_MESSAGES: Final = "gen_ai.input.messages"
GEN_AI_OPERATION_NAME: Final = "gen_ai.operation.name"
GEN_AI_OUTPUT_MESSAGES: Final = "gen_ai.output.messages"
GEN_AI_PROMPT: Final = "gen_ai.prompt"
GEN_AI_RETRIEVAL_DOCUMENTS: Final = "gen_ai.retrieval.documents"
GEN_AI_RETRIEVAL_QUERY_TEXT: Final = "gen_ai.retrieval.query.text"
GEN_AI_SYSTEM_INSTRUCTIONS: Final = "gen_ai.system_instructions"
GEN_AI_TOOL_CALL_ARGUMENTS: Final = "gen_ai.tool.call.arguments"
GEN_AI_TOOL_CALL_ID: Final = "gen_ai.tool.call.id"
GEN_AI_TOOL_CALL_RESULT: Final = "gen_ai.tool.call.result"
GEN_AI_TOOL_DEFINITIONS: Final = "gen_ai.tool.definitions"
GEN_AI_TOOL_NAME: Final = "gen_ai.tool.name"
GEN_AI_WORKFLOW_NAME: Final = "gen_ai.workflow.name"

MCP_METHOD_NAME: Final = "mcp.method.name"

TOOL_NAME: Final = "tool.name"
"""OpenInference."""
