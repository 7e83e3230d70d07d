"""A module's name says which it is: it stands once in a room, and what a module holds is called as its role is everywhere."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOUSE = ("companion", "vision", "hardware", "web")


def sources() -> list[Path]:
    """Every Python file of the house."""
    return sorted(path for top in HOUSE for path in (ROOT / top).rglob("*.py"))


def room(path: Path) -> str:
    """The room of a file: a game's folder, the top floor, or one of the four packages."""
    parts = path.relative_to(ROOT).parts
    if parts[:2] == ("companion", "games"):
        return "/".join(parts[: 3 if len(parts) > 3 else 2])
    return "/".join(parts[: 2 if parts[:2] == ("companion", "app") else 1])


def files() -> Iterator[tuple[tuple[str, str], str]]:
    """Every module with its room."""
    for path in sources():
        if path.name not in ("__init__.py", "__main__.py"):
            yield (room(path), path.stem), path.relative_to(ROOT).as_posix()


def test_a_file_name_stands_once_in_a_room() -> None:
    """Whoever says its name says which file."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, path in files():
        found[name].append(path)

    assert {} == {name: paths for name, paths in found.items() if len(paths) > 1}


def test_a_copy_with_changes_has_one_name() -> None:
    """It is ``replace``, of ``dataclasses``; only where thousands are made a game has a quicker one of its own."""
    renamed = [
        path.relative_to(ROOT).as_posix()
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.alias) and node.name == "replace" and node.asname
    ]

    assert [] == renamed
