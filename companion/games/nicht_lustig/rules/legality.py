"""The legal moves at a moment: what a roll can take, which Death comes otherwise, and why anything else is refused (rules, F2 Turn)."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Final

from companion.announce import Message, message
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules.points import professor_dice, yet_to_roll

# Targets: each die is used once ------------------------------------------------------


ASKS: Final = {
    p.RIEBMANN: ("black", "black"),
    p.YETI: ("red", "red"),
    p.LEMMING: ("white", "white"),
    p.PROFESSOR: p.COLOURED,
}
"""Kind of target -> the colours of the dice that must show its value."""


def scored_by(state: m.State, dice: p.DiceRoll) -> tuple[p.Faces, ...]:
    """The cards that every seat turns over: its own with the pink die's value; none if that shows the Poodle."""
    return tuple(
        tuple(c for c in sorted(a.open) if dice.pink and p.value(c) == dice.pink)
        for a in state.areas
    )


def within_reach(state: m.State) -> p.Faces:
    """What can be taken with the right roll: the display, and others' unscored cards."""
    others = (a.open for n, a in enumerate(state.areas) if n != state.turn)
    return (*state.display, *chain.from_iterable(others))


def takes(state: m.State, dice: p.DiceRoll) -> tuple[p.Faces, ...]:
    """Every set of targets that may be taken, sorted; empty if none can be."""
    reached = sorted(face for face in within_reach(state) if shows(dice, face))
    dinosaurs = [face for face in reached if p.is_dinosaur(face)]
    others = list(_together(dice, [f for f in reached if not p.is_dinosaur(f)]))
    beside = [()] if state.rulings.beside_dinosaur == "nothing" else [(), *others]
    # At most one dinosaur per turn; its sum uses all six dice without using them up.
    large = [tuple(sorted((d, *more))) for d in dinosaurs for more in beside]
    return tuple(sorted((*others, *large)))


def shows(dice: p.DiceRoll, face: str) -> bool:
    """Whether the dice show what a target requires, considered alone."""
    if p.is_dinosaur(face):
        return dice.total >= p.value(face)
    asks, v = ASKS[face[0]], p.value(face)
    return all(dice.of(colour).count(v) >= asks.count(colour) for colour in asks)


def _together(dice: p.DiceRoll, faces: list[str]) -> Iterator[p.Faces]:
    """Every non-empty choice of targets that the dice show without using a die twice.

    Targets of different values need different dice, so it is sufficient that together
    they need no more dice of a colour than there are.
    """
    sizes = range(1, len(faces) + 1)
    for chosen in chain.from_iterable(combinations(faces, n) for n in sizes):
        used = [colour for face in chosen for colour in ASKS[face[0]]]
        if all(used.count(colour) <= len(dice.of(colour)) for colour in p.COLOURED):
            yield chosen


# Deaths: which one comes to a player who took nothing, and what it may cover ---------


def deaths(state: m.State, pink: int) -> p.Faces:
    """The Deaths, or the Poodle, of which one must be taken; empty if the player has all of them.

    The pink die's one, wherever it lies; if the player has that already, another from
    the middle; if there is none, anybody's.
    """
    mine = state.area.all_deaths
    named = p.death_of(pink)
    if named not in mine:
        return (named,)
    middle = tuple(death for death in state.middle if death in p.DEATHS)
    return middle or tuple(death for death in p.DEATHS if death not in mine)


def onto(area: m.PlayerArea, rulings: m.Rulings) -> p.Faces:
    """The scored cards that a Death may cover, sorted: lemmings first, never a dinosaur; empty: it lies open."""
    several = rulings.deaths_on_a_card != "one-death"
    lying = (*area.scored, *area.under) if several else area.scored
    lemmings = p.of_kind(lying, p.LEMMING)
    others = (card for card in lying if not p.is_dinosaur(card))
    return tuple(sorted(lemmings or others))


def laid_open(
    area: m.PlayerArea, scored: p.Faces, rulings: m.Rulings
) -> tuple[tuple[str, str], ...]:
    """Death and card for each open Death that covers what its owner has just scored (ruling ``open_death``)."""
    if rulings.open_death == "stays":
        return ()
    there = onto(m.PlayerArea(scored=scored), rulings)
    rest = (card for card in sorted(scored) if card not in there and not p.is_dinosaur(card))
    return tuple(zip(area.deaths, (*there, *rest), strict=False))


# Moves -------------------------------------------------------------------------------


ROLLS: Final = 3


