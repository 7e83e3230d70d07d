"""The laws that need what only the top floor has: the painted table, the commands (companion/kit/conformance)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from click.testing import CliRunner

from companion.app.cli import murphy
from companion.app.painted.clear_sight import ClearSight, TrueMoment
from companion.games.package import GamePackage
from companion.kit.conformance import LAWS as BASE
from companion.kit.conformance import Law, Trial
from companion.kit.conformance.law import law
from companion.kit.painted import ScriptConfig
from companion.rules import Json


def sight(
    package: GamePackage, config: ScriptConfig, unread: float
) -> tuple[Iterator[TrueMoment[Any]], Callable[[Json, int], str | None]]:
    """What a camera would tell of a game's painted table, and what its players answer."""
    seen = ClearSight(package, config, unread=unread)
    return seen.moments(), seen.answer


def trial_of(package: GamePackage, **how: Any) -> Trial:
    """A game on trial, its painted table looked at."""
    return Trial(package, sight=sight, **how)


def _murphy(*words: str, said: str = "") -> tuple[int, str, str]:
    """The status of a command, what it prints, and what it complains of; whatever it raises counts as 1."""
    ran = CliRunner().invoke(murphy, [*words], input=said)
    wrong = "" if ran.exception is None else repr(ran.exception)
    return ran.exit_code, ran.stdout, f"{ran.stderr.strip()[-200:]} {wrong}".strip()


@law("Run the command by hand: it says what is missing in the package.")
def murphy_knows_the_game(trial: Trial) -> Iterator[str]:
    """`murphy games` lists the game, and the game's own commands open."""
    package = trial.package
    _, told, _ = _murphy("games", "--json")
    listed = [line["game"] for line in map(json.loads, told.splitlines())]
    if package.name not in listed:
        yield f"`murphy games` lists only {', '.join(listed)}"
    for name in package.commands:
        status, _, wrong = _murphy(name, "--help")
        if status:
            yield f"`murphy {name} --help`: {wrong}"


@law("Run the command by hand: it says what is missing in the package.", "robots")
def murphy_simulates_it(trial: Trial) -> Iterator[str]:
    """`murphy simulate` plays a game of few."""
    few = str(trial.package.players[0])
    line = ("simulate", "--game", trial.package.name, "--games", "1", "--players", few)
    status, told, wrong = _murphy(*line)
    if status or not told.strip():
        yield f"`murphy {' '.join(line)}`: {wrong}"


@law(
    "Mend the example, or what answers the line (`legal`, `score` of the package).",
    "examples.asked",
)
def murphy_answers_lines(trial: Trial) -> Iterator[str]:
    """`murphy legal` and `murphy score` answer the game's example lines, each in its place."""
    for command, lines in trial.examples.asked.items():
        asked = "".join(f"{json.dumps(line)}\n" for line in lines)
        status, told, wrong = _murphy(command, "--game", trial.package.name, "--lines", said=asked)  # fmt: skip
        answers = [json.loads(line) for line in told.splitlines()]
        if status or len(answers) != len(lines):
            yield f"`murphy {command}`: {len(answers)} answers to {len(lines)} lines: {wrong}"  # fmt: skip
        for line, answer in zip(lines, answers, strict=False):
            if "error" in answer:
                yield f"`murphy {command}` to {json.dumps(line)[:80]}: {answer['error']}"  # fmt: skip


@law("Run the command by hand, and look at the sheet.", "prints")
def murphy_prints_it(trial: Trial) -> Iterator[str]:
    """`murphy print` makes a sheet of everything that the game says it prints."""
    package = trial.package
    with TemporaryDirectory() as folder:
        for what in package.prints:
            line = ("print", what, "--game", package.name)
            sheet = Path(folder) / f"{what}.pdf"
            status, _, wrong = _murphy(*line, "-o", str(sheet))
            if status or not sheet.exists() or sheet.read_bytes()[:5] != b"%PDF-":
                yield f"`murphy {' '.join(line)}`: {wrong}"


LAWS: Final[tuple[Law, ...]] = (
    *BASE,
    murphy_knows_the_game,
    murphy_simulates_it,
    murphy_answers_lines,
    murphy_prints_it,
)
"""All laws."""
