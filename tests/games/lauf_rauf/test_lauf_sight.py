"""Dice and pawns on our own board, in pictures."""

import json
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from companion.app.camera.sources import reader_for
from companion.app.cli import murphy
from companion.app.painted.painter import view_of
from companion.games.lauf_rauf import GAME
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import BASE, CAMP
from companion.games.lauf_rauf.mat import GHOST, MAT, mat_of
from companion.games.lauf_rauf.painted import PAINTED, Board
from companion.games.lauf_rauf.reports import watch_lines
from companion.games.lauf_rauf.robots import GAMES, greedy_robot
from companion.games.lauf_rauf.table.pieces_seen import SEEN, missing, pawns_seen
from companion.kit.painted import FallenDie, ScriptConfig
from companion.mat import ZoneKind
from companion.table import Table
from companion.words import words
from tests.places import DICE
from vision.frame import Frame
from vision.painting.layout import Layout, Lying, PaintedDie, PaintedPawn, Slab
from vision.painting.scene import paint
from vision.pictures import grey_of, read_picture


def test_every_place_of_a_pawn_is_a_zone_of_the_mat() -> None:
    """As wide as the next one is far; none overlaps another, and each holds its own middle."""
    fields = [zone for zone in MAT.zones if zone.kind is ZoneKind.FIELD]

    assert 40 + 24 + 12 + 4 + 1 == len(fields)
    for zone in fields:
        assert zone.name == MAT.zone_at(*zone.middle)
        assert (30, 30) == (zone.width, zone.height) or zone.name.startswith("camp-")
    for n, zone in enumerate(MAT.zones):
        for other in MAT.zones[:n]:
            across = min(zone.x1, other.x1) - max(zone.x0, other.x0)
            down = min(zone.y1, other.y1) - max(zone.y0, other.y0)
            assert min(across, down) <= 1e-6, (zone.name, other.name)
    assert mat_of(m.start(2).board) == MAT


def test_the_ghost_hides_one_pawn() -> None:
    """Whoever is missing stands under it; two that are missing are missing."""
    state = m.start(2)
    names = {"red": ["red-1", "red-2"], "green": ["green-1", "green-2", "green-3"]}
    zones = {f"base-{c}-{n}": (p,) for c, own in names.items() for n, p in enumerate(own, 1)}

    seen = pawns_seen(state, Table({**zones, "M7": (GHOST,)}))

    assert seen is not None
    assert (("M7", BASE, BASE), "M7") == (seen.pawns[0], seen.ghost)
    assert () == missing(state, Table({**zones, "M7": (GHOST,)}))
    assert ("red",) == missing(state, Table({**zones, "summit": (GHOST,)}))
    assert pawns_seen(state, Table({**zones, "summit": (GHOST,)})) is None
    assert pawns_seen(state, Table({**zones, "tray": ("red-3",)})) is None


PLACES = {"lower": "L{}", "middle": "M{}", "base": "base-{}"}


@pytest.mark.skipif(not DICE.is_dir(), reason="the pictures of dice and pawns")
@pytest.mark.parametrize(
    "scene",
    [
        "rauf_00_1280x720",
        pytest.param("rauf_00_2304x1296", marks=pytest.mark.prove),
        pytest.param("rauf_01_1920x1080", marks=pytest.mark.prove),
    ],
)
def test_photo_like_pictures_of_the_mat(scene: str) -> None:
    """Every pawn is on its field; no die shows what it does not."""
    truth = json.loads((DICE / f"{scene}.json").read_text())
    colour = read_picture(Path(DICE / f"{scene}.jpg"))

    reading = reader_for(GAME, None).read(grey_of(colour), colour)

    zones = {zone: codes for zone, codes in reading.zones.items() if zone != "discard"}
    pawns = {
        code: zone
        for zone, codes in zones.items()
        for code in codes
        if not code.startswith("white")
    }
    assert len(truth["pawns"]) == len(pawns)
    for pawn in truth["pawns"]:
        number = pawn["id"] - 16
        name = GHOST if pawn["id"] == 28 else f"{pawn['colour']}-{number % 3 + 1}"
        place = (
            f"base-{pawn['colour']}-{pawn['index'] + 1}"
            if pawn["ring"] == "base"
            else PLACES[pawn["ring"]].format(pawn["index"])
        )
        assert place == pawns[name]
    read = [SEEN.die(code).value for code in SEEN.lying(Table(zones))]
    shown = [die["value"] for die in truth["dice"]]
    assert 2 == len(read)
    assert all(value is None or value in shown for value in read)