def legal(state: m.State) -> tuple[m.Move, ...]:
    """All legal moves; the values of throws and of the professors' dice are left to chance."""
    me = state.turn
    match state.now:
        case "roll":
            specials = useful(state, p.DUCK, p.TIME_MACHINE)
            return (*_throws(state), *_stop(state), *specials)
        case "take":
            assert state.dice is not None
            sets = takes(state, state.dice)
            found: tuple[m.Move, ...] = tuple(m.TakeTargets(me, s) for s in sets)
            found = found or _deaths(state)
            # A player who already has every Death has nothing to decide.
            return (*found, *useful(state, p.TIME_MACHINE)) if found else ()
        case "virus" if p.VIRUS in state.owned:
            return _deaths(state)
        case "reckon":
            return tuple(map(m.RollProfessors, yet_to_roll(state)))
        case _:
            return ()


def most_rolls(state: m.State) -> int:
    """The number of rolls of this turn: three, two with the UFO, one more for the duck."""
    if p.UFO in state.owned and state.rulings.ufo == "two-rolls":
        return ROLLS - 1
    return ROLLS + state.duck


def _throws(state: m.State) -> Iterator[m.ThrowDice]:
    """All seven at first; later any of those that were not kept."""
    if state.rolls == 0:
        yield m.ThrowDice(state.turn, p.DICE)
    elif state.rolls < most_rolls(state):
        sizes = range(1, len(state.free) + 1)
        sets = (combinations(state.free, n) for n in sizes)
        yield from (m.ThrowDice(state.turn, s) for s in chain.from_iterable(sets))


def _stop(state: m.State) -> Iterator[m.StopRolling]:
    if state.rolls:
        yield m.StopRolling(state.turn)


def useful(state: m.State, *faces: str) -> Iterator[m.UseSpecial]:
    """Those of the given specials that are useful now."""
    of_use = {
        p.DUCK: state.rulings.duck == "fourth-roll" and state.rolls == most_rolls(state) == ROLLS,
        p.CLOWN: state.rulings.clown == "refuses-death",
        p.TIME_MACHINE: True,
    }
    mine = (face for face in faces if face in state.owned and of_use[face])
    return (m.UseSpecial(state.turn, face) for face in mine)


def _deaths(state: m.State) -> tuple[m.Move, ...]:
    """Every possible Death, with every place for it; or the clown."""
    assert state.dice is not None
    me, places = state.turn, onto(state.area, state.rulings) or (None,)
    found = deaths(state, state.dice.pink)
    taken = (m.TakeDeath(me, death, place) for death in found for place in places)
    return (*taken, *(useful(state, p.CLOWN) if found else ()))


# Refusals, in words ------------------------------------------------------------------


def refusal(state: m.State, move: m.Move) -> Message | None:
    """Why a move is illegal now; None if it is legal."""
    match move:
        case _ if state.now == "over":
            return message("session.over")
        case m.ThrowDice():
            return _no_throw(state, move)
        case m.RollProfessors():
            return _no_professors(state, move)
        case _ if move in legal(state):
            return None
        case _ if move.player != state.turn:
            return message("lustig.not-your-turn", player=state.turn + 1)
        case m.TakeTargets(_, faces) if state.now == "take":
            return message("lustig.not-rolled", cards=p.named(faces))
        case m.TakeDeath(_, death, _) if state.now in ("take", "virus"):
            return message("lustig.not-that-death", card=p.card_name(death))
        case m.UseSpecial(_, face):
            return message("lustig.no-use", card=p.card_name(face))
        case _:
            return message(f"lustig.now-{state.now}")


def _no_throw(state: m.State, move: m.ThrowDice) -> Message | None:
    if state.now != "roll" or move.player != state.turn:
        return refusal(state, m.StopRolling(move.player)) or message("lustig.now-take")
    if state.rolls >= most_rolls(state):
        return message("lustig.no-more-rolls", count=state.rolls)
    thrown = set(move.thrown)
    if state.rolls == 0:
        if thrown != set(p.DICE) or len(move.thrown) != len(p.DICE):
            return message("lustig.all-seven")
    elif not thrown or len(thrown) != len(move.thrown) or not thrown <= set(state.free):
        return message("lustig.kept-again")
    return None if _lie_still(state, move) else message("lustig.lie-still")


def _lie_still(state: m.State, move: m.ThrowDice) -> bool:
    """Whether the dice that were not thrown are unchanged."""
    if move.values is None:
        return True
    try:
        after = p.DiceRoll(move.values)
    except ValueError:
        return False
    before = state.dice or after
    triples = zip(p.DICE, before.values, after.values, strict=True)
    return all(old == new for name, old, new in triples if name not in move.thrown)


def _no_professors(state: m.State, move: m.RollProfessors) -> Message | None:
    if m.RollProfessors(move.player) not in legal(state):
        return message(f"lustig.now-{state.now}")
    asked = professor_dice(state.areas[move.player], state.rulings)
    values = move.values
    if values is not None and (len(values) != asked or not set(values) <= set(range(6))):
        return message("lustig.professor-dice", count=asked)
    return None
