"""Each law notices a toy that breaks it (companion/kit/conformance)."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import words
from companion.announce import Announcement, message
from companion.app.conformance import LAWS, trial_of
from companion.app.painted.clear_sight import ClearSight, TrueMoment
from companion.errors import IllegalMove
from companion.games.package import GamePackage
from companion.inputs import Answer, Correction, Input, Submission
from companion.kit.conformance import THOROUGH, Effort, Law, Trial, of_words
from companion.kit.conformance.evening import WRONG, calm, raised
from companion.kit.conformance.of_words import fits, gaps_of, uses_in
from companion.kit.highlights import Highlight
from companion.kit.robots import Simulation
from companion.kit.table import StageBegan
from companion.kit.watch_lines import AnnouncedLines, by_zone
from companion.mat import Zone, ZoneKind
from companion.pieces import DiceSet, Piece, PieceKind, Pieces
from companion.rules import Happened, Json, Undoing
from companion.sounds import beats
from companion.table import Settled, Table
from tests.games.installed import EDIT, appended, in_file, installed, toy_in

BY_NAME = {law.name: law for law in LAWS}
SOME = Effort(moves=12, acts=14)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The toy as it should be."""
    site = tmp_path_factory.mktemp("site")
    toy_in(site)
    with installed(site, {"high-card": "high_card:GAME"}):
        yield import_module("high_card").GAME


@pytest.fixture(scope="module")
def whole(toy: GamePackage) -> Trial:
    """The toy on trial."""
    return trial_of(toy, effort=SOME)


# Games that break a law --------------------------------------------------------------


def part(name: str) -> Any:
    """A module of the toy."""
    return import_module(f"high_card.{name}")


def rules(toy: GamePackage, **methods: Any) -> GamePackage:
    """The toy with other rules at the table."""
    made = type("Broken", (part("rules").HighCard,), methods)
    return replace(toy, rules=lambda: made())


def engine(toy: GamePackage, **methods: Any) -> GamePackage:
    """The toy with other positions for programs."""
    made = type("Broken", (part("programs").DuelPosition,), methods)
    other = type("Engine", (part("programs").HighCardEngine,), {"made": made})
    return replace(toy, engine=lambda: other())


def examples(toy: GamePackage, **changed: Any) -> GamePackage:
    """The toy with other examples."""
    assert toy.examples is not None
    other = replace(toy.examples(), **changed)
    return replace(toy, examples=lambda: other)


def viewed(toy: GamePackage, change: Callable[[dict[str, Any]], dict[str, Any]]) -> GamePackage:
    """The toy with another view."""
    base = part("rules").HighCard()
    return rules(toy, view=lambda self, state: change(base.view(state)))


def zones(toy: GamePackage, *given: Zone) -> GamePackage:
    """The toy on a mat with these zones."""
    assert toy.mat is not None
    return replace(toy, mat=replace(toy.mat, zones=given))


def without_a_key(view: dict[str, Any]) -> dict[str, Any]:
    del view["rulings"]
    return view


def stumbling(view: dict[str, Any]) -> dict[str, Any]:
    if len(view["zones"]["row"]) > 2:
        raise LookupError("more than two cards")
    return view


def asking(view: dict[str, Any]) -> dict[str, Any]:
    question = {
        "id": "q",
        "topic": "why",
        "player": None,
        "text": "",
        "choices": [{"id": "a", "text": ""}],
    }
    return {**view, "questions": [question]}


def remembers(toy: GamePackage) -> GamePackage:
    """A game that counts outside its state what it has ever taken."""
    base, taken = part("rules").HighCard, count(1)

    def evolve(self: Any, state: Any, event: Any) -> Any:
        return replace(base.evolve(self, state, event), by=(*state.by, next(taken)))

    def respond(self: Any, state: Any, said: Input) -> Any:
        if said.kind == "observation":
            raise AssertionError("is not seen")
        return base.respond(self, replace(state, by=(next(taken),)), said)

    return replace(rules(toy, evolve=evolve, respond=respond), painted=None)


def chances(toy: GamePackage) -> GamePackage:
    """A game that throws its own die, whatever people say."""
    base, chance = part("rules").HighCard, Random(1)

    def respond(self: Any, state: Any, said: Input) -> Any:
        came = base.respond(self, state, said)
        return [replace(h, event={**h.event, "luck": chance.random()}) for h in came]

    return rules(toy, respond=respond)


def forgets(toy: GamePackage) -> GamePackage:
    """A game whose journal does not say what a card was worth."""
    return rules(
        toy, event_from_json=lambda self, told: {**told, "points": 0} if "points" in told else told
    )


def hidden(toy: GamePackage) -> GamePackage:
    """A position that plays a card which it does not list."""
    base = part("programs").DuelPosition
    return engine(
        toy,
        legal=lambda self: base.legal(self)[:1] if len(self.state.laid) < 5 else base.legal(self),
    )


def deaf(toy: GamePackage) -> GamePackage:
    """A game that takes nothing of what is seen."""
    base = part("rules").HighCard
    return rules(
        toy,
        respond=lambda self, state, said: (
            () if said.kind == "observation" else base.respond(self, state, said)
        ),
    )


def curt(toy: GamePackage) -> GamePackage:
    """A game that takes it for granted that a move is one."""
    base = part("rules").HighCard

    def respond(self: Any, state: Any, said: Input) -> Any:
        if isinstance(said.what, Submission) and "roll" not in said.what.move:
            said.what.move["lay"]
        return base.respond(self, state, said)

    return rules(toy, respond=respond)


def silent(toy: GamePackage) -> GamePackage:
    """Lines that become no sentence."""
    lines = SimpleNamespace(
        played=lambda came, session: [{"event": "x"}], in_words=lambda line, said, names: ""
    )
    return replace(toy, lines=lambda: lines)


def only_dice(toy: GamePackage) -> GamePackage:
    """Lines that have a name for dice, and none for cards."""
    table = by_zone(lambda code, said: said.say(f"dice.colour.{code.partition('-')[0]}"))
    return replace(toy, lines=lambda: AnnouncedLines(table))


def simulated(toy: GamePackage, *lines: str, **counted: Any) -> GamePackage:
    """The toy with robots of whose game this is told."""
    told = {"games": 1, "finished": 1, "wins_by_seat": [1, 0]} | counted
    found: Any = SimpleNamespace(to_json=lambda seconds: told, lines=lambda seconds, said: lines)
    assert toy.robots is not None
    return replace(toy, robots=replace(toy.robots, simulate=lambda asked: found))


def lenient(toy: GamePackage, moves: int) -> GamePackage:
    """A game that takes what it does not list for so many of the first moves that it lists."""
    base = part("programs").DuelPosition

    def play(self: Any, move: str) -> Any:
        if self.over or move in self.legal():
            return base.play(self, move)
        after = self
        for _ in range(moves):
            after = after if after.over else base.play(after, after.legal()[0])
        return after

    return engine(toy, play=play)


