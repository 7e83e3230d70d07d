"""The next evening begins as the last one was agreed, with the same people, unless the settings say something else."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.service.composition import Companion
from companion.app.service.current_game import CurrentGame, Moved
from companion.errors import InputError
from companion.games import game
from companion.games.dumm_gelaufen import GAME as MURPHY
from companion.games.lauf_rauf import GAME as LAUF_RAUF
from companion.games.lauf_rauf.board import board_toml
from companion.journal.journal import Draft, Journal
from companion.rules import Json
from companion.session.session import Session
from companion.settings import NOBODY_NAMED, Settings
from companion.words import words
from tests.games.installed import toy_installed
from tests.games.lauf_rauf.round_board import round_board

FAMILY = ["Mia", "Opa", "Lena", "Tom"]


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household of its own: state and configuration lie in a temporary folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def agreed(name: str, **form: Any) -> dict[str, Any]:
    """The set-up of a game as the host's form asks for it, by tap."""
    return {**game(name).setup(form), "game": name, "camera": False}


def started(path: Path, **given: Any) -> dict[str, Any]:
    """The set-up of the game on the table once a companion has started on a journal."""
    named = replace(Settings(camera="none", host="127.0.0.1", buzzer="none"), **given)
    settings = replace(named, journal=path, port=0)
    with closing(Companion(settings, path.parent / "murphy.toml")) as companion:
        assert "over" != companion.session.view()["phase"]
        return dict(companion.journal.since("game")[0].data)


def first(last: Json, *, new: bool = False, **given: Any) -> dict[str, Any]:
    """The set-up of the game that a start begins after one with this set-up."""
    with Journal(None) as journal:
        journal.append([Draft("game", last)])
        return CurrentGame(Settings(**given), "usb:0", journal, new=new).first()


def test_again_is_the_game_that_was_begun_last() -> None:
    """Also where no camera has been told of it: its rulings, and its robots, one more player or not."""
    with Journal(None) as journal:
        current = CurrentGame(
            Settings(camera="none", players=("Ann", "Ben")), "none", journal, new=False
        )
        journal.append([Draft("game", current.first())])
        form = {
            "players": ["Ann", "Robo"],
            "plays": ["person", "robot"],
            "rulings": {"sheet": "thirteen"},
        }
        journal.append([Draft("game", agreed("yatzy", **form))])
        for players in (["Ann", "Robo"], ["Ann", "Robo", "Cem"]):
            again = current.again(players)
            assert ("yatzy", players) == (again["game"], again["players"])
            assert ["Robo"] == again["robots"]
            assert "thirteen" == again["rulings"]["sheet"]


@pytest.mark.parametrize(
    ("seat", "name", "players", "robots"),
    [
        (1, " Bert ", ["Ann", "Bert"], ["Bert"]),
        (1, "Bert", ["Bert", "Robo"], ["Bert"]),
        (1, "Bert", ["Ann", "Robo"], None),
        (0, "Eva", ["Eva", "Robo"], ["Robo"]),
    ],
)
def test_a_robot_that_was_called_otherwise_is_one_again(
    seat: int, name: str, players: list[str], robots: list[str] | None
) -> None:
    """Under its new name; who is called by the old one is a person."""
    with Journal(None) as journal:
        current = CurrentGame(
            Settings(camera="none", players=("Ann", "Ben")), "none", journal, new=False
        )
        form = {"players": ["Ann", "Robo"], "plays": ["person", "robot"]}
        session = Session(game("yatzy").played(), journal, setup=agreed("yatzy", **form))
        session.correct({"do": "name", "player": seat, "name": name})
        begun = CurrentGame(Settings(), "none", journal, new=True).first()

        assert robots == current.again(players).get("robots")
        assert ["Bert" if seat else "Robo"] == begun["robots"]


def won(session: Session[Any]) -> None:
    """The first player of a game of Lauf Rauf! has all pawns in camp."""
    for _ in session.state.state.pawns[0]:
        # Those in camp are the last.
        session.correct({"do": "put", "player": 0, "pawn": 0, "place": "camp"})
    assert "over" == session.view()["phase"]


@pytest.mark.parametrize(("said", "begins"), [("name", True), ("begin", False)])
def test_a_camera_that_is_chosen_before_the_first_turn_is_looked_through(
    said: str, begins: bool
) -> None:
    """The same people and rulings, under the names that they have by now; a game of which anything was typed goes on by taps."""
    last = agreed("dumm-gelaufen", players=FAMILY, rulings={"claim_window": "any_time"})
    with Journal(None) as journal:
        journal.append([Draft("game", last)])
        correction = {"do": said, "player": 1, "name": "Opa Jan"}
        journal.append([Draft("correction", {"correction": correction})])
        journal.append([Draft("announcement", {"kind": "renamed", "params": {}})])
        current = CurrentGame(Settings(), "usb:0", journal, new=False)
        now = current.first()

    assert begins == current.new
    assert now["camera"]
    assert ["Mia", "Opa Jan" if begins else "Opa", "Lena", "Tom"] == now["players"]
    assert "any_time" == now["rulings"]["claim_window"]


