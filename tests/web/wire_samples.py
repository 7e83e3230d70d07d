"""What the server really tells, one value of every shape: games entered by tap, whatever is legal, and games as a camera would see them."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.pages import pages as dumm_pages
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.lauf_rauf.pages import pages as lauf_pages
from companion.games.lauf_rauf.robots import greedy_robot
from companion.games.lauf_rauf.table import TABLE_GAME as LAUF_RAUF
from companion.games.lauf_rauf.table.questions import may_come
from companion.games.lauf_rauf.table.state import TableState as LaufState
from companion.games.nicht_lustig.pages import pages as lustig_pages
from companion.games.nicht_lustig.pieces import DICE, TARGETS
from companion.games.nicht_lustig.rules.points import professor_dice
from companion.games.nicht_lustig.table import TABLE_GAME as NICHT_LUSTIG
from companion.games.nicht_lustig.table.state import TableState as LustigState
from companion.games.yatzy import GAME as YATZY
from companion.journal.journal import Journal
from companion.rules import Json
from companion.session.session import Session
from tests.games.dumm_gelaufen.script import Script, lines
from tests.games.lauf_rauf.seen import WatchedMountain
from tests.games.nicht_lustig.seen import WatchedTable
from tests.games.outside.watched import WatchedDice, kniffel_installed
from tests.web.home import Home, home_of
from web.app import FEED
from web.game_pages import GamePages
from web.wording import worded

STEPS: Final = 200
"""Moves of a game that is entered at random."""
LOOKS: Final = 4
"""Of so many of them one is looked at."""
SCRIPTS: Final = Path(__file__).parents[1] / "games/dumm_gelaufen/rounds"
ROUNDS: Final = ("setup", "actions", "claims", "game", "orders", "wrong_place", "wrong_ratio")
TELLING: Final = frozenset(
    {"kind", "phase", "now", "topic", "referee", "how", "why", "standing", "verdict", "move"}
)
"""Keys whose values have names of their own, each of which is one more shape."""
IDLE: Final = ("pass", "roll", "stop")
"""Moves that are made where nothing else is chosen."""
OWN: Final = ("kniffel", "five-alike")
"""What games with score sheets announce besides, of types of their own."""
TAPPED: Final[Json] = {"players": ["Ann", "Bob", "Cem"], "camera": False}


@dataclass
class Samples:
    """Values by the name of their type, of every shape the first; of one game, whose types' names begin alike."""

    prefix: str
    parts: Mapping[str, str]
    """Parts of its view that have a type of their own: key -> that name."""
    found: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, name: str, value: Any) -> None:
        """Keep one of this shape."""
        self.found.setdefault(name, {}).setdefault(json.dumps(_shape(value)), value)

    def keys(self, name: str) -> set[str]:
        """Every key that one of them has."""
        return {key for value in self.found.get(name, {}).values() for key in value}

    def view(self, view: Json) -> None:
        """A view, and apart from it its parts and what was announced."""
        for said in view["announcements"]:
            self.add(f"{self.prefix}News", said)
        for key, part in self.parts.items():
            for each in view[key] if isinstance(view[key], list) else [view[key]]:
                if each is not None:
                    self.add(part, each)
        self.add(
            f"{self.prefix}View",
            {**view, **dict.fromkeys(("announcements", *self.parts), []), "turn": None},
        )


def _shape(value: Any) -> Any:
    """Names and types; a list is what its items are, however many, and keys that are codes are one."""
    match value:
        case dict():
            return sorted(
                (_name(key), str(each).split()[:1] if key in TELLING else _shape(each))
                for key, each in value.items()
            )
        case list():
            return sorted({json.dumps(_shape(each)) for each in value})
        case _:
            return type(value).__name__


def _name(key: str) -> str:
    return "*" if any(letter.isdigit() for letter in key) else key


@contextmanager
def _served(
    samples: Samples, session: Session[Any], part: GamePages
) -> Iterator[Callable[[], Json]]:
    """A house with a game in it: gives what looks at its view as the stream tells it; at the end all else is asked for."""
    house: Home = home_of(session, part)

    def look() -> Json:
        view: Json = json.loads(json.dumps(house.app.extensions[FEED].view()))
        samples.view(view)
        return view

    try:
        yield look
        visit = house.host()
        samples.add("OwnView", visit.view())
        samples.add("GamesTold", visit.get("/api/games").get_json())
        story = visit.get("/api/history").get_json()
        for entry in story["entries"]:
            samples.add("Entry", entry | {"events": [], "announcements": [], "after": {}})
        samples.add("HistoryPage", story | {"entries": [], "unsure": []})
    finally:
        house.close()


