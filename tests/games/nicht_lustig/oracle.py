"""The rules told a second time, by trying everything out: slow, plain, and nothing of the game's own code in it."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

COLOURS = ("black", "red", "white")
NEEDS = {
    "R": ["black", "black"],
    "Y": ["red", "red"],
    "L": ["white", "white"],
    "P": ["black", "red", "white"],
}
TAKEN_FROM = [f"{k}0{v}" for k in "LPRY" for v in range(1, 6)] + [f"D{n}" for n in range(24, 29)]
DEATHS = [f"T0{n}" for n in range(1, 7)]
OF_DICE = {"black": ["S01", "S02"], "red": ["S03", "S04"], "white": ["S05", "S06"]}


def legal(position: dict[str, Any], dice: dict[str, Any]) -> dict[str, Any]:
    """What the last roll of a turn brings."""
    me, areas = position["turn"], position["areas"]
    pink = dice["pink"]
    scored = [sorted(card for card in area["open"] if int(card[1:]) == pink) for area in areas]
    others = (
        card
        for seat, area in enumerate(areas)
        if seat != me
        for card in area["open"]
        if card not in scored[seat]
    )
    reach = [*position["display"], *others]
    sets = [
        list(chosen)
        for n in range(1, 4)
        for chosen in combinations(sorted(reach), n)
        if takes(chosen, dice)
    ]
    mine = [*areas[me]["scored"], *scored[me]]
    forced = [] if sets else death(areas, me, f"T0{6 if pink == 'symbol' else pink}")
    shown = (f for c in COLOURS for f, v in zip(OF_DICE[c], dice[c], strict=True) if v == "symbol")
    return {
        "scored": scored,
        "takes": sorted(sets),
        "deaths": forced,
        "onto": covers(mine) if forced else [],
        "specials": [face for face in shown if face not in areas[me]["specials"]],
    }


def takes(chosen: tuple[str, ...], dice: dict[str, Any]) -> bool:
    """Whether there are dice for all of these at once, each used for one card only."""
    if any(card[0] == "D" for card in chosen):
        total = sum(v for c in COLOURS for v in dice[c] if v != "symbol")
        return len(chosen) == 1 and total >= int(chosen[0][1:])
    lying = [(colour, value) for colour in COLOURS for value in dice[colour]]
    for card in chosen:
        for colour in NEEDS[card[0]]:
            if (colour, int(card[1:])) not in lying:
                return False
            lying.remove((colour, int(card[1:])))
    return True


def death(areas: list[dict[str, Any]], me: int, named: str) -> list[str]:
    """The Deaths of which one must be had."""
    has = [[*area["deaths"], *area["covered"].values()] for area in areas]
    if named not in has[me]:
        return [named]
    nobodys = [card for card in DEATHS if not any(card in cards for cards in has)]
    return nobodys or [card for card in DEATHS if card not in has[me]]


def covers(scored: list[str]) -> list[str]:
    """Where it may go: a lemming, else anything but a dinosaur."""
    lemmings = [card for card in scored if card[0] == "L"]
    return sorted(lemmings or [card for card in scored if card[0] != "D"])


def score(areas: list[dict[str, Any]], professors: list[list[int]]) -> dict[str, Any]:
    """What everybody has at the end, and who has won."""
    reached = [sum(worth(area, rolled)) for area, rolled in zip(areas, professors, strict=True)]
    deaths = [len(area["deaths"]) + len(area["covered"]) for area in areas]
    best = max(reached)
    fewest = min(n for n, p in zip(deaths, reached, strict=True) if p == best)
    seats = zip(reached, deaths, strict=True)
    won = [seat for seat, each in enumerate(seats) if each == (best, fewest)]
    return {"points": reached, "winners": won}


def worth(area: dict[str, Any], rolled: list[int]) -> Iterator[int]:
    """The points of an area, one by one."""
    kinds = [card[0] for card in area["scored"]]
    yield from (4 for kind in kinds if kind == "L")
    yield from (2 for kind in kinds if kind == "R")
    yield from (3 if kinds.count("Y") > 1 else 1 for kind in kinds if kind == "Y")
    yield from (
        {"D24": 1, "D25": 2, "D26": 3, "D27": 4, "D28": 5}[c] for c in area["scored"] if c[0] == "D"
    )
    yield max(rolled[: kinds.count("P")], default=0)
    yield from chain((1 for _ in area["open"]), (-1 for _ in area["deaths"]))
