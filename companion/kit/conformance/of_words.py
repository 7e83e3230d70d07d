"""Laws of a game's sentences: in all languages, used, and filled."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Final

from companion.kit.conformance.law import Law, law, laws_in
from companion.kit.conformance.trial import Trial
from companion.mat import Zone, ZoneKind
from companion.words import LANGUAGES, SHARED, brought_by, fault, words, zone_name

KEY: Final = re.compile(r"[a-z][a-z0-9-]*(\.[A-Za-z0-9_-]+)+")
IN_SCRIPT: Final = re.compile(r"([\"'`])([a-z][a-z0-9-]*\.(?:(?!\1)[^\s\\])+)\1")
FILLED: Final = re.compile(r"\$\{[^{}]*\}|\{\{.*?\}\}")
SAYS: Final = re.compile(r"(Error|IllegalMove|Message|^message|^say)$")
"""What is called with a key first, and what fills its gaps."""
HOUSE: Final = Path(__file__).parents[3]
ROOMS: Final = ("companion", "web", "vision", "hardware")


@dataclass(frozen=True, slots=True)
class Use:
    """A key in a source file; ``*`` stands for what is filled in. ``gaps`` are what is given to it, None if that is not known."""

    key: str
    where: str
    said: bool
    """Whether it is certainly said, and not only looks like a key."""
    gaps: frozenset[str] | None = None


def folder_of(module: str) -> Path:
    """Where a package's files lie. Raises ImportError if there is none."""
    found = import_module(module).__file__
    assert found is not None
    return Path(found).parent


@cache
def uses_in(folder: Path, beside: tuple[Path, ...] = ()) -> tuple[Use, ...]:
    """Every key that the sources below a folder name, but for those in the folders ``beside``."""
    found: list[Use] = []
    for path in sorted(folder.rglob("*")):
        if any(path.is_relative_to(other) for other in beside):
            continue
        where = path.relative_to(folder.parent).as_posix()
        if path.suffix == ".py":
            found += _in_python(path.read_text("utf-8"), where)
        elif path.suffix in (".js", ".html") and "vendor" not in path.parts:
            found += _in_script(path.read_text("utf-8"), where)
    return tuple(found)


def called_with(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    """The texts that are given first to whatever is called so in a folder's sources, each with its place."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) == name:
                given = node.args[0]
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield f"{path.name}:{node.lineno}", given.value


def _in_script(text: str, where: str) -> Iterator[Use]:
    """Keys in quotes, also those within what fills a template; what is counted has two sentences."""
    for each in (text, FILLED.sub("*", text)):
        for _, key in IN_SCRIPT.findall(each):
            counted = (key, f"{key}.one", f"{key}.many")
            yield from (Use(each, where, said=False) for each in counted)


def _in_python(text: str, where: str) -> Iterator[Use]:
    for node in ast.walk(ast.parse(text)):
        at = f"{where}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call) and node.args and SAYS.search(_name(node.func)):
            key = _pattern(node.args[0])
            if key is not None:
                yield Use(key, at, said=True, gaps=_given(node))
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            key = _pattern(node)
            if key is not None and (KEY.fullmatch(key) or "*" in key):
                yield Use(key, at, said=False)


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _pattern(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            known = (p.value if isinstance(p, ast.Constant) else "*" for p in parts)
            return "".join(map(str, known))
        case _:
            return None


def _given(call: ast.Call) -> frozenset[str] | None:
    names = [each.arg for each in call.keywords]
    if None in names or len(call.args) > 1:
        return None
    return frozenset(name for name in names if name is not None)


def fits(pattern: str, key: str) -> bool:
    """Whether a key is what a pattern becomes; what may become anything names nothing."""
    if pattern.startswith("*") or "*" not in pattern:
        return pattern == key
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key) is not None


def gaps_of(sentence: str) -> frozenset[str]:
    """What has to be filled in."""
    return frozenset(n for _, n, _, _ in Formatter().parse(sentence) if n is not None)


# Laws --------------------------------------------------------------------------------


def _own(trial: Trial) -> tuple[Use, ...]:
    return uses_in(folder_of(trial.package.module))


def _all(trial: Trial) -> tuple[Use, ...]:
    games = folder_of("companion") / "games"
    house = (use for room in ROOMS for use in uses_in(HOUSE / room, (games,)))
    return (*_own(trial), *house)


def _zones(trial: Trial) -> tuple[Zone, ...]:
    return trial.package.mat.zones if trial.package.mat else ()


@law("Mend the word files of the game's folder `words`.")
def sentences_are_in_every_language(trial: Trial) -> Iterator[str]:
    """Every sentence of the game, and of no other game, is in three languages, with the same gaps."""
    name = trial.package.name
    wrong = fault(name)
    if wrong is not None:
        yield words("en")(wrong)
    for language in LANGUAGES:
        for key, said in brought_by(name, language).items():
            if not said or said != " ".join(said.split()):
                yield f"{key!r} is empty or ragged in {language}: {said!r}"


@law(
    "Write the sentence into the word files, or name the right key; give a message every gap of its sentence."
)
def sentences_that_are_said_are_there(trial: Trial) -> Iterator[str]:
    """What the game says by name has a sentence, whose gaps are filled, and so have the zones of its mat but fields."""
    name = trial.package.name
    known = {**brought_by(SHARED, "en"), **brought_by(name, "en")}
    for zone in _zones(trial):
        if zone.kind is not ZoneKind.FIELD and zone_name(name, zone.name) == zone.name:
            yield f"{f'{name}.zone.{zone.name}'!r} has no sentence"
    for use in _own(trial):
        if not use.said:
            continue
        if use.key.startswith("*") or not KEY.search(use.key):
            continue
        if not any(fits(use.key, key) for key in known):
            yield f"{use.where}: {use.key!r} has no sentence"
        elif use.gaps is not None and use.key in known:
            missing = sorted(gaps_of(known[use.key]) - use.gaps)
            if missing:
                yield f"{use.where}: {use.key!r} is not given {missing}"


@law("Drop the sentence from the word files, or say it.")
def sentences_are_said(trial: Trial) -> Iterator[str]:
    """Every sentence of the game is said somewhere, by it or by murphy itself."""
    patterns = {use.key for use in _all(trial)}
    of = trial.package.name, "scan", "print"
    zones = {f"{where}.zone.{zone.name}" for where in of for zone in _zones(trial)}
    plain = {p for p in patterns if "*" not in p} | zones
    open_ones = [p for p in patterns if "*" in p and not p.startswith("*")]
    for key in brought_by(trial.package.name, "en"):
        if key not in plain and not any(fits(pattern, key) for pattern in open_ones):
            yield f"nothing says {key!r}"


LAWS: Final[tuple[Law, ...]] = laws_in(globals())
