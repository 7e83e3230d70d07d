"""What the project's own functions and classes take, by their bare names: what a call may leave out, and what it could mix up."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of one function, without a method's ``self``; or the fields of a class."""

    types: tuple[str, ...]
    """The annotations of those that may be given by place."""
    optional: frozenset[str]

    def alike(self, first: int) -> bool:
        """Whether an argument and the next are of one type, so that no type checker knows them apart."""
        pair = self.types[first : first + 2]
        return len(pair) == 2 and pair[0] == pair[1] != ""


Signatures: TypeAlias = Mapping[str, Signature]


def signatures(sources: Iterable[str]) -> Signatures:
    """Of everything that is defined in some files. Of two with one name none is listed that differs."""
    found: dict[str, set[Signature]] = {}
    for node in (each for source in sources for each in ast.walk(ast.parse(source))):
        if isinstance(node, FUNCTIONS):
            found.setdefault(node.name, set()).add(_of_function(node))
        elif isinstance(node, ast.ClassDef):
            found.setdefault(node.name, set()).add(_of_class(node))
    return {name: _common(all_of) for name, all_of in found.items()}


def _common(found: set[Signature]) -> Signature:
    optional = frozenset.intersection(*(each.optional for each in found))
    types = {each.types for each in found}
    return Signature(types.pop() if len(types) == 1 else (), optional)


def _of_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Signature:
    given = node.args
    places = [*given.posonlyargs, *given.args]
    late = {each.arg for each in places[len(places) - len(given.defaults) :]}
    late |= {a.arg for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d}
    own = places[1:] if places and places[0].arg in ("self", "cls") else places
    return Signature(tuple(_said(each.annotation) for each in own), frozenset(late))


def _of_class(node: ast.ClassDef) -> Signature:
    fields = [e for e in node.body if isinstance(e, ast.AnnAssign)]
    late = {f.target.id for f in fields if f.value and isinstance(f.target, ast.Name)}
    return Signature(tuple(_said(each.annotation) for each in fields), frozenset(late))


def _said(annotation: ast.expr | None) -> str:
    return ast.unparse(annotation) if annotation else ""
