"""One name, one thing: the name of a class or a type once in the whole house, a file name once in a room."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parent.parent
K = TypeVar("K")
HOUSE = ("companion", "vision", "hardware", "web")


def sources() -> list[Path]:
    """Every Python file of the house."""
    return sorted(path for top in HOUSE for path in (ROOT / top).rglob("*.py"))


def classes() -> Iterator[tuple[str, str]]:
    """Every class and type of the house with its file; what a function or a class keeps to itself is nobody's word."""
    for path in sources():
        for node in ast.parse(path.read_text("utf-8")).body:
            name = named(node)
            if name is not None:
                yield name, path.relative_to(ROOT).as_posix()


def named(node: ast.stmt) -> str | None:
    """The class or type that a statement defines: ``class A``, ``A: TypeAlias = ...`` or ``A = Literal[...]``."""
    match node:
        case ast.ClassDef(name=name):
            return name
        case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias")):
            return name
        case ast.Assign([ast.Name(name)], ast.Subscript()) if name != name.upper():
            return name if name.lstrip("_")[:1].isupper() else None
    return None


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


def more_than_once(named: Iterator[tuple[K, str]]) -> dict[K, list[str]]:
    found: dict[K, list[str]] = defaultdict(list)
    for name, path in named:
        found[name].append(path)
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_the_name_of_a_class_or_type_stands_once() -> None:
    """In the whole house, private ones too."""
    assert {} == more_than_once(classes())


def test_a_file_name_stands_once_in_a_room() -> None:
    """Whoever says its name says which file."""
    assert {} == more_than_once(files())


def test_a_copy_with_changes_has_one_name() -> None:
    """It is ``replace``, of ``dataclasses``; only where thousands are made a game has a quicker one of its own."""
    renamed = [
        path.relative_to(ROOT).as_posix()
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.alias) and node.name == "replace" and node.asname
    ]

    assert [] == renamed