def takes(
    toy: GamePackage,
    kind: type[Any],
    which: Callable[[Any], bool] = lambda what: True,
    refusal: str = "",
    **methods: Any,
) -> GamePackage:
    """A game that takes some of what people say, whatever it is, or refuses it with a key of its own."""
    base = part("rules").HighCard

    def respond(self: Any, state: Any, said: Input) -> Any:
        if isinstance(said.what, kind) and which(said.what):
            if refusal:
                raise IllegalMove(refusal)
            return ()
        return base.respond(self, state, said)

    methods = {"respond": respond, "place": lambda self, state, correction: None} | methods
    return rules(toy, **methods)


def marks(toy: GamePackage) -> GamePackage:
    """A game that changes the state it has while it refuses a correction."""

    def respond(self: Any, state: Any, said: Input) -> Any:
        if isinstance(said.what, Correction):
            object.__setattr__(state, "rolled", 6)
            raise IllegalMove("high-card.not-now")
        return part("rules").HighCard.respond(self, state, said)

    return rules(toy, respond=respond, place=lambda self, state, correction: None)


def asks(toy: GamePackage, times: int) -> GamePackage:
    """A game that asks the same so many times."""
    base = part("rules").HighCard

    def respond(self: Any, state: Any, said: Input) -> Any:
        if isinstance(said.what, Answer):
            told = {"event": "noted", "by": said.seq}
            return (Happened(told, self.evolve(state, told)),)
        return base.respond(self, state, said)

    def evolve(self: Any, state: Any, event: Any) -> Any:
        if event["event"] == "noted":
            return replace(state, by=(*state.by, event["by"]))
        return base.evolve(self, state, event)

    def view(self: Any, state: Any) -> dict[str, Any]:
        shown: dict[str, Any] = base.view(self, state)
        moves = 2 * len(state.laid) + (state.rolled is not None)
        return asking(shown) if len(state.by) - moves < times else shown

    return replace(rules(toy, respond=respond, evolve=evolve, view=view), painted=None)


def seated(toy: GamePackage, fewest: int, most: int) -> GamePackage:
    """The toy for so many, of whom any number can agree on a game."""
    return replace(
        toy,
        players=(fewest, most),
        setup=lambda asked: {"players": asked["players"], "rulings": {}},
    )


def refusing(toy: GamePackage, error: Exception) -> GamePackage:
    """Positions that raise this for what they do not list."""
    base = part("programs").DuelPosition

    def play(self: Any, move: str) -> Any:
        if move not in self.legal():
            raise error
        return base.play(self, move)

    return engine(toy, play=play)


BROKEN: dict[str, Callable[[GamePackage], GamePackage]] = {
    "packages-say-who-they-are": lambda toy: replace(toy, titles={"de": "Hohe Karte"}),
    "markers-lie-free": lambda toy: zones(toy, Zone("row", ZoneKind.ROW, 20, 14, 542, 118)),
    "pieces-can-be-told-apart": lambda toy: zones(toy, Zone("row", ZoneKind.ROW, 52, 14, 542, 118)),
    "games-are-agreed": lambda toy: replace(toy, setup=dict),
    "sounds-are-of-what-is-announced": lambda toy: replace(
        toy, sounds={"gong": beats(("A4", 0.1))}
    ),
    "pieces-are-in-one-place": lambda toy: examples(
        toy, pieces=lambda state: [card for _, card, _ in state.laid]
    ),
    "legal-moves-are-taken": lambda toy: engine(toy, legal=lambda self: ("roll", "T01-1")),
    "moves-read-back": lambda toy: engine(toy, move_json=lambda self, move: {"move": "roll"}),
    "other-moves-are-refused": hidden,
    "positions-read-back": lambda toy: engine(
        toy, to_json=lambda self: {"rolled": None, "laid": []}
    ),
    "the-same-seed-is-the-same-game": lambda toy: engine(
        toy, play=lambda self, move: replace(part("programs").DuelPosition.play(self, move), seed=5)
    ),
    "what-a-seat-sees-reads-back": lambda toy: engine(
        toy, seen_by=lambda self, seat: replace(self, state=part("rules").Duel(("Eva",)))
    ),
    "secrets-are-kept": lambda toy: examples(
        toy, redealt=lambda state, seat, chance: part("rules").Duel(("Eva",))
    ),
    "robots-end-their-games": lambda toy: simulated(toy, "x", finished=0),
    "tables-never-stumble": lambda toy: viewed(toy, stumbling),
    "refusals-are-in-words": curt,
    "undo-is-never-having-done-it": remembers,
    "undo-takes-back-the-last-move": lambda toy: rules(
        toy, undoing=lambda self, state, move: Undoing(state.by[0])
    ),
    "offered-moves-are-taken": lambda toy: examples(
        toy, filled=lambda move, state, chance: {"roll": 7}
    ),
    "every-choice-is-an-answer": lambda toy: viewed(toy, asking),
    "painted-games-are-understood": deaf,
    "journals-tell-the-same-game": forgets,
    "the-same-inputs-are-the-same-game": chances,
    "events-read-back": forgets,
    "every-event-is-met": lambda toy: rules(toy, events=SimpleNamespace(kinds={"won": Path})),
    "views-hold-what-every-view-holds": lambda toy: viewed(toy, without_a_key),
    "announcements-are-known": lambda toy: replace(toy, announced=()),
    "highlights-can-be-told": lambda toy: replace(
        toy, highlights=lambda said, end: [Highlight(message("high-card.laid"), 7, 1)]
    ),
    "watch-lines-can-be-told": silent,
    "murphy-knows-the-game": lambda toy: replace(toy, name="low-card"),
    "murphy-simulates-it": lambda toy: replace(toy, name="low-card"),
    "murphy-answers-lines": lambda toy: examples(toy, asked={"score": ({"card": "T99"},)}),
    "murphy-prints-it": lambda toy: replace(toy, name="low-card"),
}
"""Name of a law -> what breaks it."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_law_that_is_broken_is_told(toy: GamePackage, whole: Trial, name: str) -> None:
    """It says which law, where, and what to do; of the toy as it is nothing."""
    law = BY_NAME[name]
    said = law.told(trial_of(BROKEN[name](toy), effort=SOME))

    assert law.lacks(whole) is None
    assert "" == law.told(whole)
    assert said
    assert law.text in said
    assert law.mend in said


def test_undo_that_shows_is_told_though_the_state_is_as_before(toy: GamePackage) -> None:
    """What people see counts as much as what the rules know."""
    looks = count(1)
    shown = viewed(toy, lambda view: {**view, "looks": next(looks)})
    said = BY_NAME["undo-is-never-having-done-it"].told(trial_of(shown, effort=SOME))

    assert "the view has another" in said


@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        (["x"], {"games": 2}),
        (["x"], {"wins_by_seat": [1]}),
        (["x"], {"wins_by_seat": [0, 0]}),
        ([], {}),
        (["x", ""], {}),
    ],
)
def test_what_is_told_of_robots_is_whole(
    toy: GamePackage, lines: list[str], counted: dict[str, Any]
) -> None:
    """As many games as were asked for, the wins of every seat, and sentences."""
    law = BY_NAME["robots-end-their-games"]

    assert law.text in law.told(trial_of(simulated(toy, *lines, **counted)))
    assert "" == law.told(trial_of(simulated(toy, "x")))


@pytest.mark.parametrize(("moves", "holds"), [(1, True), (2, True), (3, False)])
def test_another_name_for_a_legal_move_is_no_other_move(
    toy: GamePackage, moves: int, holds: bool
) -> None:
    """What leads where a legal move leads, or where a second one does, may be taken, listed or not."""
    law = BY_NAME["other-moves-are-refused"]

    assert holds == ("" == law.told(trial_of(lenient(toy, moves), effort=SOME)))


# Everything that a law may notice ----------------------------------------------------


def said_of(view: str, *, at_the_end: Any) -> Callable[[GamePackage], GamePackage]:
    """The toy with something else in its views."""
    return lambda toy: viewed(toy, lambda shown: {**shown, view: at_the_end})


def without_a_round(toy: GamePackage) -> GamePackage:
    """The toy with something in its views that no round is."""
    return viewed(toy, lambda shown: {**shown, "round": "first"})


def less(position: Any) -> Any:
    """The position without the card that was laid last."""
    return replace(position, state=replace(position.state, laid=position.state.laid[:-1]))


def with_faces(toy: GamePackage, **changed: Any) -> GamePackage:
    """The toy with another tag on its first card."""

    def pieces(edition: str | None) -> Pieces:
        own = toy.pieces(edition)
        (payload, face), *others = own.faces.items()
        return replace(
            own, faces={changed.pop("tag", payload): replace(face, **changed), **dict(others)}
        )

    return replace(toy, pieces=pieces)


def agreed(toy: GamePackage, change: Callable[[Any], Any]) -> GamePackage:
    """The toy with another set-up."""
    made = toy.setup
    return replace(toy, setup=lambda asked: change(made(asked)))


def with_ruling(toy: GamePackage, value: str) -> GamePackage:
    """The toy with an open rule that is played so where nothing is said; nobody may agree on "no"."""

    def setup(asked: Any) -> Any:
        if asked.get("rulings") == {"jokers": "no"}:
            raise LookupError("no")
        return toy.setup({k: v for k, v in asked.items() if k != "rulings"})

    form = {"rulings": [{"name": "jokers", "value": value, "values": ["yes", "no"]}]}
    return replace(toy, setup=setup, setup_form=lambda edition: {**toy.setup_form(edition), **form})


def announcing(toy: GamePackage, *said: Announcement) -> GamePackage:
    """The toy, announcing something else with every card."""
    return rules(toy, announce=lambda self, before, event: said)


def beside(toy: GamePackage, gap: float) -> GamePackage:
    """The toy on a mat whose only zone ends so far, in mm, from a marker's white, on whichever side."""
    assert toy.mat is not None
    mark, white = toy.mat.marker, toy.mat.marker.white + gap
    _, (x, y) = next(iter(toy.mat.corners()))
    below, right = y + mark.side + white, x + mark.side + white
    return zones(
        toy,
        Zone("row", ZoneKind.ROW, x, below, 200, below + 50),
        Zone("tray", ZoneKind.TRAY, right, y, 200, y + 20),
    )


