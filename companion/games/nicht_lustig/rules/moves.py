"""A move, the resulting events, and their automatic consequences: scoring, symbols, a Death without a choice, the next turn (rules, F2)."""

from collections.abc import Iterator
from functools import reduce
from random import Random
from typing import TypeAlias

from companion.errors import IllegalMove
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules import fold, legality, points

# Consequences, as far as nobody has to decide anything -------------------------------


Events: TypeAlias = tuple[m.Event, ...]


def followed(state: m.State, deed: Events) -> Events:
    """Events, with their automatic consequences as far as nobody has to decide anything."""
    found = list(deed)
    after = reduce(fold.evolve, deed, state)
    while more := tuple(_following(after)):
        found += more
        after = reduce(fold.evolve, more, after)
    return tuple(found)


def scoring(state: m.State) -> Iterator[m.Event]:
    """Everybody scores by the pink die before anything is taken."""
    assert state.dice is not None
    scored = legality.scored_by(state, state.dice)
    yield m.TargetsScored(state.turn, scored)
    for player, (area, turned) in enumerate(zip(state.areas, scored, strict=True)):
        laid = legality.laid_open(area, turned, state.rulings)
        if laid:
            yield m.DeathsLaid(player, laid)


def rolled_sets(state: m.State) -> tuple[p.Faces, ...]:
    """The sets of targets that may be taken now, or could be if the rolling ended now; what is scored first cannot be taken."""
    ends = state.now == "roll" and state.dice is not None
    after = reduce(fold.evolve, scoring(state), state) if ends else state
    return tuple(move.faces for move in legality.legal(after) if isinstance(move, m.TakeTargets))


def _following(state: m.State) -> Iterator[m.Event]:
    """What happens next while nobody has to decide anything."""
    match state.now:
        case "roll":
            yield from _of_rolling(state)
        case "take" | "virus":
            yield from _of_taking(state)
        case "done":
            yield from turn_over(state, rolled=state.rolls > 0)
        case "reckon":
            yield from _of_reckoning(state)


def _of_rolling(state: m.State) -> Iterator[m.Event]:
    skips = (p.ROBOT,) if state.rulings.ufo == "two-rolls" else (p.ROBOT, p.UFO)
    skipping = [face for face in skips if face in state.owned]
    if state.rolls == 0 and skipping:
        yield m.TurnWasSkipped(state.turn, skipping[0])
    elif state.rolls >= legality.most_rolls(state) and not any(legality.useful(state, p.DUCK)):
        yield from scoring(state)


def _of_taking(state: m.State) -> Iterator[m.Event]:
    """Symbols after the taking; a Death automatically if there is only one, with only one place for it."""
    gained = gains(state) if state.now == "virus" else ()
    if gained:
        yield m.SpecialsGained(state.turn, gained)
        return
    match legality.legal(state):
        case (m.TakeDeath(player, death, place),):
            yield m.DeathTaken(player, death, place)
        case () if state.now == "take" or p.VIRUS in state.owned:
            yield m.NoDeathLeft(state.turn)
        case ():
            yield from turn_over(state, rolled=state.rolls > 0)


def gains(state: m.State) -> p.Faces:
    """The specials gained by the symbols: those that the player does not have."""
    symbols = state.dice.symbols if state.dice else ()
    return tuple(face for face in symbols if face not in state.area.specials)


def turn_over(state: m.State, *, rolled: bool) -> Iterator[m.Event]:
    """The turn is over: specials that had to be used, if dice were rolled, go back; if few targets are left, so is the game; else it is the next player's turn."""
    if rolled:
        spent = (face for face in (p.VIRUS, p.UFO) if face in state.owned)
        yield from (m.SpecialUsed(state.turn, face) for face in spent)
    if len(state.display) <= m.LAST_TARGETS:
        yield m.DisplayRanOut(len(state.display))
    else:
        yield m.TurnWentOn((state.turn + 1) % state.players)


def _of_reckoning(state: m.State) -> Iterator[m.Event]:
    waiting = points.yet_to_roll(state)
    for seat in waiting:
        if points.professor_dice(state.areas[seat], state.rulings) == 0:
            yield m.ProfessorsRolled(seat, ())
            return
    if not waiting:
        yield reckoned(state)


def reckoned(state: m.State) -> m.GameReckoned:
    """Everybody's points, from their cards and their professors' dice so far."""
    rolled = state.professors or ((),) * state.players
    pairs = zip(state.areas, rolled, strict=True)
    reached = tuple(points.points(area, dice or (), state.rulings) for area, dice in pairs)
    return m.GameReckoned(reached, points.winners(state.areas, reached))


# Moves -------------------------------------------------------------------------------


def decide(state: m.State, move: m.Move, chance: Random) -> Events:
    """The events of a move and everything that follows automatically. Raises IllegalMove."""
    if isinstance(move, m.TakeTargets):
        move = m.TakeTargets(move.player, tuple(sorted(move.faces)))
    refused = legality.refusal(state, move)
    if refused is not None:
        raise IllegalMove.of(refused)
    return followed(state, _deed(state, move, chance))


def _deed(state: m.State, move: m.Move, chance: Random) -> Events:
    match move:
        case m.ThrowDice(player, thrown, values):
            before = state.dice or p.DiceRoll((0,) * len(p.DICE))
            values = values or before.thrown(thrown, chance).values
            named = in_order(thrown)
            return (m.DiceRolled(player, state.rolls + 1, values, named),)
        case m.StopRolling():
            return tuple(scoring(state))
        case m.UseSpecial(player, face):
            return (m.SpecialUsed(player, face),)
        case m.TakeTargets(player, faces):
            return (m.TargetsTaken(player, faces),)
        case m.TakeDeath(player, death, place):
            return (m.DeathTaken(player, death, place),)
        case m.RollProfessors(player, values):
            asked = points.professor_dice(state.areas[player], state.rulings)
            if values is None:
                values = tuple(chance.randrange(6) for _ in range(asked))
            return (m.ProfessorsRolled(player, values),)


def in_order(names: p.Names) -> p.Names:
    """Some dice in their canonical order."""
    return tuple(name for name in p.DICE if name in names)
