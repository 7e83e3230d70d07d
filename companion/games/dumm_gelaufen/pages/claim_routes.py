"""Murphy cards on the pages: whether a hand solves one, and claims by tap or by picture.

As web/routes/api.py writes it::

    GET  /api/cards   ?edition=classic|newer: {"edition", "players": [fewest, most],
                      "colours": ["R", "Y", "G"], "faces": [{"face", "kind":
                      number|task|at-once|keep|mac, "colour", "value", "copies",
                      "name": text, "does": text|null}],
                      "rulings": [{"name", "values": [...], "value": the edition's own}]}
    GET  /api/holdable   ?player=N: {"faces": {face: {"copies": [the codes that this hand may hold],
                      "elsewhere": [where each of the others is: a zone, or a seat]}}}
    POST /api/verify  {"task", "hand": [...], "mac"?: [...], "edition"?}
                      -> {"task", "verdict": yes|no|depends, "reasons": [{"code", "cards", "text": text}]}
                      (anybody, changes nothing; GET with ?task=M10&hand=R1,R3&mac= does the same)
    POST /api/missing  {"task", "hand": [...], "edition"?} -> {"task", "gain": n, "give": n, "wanted": [faces
                      of which each gained is one step less], "spare": [the same of cards given away]};
                      "gain" null where the task is not about a hand. Nothing of it is kept
                      (anybody; 403 web.no-hints where the host forbids it)
    POST /api/claims  {"seq", "task": "M10", "hand": ["R1", "R03-1"...]}
                      -> also "verdict" and "reasons" like verify
    POST /api/claims/photo   multipart: "photo" (1 to 4 files, 8 MB together, each at most 16 MP;
                      JPEG, PNG, WebP), "seq", "submit" = yes|no (default yes)
                      -> also "read": {"task": "M10-1"|null, "tasks": [...], "hand": [...], "other": [...],
                      "unknown": n, "pictures": [{"size": [w, h], "tags": [{"card",
                      "corners": [[x, y] x 4]}]}]}. submit=no only reads: events is [].
                      422 ``web.photo.*`` with "read" when that is no claim
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind, copies_of
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.deck.missing import NEAREST, missing
from companion.games.dumm_gelaufen.deck.solves import (
    solve,
    solve_from_json,
    verdict_to_json,
)
from companion.games.dumm_gelaufen.deck.verdicts import Verdict
from companion.games.dumm_gelaufen.model import moves
from companion.games.dumm_gelaufen.model.moves import Claim
from companion.games.dumm_gelaufen.model.sight import may_hold
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.pages.catalogue import catalogue
from companion.games.dumm_gelaufen.pages.holdable import holdable
from companion.games.dumm_gelaufen.rules.claims import judged
from companion.rules import Json
from web.access.guard import Role
from web.game_pages import Call, Route, Submission
from web.refusals import HttpError
from web.routes.request_body import digits, text, texts

Judge: TypeAlias = Callable[[State, int | None, str, Sequence[str]], Submission]
"""State, whose, which task, which hand -> the move, with what the rules say of it."""


def routes(
    state: Callable[[], State | None], judge: Judge | None = None
) -> tuple[Route, ...]:
    """The game's own routes, for the table whose state is ``state()`` (None: another game is played)."""
    claims = _Claims(state, judge or claimed)
    public, seat = Role.PUBLIC, Role.SEAT
    return (
        Route("GET", "/api/cards", public, claims.cards),
        Route("GET", "/api/holdable", public, claims.holdable),
        Route("GET", "/api/verify", public, claims.verify_asked),
        Route("POST", "/api/verify", public, claims.verify),
        Route("POST", "/api/missing", public, claims.missing, hint=True),
        Route("POST", "/api/claims", seat, claims.claim),
        Route("POST", "/api/claims/photo", seat, claims.claim_photo, form=True),
    )