def before(toy: GamePackage, gap: float) -> GamePackage:
    """Likewise above and left of the marker in the lower right corner."""
    assert toy.mat is not None
    white = toy.mat.marker.white + gap
    (x, y) = dict(toy.mat.corners())[42]
    return zones(
        toy,
        Zone("row", ZoneKind.ROW, x, y - white - 50, x + 20, y - white),
        Zone("tray", ZoneKind.TRAY, x - white - 50, y, x - white, y + 20),
    )


def second_game(toy: GamePackage) -> GamePackage:
    """Robots that remember how often they were asked."""
    asked, robots = count(1), toy.robots
    assert robots is not None
    return replace(
        toy,
        robots=replace(
            robots,
            simulate=lambda given: robots.simulate(replace(given, seed=given.seed + next(asked))),
        ),
    )


CALLS = count(1)


def drifting(position: Any, move: str) -> Any:
    """A move that never leads to the same position twice."""
    after = part("programs").DuelPosition.play(position, move)
    return replace(after, state=replace(after.state, by=(next(CALLS),)))


QUESTION = {"id": "q", "topic": "why", "player": None, "text": ""}
CHOICE = {"id": "a", "text": ""}
NOTICED: list[tuple[str, Callable[[GamePackage], GamePackage], str]] = [
    ("packages-say-who-they-are", lambda toy: replace(toy, titles={}), "no title in "),
    ("packages-say-who-they-are", replace, "another process"),
    ("packages-say-who-they-are", lambda toy: replace(toy, players=(0, 2)), "0 to 2 players"),
    ("packages-say-who-they-are", lambda toy: replace(toy, players=(3, 2)), "3 to 2 players"),
    ("packages-say-who-they-are", lambda toy: replace(toy, players=(2, 9)), "2 to 9 players"),
    ("packages-say-who-they-are", lambda toy: replace(toy, titles={"de": "x"}), "in en, nl"),
    ("markers-lie-free", lambda toy: before(toy, -0.1), "'row' lies on marker 42"),
    ("markers-lie-free", lambda toy: before(toy, -0.1), "'tray' lies on marker 42"),
    ("markers-lie-free", lambda toy: beside(toy, -0.1), "'row' lies on marker 40"),
    ("markers-lie-free", lambda toy: beside(toy, -0.1), "'tray' lies on marker 40"),
    (
        "pieces-can-be-told-apart",
        lambda toy: with_faces(toy, payload="TY1-T02-1"),
        "the tag of a face with 'TY1-T02-1'",
    ),
    (
        "pieces-can-be-told-apart",
        lambda toy: with_faces(toy, tag="TY2-T01-1"),
        "'TY2-T01-1' is no payload",
    ),
    (
        "pieces-can-be-told-apart",
        lambda toy: with_faces(toy, piece=Piece(PieceKind.CARD, "T02-1")),
        "the same code",
    ),
    (
        "pieces-can-be-told-apart",
        lambda toy: with_faces(toy, piece=Piece(PieceKind.CARD, "T01-1", "heap")),
        "marks 'heap'",
    ),
    (
        "games-are-agreed",
        lambda toy: replace(toy, setup_form=lambda edition: {"rulings": ()}),
        "setup_form is no plain JSON",
    ),
    (
        "games-are-agreed",
        lambda toy: replace(toy, setup_form=lambda edition: {"names": {1}}),
        "setup_form is no JSON",
    ),
    ("games-are-agreed", lambda toy: with_ruling(toy, "maybe"), "jokers is 'maybe', none of"),
    (
        "games-are-agreed",
        lambda toy: with_ruling(toy, "yes"),
        "2 players, {'jokers': 'no'}: LookupError",
    ),
    (
        "games-are-agreed",
        lambda toy: agreed(toy, lambda setup: {**setup, "players": (*setup["players"],)}),
        "no plain JSON",
    ),
    (
        "games-are-agreed",
        lambda toy: agreed(toy, lambda setup: {**setup, "players": setup["players"][:1]}),
        "1 are in the view",
    ),
    ("games-are-agreed", lambda toy: replace(toy, players=(2, 3)), "3 players, {}: "),
    (
        "games-are-agreed",
        lambda toy: replace(toy, setup=lambda asked: {"players": asked["players"]}),
        "1 may play, though (2, 2) are told",
    ),
    (
        "games-are-agreed",
        lambda toy: replace(toy, setup=lambda asked: {"players": asked["players"]}),
        "3 may play, though (2, 2) are told",
    ),
    (
        "sounds-are-of-what-is-announced",
        lambda toy: replace(toy, sounds={"laid": beats(("H4", 0.1))}),
        "the tone 'H4'",
    ),
    (
        "sounds-are-of-what-is-announced",
        lambda toy: replace(toy, sounds={"laid": beats(("A4", 1.1))}),
        "a beat of 1.1 s",
    ),
    (
        "sounds-are-of-what-is-announced",
        lambda toy: replace(toy, sounds={"laid": beats(("A4", 0.0))}),
        "a beat of 0.0 s",
    ),
    (
        "sounds-are-of-what-is-announced",
        lambda toy: replace(toy, sounds={"laidback": beats(("A4", 0.1))}),
        "never announced",
    ),
    (
        "pieces-are-in-one-place",
        lambda toy: examples(toy, pieces=lambda state: ["T01-1"] * len(state.laid)),
        "too many {'T01-1': 1}, missing {}",
    ),
    (
        "positions-read-back",
        lambda toy: engine(toy, to_json=lambda self: {"rolled": None, "laid": []}),
        "among given",
    ),
    (
        "legal-moves-are-taken",
        lambda toy: engine(toy, play=drifting),
        "leads elsewhere than as a value",
    ),
    (
        "painted-games-are-understood",
        said_of("phase", at_the_end="play"),
        "the robots' game is over, and the table's is not",
    ),
    ("painted-games-are-understood", deaf, "at the end the robots have"),
    (
        "events-read-back",
        lambda toy: examples(
            rules(toy, event_from_json=lambda self, told: told if told["event"] != "burnt" else {}),
            events=({"event": "burnt"},),
        ),
        "{'event': 'burnt'} reads back as {}",
    ),
    (
        "views-hold-what-every-view-holds",
        said_of("players", at_the_end=[{"name": "Ann"}, {"name": "Eve"}]),
        "the players are ['Ann', 'Eve']",
    ),
    (
        "views-hold-what-every-view-holds",
        said_of("game", at_the_end="low-card"),
        "the game is 'low-card'",
    ),
    ("views-hold-what-every-view-holds", said_of("winner", at_the_end=2), "there is no seat 2"),
    (
        "views-hold-what-every-view-holds",
        said_of("winners", at_the_end=[-1]),
        "there is no seat -1",
    ),
    (
        "views-hold-what-every-view-holds",
        said_of("turn", at_the_end={"player": 2, "since": 0.0}),
        "there is no seat 2",
    ),
    (
        "views-hold-what-every-view-holds",
        said_of("questions", at_the_end=[QUESTION | {"choices": [CHOICE]}] * 2),
        "two questions have the same id: ['q', 'q']",
    ),
    (
        "views-hold-what-every-view-holds",
        said_of("questions", at_the_end=[QUESTION | {"choices": []}]),
        "question 'q' has the choices []",
    ),
    (
        "views-hold-what-every-view-holds",
        said_of("questions", at_the_end=[QUESTION | {"choices": [CHOICE] * 2}]),
        "question 'q' has the choices ['a', 'a']",
    ),
    ("views-hold-what-every-view-holds", said_of("more", at_the_end=float("nan")), "no plain JSON"),
    ("views-hold-what-every-view-holds", without_a_round, "the view is none: "),
    (
        "views-hold-what-every-view-holds",
        said_of("more", at_the_end=message("high-card.never").to_json()),
        "cannot be said in nl",
    ),
    (
        "announcements-are-known",
        lambda toy: announcing(
            toy, Announcement("won", message("high-card.laid", player="Ann", card="1", points=1))
        ),
        "'won' is announced and not listed",
    ),
    (
        "announcements-are-known",
        lambda toy: announcing(toy, Announcement("laid", message("high-card.never"))),
        "cannot be said in de",
    ),
    (
        "announcements-are-known",
        lambda toy: announcing(
            toy,
            Announcement("laid", message("high-card.laid", player="Ann", card="1", points=1), 2),
        ),
        "there is no seat 2",
    ),
    (
        "highlights-can-be-told",
        lambda toy: replace(
            toy, highlights=lambda said, end: [Highlight(message("high-card.never"), 0, 1)]
        ),
        "cannot be said in en",
    ),
    (
        "highlights-can-be-told",
        lambda toy: replace(
            toy, highlights=lambda said, end: [Highlight(message("high-card.not-now"), 0, -1)]
        ),
        "counts -1 for seat 0",
    ),
    (
        "highlights-can-be-told",
        lambda toy: replace(
            toy, highlights=lambda said, end: [Highlight(message("high-card.not-now"), 2, 1)]
        ),
        "high-card.not-now counts 1 for seat 2",
    ),
    ("watch-lines-can-be-told", silent, "is silent in nl"),
    ("watch-lines-can-be-told", only_dice, "dice.colour.T01"),
    (
        "games-are-agreed",
        lambda toy: seated(toy, 1, 7),
        "8 may play, though (1, 7) are told",
    ),
    (
        "refusals-are-in-words",
        lambda toy: takes(toy, Correction, refusal="high-card.never"),
        """correct {"do": "begin"}: 'high-card.never' cannot be said in nl""",
    ),
    (
        "refusals-are-in-words",
        lambda toy: takes(toy, Correction),
        'correct {"do": null} was taken',
    ),
    (
        "refusals-are-in-words",
        lambda toy: examples(
            takes(toy, Correction, lambda said: said.correction.get("do") == "put"),
            corrections=({"do": "put"},),
        ),
        'correct {"do": "put", "strange": 1} was taken',
    ),
    (
        "refusals-are-in-words",
        lambda toy: takes(toy, Submission, lambda said: said.move == {"move": 5}),
        'submit {"move": 5} was taken',
    ),
    ("refusals-are-in-words", curt, "is no IllegalMove, test_broken_laws.py:"),
    (
        "every-choice-is-an-answer",
        lambda toy: viewed(toy, asking),
        "'a' to 'q' (why) is refused: rules.py:",
    ),
    (
        "every-choice-is-an-answer",
        lambda toy: asks(toy, 10),
        "entered by tap, 2 players, entry 39: 10 answers on end, and still 'q' is asked",
    ),
    (
        "offered-moves-are-taken",
        lambda toy: examples(toy, filled=lambda move, state, chance: {"roll": 7}),
        'seat 0 is offered {"roll": null}, and {"roll": 7} is refused: rules.py:',
    ),
    (
        "undo-takes-back-the-last-move",
        lambda toy: rules(toy, undoing=lambda self, state, move: Undoing(state.by[0])),
        'undo of {"lay": "T06-1"} leaves another rolled, zones',
    ),
    (
        "undo-is-never-having-done-it",
        remembers,
        "it is another game than one in which it was never said",
    ),
    ("undo-is-never-having-done-it", remembers, "is undone, it is another game than before"),
    ("undo-is-never-having-done-it", marks, "after undo the view has another rolled"),
    (
        "painted-games-are-understood",
        lambda toy: announcing(toy, Announcement("illegal", message("high-card.not-now"))),
        "painted, seed 1, 2 players, entry 4: the robots keep the rules, and are told",
    ),
    ("tables-never-stumble", lambda toy: viewed(toy, stumbling), "of the dice unread, entry"),
    (
        "tables-never-stumble",
        lambda toy: viewed(toy, stumbling),
        "in stumbling: LookupError: more than two cards",
    ),
    ("tables-never-stumble", lambda toy: examples(toy, begins=({"do": "x"},)), "by tap"),
    ("journals-tell-the-same-game", forgets, "(submission) is told otherwise"),
    ("journals-tell-the-same-game", forgets, "the view is another one"),
    ("the-same-inputs-are-the-same-game", chances, "2 players: entry 2 (observation) leads to"),
    (
        "moves-read-back",
        lambda toy: engine(toy, move_json=lambda self, move: {"move": "roll"}),
        "as JSON {'move': 'roll'} reads back as 'roll'",
    ),
    ("positions-read-back", lambda toy: engine(toy, __str__=lambda self: "laid=[]"), "as text"),
    ("the-same-seed-is-the-same-game", lambda toy: engine(toy, play=drifting), "the second time"),
    (
        "the-same-seed-is-the-same-game",
        BROKEN["the-same-seed-is-the-same-game"],
        "two positions of a walk have the same seed",
    ),
    ("other-moves-are-refused", hidden, "is not legal, and is taken"),
    ("other-moves-are-refused", lambda toy: refusing(toy, LookupError("x")), "raises LookupError"),
    (
        "other-moves-are-refused",
        lambda toy: refusing(toy, IllegalMove("high-card.never")),
        "'high-card.never' cannot be said in de",
    ),
    (
        "what-a-seat-sees-reads-back",
        lambda toy: engine(toy, seen_by=lambda self, seat: less(self)),
        "sees less the second time",
    ),
    (
        "what-a-seat-sees-reads-back",
        lambda toy: engine(toy, seen_by=lambda self, seat: less(self)),
        "sees another one to move",
    ),
    (
        "what-a-seat-sees-reads-back",
        lambda toy: engine(toy, to_json=lambda self: {"rolled": None, "laid": []}),
        "reads back as",
    ),
    ("every-event-is-met", BROKEN["every-event-is-met"], "no example has the event 'won'"),
    (
        "watch-lines-can-be-told",
        lambda toy: replace(
            toy,
            lines=lambda: SimpleNamespace(
                played=lambda came, session: [{"event": 7}], in_words=lambda line, said, names: "x"
            ),
        ),
        "names no event",
    ),
]
"""Name of a law, what breaks it in one of the ways there are, what is told of that."""
FULL = Effort(moves=12, acts=20, games=2)


