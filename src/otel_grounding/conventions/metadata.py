"""Which attributes hold metadata: names, models, ids, kinds, states. Everything else may hold content.

A list of what may stay, not of what must go: instrumentations think of new keys for prompts and answers with each
release. A key is on it when what it holds was chosen by who built the system or made by a machine; nothing that a user,
a model or a tool said, no description, no arguments, no address with a query, no label of one's own, nor the name of a
trace, which is often what its conversation is about.
"""

from __future__ import annotations

import re
from enum import IntEnum, auto

from otel_grounding.conventions.registry import NAMES as OF_REGISTRY


class Form(IntEnum):
    """What texts under a key of metadata look like. One that looks otherwise is something said.

    Of integers, since those of `Enum` are slow to look up.
    """

    WORD = auto()
    """An id, a type, a version, a host, a value of an enumeration: one token, made by a machine or by a programmer."""
    NAME = auto()
    """What who built the system calls a part of it: an agent, a tool, a table. A few words, in any language."""
    HANDLE = auto()
    """An id that the application gives to who it talks with or about what: a thread may be called after the subject
    of a mail, a session by an address or a telephone number. It stays where a machine made it."""
    ROUTE = auto()
    """The pattern of a path."""


_OF_DIALECTS = {
    "the GenAI conventions, newer and older than the registry has them": """
        gen_ai.agent.call.id gen_ai.application_name gen_ai.environment gen_ai.execution.mode gen_ai.framework.version
        gen_ai.handoff.from_agent gen_ai.handoff.to_agent gen_ai.hub.owner gen_ai.hub.repo gen_ai.main_agent.id
        gen_ai.message.id gen_ai.message.status gen_ai.openai.api_type gen_ai.openai.api_version
        gen_ai.openai.system_fingerprint gen_ai.operation.type gen_ai.prompt.version gen_ai.request.effort
        gen_ai.request.previous_response.id gen_ai.request.previous_response_id gen_ai.request.reasoning.level
        gen_ai.request.reasoning_effort gen_ai.request.service_tier gen_ai.request.tool_choice gen_ai.request.type
        gen_ai.response.finish_reason gen_ai.response.reasoning_effort gen_ai.response.service_tier
        gen_ai.response.status gen_ai.response.stop_reason gen_ai.response.system_fingerprint gen_ai.run.id
        gen_ai.run_step.status gen_ai.sdk.version gen_ai.serialized.name gen_ai.session.id gen_ai.thread.id
        gen_ai.thread.run.id gen_ai.thread.run.status gen_ai.tool.call_id gen_ai.tool.status gen_ai.tool.version
        gen_ai.completion.N.finish_reason gen_ai.completion.N.role gen_ai.prompt.N.role
        finish_reason role index""",
    "OpenLLMetry and OpenLIT": """
        gen_ai.agent.type gen_ai.event.end_time gen_ai.event.start_time gen_ai.framework.component.name
        gen_ai.framework.component.type gen_ai.graph.edges gen_ai.graph.nodes gen_ai.graph.status gen_ai.task.id
        gen_ai.task.kind gen_ai.task.name gen_ai.task.parent.id gen_ai.task.status gen_ai.task.type gen_ai.team.name
        gen_ai.usage.token_type gen_ai.workflow.edges gen_ai.workflow.nodes gen_ai.workflow.type gen_ai.agent.tools
        openlit.agent.version_hash
        traceloop.correlation.id traceloop.entity.name traceloop.entity.path traceloop.entity.version
        traceloop.prompt.key traceloop.prompt.version traceloop.prompt.version_hash traceloop.prompt.version_name
        traceloop.span.kind traceloop.workflow.name
        traceloop.association.properties.langgraph_node traceloop.association.properties.lc_agent_name
        traceloop.association.properties.ls_integration traceloop.association.properties.ls_model_name
        traceloop.association.properties.ls_model_type traceloop.association.properties.ls_provider
        traceloop.association.properties.ls_retriever_name traceloop.association.properties.session_id
        traceloop.association.properties.thread_id
        llm.request.type llm.request.reasoning_effort llm.response.finish_reason llm.response.stop_reason
        llm.usage.token_type mcp.request.id mcp.tool.name mcp.prompt.name mcp.server.name mcp.server.version
        mcp.transport.type mcp.operation.name mcp.error.code
        crewai.agent.id crewai.agent.role crewai.agent.llm crewai.crew.id crewai.crew.name crewai.crew.process
        crewai.task.id crewai.task.name agno.run.id agno.team.name
        db.milvus.search.metric_type pinecone.query.namespace db.index.name db.sdk.version""",
    "OpenInference, and what its frameworks add": """
        openinference.span.kind openinference.project.name agent.name agent.tools agent_id agent_key session.id
        input.mime_type output.mime_type graph.node.id graph.node.name graph.node.parent_id tool.name tool.id tool.class
        tool.cache_function tool.agent_role llm.model_name llm.request.model_name llm.response.model_name llm.provider
        llm.system llm.finish_reason llm.prompt_template.version embedding.model_name reranker.model_name
        prompt.id prompt.vendor
        llm.input_messages.N.message.role llm.output_messages.N.message.role
        llm.output_messages.N.message.tool_calls.N.tool_call.function.name
        llm.output_messages.N.message.tool_calls.N.tool_call.id
        agno.agent.id agno.step.agent_name agno.step.team_name agno.step.type agno.team.id agno.workflow.id
        crew_id crew_key flow_id flow.node.name flow.node.type kickoff_id task_id task_key smolagents.tools_names
        participant_names team_id""",
    "pydantic-ai and Logfire": """
        agent_name model_name logfire.span_type logfire.level_name logfire.pending_parent_id
        pydantic_ai.batch.id pydantic_ai.batch.status pydantic_ai.cache.collapse_reason pydantic_ai.response.state
        pydantic_ai.tool.deferral.name pydantic_ai.tool.failure_stage pydantic_ai.transport pydantic_ai.workspace.id
        pydantic_ai.workspace.provider""",
    "Langfuse": """
        langfuse.environment langfuse.release langfuse.version langfuse.session.id
        langfuse.observation.completion_start_time langfuse.observation.cost_details langfuse.observation.level
        langfuse.observation.model.name langfuse.observation.prompt.name langfuse.observation.prompt.version
        langfuse.observation.type langfuse.observation.usage_details langfuse.experiment.dataset.id
        langfuse.experiment.id langfuse.experiment.item.id langfuse.experiment.item.version langfuse.experiment.name
        langfuse.observation.metadata.lc_agent_name langfuse.observation.metadata.langgraph_node
        langfuse.observation.metadata.ls_model_name langfuse.observation.metadata.ls_model_type
        langfuse.observation.metadata.ls_provider""",
    "LangSmith": """
        langsmith.span.dotted_order langsmith.span.id langsmith.span.kind langsmith.span.parent_id langsmith.trace.id
        langsmith.trace.session_id langsmith.trace.session_name
        langsmith.metadata.lc_agent_name langsmith.metadata.langgraph_node langsmith.metadata.ls_integration
        langsmith.metadata.ls_model_name langsmith.metadata.ls_model_type langsmith.metadata.ls_provider
        langsmith.metadata.model_name langsmith.metadata.thread_id
        gen_ai.usage.input_token_details gen_ai.usage.output_token_details""",
    "MLflow": """
        mlflow.chat.tokenUsage mlflow.llm.cost mlflow.llm.model mlflow.llm.provider mlflow.message.format mlflow.modelId
        mlflow.spanFunctionName mlflow.spanType mlflow.trace.cost mlflow.trace.session mlflow.trace.tokenUsage
        mlflow.trace_schema.version mlflow.traceName mlflow.traceRequestId""",
    "Haystack": """
        haystack.agent.exit_conditions haystack.agent.hook.name haystack.agent.hook.point haystack.agent.hook.type
        haystack.component.fully_qualified_type haystack.component.name haystack.component.type
        haystack.pipeline.execution_mode haystack.tool.call.id haystack.tool.name""",
    "Google ADK": """
        gcp.vertex.agent.event_id gcp.vertex.agent.invocation_id gcp.vertex.agent.session_id
        gcp.mcp.server.destination.id gen_ai.skill.name gen_ai.compaction.trigger""",
    "Microsoft's agent framework, Semantic Kernel and AutoGen": """
        agent_framework.function.name edge_group.delivery_status edge_group.id edge_group.type executor.id executor.type
        message.destination_executor_id message.payload_type message.source_id message.target_id
        semantic_kernel.function.name sk.available_functions workflow.id workflow.name""",
    "Strands, Laminar, Weave": """
        event_loop.cycle_id event_loop.parent_cycle_id memory.store.name memory.store.names strands.cancellation.type
        lmnr.association.properties.session_id lmnr.association.properties.trace_type lmnr.span.ids_path
        lmnr.span.instrumentation_scope.name lmnr.span.instrumentation_scope.version lmnr.span.instrumentation_source
        lmnr.span.language_version lmnr.span.original_type lmnr.span.path lmnr.span.sdk_version lmnr.span.type
        openai.agents.custom.name openai.agents.group_id openai.agents.guardrail.name openai.agents.handoff.from
        openai.agents.handoff.to openai.agents.mcp.server openai.agents.turn.agent_name
        wandb.sdk.language wandb.sdk.name wandb.sdk.version""",
    "the AI SDK (JavaScript)": """
        ai.model.id ai.model.provider ai.operationId ai.response.finishReason ai.response.id ai.response.model
        ai.response.timestamp ai.result.finishReason ai.telemetry.functionId ai.finishReason
        ai.toolCall.id ai.toolCall.name operation.name resource.name""",
    "Koog, Mastra": "koog.node.name mastra.span.type",
    "functions that Azure's agents trace": "code.module code.function.return.type",
    "Spring AI": """
        spring.ai.kind spring.ai.tool.definition.name spring.ai.tool.type spring.ai.chat.client.advisor
        spring.ai.advisor.name db.vector.query.similarity_metric db.search.similarity_metric""",
    "instrumentations of what agents are built with": """
        asgi.event.type aws.operation aws.region celery.action celery.hostname celery.state celery.task_name
        elasticsearch.method fastmcp.component.type fastmcp.provider.type fastmcp.server.name jinja2.template_name
        messaging.conversation_id messaging.destination messaging.destination_kind messaging.message_id
        messaging.protocol messaging.protocol_version""",
    "model providers": """
        anthropic.message.stop_reason anthropic.request.service_tier anthropic.response.service_tier""",
}

