"""What the published semantic conventions name, without what can hold content.

`python tests/registry_table.py` writes `otel_grounding/conventions/registry.py` anew from the installed
`opentelemetry-semantic-conventions`; the tests compare them, so that a new release's names are looked at by someone.
"""

from __future__ import annotations

import pkgutil
import textwrap
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from opentelemetry.semconv import attributes
from opentelemetry.semconv._incubating import attributes as incubating

import otel_grounding

REGISTRY = Path(otel_grounding.__file__).parent / "conventions" / "registry.py"

REFUSED: dict[str, str] = {
    "what was asked, told, found or answered": """
        gen_ai.prompt gen_ai.completion gen_ai.input.messages gen_ai.output.messages gen_ai.system_instructions
        gen_ai.tool.call.arguments gen_ai.tool.call.result gen_ai.retrieval.query.text gen_ai.retrieval.documents
        gen_ai.evaluation.explanation gen_ai.request.stop_sequences""",
    "prose about a part of the system, for an agent its instructions": """
        gen_ai.agent.description gen_ai.tool.description gen_ai.tool.definitions *.runtime.description
        security_rule.description os.description webengine.description pprof.profile.comment vcs.*change.title""",
    "statements, filters and keys of records: the values that were looked for": """
        db.statement db.query.text db.query.parameter* db.operation.parameter* db.elasticsearch.path_parts*
        db.connection_string graphql.document aws.dynamodb.attribute* aws.dynamodb.projection
        aws.dynamodb.*_secondary_index* aws.dynamodb.consumed_capacity aws.dynamodb.item_collection_metrics
        aws.s3.key aws.s3.copy_source aws.s3.delete messaging.kafka.message.key messaging.rocketmq.message.keys
        messaging.rocketmq.message.tag messaging.rocketmq.message.group messaging.gcp_pubsub.message.ordering_key
        messaging.rabbitmq.destination.routing_key cloudevents.event_subject cloudevents.event_source
        faas.document.name dns.question.name dns.answers""",
    "addresses with a path and a query: search words, ids of people, tokens": """
        url.full url.original url.path url.query url.fragment http.url http.target *.url.full mcp.resource.uri""",
    "headers and metadata of a request or an answer": """
        http.request.header* http.response.header* rpc.*.metadata*""",
    "what an error said, which repeats what it failed on": """
        exception.message exception.stacktrace code.stacktrace error.message feature_flag.*error.message
        rpc.jsonrpc.error_message otel.status_description""",
    "command lines, and what the environment was set to": """
        process.command* process.title process.environment_variable* process.working_directory container.command*""",
    "who asked, and from where": """
        user.* enduser.* client.* source.* geo.* user_agent.original http.user_agent http.client_ip device.id
        app.installation.id network.peer.address net.peer.ip net.sock.peer.addr db.user process.owner
        process.*user.name tls.client.* feature_flag.context.id""",
    "a file: its name and its path are the user's": """
        file.* log.file.* artifact.*filename""",
    "a value of the application's, or a line of its log": """
        feature_flag.result.value log.record.original http.request.method_original rpc.method_original
        tls.server.certificate*""",
    "labels and annotations, which whoever runs the system sets to anything": """
        k8s.*.label* k8s.*.annotation* k8s.service.selector* container.label* gcp.gce.instance.labels*""",
}
"""Why a name is left out, and the names, as globs. With its type a name can hold a text of any kind."""

NO_LONGER_PUBLISHED = {"process.context_switch_type"}
"""Names that older releases have, which instrumentations may still write."""


def published() -> set[str]:
    """Names of attributes of this release; of those that go on in a name of one's own, the beginning."""
    return {
        value
        for package in (attributes, incubating)
        for module in pkgutil.iter_modules(package.__path__)
        for name, value in vars(import_module(f"{package.__name__}.{module.name}")).items()
        if name.isupper() and isinstance(value, str)
    }


def reason(name: str) -> str | None:
    """Why a published name may hold content; None where it may not."""
    if "." not in name:
        return "a name that anyone may use, for anything"
    return next((why for why, globs in REFUSED.items() if any(fnmatchcase(name, glob) for glob in globs.split())), None)


def source() -> str:
    """The text of `registry.py`."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield '"""The attributes of the published semantic conventions whose texts are metadata.'
    yield ""
    yield f"Written by `tests/registry_table.py` from opentelemetry-semantic-conventions {RELEASE}; what it leaves out,"
    yield "and why, is said there."
    yield '"""'
    yield ""
    yield "from __future__ import annotations"
    yield ""
    yield "_NAMES = {"
    kept = sorted(name for name in published() | NO_LONGER_PUBLISHED if reason(name) is None)
    for namespace in sorted({name.partition(".")[0] for name in kept}):
        rest = " ".join(name.partition(".")[2] for name in kept if name.partition(".")[0] == namespace)
        if len(one := f'    "{namespace}": "{rest}",') <= 120:
            yield one
            continue
        yield f'    "{namespace}": """'
        yield from textwrap.wrap(rest, 112, initial_indent=" " * 8, subsequent_indent=" " * 8, break_on_hyphens=False)
        yield '    """,'
    yield "}"
    yield ""
    yield 'NAMES = frozenset(f"{namespace}.{name}" for namespace, names in _NAMES.items() for name in names.split())'
    yield ""


RELEASE = version("opentelemetry-semantic-conventions")

if __name__ == "__main__":
    REGISTRY.write_text(source())