@pytest.mark.parametrize(
    ("name", "broken", "told"), NOTICED, ids=[f"{name}: {told}" for name, _, told in NOTICED]
)
def test_it_is_told_what_is_wrong(
    toy: GamePackage, name: str, broken: Callable[[GamePackage], GamePackage], told: str
) -> None:
    """Of all the ways in which a law may be broken, this one."""
    assert told in BY_NAME[name].told(trial_of(broken(toy), effort=FULL))


HELD: list[tuple[str, Callable[[GamePackage], GamePackage]]] = [
    (
        "pieces-can-be-told-apart",
        lambda toy: zones(
            replace(toy, dice=DiceSet(())), Zone("row", ZoneKind.ROW, 52, 14, 542, 118)
        ),
    ),
    ("markers-lie-free", lambda toy: beside(toy, 0.0)),
    ("markers-lie-free", lambda toy: before(toy, 0.0)),
    ("games-are-agreed", lambda toy: seated(toy, 1, 8)),
    ("robots-end-their-games", lambda toy: toy),
    ("every-choice-is-an-answer", lambda toy: asks(toy, 9)),
    (
        "every-event-is-met",
        lambda toy: rules(toy, events=SimpleNamespace(kinds={"stage": StageBegan})),
    ),
    (
        "every-event-is-met",
        lambda toy: examples(
            rules(toy, events=SimpleNamespace(kinds={"won": Path, "laid": Path})),
            events=({"event": "won"},),
        ),
    ),
    (
        "sounds-are-of-what-is-announced",
        lambda toy: replace(
            toy, sounds={"laid": beats(("C#5", 1.0)), "laid-high": beats(("A4", 0.1))}
        ),
    ),
    (
        "announcements-are-known",
        lambda toy: announcing(
            toy, Announcement("laid", message("high-card.laid", card="1", points=1))
        ),
    ),
    (
        "robots-end-their-games",
        lambda toy: simulated(toy, "x", games=2, finished=2, wins_by_seat=[2, 1]),
    ),
    ("views-hold-what-every-view-holds", said_of("winners", at_the_end=[0, 1])),
    (
        "views-hold-what-every-view-holds",
        said_of("questions", at_the_end=[QUESTION | {"choices": [CHOICE, CHOICE | {"id": "b"}]}]),
    ),
]
"""Name of a law, what looks like breaking it."""


