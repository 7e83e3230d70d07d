"""Which move the pawns show: a complete one, part of one, another player's, one that was taken back, or none."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.announce import Message, message
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.rules import outcomes, refusals
from companion.games.lauf_rauf.rules.fold import evolve
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.table import events as e
from companion.games.lauf_rauf.table import pieces_seen, questions
from companion.games.lauf_rauf.table.state import OF_DICE, Recorder, TableState, tolerant
from companion.kit import rolls
from companion.kit import table as kit
from companion.rules import Undoing
from companion.table import Table

# Violations in words: why it is no legal move, and how to undo it --------------------


def colour_names(colours: Iterable[str]) -> tuple[Message, ...]:
    """What colours are called."""
    return tuple(message(f"colour.{colour}") for colour in colours)


def place_name(place: str) -> Message | str:
    """The name of a place; a field's number, as printed on it."""
    return message(f"lauf.place.{place}") if place in (b.BASE, b.CAMP, b.SUMMIT) else place


def step_name(step: m.PawnStep) -> Message:
    """Whose pawn moves from where to where."""
    colour, origin, to = step
    pawn = message(f"colour.{colour}")
    return message("lauf.step", pawn=pawn, origin=place_name(origin), to=place_name(to))


def back(state: m.State, shown: m.Placement) -> tuple[Message, ...]:
    """How to return to the previous positions."""
    pawns = tuple(map(step_name, outcomes.astray(state, shown)))
    if pawns or shown.ghost == state.ghost:
        return pawns
    return (message("lauf.ghost-back", to=place_name(state.ghost)),)


def wrong_move(state: m.State, shown: m.Placement) -> Message:
    """Why the board shows no legal move, and how to undo it."""
    return message("lauf.wrong.pawns", why=_why(state, shown), back=back(state, shown))


def _why(state: m.State, shown: m.Placement) -> Message:
    if not state.rolls:
        return message("lauf.wrong.no-roll")
    moved = outcomes.astray(state, shown)
    mine = [(origin, to) for colour, to, origin in moved if colour == state.colour]
    if len(mine) != 1 or len(moved) > 2:
        return message("lauf.wrong.not-yours" if not mine else "lauf.wrong.too-many")
    move = _meant(state, *mine[0], base=any(to == b.BASE for _, to, _ in moved))
    refused = refusals.refusal(state, move)
    if refused is not None:
        return refused
    if isinstance(move, m.RunPawn):
        to = state.board.ahead(move.field, move.total)
        return message("lauf.wrong.field", total=move.total, to=to)
    return message("lauf.wrong.elsewhere")


def _meant(state: m.State, origin: str, to: str, *, base: bool) -> m.Move:
    """The move that somebody probably meant who put a pawn there."""
    board, total = state.board, sum(state.dice)
    if origin == b.BASE:
        return m.StartPawn()
    if to == b.CAMP or board.level(to) != board.level(origin):
        return m.ClimbPawn(origin)
    if base and to in state.occupied:
        return m.HitPawn(origin, to)
    return m.RunPawn(origin, total)


# A move that was taken back ----------------------------------------------------------


def undoing(table_state: TableState, move: str | None) -> Undoing:
    """What was last said is left out; before a look that showed a move, a correction says that there was none. Raises IllegalMove."""
    last = kit.step_by_step(table_state, move)
    by_board = last.of == table_state.by_board
    return Undoing(last.of, {"do": "take-back"}) if by_board else last


def want_back(recorder: Recorder, shown: m.Placement) -> None:
    """The board shows the move that was taken back: explain how to put the pawns back."""
    recorder.record(e.PawnsUnwanted(shown.pawns, shown.ghost))
    way = back(recorder.state, shown)
    recorder.wrong("pawns", message("lauf.problem.back", back=way))


