"""What pages ask of this game: its cards, verdicts, what may be done, what a claim is at this table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.deck.cards import Card, Kind, copies_of, face_name
from companion.games.dumm_gelaufen.deck.edition import Edition, load_edition
from companion.games.dumm_gelaufen.deck.rulings import RULINGS, Rulings
from companion.games.dumm_gelaufen.deck.solves import solve, solve_from_json, told
from companion.games.dumm_gelaufen.deck.tasks import Verdict
from companion.games.dumm_gelaufen.model import events, moves
from companion.games.dumm_gelaufen.model.moves import Claim, mover
from companion.games.dumm_gelaufen.model.public import public
from companion.games.dumm_gelaufen.model.sight import may_hold
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.rules.claims import judged
from companion.games.dumm_gelaufen.rules.rulebook import lapsed, legal
from companion.games.dumm_gelaufen.setup import asked
from companion.games.dumm_gelaufen.tracker.sitting import Sitting
from companion.games.dumm_gelaufen.tracker.view import told_json
from web.services import Claimed, Json, Rulebook


def rulebook(sitting: Callable[[], Sitting], setup: Callable[[Json], Json]) -> Rulebook:
    """The rulebook of the game that now stands as ``sitting()``; ``setup`` makes a game's set-up of what ``asked`` gives."""

    def state() -> State:
        return sitting().state

    def cards(edition: str | None) -> Json:
        played = state()
        if edition in (None, played.edition.name):
            return _cards(played.edition, played.rulings)
        other = load_edition(edition)
        return _cards(other, other.rulings)

    def verify(asked: Json) -> Json:
        return _verified(asked, state().edition.name)

    def claim(by: int | None, task: str, hand: Sequence[str]) -> Claimed:
        return _claimed(state(), by, task, hand)

    return Rulebook(
        cards=cards,
        verify=verify,
        claim=claim,
        sort=_sorted,
        legal=lambda player: _legal(state(), player),
        setup=lambda given: setup(asked(given)),
        public=_public,
        anybodys=lambda correction: _anybodys(sitting(), correction),
        unsure=lambda: _unsure(sitting()),
    )


def _public(event: Json) -> Json:
    """A fact of the rules as everybody saw it; of what the companion tells, the facts in it."""
    if event["event"] in events.NAMES:
        return events.to_json(public(events.from_json(event)))
    if "facts" in event:
        return {**event, "facts": [_public(fact) for fact in event["facts"]]}
    return event


# Corrections ------------------------------------------------------------------


def _anybodys(sitting: Sitting, correction: Json) -> bool:
    """An assumed turn that was another one, and, while there is play, whose turn it is: nothing else, and nothing more."""
    match correction:
        case {"do": "was", "move": int(), "choice": str(), **more}:
            return not more
        case {"do": "turn-done", **more}:
            return not more and _is_played(sitting)
        case {"event": "turn-given", "player": int(), **more}:
            return not more and _is_played(sitting)
        case _:
            return False


def _is_played(sitting: Sitting) -> bool:
    return sitting.phase == "play" and not sitting.paused


def _unsure(sitting: Sitting) -> Sequence[Json]:
    """The turns that may have been others, as the view tells them, with the entry that brought each."""
    doubtful = (told for told in sitting.told if told.rivals and not told.sure)
    return [told_json(told) | {"entry": told.entry} for told in doubtful]


# Cards ------------------------------------------------------------------------


def _cards(edition: Edition, played: Rulings) -> Json:
    """An edition's cards, their texts by the rulings that are played; the settings, each as the edition has it."""
    faces = dict.fromkeys(card.face for card in edition.cards)
    rulings = edition.rulings.to_json()
    return {
        "edition": edition.name,
        "players": list(edition.players),
        "colours": [colour.letter for colour in edition.colours],
        "faces": [_face(edition, played, face) for face in faces],
        "rulings": [
            {"name": r.name, "values": list(r.values), "value": rulings[r.name]}
            for r in RULINGS
        ],
    }


def _face(edition: Edition, played: Rulings, face: str) -> Json:
    card = Card.parse(f"{face}-1")
    does = card.is_action or card.kind is Kind.TASK
    return {
        "face": face,
        "kind": card.kind.value,
        "colour": card.colour,
        "value": card.value,
        "copies": copies_of(face),
        "name": face_name(face),
        "does": edition.text(face, played) if does else None,
    }


def _sorted(codes: Sequence[str]) -> Json:
    cards = [Card.parse(code) for code in codes]
    tasks = [card.code for card in cards if card.kind is Kind.TASK]
    hand = [card.code for card in cards if card.kind in (Kind.NUMBER, Kind.KEEP)]
    other = [card.code for card in cards if card.code not in (*tasks, *hand)]
    task = tasks[0] if len(tasks) == 1 else None
    return {"task": task, "tasks": tasks, "hand": hand, "other": other}


# Verdicts -----------------------------------------------------------------------


def _verified(given: Json, edition: str) -> Json:
    solved = solve_from_json(given, edition)
    return told(solved, solved.judge())


def _claimed(state: State, by: int | None, task: str, hand: Sequence[str]) -> Claimed:
    solved = solve(task, hand, None, state.edition)
    player = state.turn if by is None else by
    if player not in range(len(state.hands)):
        # Nobody has cards before the set-up is done.
        raise IllegalMove("illegal.not-now")
    cards = tuple(_held(state, player, hand, solved.hand))
    move = Claim(player, Card.parse(f"{solved.task}-1"), cards)
    found = judged(state, move)
    return Claimed(moves.to_json(move), _told(found))


def _held(
    state: State, player: int, typed: Sequence[str], dealt: Sequence[Card]
) -> Iterator[Card]:
    """The cards that a person means: by code that very copy, by face one that this player may hold."""
    named = {card for code, card in zip(typed, dealt, strict=True) if "-" in code}
    taken = set(named)
    for card in dealt:
        chosen = card if card in named else _copy(state, player, card, taken)
        taken.add(chosen)
        yield chosen


def _copy(state: State, player: int, card: Card, taken: set[Card]) -> Card:
    copies = (
        Card.parse(f"{card.face}-{n}") for n in range(1, copies_of(card.face) + 1)
    )
    free = [copy for copy in copies if copy not in taken]
    known = state.hands[player].known
    return max(free, key=lambda copy: (copy in known, may_hold(state, player, copy)))


def _told(found: Verdict) -> Json:
    reasons = [
        {"code": r.code, "cards": [card.code for card in r.cards], "text": r.text}
        for r in found.reasons
    ]
    answer = {"task": found.task, "verdict": found.answer.value, "reasons": reasons}
    return answer | ({"unconfirmed": True} if found.unconfirmed else {})


# What may be done -----------------------------------------------------------------


def _legal(state: State, player: int) -> Sequence[Json]:
    later = lapsed(state)
    found = (*legal(state), *(legal(later) if later is not None else ()))
    mine = (move for move in found if mover(move) in (player, None))
    return [moves.to_json(move) for move in dict.fromkeys(mine)]