_HANDLES = frozenset(
    """
    gen_ai.conversation.id gen_ai.session.id gen_ai.thread.id session.id session.previous_id langfuse.session.id
    traceloop.association.properties.session_id traceloop.association.properties.thread_id
    langsmith.trace.session_id langsmith.metadata.thread_id mlflow.trace.session gcp.vertex.agent.session_id
    lmnr.association.properties.session_id openai.agents.group_id
    messaging.conversation_id messaging.message.conversation_id messaging.message.id messaging.message_id
    """.split()
)
_ROUTES = frozenset({"http.route", "url.template", "messaging.destination.template"})
_ENDS_OF_NAMES = ("name", "names", "node", "nodes", "edges", "tools")
_ENDS_OF_WORDS = (
    "host.name", "level_name", "method.name", "operation.name", "peer.name", "protocol.name", "provider.name",
    "sdk.name", "server_name", "system.name",
)  # fmt: skip
"""How keys of what has a name end, and those among them of what is chosen from a list or found in a network."""
_NAMED = frozenset(
    """
    crewai.agent.role db.operation.name db.query.summary gen_ai.handoff.from_agent gen_ai.handoff.to_agent graph.node.id
    graph.node.parent_id executor.id message.source_id message.target_id message.destination_executor_id
    openai.agents.handoff.from openai.agents.handoff.to openai.agents.mcp.server traceloop.entity.path lmnr.span.path
    haystack.agent.exit_conditions sk.available_functions participant_names tool.agent_role
    jinja2.template_name mlflow.traceName
    """.split()
)
"""What else holds names: some frameworks give agents and nodes their name for an id."""


def _is_named(key: str) -> bool:
    return key in _NAMED or (key.endswith(_ENDS_OF_NAMES) and not key.endswith(_ENDS_OF_WORDS))


_FORMS = {
    key: Form.NAME if _is_named(key) else Form.WORD
    for key in OF_REGISTRY.union(*(keys.split() for keys in _OF_DIALECTS.values()))
}
_FORMS |= dict.fromkeys(_HANDLES, Form.HANDLE) | dict.fromkeys(_ROUTES, Form.ROUTE)
_POSITION = re.compile(r"(?<=\.)\d{1,6}(?=\.)")


def form_of(key: str) -> Form | None:
    """The form of texts under this key, of a span, a span event or a link; None where they may be content."""
    return _FORMS.get(key) or _FORMS.get(_POSITION.sub("N", key))