def is_unwanted(recorder: Recorder, table: Table) -> bool:
    """Whether the pawns are still as after the move that was taken back; once they are moved it may be made again."""
    unwanted = recorder.table_state.taken_back
    if unwanted is None:
        return False
    shown = pieces_seen.pawns_seen(recorder.state, table)
    still = shown == unwanted != recorder.state.placement
    if shown is not None and not still:
        recorder.record(e.PawnsUnwanted((), None))
    return still


# Another player's move: somebody passed, or a turn went unseen -----------------------


def passed(recorder: Recorder, shown: m.Placement) -> bool:
    """Whether the board shows the next player's move, or part of it, by rolls after one at
    which the turn could have ended: then they were that player's.
    """
    now = tolerant(recorder.state)
    for count in range(1, len(now.rolls)):
        later = _taken_over(now, 1, count)
        left = replace(now, rolls=now.rolls[:-count])
        found = outcomes.explained(later, shown) if m.LeaveIt() in legal(left) else ()
        if found and not found[0].left:
            _seen_to_pass(recorder, later, shown)
        if found:
            return True
    return False


def _seen_to_pass(recorder: Recorder, later: m.State, shown: m.Placement) -> None:
    if recorder.table_state.takes_back:
        want_back(recorder, shown)
    else:
        _hand_on(recorder, later)
        recorder.record(e.MadeOnBoard())


def stands(recorder: Recorder) -> bool:
    """Whether the pawns may stay where they are although no move results in this: then the turn is over, if anything was rolled in it.

    If it is another player's move with these dice, that player's turn is over, and
    those in between went unseen.
    """
    now = tolerant(recorder.state)
    seen = pieces_seen.pawns_seen(now, recorder.table_state.table)
    if seen is None or seen == now.placement:
        return False
    rolled = now.rolls or recorder.table_state.lost or unread(recorder.table_state)
    recorder.resolve()
    later = next(_anybody(now, seen), None)
    if later is None and not rolled:
        recorder.put_right(m.PawnsWere(seen.pawns, seen.ghost))
    elif later is None:
        recorder.end(m.PawnsWere(seen.pawns, seen.ghost))
    else:
        _hand_on(recorder, later)
    return True


def _anybody(now: m.State, seen: m.Placement) -> Iterator[m.State]:
    """The other players' standings, the next one's first, in which the board's move is legal with the last of the rolls."""
    for ahead in range(1, len(now.colours)):
        for count in range(1, len(now.rolls) + 1):
            later = _taken_over(now, ahead, count)
            if any(not one.left for one in outcomes.explained(later, seen)):
                yield later


def _taken_over(now: m.State, ahead: int, count: int) -> m.State:
    """The same if the last rolls belong to the player so many seats on."""
    seat = (now.turn + ahead) % len(now.colours)
    return replace(now, turn=seat, rolls=now.rolls[-count:], sacrificed=0)


def _hand_on(recorder: Recorder, later: m.State) -> None:
    """The dice went to another player, who rolled this and made the board's move."""
    while recorder.state.turn != later.turn:
        recorder.end(m.NothingDone(recorder.state.colour))
    for number, shows in enumerate(later.rolls, 1):
        recorder.record(m.PairThrown(later.colour, number, shows))
    recorder.resolve()
    recorder.see(questions.shown_moves(recorder.table_state)[0].move)


# The move on the board ---------------------------------------------------------------


def look_at_pawns(recorder: Recorder, table: Table) -> None:
    """Infer a move, part of one, or none from the positions of the pawns."""
    if is_unwanted(recorder, table):
        return
    shown = pieces_seen.pawns_seen(recorder.state, table)
    if shown is None:
        return
    recorder.resolve("missing")
    if shown == recorder.state.placement:
        _under_way(recorder, ())
        recorder.resolve("pawns", "unseen")
        return
    _roll_by_move(recorder, shown, table)
    state = tolerant(recorder.state)
    found = outcomes.explained(state, shown) if state.rolls else ()
    if not found and unread(recorder.table_state):
        # There is still an open question about the dice.
        return
    if not found:
        _under_way(recorder, ())
        if not (_was_half(recorder, shown) or passed(recorder, shown)):
            _no_move(recorder, shown, table)
    elif found[0].left:
        _under_way(recorder, found[0].left)
        recorder.resolve("pawns", "unseen")
    elif recorder.table_state.takes_back:
        want_back(recorder, shown)
    else:
        _whole(recorder, questions.shown_moves(recorder.table_state))