class _Claims:
    def __init__(self, state: Callable[[], State | None], judge: Judge) -> None:
        self._state = state
        self._judge = judge

    def cards(self, call: Call) -> Json:
        """The cards of an edition; of the one on the table where none is named, by its rulings."""
        state = self._state()
        here = state.edition.name if state else EDITIONS[0]
        edition = call.query.get("edition", here)
        if state is not None and edition == here:
            return catalogue(state.edition, state.rulings)
        other = load_edition(edition)
        return catalogue(other, other.rulings)

    def holdable(self, call: Call) -> Json:
        """Which cards a hand may hold, by what everybody could see; nothing before anybody has cards."""
        state = self._state()
        player = digits(call.query.get("player"), "player") or 0
        dealt = state is not None and player < len(state.hands)
        return {"faces": holdable(state, player) if state and dealt else {}}

    def verify(self, call: Call) -> Json:
        """Whether a hand solves a task; no game needed, nothing changed."""
        return self._verified(call.body)

    def verify_asked(self, call: Call) -> Json:
        """The same, asked in the address."""
        query = call.query
        said: dict[str, Any] = {k: query[k] for k in ("task", "edition") if k in query}
        rows = {k: _codes(query[k]) for k in ("hand", "mac") if k in query}
        return self._verified(said | rows)

    def missing(self, call: Call) -> Json:
        """What a hand lacks; nothing is changed or kept."""
        solved = solve_from_json(call.body, self._edition())
        if solved.task not in NEAREST:
            return {"task": solved.task, "gain": None}
        way = missing(solved.task, solved.hand, solved.edition)
        return {"task": solved.task} | asdict(way)

    def claim(self, call: Call) -> Submission:
        """Claim by tap."""
        hand = texts(call.body, "hand")
        return self._claim(call, text(call.body, "task", 40), hand)

    def claim_photo(self, call: Call) -> Submission:
        """Claim by picture, or only have it read."""
        submit = call.body.get("submit", "yes")
        if submit not in ("yes", "no"):
            raise HttpError(400, "web.field", field="submit")
        read = _read(call.photos())
        if submit == "no":
            return Submission(None, {"read": read})
        task, hand = _whole_claim(read)
        found = self._claim(call, task, hand)
        return Submission(found.move, {**found.more, "read": read})

    def _verified(self, given: Json) -> Json:
        solved = solve_from_json(given, self._edition())
        return verdict_to_json(solved, solved.judge())

    def _edition(self) -> str:
        """The one on the table; where another game is played, the first."""
        state = self._state()
        return EDITIONS[0] if state is None else state.edition.name

    def _claim(self, call: Call, task: str, hand: Sequence[str]) -> Submission:
        state = self._state()
        if state is None:
            raise IllegalMove("illegal.not-now")
        return self._judge(state, call.player, task, hand)


def _codes(given: str) -> list[str]:
    return given.replace(",", " ").split()


# Verdicts ---------------------------------------------------------------------


def claimed(state: State, by: int | None, task: str, hand: Sequence[str]) -> Submission:
    """The claim at this table. Raises CardError for what is no claim, IllegalMove where nobody may claim now."""
    solved = solve(task, hand, None, state.edition)
    player = state.turn if by is None else by
    if player not in range(len(state.hands)):
        # Nobody has cards before the set-up is done.
        raise IllegalMove("illegal.not-now")
    cards = tuple(_held(state, player, hand, solved.hand))
    move = Claim(player, Card.parse(f"{solved.task}-1"), cards)
    return Submission(moves.to_json(move), _told(judged(state, move)))


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


# Pictures ---------------------------------------------------------------------


def _read(photos: Sequence[Json]) -> Json:
    """What lies in pictures of a hand, each card once."""
    pictures = [{"size": p["size"], "tags": list(p["tags"])} for p in photos]
    codes = dict.fromkeys(tag["card"] for told in pictures for tag in told["tags"])
    unknown = sum(len(told.get("unknown", ())) for told in photos)
    return {**_sorted(list(codes)), "unknown": unknown, "pictures": pictures}


def _sorted(codes: Sequence[str]) -> Mapping[str, Any]:
    cards = [Card.parse(code) for code in codes]
    tasks = [card.code for card in cards if card.kind is CardKind.TASK]
    hand = [
        card.code for card in cards if card.kind in (CardKind.NUMBER, CardKind.KEEP)
    ]
    other = [card.code for card in cards if card.code not in (*tasks, *hand)]
    task = tasks[0] if len(tasks) == 1 else None
    return {"task": task, "tasks": tasks, "hand": hand, "other": other}


def _whole_claim(read: Json) -> tuple[str, list[str]]:
    """The one task and the hand of what was read. Raises HttpError 422, with what was read."""
    tasks, hand = read["tasks"], list(read["hand"])
    if len(tasks) == 1 and hand:
        return tasks[0], hand
    key = "no-task" if not tasks else "two-tasks" if len(tasks) > 1 else "no-hand"
    raise HttpError(422, f"web.photo.{key}", more={"read": read})