def test_the_same_people_sit_down_again(away: Path) -> None:
    """A game that was won, and the companion started the next evening: who plays, with which colours, rulings and board."""
    board = board_toml(round_board())
    colours = [*round_board().colours][::-1][:2]
    last = agreed("lauf-rauf", players=["Mia", "Opa"], colours=colours, board=board)
    with Journal(away / "j") as journal:
        won(Session(LAUF_RAUF.played(), journal, setup={**last, "key": "k"}))

    assert last | {"edition": "revised"} == started(away / "j")


@pytest.mark.parametrize("new", [False, True])
def test_names_that_phones_typed_in_go_on(new: bool) -> None:
    """As they were called last; what was taken back was never theirs, and what is no seat's is nobody's."""
    last = agreed("dumm-gelaufen", players=["Ann", "Bob", "Cem"])
    called = [(0, " Oma "), (1, "Opa"), (0, "Mia"), (9, "Eva")]
    words = [{"correction": {"do": "name", "player": seat, "name": name}} for seat, name in called]
    with Journal(None) as journal:
        journal.append([Draft("game", last), *(Draft("correction", each) for each in words)])
        journal.append([Draft("undo", {"of": 4})])
        current = CurrentGame(Settings(), "usb:0", journal, new=new)

        assert ["Oma", "Opa", "Cem"] == current.first()["players"]


@pytest.mark.parametrize(
    ("undone", "name"), [((), "Oma"), ((2,), "Ann"), ((2, 3), "Oma"), ((2, 3, 4), "Ann")]
)
def test_a_name_that_counts_again_goes_on(undone: tuple[int, ...], name: str) -> None:
    """What took it back was taken back itself, however often."""
    last = agreed("dumm-gelaufen", players=["Ann", "Bob", "Cem"])
    called = {"correction": {"do": "name", "player": 0, "name": "Oma"}}
    with Journal(None) as journal:
        undos = (Draft("undo", {"of": of}) for of in undone)
        journal.append([Draft("game", last), Draft("correction", called), *undos])

        assert name == CurrentGame(Settings(), "usb:0", journal, new=True).first()["players"][0]


def test_the_same_game_for_other_people() -> None:
    """What was agreed holds; what each chose does where there are as many."""
    colours = ["yellow", "red"]
    last = agreed("lauf-rauf", players=["Mia", "Opa"], colours=colours)
    with Journal(None) as journal:
        journal.append([Draft("game", last)])
        current = CurrentGame(Settings(), "usb:0", journal, new=False)

        assert colours == current.again(["Oma", "Opa"])["colours"]
        assert ["Oma", "Opa", "Eva"] == current.again(["Oma", "Opa", "Eva"])["players"]
        with pytest.raises(InputError):
            current.again(["Oma"])


@pytest.mark.parametrize("new", [False, True])
def test_edition_and_rulings_are_the_last_games(new: bool) -> None:
    """Also where a new game is asked for in so many words."""
    last = agreed("dumm-gelaufen", players=FAMILY, edition="newer")
    name, value = unusual(last["rulings"])
    told = first({**last, "rulings": {**last["rulings"], name: value}}, new=new)

    assert (FAMILY, "newer") == (told["players"], told["edition"])
    assert value == told["rulings"][name]


def unusual(rulings: Json) -> tuple[str, Any]:
    """A ruling, and a value that it does not have."""
    form = MURPHY.setup_form("newer")["rulings"]
    rule = next(rule for rule in form if len(rule["values"]) > 1)
    name = rule["name"]
    return name, next(v for v in rule["values"] if v != rulings[name])


def test_the_camera_looks_for_the_last_games_cards(away: Path) -> None:
    """From the first look on."""
    last = agreed("dumm-gelaufen", players=FAMILY, edition="newer")
    with Journal(away / "j") as journal:
        journal.append([Draft("game", last)])
        current = CurrentGame(Settings(), "usb:0", journal, new=True)

    assert "newer" == current.settings.edition


def test_what_is_set_wins() -> None:
    """Names of an option are this evening's, though they are those that nobody named; what was agreed holds for them, too."""
    last = agreed("dumm-gelaufen", players=FAMILY, edition="newer")
    name, value = unusual(last["rulings"])
    told = first({**last, "rulings": {**last["rulings"], name: value}}, players=NOBODY_NAMED)

    assert [*NOBODY_NAMED] == told["players"]
    assert ("newer", value) == (told["edition"], told["rulings"][name])


def test_another_edition_has_its_own_rulings() -> None:
    """What was agreed for the one says nothing of the other."""
    last = agreed("dumm-gelaufen", players=FAMILY, edition="newer")
    usual = agreed("dumm-gelaufen", players=FAMILY, edition="classic")

    assert usual["rulings"] == first(last, edition="classic")["rulings"]


def test_others_choose_their_own_colours() -> None:
    """Colours were chosen by people, not for chairs."""
    colours = ["yellow", "red"]
    last = agreed("lauf-rauf", players=["Mia", "Opa"], colours=colours)

    assert colours == first(last)["colours"]
    assert "colours" not in first(last, players=("Opa", "Mia"))