def _was_half(recorder: Recorder, shown: m.Placement) -> bool:
    """Whether what was taken for the last turn's move now turns out to be part of another one: then it was that one."""
    before = recorder.table_state.before
    found = outcomes.explained(tolerant(before), shown) if before is not None else ()
    if found and not found[0].left:
        recorder.resolve("pawns")
        recorder.put_right(m.PawnsWere(shown.pawns, shown.ghost))
    return bool(found)


def _no_move(recorder: Recorder, shown: m.Placement, table: Table) -> None:
    """The board shows what no seen roll allows: a violation, unless dice fell unseen."""
    if _fell_unseen(recorder, shown, table):
        recorder.resolve("pawns")
        recorder.wrong("unseen", message("lauf.dice.unseen"))
    else:
        recorder.resolve("unseen")
        recorder.wrong("pawns", wrong_move(tolerant(recorder.state), shown))


def unread(table_state: TableState) -> bool:
    """Whether there are unreadable dice."""
    return any(w.reason == "dice" for w in table_state.violations)


def _fell_unseen(recorder: Recorder, shown: m.Placement, table: Table) -> bool:
    """Whether both dice were picked up, are out of sight, and may have shown what the board's move needs."""
    table_state, state = recorder.table_state, tolerant(recorder.state)
    taken_up = len(table_state.left) == pieces_seen.DICE and not pieces_seen.dice_lying(table).count
    if not taken_up or state.rolls_left - table_state.lost <= 0:
        return False
    number = len(state.rolls) + 1
    rolls = (m.PairThrown(state.colour, number, p) for p in pieces_seen.PAIRS)
    after = (outcomes.explained(evolve(state, roll), shown) for roll in rolls)
    return any(found and not found[0].left for found in after)


def _roll_by_move(recorder: Recorder, shown: m.Placement, table: Table) -> None:
    """An unseen roll, if exactly one results in the move that the board shows."""
    state = tolerant(recorder.state)
    number = len(state.rolls) + 1
    fitting = [
        roll
        for pair in _unseen_rolls(recorder, table)
        for roll in [m.PairThrown(state.colour, number, pair)]
        if any(not one.left for one in outcomes.explained(evolve(state, roll), shown))
    ]
    if len(fitting) == 1:
        recorder.resolve(*OF_DICE)
        recorder.record(rolls.DiceMoved())
        recorder.record(*fitting)


def _unseen_rolls(recorder: Recorder, table: Table) -> Iterator[m.Pair]:
    """What may have been rolled: with an unreadable die or, if the dice seemed nudged and nobody has rolled yet, the values before."""
    dice = pieces_seen.dice_lying(table)
    if unread(recorder.table_state):
        known = pieces_seen.half_read(table)
        yield from ((known, value) for value in range(1, 7) if known is not None)
    elif recorder.table_state.nudged and len(dice.shown) == pieces_seen.DICE:
        yield pieces_seen.pair_of(dice)


def _whole(recorder: Recorder, shown: tuple[outcomes.SeenMove, ...]) -> None:
    """The board shows a complete move; if several cards could have been used, people are asked which."""
    _under_way(recorder, ())
    recorder.resolve("pawns", *OF_DICE)
    if len(shown) == 1:
        recorder.see(shown[0].move)
        recorder.record(e.MadeOnBoard())


def _under_way(recorder: Recorder, left: tuple[m.PawnStep, ...]) -> None:
    if left != recorder.table_state.under_way:
        recorder.record(e.MoveUnderWay(left))