def _entered(
    samples: Samples,
    session: Session[Any],
    part: GamePages,
    filled: Callable[[Json, Any, Random], Json],
    look: Callable[[], Json],
    steps: int = STEPS,
) -> None:
    """Play on at random; ``filled`` gives a move what is left to dice and cards, by the state."""
    chance, seats = Random(7), range(len(look()["players"]))
    for step in range(steps):
        legal = [(s, json.loads(json.dumps(m))) for s in seats for m in part.legal(s)]
        for _, move in legal:
            samples.add(f"{samples.prefix}Move", move)
        chance.shuffle(legal)
        # One kind of move is as likely as another, however many there are of it.
        rank = defaultdict[str, float](chance.random, dict.fromkeys(IDLE, 1.0))
        legal.sort(key=lambda each: rank[each[1]["move"].split()[0]])
        moves = ((seat, filled(move, session.state, chance)) for seat, move in legal)
        moved = any(_is_taken(session, move, seat) for seat, move in moves)
        if moved and step % LOOKS:
            continue
        view = look()
        if not moved and not view["questions"]:
            return
        for asked in view["questions"][:1]:
            session.answer(asked["id"], chance.choice(asked["choices"])["id"])


def _is_taken(session: Session[Any], move: Json, seat: int) -> bool:
    try:
        session.submit(move, by=seat)
    except IllegalMove:
        return False
    return True


# Dumm gelaufen


def dumm() -> Samples:
    """Entered by tap; then rounds that are seen."""
    parts = {
        "players": "DummPlayer",
        "turn": "DummTurn",
        "questions": "DummQuestion",
        "troubles": "DummTrouble",
        "moves": "DummTold",
    }
    samples = Samples("Dumm", parts)
    session: Session[Any] = Session(
        TABLE_GAME, Journal(None), setup={**TAPPED, "edition": "classic"}
    )
    part = dumm_pages(lambda: session.state, dict)
    mac = ["R07-1", "Y01-1", "G11-1", "R02-1", "R09-1", "Y05-1", "G03-1"]
    piles = {"left": ["Y10-1"], "right": ["G09-1"]}
    with _served(samples, session, part) as look:
        look()
        session.correct({"event": "table-corrected", "mac": mac, **piles})
        _entered(samples, session, part, lambda move, state, chance: move, look)
        _dumm_said(session, look)
        _dumm_wanted(samples, session, part, look)
    _dumm_seen(samples)
    return samples


def _dumm_said(session: Session[Any], look: Callable[[], Json]) -> None:
    """What the host says of a table that nobody sees, and a claim."""
    for told in (
        {"do": "pause"},
        {"do": "resume"},
        {"event": "hand-counted", "player": 1, "fewest": 3, "most": 3},
        {"event": "draw-pile-reshuffled"},
        {"event": "turn-given", "player": 0},
    ):
        session.correct(told)
        look()
    claim = {"move": "claim", "player": 0, "task": "M10-1", "cards": ["R01-1"]}
    session.submit(claim, by=0)
    look()
    session.correct({"event": "player-left", "player": 2})
    look()
    session.undo()
    look()


def _dumm_wanted(
    samples: Samples, session: Session[Any], part: GamePages, look: Callable[[], Json]
) -> None:
    """Action cards that want something of somebody, and what is chosen then."""
    for card in ("K06-1", "K10-1", "K11-1", "K12-1", "K07-1"):
        session.correct({"event": "turn-given", "player": 0})
        session.submit({"move": "play-action", "player": 0, "card": card}, by=0)
        look()
        for seat in (0, 1, 1):
            legal = json.loads(json.dumps(part.legal(seat)))
            for move in legal:
                samples.add("DummMove", move)
            if not any(_is_taken(session, move, seat) for move in legal):
                break
            look()


def _dumm_seen(samples: Samples) -> None:
    """Rounds as they are scripted: what can be seen of a turn, and what can be wrong."""
    for name in ROUNDS:
        script = Script()
        ahead = (line for _, line in lines(SCRIPTS / f"{name}.txt"))
        while script.watcher.session is None:
            script.play(next(ahead))
        part = dumm_pages(partial(_state_of, script.session), dict)
        with _served(samples, script.session, part) as look:
            for line in ahead:
                if line.startswith(">"):
                    look()
                else:
                    script.play(line)
            for turn in part.unsure():
                samples.add("DummTold", worded(turn))


# Lauf Rauf!


def _state_of(session: Session[Any]) -> Any:
    return session.state


