"""Whole games of dice, told by a camera whose looks have faults: `python -m benchmarks.dice_faults [--games 40] [--first 0] [--only yatzy]`.

Robots play, people answer what they are asked, and of each fault so many games come right: at the end people agree with the table.
``extra`` and ``lost`` are rolls that were told and not thrown, or thrown and not told; ``asked`` is how many dice people were asked for, ``illegal``
how often something was said to break the rules, though robots keep them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import count
from random import Random
from typing import Any, Final

from companion import games
from companion.app.painted.clear_sight import ClearSight, Readable, steps_between
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.kit.painted import Reach, ScriptConfig
from companion.mat import ZoneKind
from companion.rules import Json
from companion.session.session import Session
from companion.table import Settled, Table
from vision.painting.layout import PaintedDie

GAMES: Final = ("yatzy", "nicht-lustig", "lauf-rauf")
NAMES: Final = ("Ann", "Bob", "Cem")
ANSWERS: Final = 10
ACTS: Final = 400
"""Of each game: one of Lauf Rauf! may take thousands."""


@dataclass(frozen=True)
class Faults:
    """How often a die lies so that nobody can read it, a look does not read one, sees one that is none, and misses one that lies beside others which fall or are taken up; how often dice are taken up and thrown between two looks."""

    lasting: float = 0.0
    unread: float = 0.0
    phantom: float = 0.0
    falls: float = 0.0
    taken: float = 0.0
    quick: float = 0.0

    def __str__(self) -> str:
        told = (f"{name} {value:g}" for name, value in vars(self).items() if value)
        return ", ".join(told) or "none"


EACH: Final = (
    Faults(),
    Faults(unread=0.1),
    Faults(unread=0.3),
    Faults(phantom=0.1),
    Faults(phantom=0.3),
    Faults(unread=0.1, phantom=0.1),
    Faults(unread=0.3, phantom=0.3),
    Faults(falls=0.1),
    Faults(taken=0.1),
    Faults(quick=0.3),
    Faults(falls=0.1, quick=0.3),
    Faults(falls=0.1, taken=0.1, quick=0.1, unread=0.1, phantom=0.1),
    Faults(lasting=0.15),
    Faults(lasting=0.15, phantom=0.1),
    Faults(lasting=0.15, falls=0.1),
    Faults(lasting=0.15, taken=0.1),
)

Pieces = Mapping[str, list[Any]]


class FaultySight(ClearSight):
    """Sees the boards of one painted game with faults; ``more``: the looks that follow the last one while nobody touches the table."""

    def __init__(self, package: GamePackage, config: ScriptConfig, faults: Faults) -> None:
        super().__init__(package, config, faults.lasting)
        self.more: list[Settled] = []
        self._faults, self._chance = faults, Random(f"{config.seed}/{faults}")
        self._colours = sorted(package.dice.colours)
        self._tray = next(z.name for z in self._mat.zones if z.kind is ZoneKind.TRAY)
        self._told: Pieces = {}
        self._lies: tuple[str, ...] = ()

    def answer(self, question: Json, frame: int) -> str | None:
        """What the players would tap; of a die what it shows now."""
        if question["topic"] != "die":
            return super().answer(question, frame)
        colour = question["choices"][0]["id"].partition("-")[0]
        shown = (code.split("-") for code in self._lies)
        values = Counter(word for name, word in shown if name == colour)
        beside = Counter(map(str, question["beside"]))
        values = Counter("0" if v == "symbol" else v for v in values.elements()) - beside
        offered = (choice["id"] for choice in question["choices"])
        words = {"0" if "symbol" in each else each.partition("-")[2]: each for each in offered}
        return next((words[value] for value in sorted(values)), None)

    def _settled(self, act: Reach[Any], frame: int, before: Pieces, after: Pieces) -> Any:
        clear = super()._settled(act, frame, before, after)
        self._lies = tuple(f"{die.colour}-{die.value}" for die in _dice(after))
        came, gone = _dice(after) - _dice(before), _dice(before) - _dice(after)
        rate = self._faults
        if gone and not came and self._chance.random() < rate.quick:
            return None
        often = rate.falls if came else rate.taken if gone else 0.0
        stay = sorted(_dice(after) & _dice(before), key=repr)
        hidden = {self._chance.choice(stay)} if stay and self._chance.random() < often else set()
        first = self._look(clear, after, hidden)
        self.more = []
        for _ in range(self._chance.randint(0, 2)):
            look = replace(self._look(clear, after, set()), visits=())
            self.more += [look] if look.steps else []
        return first

    def _look(self, clear: Settled, after: Pieces, hidden: set[Any]) -> Settled:
        seen = {
            z: [self._read(p) for p in there if p.self not in hidden] for z, there in after.items()
        }
        if self._chance.random() < self._faults.phantom:
            colour = self._chance.choice(self._colours)
            seen.setdefault(self._tray, []).append(Readable(colour, ("phantom", colour), (0, 0)))
        steps = tuple(steps_between(self._told, seen))
        self._told = seen
        table = Table({z: tuple(p.code for p in there) for z, there in seen.items() if there})
        return replace(clear, table=table, steps=steps)

    def _read(self, piece: Any) -> Any:
        if not _is_die(piece):
            return piece
        dark = self._chance.random() < self._faults.unread
        code = piece.code.partition("-")[0] if dark else piece.code
        return replace(piece, code=code, self=(piece.self, code))


def _is_die(piece: Any) -> bool:
    return isinstance(piece.self, PaintedDie)


def _dice(pieces: Pieces) -> set[Any]:
    return {piece.self for there in pieces.values() for piece in there if _is_die(piece)}


@dataclass
class Played:
    """What became of one game; ``wrong``: the act at which it went wrong for good."""

    wrong: int | None = None
    asked: int = 0
    illegal: int = 0
    rolled: list[tuple[int, ...]] = field(default_factory=list)
    """What was told, roll by roll."""
    thrown: list[tuple[int, ...]] = field(default_factory=list)
    """What was thrown."""

    def amiss(self) -> tuple[int, int]:
        """Rolls told and not thrown, thrown and not told."""
        same = SequenceMatcher(None, self.rolled, self.thrown, autojunk=False)
        found = sum(block.size for block in same.get_matching_blocks())
        return len(self.rolled) - found, len(self.thrown) - found


ROLLS: Final = ("DiceRolled", "PairThrown", "ProfessorsRolled")


def _rolls(events: Any) -> Iterator[tuple[int, ...]]:
    for event in events:
        if type(event).__name__ in ROLLS:
            shown = next(
                getattr(event, n) for n in ("dice", "values", "shows") if hasattr(event, n)
            )
            if shown:
                yield tuple(sorted(shown))


def played(package: GamePackage, seed: int, faults: Faults) -> Played:
    """One game of three."""
    examples = package.examples() if package.examples else None
    assert examples is not None
    assert examples.public is not None
    config = ScriptConfig(seed, len(NAMES), package.edition)
    setup = package.setup({"players": [*NAMES], "edition": package.edition})
    game, seconds = package.played(), count(1000.0)
    journal = Journal(None, clock=lambda: next(seconds))
    session: Session[Any] = Session(game, journal, setup=setup, clock=lambda: next(seconds))
    sight = FaultySight(package, config, faults)
    story, step, number, differs = Played(), -1, 0, 0
    for number, moment in enumerate(sight.moments()):
        if moment.step.game or number == ACTS:
            break
        if moment.step.number != step:
            step = moment.step.number
            story.thrown += _rolls(moment.step.events)
        first = () if moment.seen is None else (moment.seen,)
        for seen in (*first, *sight.more):
            news = session.observe(seen).announcements
            story.illegal += sum(said.kind == "illegal" for said in news)
        sight.more = []
        for _ in range(ANSWERS):
            pairs = ((q, sight.answer(q, moment.frame)) for q in session.view()["questions"])
            found = next(((q, c) for q, c in pairs if c is not None), None)
            if found is None:
                break
            question, choice = found
            story.asked += question["topic"] == "die" or "dice" in question["id"]
            session.answer(question["id"], choice, by=question["player"])
        same = examples.public(moment.step.after) == examples.public(examples.rules(session.state))
        differs = 0 if same else differs + 1
    story.wrong = number - differs if differs else None
    for record in session.history:
        story.rolled += _rolls(map(game.event_from_json, record.events))
    return story


def measured(package: GamePackage, seeds: range, faults: Faults) -> str:
    """One line."""
    stories = {seed: played(package, seed, faults) for seed in seeds}
    wrong = {seed: s.wrong for seed, s in stories.items() if s.wrong is not None}
    amiss = [s.amiss() for s in stories.values()]
    rolls = sum(len(s.thrown) for s in stories.values())
    asked, illegal = (sum(getattr(s, n) for s in stories.values()) for n in ("asked", "illegal"))
    extra, lost = (sum(each) for each in zip(*amiss, strict=True))
    right = 1 - len(wrong) / len(stories)
    return f"{package.name:13} {str(faults):60} right {right:.2f}  rolls {rolls} extra {extra} lost {lost} asked {asked} illegal {illegal}  {wrong}"


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--games", type=int, default=40)
    given.add_argument("--first", type=int, default=0)
    given.add_argument("--only", nargs="+", default=GAMES)
    given.add_argument("--faults", type=int, nargs="+", default=range(len(EACH)))
    args = given.parse_args()
    for name in args.only:
        for number in args.faults:
            seeds = range(args.first, args.first + args.games)
            print(measured(games.game(name), seeds, EACH[number]), flush=True)


if __name__ == "__main__":
    main()
