"""The slips people make: comparisons at the boundary, `and` for `or`, a constant, a `not`, a statement, an argument forgotten.

What a test need not tell apart is left out: texts, annotations, decorators,
`TYPE_CHECKING`. So is what no program survives for long, such as `None` for
everything: a score should say something about tests, and a type checker runs
before them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.signatures import Signatures

COMPARED: Final[Mapping[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
COMPUTED: Final[Mapping[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "%"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
OPPOSITES: Final[Mapping[str, str]] = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "first": "last",
    "last": "first",
}
SMALL: Final = 12
"""Up to here a number is one too many or too few; beyond, and where it is no whole one, a tenth or ten times: what is a matter of taste stays one."""
UNHEARD: Final = frozenset(
    {"strict", "doc", "help", "name", "daemon", "slots", "kw_only", "frozen"}
)
"""Keywords that say something to people or to a type checker, or that guard against what cannot come."""
UNWALKED: Final = frozenset(
    {"isinstance", "issubclass", "cast", "TypeVar", "NewType", "token_hex", "token_urlsafe"}
)
"""Calls whose arguments say something to a type checker, or how long chance is that nobody guesses."""
LEAVING: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def mutants(file: str, source: str, known: Signatures) -> list[Mutant]:
    """Every slip there is a place for in a file, in its order. Raises SyntaxError where it is no Python."""
    walk = _Walk(file, source, known)
    walk.visit(ast.parse(source))
    one_each = {(m.start, m.end, m.text): m for m in walk.found}
    return [one_each[place] for place in sorted(one_each)]


@dataclass
class _Walk(ast.NodeVisitor):
    file: str
    source: str
    signatures: Signatures
    found: list[Mutant] = field(default_factory=list)
    scope: tuple[str, ...] = ()
    known: tuple[set[str], ...] = (set(),)
    """Names that have a value already, per function."""

    def __post_init__(self) -> None:
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.lines = self.source.splitlines()

    # Places --------------------------------------------------------------------

    def _at(self, line: int, column: int) -> int:
        """Columns of ``ast`` count bytes."""
        before = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + len(before)

    def _span(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._at(node.lineno, node.col_offset),
            self._at(node.end_lineno, node.end_col_offset),
        )

    def _put(self, span: tuple[int, int], text: str, what: str) -> None:
        line = self.source.count("\n", 0, span[0]) + 1
        self.found.append(Mutant(self.file, ".".join(self.scope), line, *span, text, what))

    def _instead(self, node: ast.stmt | ast.expr, text: str, what: str) -> None:
        self._put(self._span(node), text, what)

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end]

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str, what: str) -> None:
        """The operator between two operands is another."""
        start, end = self._span(left)[1], self._span(right)[0]
        words = old.replace(" ", r"\s+") if old[0].isalpha() else re.escape(old)
        found = re.search(words, self.source[start:end])
        if found and "#" not in self.source[start : start + found.start()]:
            self._put((start + found.start(), start + found.end()), new, what)

    # What is walked, and how -----------------------------------------------------

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node.name, node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        given = node.args
        self.scope += (node.name,)
        for default in (*given.defaults, *(d for d in given.kw_defaults if d)):
            self.visit(default)
        self.scope = self.scope[:-1]
        every = (*given.posonlyargs, *given.args, *given.kwonlyargs)
        self.known += ({each.arg for each in every},)
        self._nothing(node)
        self._inside(node.name, node.body)
        self.known = self.known[:-1]

    visit_AsyncFunctionDef = visit_FunctionDef

    def _inside(self, name: str, body: Sequence[ast.stmt]) -> None:
        self.scope += (name,)
        for each in body:
            self.visit(each)
        self.scope = self.scope[:-1]

    def _nothing(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Nothing comes back where something may and a caller has to expect nothing."""
        may = node.returns and "None" in ast.unparse(node.returns)
        if not may or (isinstance(node.returns, ast.Constant) and node.returns.value is None):
            return
        self.scope += (node.name,)
        for each in ast.walk(node):
            if (
                isinstance(each, ast.Return)
                and each.value is not None
                and not isinstance(each.value, ast.Constant)
            ):
                self._instead(each.value, "None", "nothing returned")
        self.scope = self.scope[:-1]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if "TypeAlias" in ast.unparse(node.annotation) or node.value is None:
            return
        if isinstance(node.target, ast.Name):
            self.known[-1].add(node.target.id)
        self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [
            n.id
            for t in node.targets
            for n in ast.walk(t)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        ]
        again = all(name in self.known[-1] for name in names)
        if len(self.known) > 1 and again and self.scope[-1:] != ("__init__",):
            self._removed(node)
        self.known[-1].update(names)
        alias = len(self.known) == 1 and isinstance(node.value, ast.BinOp | ast.Subscript)
        if not alias:
            self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._removed(node)
        old, new = COMPUTED.get(type(node.op), ("", ""))
        if old and not _is_sequence(node.value):
            self._between(node.target, node.value, old + "=", new + "=", f"{new}= for {old}=")
        self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Await) and not _tells_checkers(node.value):
            self._removed(node)
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._removed(node)

    def _removed(self, node: ast.stmt, what: str = "statement removed") -> None:
        self._instead(node, "pass", what)

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return
        starts = self.source[self._span(node)[0] :].startswith("if")
        if len(node.body) == 1 and isinstance(node.body[0], LEAVING) and not node.orelse and starts:
            kind = type(node.body[0]).__name__.lower()
            self._instead(node.test, "False", f"early {kind} forgotten")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._instead(node, "break", "break for continue")

    def visit_Break(self, node: ast.Break) -> None:
        self._instead(node, "continue", "continue for break")

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is None:
            pattern = node.pattern
            end = self._at(pattern.end_lineno, pattern.end_col_offset)
            if not (isinstance(pattern, ast.MatchAs) and pattern.pattern is None):
                self._put((end, end), " if False", "case forgotten")
        else:
            self._instead(node.guard, "True", "guard of a case forgotten")
            self.visit(node.guard)
        for each in node.body:
            self.visit(each)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if isinstance(node.type, ast.Tuple):
            for each in node.type.elts:
                rest = [self._text(e) for e in node.type.elts if e is not each]
                text = f"({', '.join(rest)},)" if len(rest) == 1 else f"({', '.join(rest)})"
                self._instead(node.type, text, "an exception not caught")
        for statement in node.body:
            self.visit(statement)

    def visit_Raise(self, node: ast.Raise) -> None:
        """What is raised is words for people."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """It tells a type checker."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words for people."""

    # Expressions -----------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = (node.left, *node.comparators)
        for left, right, each in zip(operands, operands[1:], node.ops, strict=False):
            old, new = COMPARED[type(each)]
            self._between(left, right, old, new, f"{new} for {old}")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        both = isinstance(node.op, ast.And)
        old, new = ("and", "or") if both else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, old, new, f"{new} for {old}")
        for each in node.values:
            if not isinstance(each, ast.Constant | ast.Tuple | ast.List | ast.Dict):
                self._instead(each, str(both), "condition forgotten")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._instead(node, f"({self._text(node.operand)})", "not forgotten")
        elif isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            self._instead(node, f"({self._text(node.operand)})", "sign forgotten")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        old, new = COMPUTED.get(type(node.op), ("", ""))
        if old and not _is_sequence(node.left) and not _is_sequence(node.right):
            self._between(node.left, node.right, old, new, f"{new} for {old}")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        for always in ("True", "False"):
            self._instead(node.test, always, "one of two branches always")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for each in node.ifs:
            self._instead(each, "True", "filter forgotten")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._instead(node, str(not value), f"{not value} for {value}")
        elif isinstance(value, int) and abs(value) <= SMALL:
            for other in (value - 1, value + 1):
                text = str(other) if other >= 0 else f"({other})"
                self._instead(node, text, "one too many" if other > value else "one too few")
        elif isinstance(value, int):
            for other in (value // 10, value * 10):
                self._instead(node, str(other), "another constant")
        elif isinstance(value, float):
            for change in (0.1, 10.0):
                self._instead(
                    node, repr(float(f"{value * change or change:.12g}")), "another constant"
                )

    def visit_Name(self, node: ast.Name) -> None:
        """Names are not exchanged but as what is called."""

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if isinstance(node.func, ast.Name) and called in OPPOSITES:
            self._instead(node.func, OPPOSITES[called], f"{OPPOSITES[called]} for {called}")
        if called in UNWALKED:
            return
        self._forgotten(node, called)
        self._swapped(node, called)
        keywords = (each.value for each in node.keywords if each.arg not in UNHEARD)
        for each in (node.func, *node.args, *keywords):
            self.visit(each)

    def _forgotten(self, node: ast.Call, called: str) -> None:
        own = self.signatures.get(called)
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in UNHEARD:
                continue
            if own is None or keyword.arg in own.optional:
                start, end = (
                    self._at(keyword.lineno, keyword.col_offset),
                    self._span(keyword.value)[1],
                )
                # With the comma behind it, or the one before where it is the last.
                behind = re.match(r"[\s)]*?,[ \t]*", self.source[end:])
                before = re.search(r",\s*$", self.source[:start])
                if behind and ")" not in behind[0]:
                    end += behind.end()
                elif before:
                    start = before.start()
                self._put((start, end), "", f"{keyword.arg} forgotten")

    def _swapped(self, node: ast.Call, called: str) -> None:
        own = self.signatures.get(called)
        pairs = zip(node.args, node.args[1:], strict=False)
        for place, (left, right) in enumerate(pairs):
            first, second = self._text(left), self._text(right)
            if own is None or not own.alike(place) or first == second:
                continue
            (start, end), (onward, last) = self._span(left), self._span(right)
            text = second + self.source[end:onward] + first
            self._put((start, last), text, "arguments swapped")


def _tells_checkers(node: ast.expr) -> bool:
    """It says to a type checker that nothing else can come."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "assert_never"


def _is_sequence(node: ast.expr) -> bool:
    """It can be added, and not subtracted."""
    return isinstance(node, ast.Tuple | ast.List | ast.JoinedStr | ast.ListComp) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )
