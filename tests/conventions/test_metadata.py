"""Keys whose texts are metadata; all others may hold content."""

from __future__ import annotations

import pytest

from otel_grounding.conventions.metadata import form_of


@pytest.mark.parametrize(
    "key",
    [
        "gen_ai.operation.name",
        "gen_ai.agent.name",
        "gen_ai.tool.name",
        "gen_ai.tool.call.id",
        "gen_ai.prompt.name",
        "gen_ai.request.model",
        "gen_ai.response.finish_reasons",
        "gen_ai.completion.0.finish_reason",
        "openinference.span.kind",
        "llm.model_name",
        "llm.output_messages.0.message.tool_calls.12.tool_call.function.name",
        "langfuse.observation.type",
        "langfuse.observation.usage_details",
        "traceloop.entity.name",
        "mlflow.spanType",
        "haystack.component.name",
        "ai.toolCall.name",
        "db.system",
        "db.collection.name",
        "http.request.method",
        "http.route",
        "exception.type",
        "error.type",
        "service.name",
        "session.id",
    ],
)
def test_names_models_kinds_and_ids_are_metadata(key: str) -> None:
    assert form_of(key)


CONTENT = """
    gen_ai.prompt gen_ai.prompt.0.content gen_ai.completion.12.tool_calls.0.arguments gen_ai.input gen_ai.output
    gen_ai.output.messages gen_ai.system_instructions gen_ai.tool.call.result gen_ai.tool.args gen_ai.event.content
    gen_ai.agent.description gen_ai.agent.instructions gen_ai.agent.goal gen_ai.agent.final_result gen_ai.task.input
    gen_ai.task.description gen_ai.task.output gen_ai.workflow.output gen_ai.tool.description gen_ai.tool.output
    gen_ai.request.instructions gen_ai.conversation.name gen_ai.evaluation.explanation gen_ai.knowledge.search.query
    gen_ai.memory.input gen_ai.request.user gen_ai.request.extra_body gen_ai.guardrail.match
    input.value output.value input.audio.transcript tool.parameters tool.description tool.json_schema metadata tag.tags
    llm.input_messages.3.message.content llm.invocation_parameters llm.prompt_template.variables llm.tools
    llm.output_messages.0.message.contents.0.message_content.text llm.available_functions reranker.query user.id
    retrieval.documents.0.document.content retrieval.documents.0.document.metadata embedding.embeddings.0.embedding.text
    agent.goal agent.backstory crew_agents crew_inputs crew_tasks flow_inputs formatted_description
    formatted_expected_output task_name task_description smolagents.task smolagents.additional_args
    participant_descriptions agno.workflow.description prompt.text
    traceloop.entity.input traceloop.entity.output traceloop.prompt.template traceloop.prompt.template_variables
    traceloop.association.properties.question crewai.crew.result crewai.crew.tasks_output crewai.task.description
    crewai.task.expected_output crewai.agent.backstory crewai.agent.goal mcp.request.argument mcp.response.value
    mcp.params mcp.result mcp.error.message mcp.tool.arguments mcp.sampling.messages
    final_result all_messages_events events tool_response request_data response_data request response
    pydantic_ai.all_messages pydantic_ai.decision.questions pydantic_ai.variable_instructions model_request_parameters
    logfire.msg logfire.msg_template
    langfuse.observation.input langfuse.observation.output langfuse.observation.status_message langfuse.trace.tags
    langfuse.trace.name langsmith.trace.name
    langfuse.observation.metadata.question langfuse.experiment.item.expected_output langfuse.user.id
    langsmith.metadata.question langsmith.request.headers langsmith.span.tags langsmith.attachments
    mlflow.spanInputs mlflow.spanOutputs mlflow.trace.intermediate_outputs mlflow.trace.user
    haystack.agent.input haystack.agent.output haystack.component.output haystack.pipeline.input_data
    haystack.tool.error
    gcp.vertex.agent.llm_request gcp.vertex.agent.tool_response gen_ai.skill.source.uri
    ai.prompt.messages ai.response.text ai.toolCall.result ai.telemetry.metadata.question
    lmnr.span.input lmnr.span.output spring.ai.tool.call.result db.vector.query.response.documents
    memory.query memory.content memory.results openai.agents.custom.data openai.agents.mcp.result daytona.command
    code.function.parameters.question code.function.return.value
    db.statement db.query.text url.full http.url http.target exception.message app.question question
""".split()


@pytest.mark.parametrize("key", CONTENT)
def test_what_users_models_and_tools_say_is_not(key: str) -> None:
    assert not form_of(key)