def test_a_board_for_fewer_stays_in_its_box() -> None:
    """It has a colour for three."""
    few = round_board()
    board = replace(few, colours=dict([*few.colours.items()][:3]))
    last = agreed("lauf-rauf", players=FAMILY[:3], board=board_toml(board))

    assert board_toml(board) == first(last)["board"]
    assert "board" not in first(last, players=tuple(FAMILY))


@pytest.mark.parametrize("players", [None, 7, "Mia"])
def test_a_journal_that_does_not_tell_who_played(players: object) -> None:
    """Whoever wrote it: those play whom nobody named."""
    assert [*NOBODY_NAMED] == first({"players": players}, new=True)["players"]


def test_a_game_for_two_begins_with_two(tmp_path: Path) -> None:
    """Nobody has to be named: of the usual names as many play as can."""
    with toy_installed(tmp_path) as toy:
        assert [*NOBODY_NAMED[:2]] == first({}, game=toy.name, new=True)["players"]


def test_another_game_begins_anew() -> None:
    """What was agreed for another game counts no more, nor who played it."""
    last = agreed("lauf-rauf", players=["Mia", "Opa"])
    told = first(last, game="nicht-lustig")

    assert ("nicht-lustig", [*NOBODY_NAMED]) == (told["game"], told["players"])


def test_a_game_of_dice_alone_goes_without_its_mat() -> None:
    """On the place of the picture that was shown; what lies on a mat stays there, whatever is set, and on its mat a game of dice is again as soon as that is wanted."""
    place, settings = (0.1, 0.2, 0.9, 0.8), Settings(no_mat=True)
    with Journal(None) as journal:
        yatzy = CurrentGame(replace(settings, game="yatzy"), "usb:0", journal, new=True)
        others = CurrentGame(replace(settings, game="nicht-lustig"), "usb:0", journal, new=True)

        assert yatzy.mat_instead is not None
        assert yatzy.mat_instead.plain
        assert (None, False) == (others.mat_instead, others.settings.no_mat)

        yatzy.plays_on(no_mat=True, tray=place)
        (zone,) = yatzy.mat_instead.zones
        width, height = yatzy.mat_instead.size
        assert (0.1 * width, 0.2 * height, 0.9 * width, 0.8 * height) == (
            zone.x0,
            zone.y0,
            zone.x1,
            zone.y1,
        )
        assert ("tray", place) == (zone.name, yatzy.settings.tray)

        yatzy.plays_on(no_mat=False, tray=place)
        others.plays_on(no_mat=True, tray=place)
        assert [None, None] == [now.mat_instead for now in (yatzy, others)]


def test_a_table_without_a_mat_is_one_in_the_next_game() -> None:
    """Begun anew it is looked at as before; a game with a mat turns the camera to that."""
    with Journal(None) as journal:
        current = CurrentGame(Settings(no_mat=True, game="yatzy"), "usb:0", journal, new=True)
        for name, moves in (
            ("yatzy", Moved.AGAIN),
            ("nicht-lustig", Moved.ELSEWHERE),
            ("yatzy", Moved.ELSEWHERE),
        ):
            journal.append([Draft("game", {**agreed(name, players=FAMILY), "camera": True})])
            assert moves is current.follow()
            assert (name == "yatzy") == bool(current.mat_instead and current.mat_instead.plain)


def test_who_names_other_people_or_another_edition_is_told_what_goes_on(away: Path) -> None:
    """The unfinished game does, as it would without a name; how another one begins is said. An edition of another game is a wish for that."""
    path = away / "d.journal"
    assert ["Mia", "Opa"] == started(path, players=("Mia", "Opa"))["players"]
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"players": ("Mia", "Opa"), "edition": "classic"}, ""),
        (
            {"players": ("Tom", "Lena"), "edition": "revised"},
            "Mia, Opa. A new one of Tom, Lena begins with --new.",
        ),
        ({"edition": "newer"}, "edition classic. A new one, edition newer, begins with --new."),
    )
    for said, told in cases:
        named = Settings(camera="none", host="127.0.0.1", buzzer="none", **said)
        settings = replace(named, journal=path, port=0)
        with closing(Companion(settings, away / "murphy.toml")) as companion:
            lines = companion.greeting(words("en"))
            found = [line for line in lines if "goes on" in line]
            assert [f"The unfinished game goes on: {told}"] * bool(told) == found


def test_another_game_is_the_one_on_the_table_without_a_camera_too(away: Path) -> None:
    """Its pages would ask for a state that is nobody's: no move was legal, and the history did not open."""
    settings = Settings(camera="none", host="127.0.0.1", port=0, buzzer="none", game="yatzy")
    settings = replace(settings, journal=away / "e.journal", players=("Mia", "Opa"))
    with closing(Companion(settings, away / "murphy.toml")) as companion:
        asked = {"players": ["Mia", "Opa"]}
        companion.ingest.begin("nicht-lustig", agreed("nicht-lustig", **asked))
        assert "nicht-lustig" == companion.current.package.name


def test_one_plays_alone(away: Path) -> None:
    """Where a game allows it."""
    begun = started(away / "c.journal", game="yatzy", players=("Mia",))
    assert ["Mia"] == begun["players"]
