"""Cards that leave the display and return to it, and the end of a turn of which not everything was seen: what the dice allow is taken, for the rest the likeliest is assumed."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from companion import announce, table
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import DISPLAY, displayed
from companion.games.nicht_lustig.rules import legality, moves
from companion.games.nicht_lustig.rules.fold import place_of
from companion.games.nicht_lustig.table import events as e
from companion.games.nicht_lustig.table.state import Recorder, TableState
from companion.kit import rolls

TAKEN: Final = "taken-"
"""Violations that concern a card."""


def moved(recorder: Recorder, steps: Sequence[table.Step]) -> None:
    """Process what the display lost and got back."""
    for step in steps:
        face = step.card.rpartition("-")[0]
        if step.zone != DISPLAY or face not in p.CARDS:
            continue
        if step.sign == "-":
            _went(recorder, face)
        else:
            _came_back(recorder, face)


def taken_before(recorder: Recorder) -> None:
    """The roll is known now: cards that left before are taken, if the dice allow it."""
    early = recorder.table_state.gone
    if early:
        recorder.record(e.TargetsGone())
    for face in early:
        recorder.resolve(f"{TAKEN}{face}")
        _went(recorder, face)


def read_on(recorder: Recorder, there: Collection[str]) -> None:
    """The display lies as it should: what went from it is taken as far as the dice allow it, and has left it otherwise."""
    table_state = recorder.table_state
    for face in (*table_state.picked, *table_state.gone):
        if face in there:
            _came_back(recorder, face)
    for face in missing(recorder.table_state, there):
        now, picked = recorder.state, recorder.table_state.picked
        if now.dice is not None and tuple(sorted((*picked, face))) in moves.rolled_sets(now):
            _went(recorder, face)
    lost = missing(recorder.table_state, there)
    if lost:
        display = recorder.state.display
        recorder.record(e.GameJoined(tuple(face for face in display if face not in lost)))


def missing(table_state: TableState, there: Collection[str]) -> p.Faces:
    """The targets that the display lacks, but for those that left it in this turn."""
    told = (w.reason.removeprefix(TAKEN) for w in table_state.violations)
    left = {*there, *table_state.picked, *table_state.gone, *told}
    return tuple(face for face in table_state.state.display if face not in left)


def looked_at_again(recorder: Recorder, taken: Iterable[rolls.Violation]) -> None:
    """The dice are known better now, and may allow what they did not before."""
    for wrong in taken:
        recorder.resolve(wrong.reason)
        _went(recorder, wrong.reason.removeprefix(TAKEN))


def known_better(recorder: Recorder, fact: m.DiceRolled | m.DiceWere) -> None:
    """The dice show something else: if they have been scored, that is done anew, and cards that were picked are judged by them."""
    before, picked = recorder.state.dice, recorder.table_state.picked
    if recorder.state.now != "take" or before is None:
        recorder.follow(fact)
        return
    recorder.record(fact)
    after = p.DiceRoll(fact.values)
    as_before = {s.colour for s in recorder.table_state.symbols}
    as_before &= {colour for colour in p.COLOURED if before.of(colour) == after.of(colour)}
    if before.pink != after.pink:
        _scored_anew(recorder)
    for symbol in recorder.table_state.symbols:
        if symbol.colour not in as_before:
            recorder.record(e.SymbolTold(symbol.colour))
    if picked:
        recorder.record(e.TargetsPicked())
    recorder.follow()
    for face in picked:
        _went(recorder, face)


def _scored_anew(recorder: Recorder) -> None:
    """What everybody has turned over in this turn is turned back, and the pink die scored as it lies."""
    for player, faces in enumerate(recorder.table_state.scored):
        area = recorder.state.areas[player]
        laid = (death for card, death in area.covered if card in faces)
        back = (card for card in faces if card in (*area.scored, *area.under))
        recorder.record(*(m.CardMoved(death, "deaths", player) for death in laid))
        recorder.record(*(m.CardMoved(card, "open", player) for card in back))
    recorder.record(*moves.scoring(recorder.state))


def _went(recorder: Recorder, face: str) -> None:
    """A card left the display: taken, if the dice allow it; it may be the first of several."""
    now, picked = recorder.state, recorder.table_state.picked
    if face not in now.display or face in picked or face not in p.TARGETS:
        return
    if recorder.table_state.unread is not None or now.dice is None:
        _early(recorder, face)
        return
    wanted, sets = tuple(sorted((*picked, face))), moves.rolled_sets(now)
    if wanted not in sets:
        _report(recorder, face, "taken", now.turn)
        return
    if now.now == "roll":
        recorder.decide(m.StopRolling(now.turn))
    recorder.record(e.TargetsPicked(wanted))
    if not any(set(wanted) < set(faces) for faces in sets):
        recorder.decide(m.TakeTargets(recorder.state.turn, wanted))


def _early(recorder: Recorder, face: str) -> None:
    """A card left before the roll was known: there is an open question, or no roll was seen at all."""
    table_state = recorder.table_state
    if table_state.unread is None and not table_state.left and table_state.thrower is not None:
        # The dice of the previous turn are still there.
        _report(recorder, face, "taken", table_state.thrower)
        return
    recorder.record(e.TargetsGone((*table_state.gone, face)))
    if table_state.unread is None:
        _report(recorder, face, "not-rolled", recorder.state.turn)


def _report(recorder: Recorder, face: str, why: str, player: int) -> None:
    text = announce.message(f"lustig.wrong.{why}", card=p.card_name(face))
    recorder.report_violation(rolls.Violation(f"{TAKEN}{face}", player, text))


def counts(recorder: Recorder, wrong: rolls.Violation) -> None:
    """A card is accepted although the dice do not allow it: as taken in that player's turn, if it is still under way."""
    now, player = recorder.state, wrong.player
    card = wrong.reason.removeprefix(TAKEN)
    recorder.resolve(wrong.reason)
    if player != now.turn or now.dice is None or now.now not in ("roll", "take"):
        recorder.follow(m.CardMoved(card, place_of(card), player))
        return
    if now.now == "roll":
        recorder.record(*moves.scoring(now))
    recorder.follow(m.TargetsTaken(player, tuple(sorted((*recorder.table_state.picked, card)))))