def lauf() -> Samples:
    """Entered by tap, by three ways to play; then what a camera sees, right and wrong."""
    parts = {
        "players": "LaufPlayer",
        "turn": "Turn",
        "questions": "Question",
        "troubles": "LaufTrouble",
        "can": "LaufCan",
    }
    samples = Samples("Lauf", parts)
    ways: tuple[tuple[Json, int], ...]
    ways = ({}, STEPS), ({"referee": "dice-only"}, 20), ({"huckauf": "on-call"}, 20)
    for rulings, steps in ways:
        session: Session[Any] = Session(
            LAUF_RAUF, Journal(None), setup={**TAPPED, "rulings": rulings}
        )
        part = lauf_pages(partial(_state_of, session), dict)
        with _served(samples, session, part) as look:
            _entered(samples, session, part, _lauf_filled, look, steps)
            if not rulings:
                _won(session)
                look()
    with closing(WatchedMountain()) as table:
        part = lauf_pages(lambda: table.session.state, dict)
        with _served(samples, table.session, part) as look:
            for _ in _lauf_seen(table):
                look()
    return samples


def _won(session: Session[Any]) -> None:
    """Everybody has one more pawn to bring up; robots do."""
    for seat, near in enumerate(("M1", "M7", "M13")):
        for place in ("camp", "camp", near):
            own = session.view()["pawns"][seat]
            pawn = next(n for n, at in enumerate(own) if at != "camp")
            session.correct({"do": "put", "player": seat, "pawn": pawn, "place": place})
    chance = Random(7)
    while session.state.state.winner is None:
        move = {"move": str(greedy_robot(session.state.state, chance))}
        session.submit(_lauf_filled(move, session.state, chance))


def _lauf_seen(table: WatchedMountain) -> Iterator[object]:
    """A pawn is missing; rolls that are nudged, lost, half seen; a push that is half made; a wrong field; what is taken back; the end."""
    table.pawns["red-2"] = ""
    yield table.looks()
    yield table.moves("red-2", "base-red-2")
    yield table.rolls("34")
    yield table.nudges("3")
    for values in ("12", "13", "4", "5?", "12", "13", "56"):
        yield table.rolls(values)
    for order in ("pause", "resume"):
        yield table.session.correct({"do": order})
    for seat, (pawn, place) in enumerate((("red-1", "L30"), ("green-1", "L33"))):
        yield table.session.correct({"do": "put", "player": seat, "pawn": 0, "place": place})
        table.pawns[pawn] = place
    yield table.session.correct({"do": "turn", "player": 0})
    yield table.looks()
    yield table.rolls("12")
    yield table.moves("red-1", "L33")
    yield table.moves("green-1", "L34")
    yield table.session.undo()
    yield table.moves("green-1", "L39")
    yield table.session.correct({"do": "stands"})
    yield table.session.correct({"do": "lay-out"})
    for _ in range(2):
        yield table.session.correct({"do": "put", "player": 0, "pawn": 1, "place": "camp"})


def _lauf_filled(move: Json, table_state: LaufState, chance: Random) -> Json:
    said = move["move"]
    if said.startswith("roll"):
        said += f" = {chance.randint(1, 6)} {chance.randint(1, 6)}"
    elif said == "card":
        said += f" = {chance.choice(may_come(table_state))}"
    return {"move": said}


# Nicht lustig


def lustig() -> Samples:
    """Entered by tap to the end; then what a camera sees: dice that cannot be read, cards that nobody may take."""
    parts = {
        "players": "LustigPlayer",
        "turn": "Turn",
        "questions": "LustigQuestion",
        "troubles": "LustigTrouble",
        "moves": "LustigTold",
    }
    samples = Samples("Lustig", parts)
    session: Session[Any] = Session(NICHT_LUSTIG, Journal(None), setup=TAPPED)
    part = lustig_pages(lambda: session.state, dict)
    with _served(samples, session, part) as look:
        _entered(samples, session, part, _lustig_filled, look, 2 * STEPS)
    with closing(WatchedTable()) as table:
        part = lustig_pages(lambda: table.session.state, dict)
        with _served(samples, table.session, part) as look:
            for _ in _lustig_seen(table):
                look()
    return samples