@pytest.mark.parametrize(
    ("name", "odd"), HELD, ids=[f"{name}-{n}" for n, (name, _) in enumerate(HELD)]
)
def test_it_is_told_nothing_else(
    toy: GamePackage, name: str, odd: Callable[[GamePackage], GamePackage]
) -> None:
    """What a law allows, it says nothing of: just beside a marker's white, a tone of a second, nobody's announcement."""
    assert "" == BY_NAME[name].told(trial_of(odd(toy), effort=FULL))


def never_agrees(toy: GamePackage) -> GamePackage:
    """A game that has another person at the table from the beginning."""
    return examples(
        toy, public=lambda duel: duel.names, rules=lambda duel: part("rules").Duel(("Eva",))
    )


@pytest.mark.parametrize(
    ("broken", "acts", "told"),
    [
        (never_agrees, 11, False),
        (never_agrees, 12, True),
        (deaf, 12, False),
        (deaf, 13, True),
        (lambda toy: said_of("phase", at_the_end="set-up")(deaf(toy)), 18, False),
    ],
)
def test_a_table_may_understand_a_little_later(
    toy: GamePackage, broken: Callable[[GamePackage], GamePackage], acts: int, told: bool
) -> None:
    """A dozen acts from where it last agreed; longer while it is set up."""
    law = BY_NAME["painted-games-are-understood"]
    said = law.told(trial_of(broken(toy), effort=Effort(moves=1, acts=acts)))

    assert told == ("for 12 acts" in said)
    assert told == bool(said)


def test_robots_may_not_remember(toy: GamePackage) -> None:
    """The same seed plays the same games: noticed as soon as more than one is played."""
    law = BY_NAME["robots-end-their-games"]

    assert "the same seed plays another game" in law.told(trial_of(second_game(toy), effort=FULL))
    assert "" == law.told(trial_of(second_game(toy), effort=SOME))


