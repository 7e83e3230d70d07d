"""What this game is tried with (companion/kit/conformance)."""

from collections.abc import Iterator
from random import Random
from typing import Final

from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.table.questions import may_come
from companion.games.lauf_rauf.table.state import TableState
from companion.kit.examples import Examples
from companion.rules import Json


def pieces(state: m.State) -> Iterator[str]:
    """Every card by its kind, every pawn by its colour, and the ghost."""
    yield from state.discard
    yield from state.unseen
    seats = zip(state.colours, state.hands, state.pawns, strict=True)
    for colour, hand, pawns in seats:
        yield from hand
        yield from [colour] * len(pawns)
    if state.ghost == "summit" or state.ghost in state.occupied:
        yield "ghost"


def public(state: m.State) -> object:
    """Where pawns and cards are, and who has won."""
    cards = state.hands, state.supply, state.discard
    return state.pawns, state.ghost, cards, state.winner


def filled(move: Json, table_state: TableState, chance: Random) -> Json:
    """A roll with what the dice show, a card with what it is."""
    said = str(move["move"])
    if said.startswith("roll"):
        falls, stays = chance.randint(1, 6), chance.randint(1, 6)
        die = said.rpartition(" ")[2]
        if die != "both":
            one, other = table_state.state.dice
            stays = other if one == int(die) else one
        said += f" = {falls} {stays}"
    elif said == "card":
        said += f" = {chance.choice(may_come(table_state))}"
    return {"move": said}


ABOUT_TO_WIN: Final[Json] = {
    "turn": "red",
    "pawns": {"red": ["camp", "camp", "M0"], "blue": ["base", "L3", "M7"]},
    "ghost": "M7",
    "cards": {"red": ["CLI"], "blue": []},
}
"""Whoever is next has one more pawn to bring up."""
EXAMPLES: Final[Examples] = Examples(
    pieces=pieces,
    public=public,
    filled=filled,
    positions=(ABOUT_TO_WIN,),
    asked={"legal": ({"position": ABOUT_TO_WIN, "rolls": [[1, 3]]},)},
    moves=(
        {"move": "roll both = 3 4"},
        {"move": "start"},
        {"move": "card = BAC"},
        {"move": "pass"},
    ),
    corrections=(
        {"do": "put", "player": 0, "pawn": 0, "place": "L0"},
        {"do": "ghost", "place": "summit"},
        {"do": "hand", "player": 0, "cards": ["BAC"]},
        {"do": "dice", "values": [3, 4]},
        {"do": "turn", "player": 1},
        {"do": "counts", "reason": "pawns"},
        {"do": "stands", "reason": "pawns"},
        {"do": "put-back", "reason": "pawns"},
        {"do": "lay-out"},
        {"do": "huckauf"},
    ),
    events=(
        {"event": "ghost", "colour": "red", "to": "M2"},
        {"event": "played", "colour": "red", "card": "JOK"},
        {"event": "sacrificed", "colour": "red", "card": "HIT"},
        {"event": "won", "colour": "red"},
        {
            "event": "rebuild",
            "problems": [
                {
                    "key": "lauf.problem.back",
                    "params": {
                        "back": [
                            {
                                "key": "lauf.step",
                                "params": {
                                    "pawn": {"key": "lauf.colour.red", "params": {}},
                                    "origin": "L5",
                                    "to": "L0",
                                },
                            }
                        ]
                    },
                }
            ],
        },
        {"event": "nudged", "dice": ["white-5", "white-6"]},
        {"event": "lost-roll", "count": 1},
        {"event": "called"},
        {"event": "shown", "cards": ["JOK"]},
        {"event": "taken-back"},
        {
            "event": "unwanted",
            "pawns": [["L30", "base", "base"], ["L14", "base", "base"]],
            "ghost": "summit",
        },
        {"event": "under-way", "left": [["green", "L19", "M12"], ["green", "M12", "M13"]]},
    ),
)