def _lustig_seen(table: WatchedTable) -> Iterator[object]:
    """A card is missing; dice that are not read, that are nudged, that nobody says; cards that nobody may take."""
    yield table.shows(display=tuple(f"{face}-1" for face in TARGETS[1:]))
    yield table.begin()
    yield table.rolls("?? 12 45 1")
    (asked,) = table.session.view()["questions"]
    yield table.session.answer(asked["id"], "black-symbol")
    (asked,) = table.session.view()["questions"]
    yield table.session.answer(asked["id"], "black-3")
    yield table.shows(moved=("red-1",))
    yield table.takes("D24", "D25")
    yield table.session.correct({"do": "look-again"})
    yield table.session.correct({"do": "dice", "values": [3, 0, 1, 5, 4, 5, 1]})
    for order in ("pause", "resume"):
        yield table.session.correct({"do": order})
    yield table.session.correct({"do": "put", "card": "L01", "place": "scored", "player": 0})
    yield table.session.correct(
        {"do": "put", "card": "T02", "place": "covered", "player": 0, "under": "L01"}
    )
    yield table.rolls("3? 12 45 1")
    yield table.takes("R03")
    yield table.rolls("44 55 12 1")
    yield table.session.correct({"do": "turn", "player": 0})
    yield table.session.undo()
    yield table.session.correct({"do": "lay-out"})


def _lustig_filled(move: Json, table_state: LustigState, chance: Random) -> Json:
    now, player = table_state.state, move["player"]
    if move["move"] == "roll" and now.rolls and chance.random() < 0.8:
        return {"move": "stop", "player": player}
    if move["move"] == "professors":
        many = professor_dice(now.areas[player], now.rulings)
        return {**move, "values": [chance.randint(0, 5) for _ in range(many)]}
    if move["move"] != "roll":
        return move
    lie = now.dice.values if now.dice else (0,) * len(DICE)
    fall = [
        chance.randint(0, 5) if name in move["thrown"] else was
        for name, was in zip(DICE, lie, strict=True)
    ]
    return {**move, "values": fall}


# A game with score sheets


def sheet() -> Samples:
    """Entered by tap to the end; then what a camera sees: a die that cannot be read, a roll too many, a box that is owed."""
    parts = {
        "players": "SheetPlayer",
        "turn": "Turn",
        "questions": "SheetQuestion",
        "troubles": "RollTrouble",
    }
    samples = Samples("Sheet", parts)
    with TemporaryDirectory() as place, kniffel_installed(Path(place)) as package:
        assert package.pages is not None
        assert package.examples is not None
        session: Session[Any] = Session(package.played(), Journal(None), setup=TAPPED)
        part = package.pages(lambda: session.state, dict)
        with _served(samples, session, part) as look:
            _entered(samples, session, part, package.examples().filled, look, 2 * STEPS)
        table = WatchedDice(package)
        part = package.pages(lambda: table.session.state, dict)
        with _served(samples, table.session, part) as look:
            for _ in _sheets_seen(table):
                look()
    _robot_played(samples)
    for name in ("SheetNews", "OwnView"):
        samples.found[name] = _without_its_own(samples.found[name])
    return samples


def _robot_played(samples: Samples) -> None:
    """A robot among people."""
    setup = {"players": ["Ann", "Robo"], "robots": ["Robo"], "camera": False}
    session: Session[Any] = Session(YATZY.played(), Journal(None), setup=setup)
    assert YATZY.pages is not None
    part = YATZY.pages(lambda: session.state, dict)
    with _served(samples, session, part) as look:
        session.submit({"move": "roll", "player": 0, "dice": [1, 2, 2, 4, 6]})
        session.submit({"move": "box", "player": 0, "box": "chance"})
        look()


def _without_its_own(found: dict[str, Any]) -> dict[str, Any]:
    """News and views without what this game alone tells, which is of a type of its own."""
    news = {shape: said for shape, said in found.items() if said.get("kind") not in OWN}
    for view in news.values():
        if "announcements" in view:
            view["announcements"] = [
                said for said in view["announcements"] if said["kind"] not in OWN
            ]
    return news


def _sheets_seen(table: WatchedDice) -> Iterator[object]:
    """What nobody reads counts, what is read late is asked for; one roll too many; corrections of dice and boxes."""
    table.rolls("2245?")
    yield table.view
    for rolled in ("66666", "66661"):
        table.rolls(rolled)
        yield table.view
    yield table.shows(tray="666")
    yield table.shows(tray="66655")
    yield table.session.correct({"do": "look-again"})
    table.rolls("13456")
    yield table.view
    yield table.shows(moved="34")
    yield table.session.correct({"do": "dice", "values": [6, 6, 6, 6, 6]})
    for points in (50, None, 50):
        yield table.session.correct({"do": "box", "player": 1, "box": "kniffel", "points": points})
    table.session.answer("owed-0", "fours")
    for box, points in (("sixes", 24), ("fives", 20), ("fours", 16)):
        yield table.session.correct({"do": "box", "player": 1, "box": box, "points": points})
    yield table.session.correct({"do": "dice", "values": [1, 3, 4, 5, 6]})
    table.taps("threes")
    yield table.view
    for order in ("pause", "resume"):
        yield table.session.correct({"do": order})
    yield table.session.undo()