def test_how_closely_positions_are_looked_at(toy: GamePackage) -> None:
    """The first, each eighth and the last of a walk: up to eight moves that are legal, and three that are not."""
    base, tried = part("programs").DuelPosition, list[tuple[int, bool, bool]]()

    def play(self: Any, move: str) -> Any:
        tried.append((len(self.state.laid), self.state.rolled is not None, move in self.legal()))
        return base.play(self, move)

    trial = trial_of(engine(toy, play=play), effort=SOME)
    walks = trial.walks
    tried.clear()
    assert not BY_NAME["other-moves-are-refused"].told(trial)
    refused = Counter(each[:2] for each in tried if not each[2])
    tried.clear()
    assert not BY_NAME["legal-moves-are-taken"].told(trial)
    taken = Counter(each[:2] for each in tried)

    # Twelve moves from the deal, and nine from an example that has a roll and a card.
    assert [12, 9] == [len(walk.steps) for walk in walks]
    assert {(0, False): 3, (4, False): 3, (6, False): 6, (1, True): 3, (5, True): 3} == refused
    # Each as a value and as its text: to roll, or each card that is left.
    assert {(0, False): 2, (4, False): 2, (1, True): 10, (5, True): 2} == taken


@pytest.mark.parametrize(("games", "players"), [(0, []), (1, [3]), (2, [2, 2, 3, 3])])
def test_among_how_many_robots_play(toy: GamePackage, games: int, players: list[int]) -> None:
    """The most; among few as well, and the same again, where more than one game is played."""
    asked: list[int] = []

    def simulate(given: Simulation) -> Any:
        asked.append(given.players)
        assert toy.robots is not None
        return toy.robots.simulate(replace(given, players=2))

    assert toy.robots is not None
    other = replace(toy, players=(2, 3), robots=replace(toy.robots, simulate=simulate))
    BY_NAME["robots-end-their-games"].told(trial_of(other, effort=replace(SOME, games=games)))

    assert players == asked


def test_what_is_seen_must_be_json(toy: GamePackage) -> None:
    """An observation that a journal would tell otherwise."""

    class Odd(ClearSight):
        def moments(self) -> Iterator[TrueMoment[Any]]:
            table = Table({"row": ["T01-1"]})  # type: ignore[dict-item]  # JSON reads back a tuple
            for each in super().moments():
                yield replace(each, seen=Settled(each.frame, 0.0, table))

    law = BY_NAME["observations-read-back"]

    assert law.text in law.told(Trial(toy, sight=Odd, effort=SOME))


# Sentences ---------------------------------------------------------------------------


def sentence(old: str, new: str) -> EDIT:
    """What stands in the toy's English sentences, written otherwise."""
    return in_file("words/en.toml", old, new)


def not_said(*besides: EDIT) -> EDIT:
    """A sentence that nothing says, and something else."""
    own = (
        in_file(f"words/{language}.toml", "[copy-card]", '[copy-card]\nnot-no = "."')
        for language in words.LANGUAGES
    )
    edits = (*own, *besides)

    def edit(folder: Path) -> None:
        for each in edits:
            each(folder)

    return edit


def saying(expression: str) -> EDIT:
    """Somewhere in its sources the toy says this, too."""
    return appended("rules.py", f"\n\ndef more(x, **y):\n    return {expression}\n")


WORDS: list[tuple[str, EDIT, str]] = [
    ("sentences-are-in-every-language", sentence("{points}", "{worth}"), "has other gaps"),
    ("sentences-are-in-every-language", sentence("is not", "is  not"), "ragged in en"),
    (
        "sentences-that-are-said-are-there",
        in_file("rules.py", ".not-now", ".never"),
        "'copy-card.never' has no sentence",
    ),
    (
        "sentences-that-are-said-are-there",
        saying('message(f"copy-card.lays-{x}")'),
        "'copy-card.lays-*' has no sentence",
    ),
    (
        "sentences-that-are-said-are-there",
        saying('message("copy-card.laid", card=x)'),
        "'copy-card.laid' is not given ['points']",
    ),
    (
        "sentences-that-are-said-are-there",
        sentence("zone.row", "zone.rows"),
        "'copy-card.zone.row' has no sentence",
    ),
    ("sentences-that-are-said-are-there", saying('message(f"copy-card.l{x}")'), ""),
    ("sentences-that-are-said-are-there", saying('message(f"{x}.lays")'), ""),
    ("sentences-that-are-said-are-there", saying('message("copy-card.laid", **y)'), ""),
    ("sentences-that-are-said-are-there", saying('message("copy-card.laid", x)'), ""),
    ("sentences-are-said", not_said(), "nothing says 'copy-card.not-no'"),
    ("sentences-are-said", not_said(saying('f"copy-card.not-n{x}"')), ""),
    ("sentences-are-said", not_said(saying('f"{x}.not-no"')), "nothing says 'copy-card.not-no'"),
]
"""Name of a law, what is done to a copy of the toy, what is told of that."""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(WORDS)))
def test_a_sentence_that_is_wrong_is_told(
    toy: GamePackage, whole: Trial, number: int, tmp_path: Path
) -> None:
    """In a copy of the toy that calls its sentences otherwise; what may be meant well is not."""
    name, edit, told = WORDS[number]
    law: Law = BY_NAME[name]
    module = f"copy_card_{number}"
    folder = toy_in(tmp_path, module)
    for path in (*folder.glob("*.py"), *folder.glob("words/*.toml")):
        path.write_text(path.read_text("utf-8").replace("high-card", "copy-card"), "utf-8")
    edit(folder)
    with ExitStack() as after:
        sys.path.insert(0, str(tmp_path))
        after.callback(sys.path.remove, str(tmp_path))
        words.add("copy-card", f"{module}.words")
        after.callback(words.forget, ["copy-card"])
        copy = replace(toy, name="copy-card", module=module)
        said = law.told(trial_of(copy, effort=SOME))

    assert "" == law.told(whole)
    assert told in said
    assert bool(told) == bool(said)


@pytest.mark.parametrize(
    ("pattern", "key", "yes"),
    [
        ("a.b", "a.b", True),
        ("a.b", "a.c", False),
        ("a.*", "a.b", True),
        ("a.*", "a.", False),
        ("a.*-c", "a.b-d", False),
        ("*.b", "a.b", False),
    ],
)
def test_what_a_pattern_of_a_key_may_become(pattern: str, key: str, yes: bool) -> None:
    """Whatever is filled in where a source leaves a gap; what may become anything names nothing."""
    assert yes == fits(pattern, key)


def test_every_law_is_broken_here() -> None:
    """No law is without a toy that breaks it, and what to do is said in a sentence."""
    broken = {*BROKEN, *(name for name, _, _ in WORDS), "observations-read-back"}
    assert broken == set(BY_NAME)
    assert all(law.text.endswith(".") and law.mend.endswith((".", ")")) for law in LAWS)


def test_what_a_game_raises_is_to_be_mended_first(toy: GamePackage) -> None:
    """What a law says is to be done may have nothing to do with it."""
    broken = engine(toy, seen_by=lambda position, seat: position.nobody)
    said = BY_NAME["what-a-seat-sees-reads-back"].told(trial_of(broken, effort=SOME))

    assert "'nobody'" in said
    assert "mend this first" in said


def test_a_game_without_a_part_is_not_tried() -> None:
    """What it lacks is named."""
    bare = GamePackage(module=__name__, name="bare", titles={}, players=(1, 2))
    law = BY_NAME["positions-read-back"]

    assert "engine" == law.lacks(Trial(bare))
    assert () == law.breaches(Trial(bare))


