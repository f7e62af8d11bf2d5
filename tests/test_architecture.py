"""Which module may import which: data flows one way."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import otel_grounding

ROOT = Path(otel_grounding.__file__).parent

MAY_IMPORT: dict[str, set[str]] = {
    "model": set(),
    "diagnostics": set(),
    "caching": set(),
    "structured": set(),
    "config": {"model", "diagnostics"},
    "text": {"model", "caching", "config"},
    "evidence": {"model", "caching", "structured", "config", "text"},
    "scoring": {"model", "caching", "config", "text", "evidence"},
    "conventions": {"model", "structured"},
    "sdk_compat": set(),
    "tracking": {"model", "structured", "config", "evidence", "conventions", "sdk_compat"},
    "signals": {"model", "sdk_compat"},
    "pipeline": {
        "model", "diagnostics", "caching", "config", "evidence", "scoring", "conventions", "signals", "sdk_compat",
        "stripping",
    },
    "processor": {"diagnostics", "config", "tracking", "pipeline", "sdk_compat"},
    "marker": {"config", "tracking", "sdk_compat"},
    "stripping": {"conventions", "sdk_compat", "signals"},
    "exporter": {"config", "marker", "tracking", "pipeline", "sdk_compat", "signals", "stripping"},
    "install": {"diagnostics", "config", "processor", "sdk_compat"},
    "options": {"diagnostics", "config"},
    "otlp": {"diagnostics", "exporter", "options"},
    "instrumentor": {"install", "options", "otlp"},
    "formats": {"structured"},
    "cli": {
        "config", "conventions", "evidence", "formats", "model", "scoring", "sdk_compat", "signals", "text",
        "tracking",
    },
    "__init__": {"config", "exporter", "install", "model", "processor", "scoring"},
}  # fmt: skip
"""Each package or module of the project, and the ones below it in the flow."""

LIBRARIES: dict[str, set[str]] = {
    "text": set(),
    "evidence": set(),
    "scoring": set(),
    "model": set(),
    "diagnostics": set(),
    "caching": set(),
    "structured": set(),
    "config": set(),
    "conventions": set(),
    "formats": {"opentelemetry"},
    "cli": {"opentelemetry", "typer", "rich"},
}
"""What a room may import beside the standard library; the rest may import `opentelemetry`."""


def rooms() -> set[str]:
    return {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}


def modules_of(room: str) -> list[Path]:
    package = ROOT / room
    return sorted(package.rglob("*.py")) if package.is_dir() else [ROOT / f"{room}.py"]


def imports_of(path: Path) -> set[str]:
    """Full names of all that a module imports, wherever in it, types included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            inner = node.module == "otel_grounding"
            found |= {f"{node.module}.{alias.name}" if inner else str(node.module) for alias in node.names}
    return found


def test_every_room_is_on_the_list() -> None:
    assert rooms() == set(MAY_IMPORT)


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_what_the_list_gives_it_and_nothing_else(room: str) -> None:
    used = {
        name.split(".")[1]
        for path in modules_of(room)
        for name in imports_of(path)
        if name.startswith("otel_grounding.")
    }
    assert used - {room} == MAY_IMPORT[room]


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_the_libraries_it_may(room: str) -> None:
    allowed = LIBRARIES.get(room, {"opentelemetry"}) | {"otel_grounding"} | set(sys.stdlib_module_names)
    for path in modules_of(room):
        used = {name.split(".")[0] for name in imports_of(path)}
        assert used <= allowed, f"{path.relative_to(ROOT)} imports {sorted(used - allowed)}"


def test_the_flow_has_no_way_back() -> None:
    done: set[str] = set()
    while todo := {room for room in MAY_IMPORT if room not in done and MAY_IMPORT[room] <= done}:
        done |= todo
    assert done == set(MAY_IMPORT)
