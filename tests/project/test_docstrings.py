"""What docstrings owe beside being there (ruff asks for that): the errors raised, the shapes of arrays, more than the name."""

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.places import ROOT

ROOMS = ("companion", "vision", "hardware", "web")
ARRAY = re.compile(r"\b(NDArray|ndarray)\b")
MEASURED = re.compile(r"\bshape\b|\bpx\b|\bmm\b", re.IGNORECASE)
AS_ANOTHER = re.compile(r"Raises (as|like) ``\w+``")
LITTLE = frozenset(
    [
        "a",
        "all",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "each",
        "for",
        "from",
        "has",
        "have",
        "in",
        "is",
        "it",
        "its",
        "no",
        "not",
        "of",
        "on",
        "one",
        "or",
        "some",
        "that",
        "the",
        "their",
        "them",
        "there",
        "they",
        "this",
        "to",
        "was",
        "what",
        "which",
        "with",
    ]
)
"""Words that say nothing by themselves."""


@dataclass(frozen=True)
class Public:
    """A public function or method, and the docstring of its class where it has one."""

    path: Path
    node: ast.FunctionDef
    of: ast.ClassDef | None

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.node.lineno} {self.node.name}"

    @property
    def said(self) -> str:
        """Its own docstring."""
        return ast.get_docstring(self.node) or ""

    @property
    def promised(self) -> str:
        """The same, and what its class says of all that it has."""
        return f"{self.said} {ast.get_docstring(self.of) or ''}" if self.of else self.said


@pytest.fixture(scope="module", autouse=True)
def nothing_kept() -> Iterator[None]:
    """The parsed house is 800,000 objects: every later look for garbage would go through them."""
    yield
    for kept in (trees, bases, kinds):
        kept.cache_clear()


@cache
def trees() -> dict[Path, ast.Module]:
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return {path: ast.parse(path.read_text("utf-8")) for path in files}


def public() -> Iterator[Public]:
    """Everything that is called from elsewhere, but for commands: their docstrings are the help that people read."""
    for path, tree in trees().items():
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for of in (None, *(one for one in classes if one.name[0] != "_")):
            for node in (of or tree).body:
                if isinstance(node, ast.FunctionDef) and _is_called(node):
                    yield Public(path, node, of)


def _is_called(node: ast.FunctionDef) -> bool:
    marks = " ".join(map(ast.unparse, node.decorator_list))
    return node.name[0] != "_" and not re.search(r"command\(|overload", marks)


@cache
def bases() -> dict[str, list[str]]:
    """Class -> what it is derived from, by names."""
    classes = (n for t in trees().values() for n in t.body if isinstance(n, ast.ClassDef))
    return {n.name: [ast.unparse(base).split(".")[-1] for base in n.bases] for n in classes}


@cache
def kinds(error: str) -> frozenset[str]:
    """An error's name and those of what it is derived from; of none of ours and none of Python's nothing."""
    if error in bases():
        return frozenset({error}.union(*map(kinds, bases()[error])))
    known = getattr(builtins, error, None)
    return (
        frozenset(each.__name__ for each in known.__mro__)
        if isinstance(known, type)
        else frozenset()
    )


def raised(nodes: list[ast.stmt], caught: frozenset[str] = frozenset()) -> Iterator[str]:
    """The errors that statements raise themselves and do not catch again."""
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                continue
            case ast.Raise(exc=ast.expr() as error):
                called = error.func if isinstance(error, ast.Call) else error
                found = kinds(ast.unparse(called).split(".")[-1])
                if "Exception" in found and not found & caught:
                    yield ast.unparse(called).split(".")[-1]
            case ast.Try():
                types = (ast.unparse(each.type) for each in node.handlers if each.type)
                names = frozenset(re.findall(r"\w+", " ".join(types)))
                yield from raised(node.body, caught | names)
                rest = [s for each in node.handlers for s in each.body]
                yield from raised([*rest, *node.orelse, *node.finalbody], caught)
            case ast.Match():
                yield from raised([s for case in node.cases for s in case.body], caught)
            case _:
                inner = (*getattr(node, "body", ()), *getattr(node, "orelse", ()))
                yield from raised(list(inner), caught)


@pytest.mark.slow
def test_an_error_that_is_raised_is_named() -> None:
    """By its own name or a wider one, or by that of a function that raises the same."""
    silent = [
        f"{each} raises {error}"
        for each in public()
        for error in sorted(set(raised(each.node.body)))
        if not set(re.findall(r"\w+", each.promised)) & kinds(error)
        and not AS_ANOTHER.search(each.said)
    ]

    assert silent == []


def test_arrays_have_a_shape_or_a_unit() -> None:
    """Of what goes in or comes out as an array somebody has to know the axes."""
    bare = [
        str(each)
        for each in public()
        if ARRAY.search(ast.unparse(each.node.args) + ast.unparse(each.node.returns or ast.Pass()))
        and not MEASURED.search(each.promised)
    ]

    assert bare == []


def test_a_docstring_says_more_than_the_name() -> None:
    """What is left of it without the words of the name, of the class and of little meaning."""
    empty = [str(each) for each in public() if not _more(each)]

    assert empty == []


def _more(each: Public) -> set[str]:
    named = f"{each.node.name}_{each.of.name if each.of else ''}"
    told = re.sub(r"([a-z])([A-Z])", r"\1_\2", named).lower()
    known = {_stem(word) for word in told.split("_")} | LITTLE
    return {_stem(word) for word in re.findall(r"\w+", each.said.lower())} - known


def _stem(word: str) -> str:
    return re.sub(r"(?<=\w{3})(ing|ed|es|s|e)$", "", word)


def test_what_silences_the_type_checker_says_why() -> None:
    """An error that is not to be mended needs a reason beside its name."""
    line = re.compile(r"# type: ignore(?!\[[a-z-]+\]  # \w)")
    files = (
        path
        for room in (*ROOMS, "tests", "benchmarks", "examples")
        for path in (ROOT / room).rglob("*.py")
    )
    silent = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1)
        if line.search(text) and path != Path(__file__)
    ]

    assert silent == []