def test_no_more_than_five_places_are_told(toy: GamePackage) -> None:
    """Of one law: whoever mends them sees the others then."""
    said = BY_NAME["refusals-are-in-words"].told(trial_of(curt(toy), effort=FULL))

    assert 5 == said.count("\n  - ")


@pytest.mark.parametrize(
    ("need", "lacks"),
    [
        ("engine", False),
        ("lines", False),
        ("commands", True),
        ("examples.pieces", False),
        ("examples.positions", False),
        ("examples.begins", True),
        ("legal", False),
    ],
)
def test_what_a_law_needs(whole: Trial, need: str, lacks: bool) -> None:
    """A field of the package or of its examples that says anything."""
    law = replace(BY_NAME["positions-read-back"], needs=("mat", need))

    assert (need if lacks else None) == law.lacks(whole)


# What a game is tried with ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "moves", "walks"),
    [((2, 2), 40, [(2, 12), (0, 9)]), ((2, 2), 3, [(2, 3), (0, 3)]), ((2, 3), 3, [(2, 3), (3, 3), (0, 3)])],
)  # fmt: skip
def test_walks(
    toy: GamePackage, players: tuple[int, int], moves: int, walks: list[tuple[int, int]]
) -> None:
    """From the deal of the fewest and of the most, and from each example, to the end or so far."""
    trial = Trial(replace(toy, players=players), effort=Effort(moves=moves))

    assert walks == [(walk.players, len(walk.steps)) for walk in trial.walks]
    for walk in trial.walks:
        assert (len(walk.steps) + 1, walk.end) == (len(walk.positions), walk.positions[-1])
        assert [before for before, _ in walk.steps] == list(walk.positions[:-1])
        assert all(move in before.legal() for before, move in walk.steps)
    assert [position.state.rolled for position in trial.walks[-1].positions[:1]] == [3]


def other_rule(toy: GamePackage) -> GamePackage:
    """The toy for one or two, with open rules that change nothing."""

    def form(edition: str) -> dict[str, Any]:
        rulings = [
            {"name": "jokers", "value": "no", "values": ["yes", "maybe", "no"]},
            {"name": "tens", "value": 1, "values": [1, 2]},
        ]
        return {**toy.setup_form(edition), "rulings": rulings}

    return replace(seated(toy, 1, 2), setup_form=form)


@pytest.mark.parametrize(
    ("change", "how"),
    [
        (lambda toy: toy, ["entered by tap, 2 players", "painted, seed 1, 2 players", "painted, seed 1, 2 players, 15% of the dice unread"]),
        (lambda toy: replace(toy, dice=DiceSet(())), ["entered by tap, 2 players", "painted, seed 1, 2 players"]),
        (lambda toy: replace(toy, painted=None), ["entered by tap, 2 players"]),
        (lambda toy: replace(toy, painted=None, pages=None), []),
        (lambda toy: replace(toy, rules=None), []),
        (
            lambda toy: replace(other_rule(toy), painted=None),
            ["entered by tap, 2 players", 'entered by tap, 1 players, {"jokers": "maybe", "tens": 2}'],
        ),
    ],
)  # fmt: skip
def test_evenings(
    toy: GamePackage, change: Callable[[GamePackage], GamePackage], how: list[str]
) -> None:
    """Among the most by tap, among the fewest by all other rules, painted with dice that are read and some that are not."""
    trial = trial_of(change(toy), effort=Effort(moves=1, acts=2, taps=1))

    assert how == [evening.how for evening in trial.evenings]
    assert [not each.startswith("painted") for each in how] == [
        evening.setup.get("camera") is False for evening in trial.evenings
    ]
    assert () == Trial(change(toy), effort=SOME).seen


def test_an_evening_is_as_long_as_it_may_be(toy: GamePackage) -> None:
    """So many taps, and no more than the game has moves."""

    def said(taps: int) -> int:
        (evening,) = trial_of(replace(toy, painted=None), effort=Effort(taps=taps)).evenings
        return len(evening.session.history)

    assert [1, 2, 12, 12] == [said(taps) for taps in (1, 2, 12, 30)]


def test_what_is_kept_of_an_evening(toy: GamePackage) -> None:
    """Every kind of event, everything announced, what was seen and what `murphy watch` prints of it."""
    tapped, seen, _ = trial_of(toy, effort=FULL).evenings

    for evening in (tapped, seen):
        assert {"rolled", "laid"} <= evening.kinds
        assert {"laid"} <= {news.kind for news in evening.news}
        assert [news.player for news in evening.news] == [line["player"] for line in evening.lines]
        assert {} == dict(evening.broken)
    assert ([], 12) == (tapped.inputs, len(seen.inputs))
    assert [] == trial_of(replace(toy, lines=None), effort=SOME).tapped[0].lines


def heard_by(toy: GamePackage, heard: list[Any], *, taken: bool = False) -> GamePackage:
    """The toy, which remembers what it was told, and takes all of it or none."""

    def respond(self: Any, state: Any, said: Input) -> Any:
        heard.append(said)
        if not taken:
            raise IllegalMove("high-card.not-now")
        return ()

    methods = {
        "respond": respond,
        "place": lambda self, state, correction: None,
        "undoing": lambda self, state, move: Undoing(heard[-1].seq),
    }
    other = replace(rules(toy, **methods), seat_button=lambda seat: {"do": "turn", "player": seat})
    return examples(other, corrections=({"do": "a"}, {"do": "b"}))


def test_everything_that_may_be_said_is_said(toy: GamePackage) -> None:
    """Three things at a time, each once before any again, beside one with a key that nothing has."""
    heard: list[Any] = []
    (evening,) = trial_of(
        replace(heard_by(toy, heard), painted=None), effort=replace(SOME, taps=0)
    ).evenings
    for _ in range(8):
        evening.disturb()
    strange = [each.what for each in heard[::4]]
    said = [each.what for n, each in enumerate(heard) if n % 4]

    assert [{"do": "a", "strange": 1}, {"do": "b", "strange": 1}] * 4 == [
        each.correction for each in strange
    ]
    corrections: list[Json] = [
        *({"do": order} for order in ("pause", "resume", "begin", "finish", "done", "a", "b")),
        *({"do": "turn", "player": seat} for seat in (0, 1)),
        *WRONG,
    ]
    moves: list[Json] = [{"roll": 3}, {"lay": "T01-1"}, *WRONG]
    every = {*(repr(Correction(each)) for each in corrections), *(repr(Submission(each)) for each in moves)}  # fmt: skip
    assert every == {repr(each) for each in said[: len(every)]}