@pytest.mark.skipif(not DICE.is_dir(), reason="the pictures of dice and pawns")
def test_a_picture_is_told_to_people() -> None:
    """Cards and dice by their zone, each pawn with the place as the rules call it."""
    told = CliRunner().invoke(murphy, ["scan", str(DICE / "rauf_00_1280x720.jpg"), "--lang", "en"])

    assert 0 == told.exit_code, told.output
    assert "  Discard pile: CLI-2\n" in told.output
    assert "pawns: blue-1 base, blue-2 base, blue-3 M3, ghost L29," in told.output


def laid(board: Board) -> Layout:
    """The painted table of a board."""
    game = PAINTED
    faces = game.faces(ScriptConfig(), words("en"))
    lying = tuple(game.lying(board, faces))
    return Layout(
        tuple(one for one in lying if isinstance(one, Lying | Slab)),
        dice=tuple(one for one in lying if isinstance(one, PaintedDie)),
        pawns=tuple(one for one in lying if isinstance(one, PaintedPawn)),
    )


def board_of(state: m.State) -> Board:
    """A standing as pawns on a table."""
    pawns = {
        f"{c}-{n}": place
        for c, own in zip(state.colours, state.pawns, strict=True)
        for n, place in enumerate(own, 1)
    }
    return Board({**pawns, GHOST: state.ghost})


@pytest.mark.prove
def test_painted_boards_are_read_as_they_stand() -> None:
    """Thirty moments of a game of four: every pawn where it is, three of them in a camp, one under the ghost."""
    view = view_of(PAINTED, "en", GAME.drawn())
    reader, rng = reader_for(GAME, None), np.random.default_rng(1)
    moments = islice(GAMES.played(m.start(4), greedy_robot, Random(4)), 20, 3000, 99)
    standings = [played.after for played in moments]
    assert any(CAMP in own for state in standings for own in state.pawns)
    for state in standings[:30]:
        colour = paint(laid(board_of(state)), view, rng)
        reading = reader.read(grey_of(colour), colour)

        assert state.placement == pawns_seen(state, Table(reading.zones))


@pytest.mark.slow
def test_a_printed_field_beside_a_pawn_is_no_die() -> None:
    """Red's first field with its triangle, 28 mm wide, between two caps: nothing that does not fit the set's size is told, however it is read."""
    view, rng = view_of(PAINTED, "en", GAME.drawn()), np.random.default_rng(1)
    reader = reader_for(GAME, None)
    pawns = {"blue-1": "L1", "blue-3": "M6", "red-3": "M9", GHOST: "summit"}
    dice = FallenDie("white", 6, (475.4, 182.6), 72.3), FallenDie("white", 4, (512.1, 97.1), 53.5)
    for at, green in ((0.0, "L29"), (1.0, "L39")):
        colour = paint(laid(Board({**pawns, "green-2": green}, dice=dice)), view, rng)
        reading = reader.follow(Frame(int(at), at, grey_of(colour), colour))

    dice_at = [z for z, codes in reading.zones.items() for c in codes if c.startswith("white")]
    assert ["tray", "tray"] == dice_at


def test_lines_call_places_by_their_names() -> None:
    """A field by its number; camps, dice and cards as people call them."""
    zones = {
        "L4": ["red-1"],
        "base-blue-2": ["blue-2"],
        "summit": ["ghost"],
        "tray": ["white-3", "white"],
        "discard": ["JOK-1"],
    }

    told = watch_lines().in_words({"event": "table", "zones": zones}, words("en"))

    assert (
        "The table: L4: red 1; base camp: blue 2; the summit: the ghost; Tray: die 3, die ?; Discard pile: the joker."
        == told
    )
