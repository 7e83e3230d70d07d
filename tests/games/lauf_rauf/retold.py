"""The rules of Lauf Rauf! told a second time, over numbers only: nothing here is the game's own code.

A pawn on our board is a ring (40 or 24 fields) and a number on it; every way is walked field by field.
"""

from typing import Any

SIZES = {"L": 40, "M": 24}
CORNER = {"red": 0, "blue": 1, "green": 2, "yellow": 3}
OUTLINED = {"L": 9, "M": 5}


def told(asked: dict[str, Any]) -> list[str]:
    """Everything that may be done, for the default rulings."""
    position, rolls = asked["position"], asked["rolls"]
    me, ghost = position["turn"], position["ghost"]
    pawns = position["pawns"]
    if any(set(own) == {"camp"} for own in pawns.values()):
        return []
    if not rolls:
        return ["roll both"]
    state = {f: c for c, own in pawns.items() for f in own if f[0] in "LM"}
    low, high = sorted(rolls[-1])
    if len(rolls) == 1 and low + high == 7:
        haunts = [f"ghost {f}" for f in state if f[0] == "M"]
        if ghost != "summit":
            return ["ghost summit"]
        if haunts:
            return sorted(haunts)
    cards = position.get("cards", {}).get(me, [])
    doing: set[str] = set()
    for field in pawns[me]:
        doing |= from_place(field, position, rolls, state, cards)
    everything = sum(map(len, position.get("cards", {}).values()))
    if low == high and everything < 20:
        doing.add("card")
    more: set[str] = set()
    if len(rolls) < 3 or len(rolls) % 2 == 0:
        more |= {"roll both", f"roll {low}", f"roll {high}"}
    else:
        more |= {f"sacrifice {card}" for card in cards}
    compelled = {text.split()[0] for text in doing | more} == {"run"}
    return sorted(doing | more | (set() if compelled else {"pass"}))


def from_place(
    field: str,
    position: dict[str, Any],
    rolls: list[list[int]],
    state: dict[str, str],
    cards: list[str],
) -> set[str]:
    """What the pawn of one place may do."""
    me, ghost = position["turn"], position["ghost"]
    low, high = sorted(rolls[-1])
    if field == "base" and low + high >= 10:
        return {"start"} | {f"start with {c}" for c in cards if c in ("STA", "JOK")}
    if field in ("base", "camp"):
        return set()
    found = set()
    if free(field, low + high, ghost):
        found.add(f"run {field} {low + high}")
    if free(field, -low - high, ghost):
        found |= {f"run {field} {low + high} back with {c}" for c in cards if c in ("BAC", "JOK")}
    for needs, cost in [
        (low + high, [""]),
        (high, [f" with {c}" for c in cards if c in ("CLI", "JOK")]),
    ]:
        if (cost == [""] or low != high) and climbs(field, me, needs, position):
            found |= {f"climb {field}{card}" for card in cost}
    if len(rolls) == 1 and low != high:
        for far, cost in [
            (low, [""]),
            (-low, [f" with {c}" for c in cards if c in ("HIT", "JOK")]),
        ]:
            target = walked(field, far)[-1]
            corner = int(target[1:]) % (SIZES[target[0]] // 4) == 0
            if target in state and not corner and free(field, far, ghost):
                found |= {f"hit {field} {target}{card}" for card in cost}
    return found


def walked(field: str, far: int) -> list[str]:
    """Every field of a way, the last one too."""
    ring, at = field[0], int(field[1:])
    ways = range(1, far + 1) if far > 0 else range(-1, far - 1, -1)
    return [f"{ring}{(at + n) % SIZES[ring]}" for n in ways]


def free(field: str, far: int, ghost: str) -> bool:
    """Whether the ghost stands nowhere on the way but at its end."""
    return ghost not in walked(field, far)[:-1]


def climbs(field: str, me: str, needs: int, position: dict[str, Any]) -> bool:
    """Whether so many pips are one more than the way to the own corner of the ring."""
    ring, ghost = field[0], position["ghost"]
    way = walked(field, needs - 1) if needs > 1 else []
    corner = f"{ring}{CORNER[me] * SIZES[ring] // 4}"
    if not way or way[-1] != corner or len(way) > OUTLINED[ring]:
        return False
    if ghost in (field, *way):
        return False
    return ring == "L" or "base" not in position["pawns"][me]