@pytest.mark.parametrize(
    ("offered", "taken", "kinds", "kept"),
    [
        ([], True, 0, False),
        (["lay 1", "lay 2", "lay 3"], True, 1, True),
        (["lay 1", "roll"], True, 2, True),
        (["a", "b", "c", "d"], True, 4, True),
        (["a", "b", "c", "d", "e", "f"], True, 4, True),
        (["a"], False, 1, False),
    ],
)
def test_what_is_tried_of_what_pages_offer(
    toy: GamePackage, offered: list[str], taken: bool, kinds: int, kept: bool
) -> None:
    """One of each kind, four kinds at most, and then one is kept, if it is taken."""
    heard: list[Any] = []
    game = replace(heard_by(toy, heard, taken=taken), painted=None)
    (evening,) = trial_of(game, effort=replace(SOME, taps=0)).evenings
    pages = SimpleNamespace(legal=lambda seat: [{"move": move} for move in offered] if seat else [])

    assert kept == evening.moves(pages)
    moves = {said.seq: said.what.move["move"] for said in heard}
    # One that is refused is no entry.
    assert kinds + kept == len(moves)
    assert kinds == len({move.split()[0] for move in moves.values()})
    assert [1] * kept == [record.input.by for record in evening.session.history]


def test_what_is_agreed_on_before_an_evening(toy: GamePackage) -> None:
    """Names, the game's edition, and rules where others than the usual ones are tried."""
    asked: list[Any] = []

    def setup(given: Any) -> Any:
        asked.append(given)
        return {"players": given["players"], "rulings": {}}

    game = replace(other_rule(toy), painted=None, setup=setup)
    assert 2 == len(trial_of(game, effort=replace(SOME, taps=0)).evenings)

    rulings = {"jokers": "maybe", "tens": 2}
    assert [
        {"players": ["Ann", "Bob"], "edition": toy.edition},
        {"players": ["Ann"], "edition": toy.edition, "rulings": rulings},
    ] == asked


class Still(ClearSight):
    """A painted table at which nothing happens."""

    def moments(self) -> Iterator[TrueMoment[Any]]:
        """Its first act, without end."""
        first = next(super().moments())
        return (replace(first, frame=n, seen=None) for n in count())


def test_people_say_something_at_every_tenth_act(toy: GamePackage) -> None:
    """While a game is seen."""
    heard: list[Any] = []
    game = replace(heard_by(toy, heard), pages=None, dice=DiceSet(()))
    Trial(game, sight=Still, effort=Effort(moves=1, acts=200)).evenings[0]  # noqa: B018

    assert 10 < sum("strange" in str(said.what) for said in heard) < 40


def test_people_say_something_else_before_every_fifth_answer(toy: GamePackage) -> None:
    """And take it back: who is asked is asked again."""
    (evening,) = trial_of(asks(toy, 10**6), effort=Effort(taps=12)).evenings
    answers = len([r for r in evening.session.history if isinstance(r.input.what, Answer)])
    undone = len([news for news in evening.news if news.kind == "undone"])

    assert 12 * 10 == answers
    # Twelve moves are tried and taken back, too.
    assert 12 < undone - 12 < 48


@pytest.mark.parametrize(("acts", "told"), [(39, ""), (40, "for 40 acts"), (41, "for 40 acts")])
def test_a_table_may_be_set_up_longer(toy: GamePackage, acts: int, told: str) -> None:
    """Than people take to agree while they play."""

    game = said_of("phase", at_the_end="set-up")(never_agrees(toy))
    law = BY_NAME["painted-games-are-understood"]
    said = law.told(Trial(game, sight=Still, effort=Effort(moves=1, acts=acts)))

    assert told in said
    assert bool(told) == bool(said)


def test_what_is_wrong_with_what_is_not_read_may_be_wrong(toy: GamePackage) -> None:
    """Robots keep the rules: of dice that are read nothing is said."""
    game = announcing(toy, Announcement("illegal", message("high-card.not-now")))
    said = BY_NAME["painted-games-are-understood"].told(
        trial_of(game, effort=replace(SOME, acts=4))
    )

    assert "the robots keep the rules" in said
    assert "unread" not in said


def test_a_thorough_trial_tries_more() -> None:
    """Of everything there is."""
    usual, more = Effort(), THOROUGH

    assert usual.moves < more.moves
    assert usual.acts < more.acts
    assert usual.taps < more.taps
    assert 1 == usual.games < more.games


def test_where_something_was_raised(toy: GamePackage) -> None:
    """The innermost place outside the laws, or the last one where there is no other."""
    try:
        part("rules").decide(part("rules").Duel(), {"roll": 9})
    except Exception as error:
        said = raised(error)
    assert said.startswith("rules.py:")
    assert " in decide: IllegalMove: " in said
    assert {"round": 1} == calm({"round": 1, "seq": 4, "announcements": []})


SOURCE = """
message("a.laid", card=1)
message("a.laid", **more)
message("a.laid", 3)
message(f"a.{x}-b", card=1, count=2)
raise IllegalMove("a.no")
said("a.told")
y = "a.other"
z = f"a.{x}"
w = "plain", 7
words.say(key)
message()
"""
SCRIPT = """
say("a.one"); say('a.two'); say(`a.${x}.b`); say("plain"); say("a.b c");
"""


def test_which_sentences_sources_name(tmp_path: Path) -> None:
    """What is certainly said, with the gaps that are filled, and what only looks like a key."""
    folder = tmp_path / "toy"
    (folder / "vendor").mkdir(parents=True)
    (folder / "beside").mkdir()
    (folder / "a.py").write_text(SOURCE, "utf-8")
    (folder / "vendor" / "b.js").write_text(SCRIPT, "utf-8")
    (folder / "beside" / "c.py").write_text(SOURCE, "utf-8")
    (folder / "d.txt").write_text(SOURCE, "utf-8")
    uses = uses_in(folder, (folder / "beside",))

    assert [
        ("a.laid", 2, frozenset({"card"})),
        ("a.laid", 3, None),
        ("a.laid", 4, None),
        ("a.*-b", 5, frozenset({"card", "count"})),
        ("a.no", 6, frozenset()),
    ] == sorted(
        ((u.key, int(u.where.partition(":")[2]), u.gaps) for u in uses if u.said),
        key=lambda use: use[1],
    )
    assert {"a.told", "a.other", "a.*", "a.laid", "a.no", "a.*-b"} == {
        u.key for u in uses if not u.said
    }
    assert "toy/a.py:7" in {u.where for u in uses if u.key == "a.told"}


def test_which_sentences_scripts_name(tmp_path: Path) -> None:
    """In any quotes, with what is counted and what is filled in; a page's, too."""
    for name in ("a.js", "b.html"):
        (tmp_path / name).write_text(SCRIPT, "utf-8")
    uses = uses_in(tmp_path)
    keys = {u.key for u in uses}

    assert {"a.one", "a.one.one", "a.one.many", "a.two", "a.*.b", "a.*.b.many"} <= keys
    assert not {"plain", "a.b c"} & keys
    assert not any(u.said for u in uses)
    assert {"a.js", "b.html"} == {Path(u.where).name for u in uses}


def test_what_has_to_be_filled_in() -> None:
    """By name, also where one of two forms is chosen."""
    assert {"a", "n"} == gaps_of("{a} has {n} {n:point|points}")
    assert frozenset() == gaps_of("nothing")


def test_what_is_called_with_which_text(tmp_path: Path) -> None:
    """The first text, and where."""
    (tmp_path / "a.py").write_text('x.Announcement("laid", 3)\nAnnouncement(kind)\nOther("no")\nAnnouncement()', "utf-8")  # fmt: skip

    assert [("a.py:1", "laid")] == [*of_words.called_with(tmp_path, "Announcement")]
