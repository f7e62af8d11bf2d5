"""What of the published semantic conventions is metadata, looked at by someone for each name."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
import registry_table

from otel_grounding.conventions.registry import NAMES


def test_every_published_name_is_judged() -> None:
    judged = NAMES | {name for name in registry_table.published() if registry_table.reason(name)}
    assert registry_table.published() - judged == set(), "run tests/registry_table.py, and look at what it adds"


def test_the_file_is_what_the_release_it_names_says() -> None:
    written = registry_table.REGISTRY.read_text()
    if registry_table.RELEASE not in written:
        pytest.skip(f"it was not written from {registry_table.RELEASE}")
    assert written == registry_table.source()


def test_no_name_that_may_hold_content_is_in_the_file() -> None:
    assert [name for name in sorted(NAMES) if registry_table.reason(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "gen_ai.input.messages",
        "gen_ai.agent.description",
        "gen_ai.tool.definitions",
        "db.query.text",
        "db.query.parameter.name",
        "db.operation.parameter.0",
        "url.full",
        "url.path",
        "url.query",
        "http.request.header.authorization",
        "http.response.header.set-cookie",
        "exception.message",
        "exception.stacktrace",
        "process.command_args",
        "process.command_line",
        "messaging.kafka.message.key",
        "enduser.id",
        "user.email",
        "feature_flag.result.value",
        "log.record.original",
        "file.path",
        "code.stacktrace",
        "graphql.document",
        "rpc.request.metadata.token",
        "otel.status_description",
        "state",
    ],
)
def test_a_name_that_may_hold_content_has_its_reason(name: str) -> None:
    assert registry_table.reason(name)


def test_each_glob_is_about_something_published() -> None:
    if registry_table.RELEASE not in registry_table.REGISTRY.read_text():
        pytest.skip(f"{registry_table.RELEASE} has not all the names")
    globs = {glob for listed in registry_table.REFUSED.values() for glob in listed.split()}
    assert {glob for glob in globs if not any(fnmatchcase(name, glob) for name in registry_table.published())} == set()
