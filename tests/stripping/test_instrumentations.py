"""Keys of content in real instrumentations, read in their sources: whatever is under them goes.

Of each package those keys that the readers of this project do not know, and a list of what to strip would have missed.
"""

from __future__ import annotations

import json

import pytest
from ended_spans import span

from otel_grounding.signals.names import STRIPPED_ATTRIBUTES
from otel_grounding.stripping.spans import Stripper

KEYS = {
    "openinference-instrumentation-openai-agents 2.6.0": """
        llm.invocation_parameters input.audio.transcript output.audio.transcript input.audio.url output.audio.url""",
    "openinference-instrumentation-crewai 1.1.21": """
        formatted_description formatted_expected_output flow_inputs agent.goal agent.backstory task_name
        task_description task_expected_output tool.task_name llm.available_functions""",
    "openinference-instrumentation-smolagents 0.1.43": "smolagents.task smolagents.additional_args",
    "openinference-instrumentation-autogen-agentchat 0.1.22": "participant_descriptions",
    "openinference-instrumentation-agno 1.0.15": "agno.workflow.description",
    "openinference-semantic-conventions 0.1.42": """
        metadata tag.tags user.id tool.description tool.json_schema input.documents output.documents input.images
        message_content.data message_content.encrypted_content tool_call.reasoning_signature prompt.text prompt.url
        embedding.invocation_parameters session.annotations""",
    "opentelemetry-instrumentation-crewai 0.62.4": """
        crewai.crew.result crewai.crew.tasks_output crewai.task.description crewai.task.expected_output
        crewai.agent.goal crewai.agent.backstory crewai.agent.result""",
    "opentelemetry-instrumentation-bedrock 0.62.4": """
        gen_ai.guardrail.content gen_ai.guardrail.match gen_ai.guardrail.pattern gen_ai.guardrail.topic""",
    "opentelemetry-semantic-conventions-ai 0.5.1": """
        db.chroma.query.where db.chroma.query.where_document db.milvus.query.filter db.marqo.search.query
        db.query.result.document db.search.result.entity llm.headers llm.user llm.request.functions
        gen_ai.request.structured_output_schema pinecone.query.filter mcp.session.init_options""",
    "traceloop-sdk 0.62.4": """
        gen_ai.tool.input gen_ai.tool.output gen_ai.completion.tool.result traceloop.association.properties.question""",
    "openlit 1.45.0": """
        gen_ai.agent.instructions gen_ai.agent.task gen_ai.agent.goal gen_ai.agent.final_result gen_ai.agent.thinking
        gen_ai.agent.tool_results gen_ai.agent.finish.output gen_ai.agent.action.tool_input gen_ai.task.description
        gen_ai.task.expected_output gen_ai.message.content gen_ai.memory.search.query gen_ai.knowledge.search.query
        gen_ai.framework.query.text gen_ai.extraction.instruction gen_ai.response.title gen_ai.execution.output
        gen_ai.browser.action.value gen_ai.request.speech.prompt gen_ai.response.audio.text db.vector.query.filter
        db.where_document function.args function.kwargs error.response_text mcp.params mcp.result mcp.request.payload
        mcp.completion.values mcp.sampling.messages""",
    "logfire-sdk 5.4.0": """
        logfire.msg logfire.msg_template logfire.logging_args logfire.tags logfire.metrics exception.logfire.data
        request response request_data response_data arguments return""",
    "pydantic-ai-slim 2.68.0": """
        pydantic_ai.variable_instructions pydantic_ai.decision.questions pydantic_ai.decision.answers
        pydantic_ai.decision.state pydantic_ai.tool.retry.cause pydantic_ai.tool.deferral.metadata""",
    "langfuse 5.0.4": """
        langfuse.observation.metadata.question langfuse.trace.metadata.question langfuse.trace.tags langfuse.user.id
        langfuse.observation.model.parameters langfuse.experiment.item.expected_output
        langfuse.experiment.item.metadata langfuse.experiment.description""",
    "langsmith 0.15.1": """
        langsmith.metadata.question langsmith.request.headers langsmith.span.tags langsmith.attachments request.text
        response.text gen_ai.request.extra_body gen_ai.request.extra_query agent.session.input.message""",
    "mlflow-tracing 3.17.2": "mlflow.trace.intermediate_outputs mlflow.trace.user mlflow.spanDescription",
    "haystack-ai 3.4.1": """
        haystack.tool.error haystack.agent.hook.human_in_the_loop.strategy.input haystack.agent.state_schema
        haystack.agent.hook.human_in_the_loop.strategy.output haystack.pipeline.metadata""",
    "google-adk 2.13.0": """
        http.request.body.content http.response.body.content http.request.header.cookie gen_ai.skill.description
        gen_ai.skill.source.uri""",
    "strands-agents 1.62.0": """
        memory.query memory.content memory.results gen_ai.tool.json_schema gen_ai.bidi.restart_error_message
        tool.result""",
    "agent-framework-core 1.23.0": "workflow.definition workflow.description",
    "azure-ai-agents 1.1.0": "code.function.parameters.question code.function.return.value",
    "any-agent 1.18.0": "tool.args",
    "lmnr 0.8.2": """
        gen_ai.request.instructions gen_ai.prompt.0.reasoning openai.agents.custom.data openai.agents.mcp.result
        openai.agents.task.name daytona.command daytona.output lmnr.sdk.raw.response lmnr.association.properties.user_id
        lmnr.association.properties.tags lmnr.association.properties.metadata.question""",
    "weave 0.54.0": "gen_ai.conversation.name wandb.agent_user_feedback weave.content_refs",
}
WORDS = ["the secret answer is forty-two whales", "whales", json.dumps({"q": "whales"}), json.dumps(["whales"])]


@pytest.mark.parametrize("package", KEYS)
def test_nothing_under_its_keys_of_content_is_left(package: str) -> None:
    for words in WORDS:
        keys = KEYS[package].split()
        given = span(dict.fromkeys(keys, words), events=[("exchange", dict.fromkeys(keys, words))])
        left = Stripper().stripped(given)
        assert dict(left.attributes or {}) == {STRIPPED_ATTRIBUTES: 2 * len(keys)}
        assert dict(left.events[0].attributes or {}) == {}