def wrongly_taken(recorder: Recorder, *, before: bool = False) -> tuple[rolls.Violation, ...]:
    """Cards taken against the dice in this turn, or in earlier ones, and not laid back."""
    return tuple(
        wrong
        for wrong in recorder.table_state.violations
        if wrong.reason.startswith(TAKEN) and (wrong.player != recorder.state.turn) == before
    )


def played_on(recorder: Recorder) -> None:
    """The next turn is under way: whatever was taken before and not laid back is accepted."""
    for wrong in wrongly_taken(recorder, before=True):
        counts(recorder, wrong)


def _came_back(recorder: Recorder, face: str) -> None:
    not_taken(recorder, face)
    table_state = recorder.table_state
    now = table_state.state
    if face in p.TARGETS and face not in now.display and now.owner(face) is None:
        # It was not seen when a game was joined under way.
        recorder.record(m.CardMoved(face, DISPLAY))
    if face in table_state.gone:
        recorder.record(e.TargetsGone(_without(table_state.gone, face)))


def not_taken(recorder: Recorder, card: str) -> None:
    """A card lies where it is said or seen to: it is neither taken by the dice nor against them."""
    recorder.resolve(f"{TAKEN}{card}")
    if card in recorder.table_state.picked:
        recorder.record(e.TargetsPicked(_without(recorder.table_state.picked, card)))


def _without(cards: p.Faces, face: str) -> p.Faces:
    return tuple(card for card in cards if card != face)


# Unseen ends -------------------------------------------------------------------------


def complete(recorder: Recorder) -> None:
    """Finish the turn under way: the next player's has begun."""
    turn = recorder.table_state.turns
    if recorder.table_state.unread is not None or recorder.table_state.gone:
        _unread(recorder)
    elif wrong := wrongly_taken(recorder):
        counts(recorder, wrong[0])
    elif recorder.state.now == "roll" and recorder.state.rolls:
        recorder.decide(m.StopRolling(recorder.state.turn))
    while recorder.table_state.turns == turn and recorder.state.now in ("take", "virus"):
        _settle(recorder)


def _unread(recorder: Recorder) -> None:
    """Nobody said what the last roll showed: cards that left are taken, and people are asked to say what it scored."""
    now = recorder.state
    for face in recorder.table_state.gone:
        recorder.record(m.CardMoved(face, place_of(face), now.turn))
    recorder.record(e.TurnUnread(now.turn))
    recorder.follow(*moves.turn_over(recorder.state, rolled=True))


def _settle(recorder: Recorder) -> None:
    me, picked = recorder.state.turn, recorder.table_state.picked
    if picked:
        recorder.decide(m.TakeTargets(me, picked))
        return
    options = unseen(recorder)
    texts = [str(move) for move in options]
    said = dict(recorder.table_state.verdicts).get(recorder.table_state.turns)
    chosen = options[texts.index(said)] if said in texts else options[0]
    if len(options) > 1:
        others = tuple(text for text in texts if text != str(chosen))
        turn, sure = recorder.table_state.turns, said in texts
        recorder.record(e.TurnAssumed(turn, me, str(chosen), others, sure))
    recorder.decide(chosen)


def unseen(recorder: Recorder) -> tuple[m.Move, ...]:
    """What may have been decided out of sight, likeliest first, excluding everything still in the display.

    Players who can take several cards take them all; players who can refuse a Death do;
    nobody is assumed to use the time machine.
    """
    lying = displayed(recorder.table_state.table)
    found = legality.legal(recorder.state)
    hidden = [
        move for move in found if not (isinstance(move, m.TakeTargets) and lying & {*move.faces})
    ]

    def likelier(move: m.Move) -> tuple[int, int]:
        taken = len(move.faces) if isinstance(move, m.TakeTargets) else 0
        special = move.face if isinstance(move, m.UseSpecial) else None
        return ({p.CLOWN: -1, p.TIME_MACHINE: 1}.get(special or "", 0), -taken)

    return tuple(sorted(hidden or found, key=likelier))
