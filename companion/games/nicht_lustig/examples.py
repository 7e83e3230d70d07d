"""What this game is tried with (companion/kit/conformance)."""

from random import Random
from typing import Final

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.pieces import DICE
from companion.games.nicht_lustig.rules.points import professor_dice
from companion.games.nicht_lustig.table.state import TableState
from companion.kit.examples import Examples
from companion.rules import Json


def public(state: m.State) -> object:
    """Who has which targets and specials, and what is left."""
    areas = [(sorted((*a.open, *a.scored, *a.under)), sorted(a.specials)) for a in state.areas]
    return areas, state.display


def filled(move: Json, table_state: TableState, chance: Random) -> Json:
    """A throw with what the dice show then: those that were not thrown what they showed."""
    now, kind = table_state.state, move["move"]
    if kind == "professors":
        many = professor_dice(now.areas[move["player"]], now.rulings)
        return {**move, "values": [chance.randint(0, 5) for _ in range(many)]}
    if kind != "roll":
        return move
    lie = now.dice.values if now.dice else (0,) * len(DICE)
    pairs = zip(DICE, lie, strict=True)
    thrown = move["thrown"]
    values = [chance.randint(0, 5) if name in thrown else was for name, was in pairs]
    return {**move, "values": values}


AREAS: Final = [{"open": ["R02"]}, {"open": ["L02"]}]
ROLLED: Final = {"black": [3, 3], "red": [1, 4], "white": [2, 2], "pink": 2}
EXAMPLES: Final[Examples] = Examples(
    pieces=m.everywhere,
    public=public,
    filled=filled,
    positions=({"areas": AREAS},),
    asked={
        "legal": ({"position": {"areas": AREAS}, "dice": ROLLED},),
        "score": ({"areas": AREAS},),
    },
    moves=(
        {"move": "roll", "player": 0, "thrown": ["red-1"], "values": [1, 2, 3, 4, 5, 0, 1]},
        {"move": "roll", "player": 0, "values": [1, 2, 3, 4, 5, 0, 1]},
        {"move": "stop", "player": 0},
        {"move": "take", "player": 0, "faces": ["R03"]},
        {"move": "professors", "player": 0, "values": [1]},
    ),
    corrections=(
        {"do": "put", "card": "R03", "place": "open", "player": 1},
        {"do": "put", "card": "T06", "place": "covered", "player": 1, "under": "R03"},
        {"do": "dice", "values": [1, 2, 3, 4, 5, 0, 1]},
        {"do": "turn", "player": 1},
        {"do": "was", "move": 1, "choice": "roll"},
        {"do": "counts", "reason": "taken-D24"},
        {"do": "look-again", "reason": "dice"},
    ),
    events=(
        {"event": "no-death-left", "player": 0},
        {"event": "display-ran-out", "left": 5},
        {"event": "professors", "player": 0, "values": [4, 4, 4, 4, 4]},
        {"event": "reckoned", "points": [14, 12, 18], "winners": [2]},
        {
            "event": "rebuild",
            "problems": [
                {
                    "key": "lustig.problem.missing",
                    "params": {
                        "cards": [{"key": "lustig.card.L", "params": {"value": 1}}],
                        "count": 1,
                    },
                }
            ],
        },
        {
            "event": "illegal",
            "reason": "kept-again",
            "player": 0,
            "text": {"key": "lustig.wrong.kept-again", "params": {}},
            "thrown": ["black-1", "black-2", "red-1", "red-2", "white-1", "white-2", "pink"],
            "values": [2, 4, 1, 2, 5, 5, 3],
        },
        {
            "event": "legal-again",
            "reason": "taken-R03",
            "player": 0,
            "text": {
                "key": "lustig.wrong.not-rolled",
                "params": {"card": {"key": "lustig.card.R", "params": {"value": 3}}},
            },
            "thrown": [],
            "values": [],
        },
        {"event": "nudged", "dice": ["black-3"]},
        {
            "event": "watched",
            "lay": [["black", 3], ["black", 4], ["pink", 1]],
            "aside": 1,
            "out": ["red"],
            "sure": True,
            "phantoms": ["white"],
            "hidden": [],
        },
        {"event": "missed", "asked": ["white"]},
        {"event": "taken-off", "dice": ["red-1"]},
        {"event": "alike", "colours": ["red"]},
        {"event": "symbol-told", "colour": "white"},
        {"event": "gone", "cards": ["R03"]},
        {"event": "midway", "display": ["D24", "R03", "Y05"]},
        {"event": "verdict", "turn": 0, "choice": "0 death T05 L02"},
        {"event": "turn-unread", "player": 0},
    ),
)
