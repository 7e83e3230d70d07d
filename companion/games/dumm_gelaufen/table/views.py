"""The public view of a game as JSON values (web/routes/api.py)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.announce import message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.rules.moves import lapsed, may_claim
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table.questions import told_apart, turn_text
from companion.games.dumm_gelaufen.table.state import TableState, TurnRecord, shown
from companion.games.dumm_gelaufen.tracker.replay import to_move


def view(table_state: TableState) -> dict[str, Any]:
    """The public view.

    Beside what web/routes/api.py promises: ``phase`` (set-up, play, rebuild, over),
    ``setup`` (what is still to be put right), ``troubles`` (what the rules
    do not allow), ``moves`` (the turns of late), ``claim``, ``winner``,
    ``paused`` and ``rulings``.
    """
    state, names = table_state.state, table_state.names
    asked = [_in_full(question, names) for question in table_state.questions]
    told = table_state.public(None, asked, over=False)
    return told | {
        "game": "dumm-gelaufen",
        "edition": state.edition.name,
        "round": state.round,
        "turn": _turn(table_state),
        "players": [_player(table_state, seat) for seat in range(len(names))],
        "zones": dict(sorted(_zones(table_state).items())),
        "covered": sorted(shown(table_state).covered),
        "draw": list(m.draw_size(state)) if state.hands else [0, 0],
        "moves": [told_json(told, names) for told in table_state.turns[-12:]],
        "claim": _claim(table_state),
        "winner": state.winner,
        "rulings": state.rulings.to_json(),
    }


def _zones(table_state: TableState) -> dict[str, list[str | None]]:
    """What lies open, the piles' top first; ``[None]`` is a pile whose top has not been read, and nothing below it shows."""
    table, state = shown(table_state), table_state.state
    unread = (zone for zone, pile in state.lying.items() if pile[:1] == (None,))
    lies: dict[str, list[str | None]]
    lies = {zone: list(cards) for zone, cards in table.zones.items()}
    return lies | {zone: [None] for zone in unread if not table[zone]}


def _turn(table_state: TableState) -> dict[str, Any] | None:
    """Whose turn it is, who has to decide something in it, and who may still claim or show what he drew until the next move."""
    if table_state.stage not in ("play", "rebuild") or not table_state.state.hands:
        return None
    later = lapsed(table_state.state)
    now = table_state.state if later is None else later
    turn = {"player": _in_turn(now), "since": table_state.since}
    asks = None if table_state.setup.camera else _asks(table_state, now)
    first = table_state.state.pending
    drew = later is not None and isinstance(first, m.ToShow)
    offers = {"offered": may_claim(table_state.state), "shows": first.player if drew else None}
    rules = isinstance(now.pending, m.InDoubt)
    deciding = None if rules else now.pending.player
    return turn | {"deciding": deciding, **offers, "asks": asks}


def _asks(table_state: TableState, state: m.State) -> dict[str, Any] | None:
    """What an action card wants of whoever has to decide, in words, and how many cards still: ``{"card", "by", "left", "text"}``."""
    pending, names = state.pending, table_state.setup.players
    if not isinstance(pending, m.Obey):
        return None
    face, player = pending.card.face, names[pending.player]
    by, card = names[pending.by], pending.card.name
    if pending.player == pending.by:
        does = state.edition.text(face, state.rulings)
        text = message("asks.obey", player=player, card=card, does=does)
    elif face == "K10":
        text = message("asks.K10", player=player, by=by, card=d.face_name(pending.detail))
    else:
        key = face if face in ("K06", "K11") else "other"
        text = message(f"asks.{key}", player=player, by=by, card=card)
    told = {"card": face, "by": pending.by, "left": pending.count}
    return told | {"text": text.to_json()}


def _in_turn(state: m.State) -> int | None:
    match state.pending:
        case m.InDoubt() | m.Over():
            return None
        case m.ToLay() | m.Obey() | m.ToShow():
            return state.turn
        case _:
            return to_move(state)


def _player(table_state: TableState, seat: int) -> dict[str, Any]:
    state = table_state.state
    dealt = seat < len(state.hands)
    won = state.murphys.won[seat] if dealt and state.murphys.won else ()
    return {
        "name": table_state.setup.players[seat],
        "cards": list(state.hands[seat].size) if dealt else [0, 0],
        "won": [card.face for card in won],
        "left": seat in state.left_game,
    }


def _in_full(question: e.Question, names: Sequence[str]) -> e.Question:
    """A question that says whose claim it is about, as was told before it."""
    if question.topic != "rule":
        return question
    name = names[question.player]
    return replace(question, text=message("asks.rule", player=name, said=question.text))


def told_json(turn: TurnRecord, players: Sequence[str]) -> dict[str, Any]:
    """A turn as it was told, and what else it may have been: ``{"do": "was", "move": id, "choice": id}`` says which it was."""
    standing = {"id": turn.id, "standing": turn.standing, "sure": turn.sure}
    apart = [*told_apart(players, (turn.candidate, *turn.rivals))]
    others = [{"id": rival.id, "text": text.to_json()} for rival, text in apart[1:]]
    text = turn_text(turn.candidate).to_json()
    as_told = {"text": text, "choice": turn.candidate.id, "choices": others}
    return standing | e.move_json(turn.candidate) | as_told


def _claim(table_state: TableState) -> dict[str, Any] | None:
    claim = table_state.claim
    if claim is None:
        return None
    told = {"player": claim.player, "cards": list(claim.cards)}
    lacks = None if claim.lacks is None else claim.lacks.text.to_json()
    return told | {"judged": claim.judged, "lacks": lacks}
