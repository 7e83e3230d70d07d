"""Claims on the pages: which cards a player may be holding, a verdict told to the claimant first, photographs of hands, and their routes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, TypeAlias

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck import solves
from companion.games.dumm_gelaufen.knowledge.learning import charted
from companion.games.dumm_gelaufen.knowledge.plausible import Chart
from companion.games.dumm_gelaufen.model.hands import could_be_unseen, may_hold
from companion.games.dumm_gelaufen.rules.claims import is_lasting, judged
from companion.games.dumm_gelaufen.setup import catalogue
from companion.rules import Json
from web.access.guard import Role
from web.game_pages import Call, Route, Submission
from web.refusals import HttpError
from web.requests.request_body import digits, number, text, texts, whether

MOST_KEPT: Final = 17
"""So many action cards there are."""


def holdable(state: m.State, player: int) -> Json:
    """Face -> ``copies`` that this hand may hold, those that it must hold first, and the places or seats of the others."""
    hands = [set(hand.known) for hand in state.hands]
    chart = None if state.history is None else charted(state.history)
    found: dict[str, dict[str, list[str | int]]] = {}
    for card in state.edition.cards:
        if card.kind not in (d.CardKind.NUMBER, d.CardKind.KEEP, d.CardKind.AT_ONCE):
            continue
        told = found.setdefault(card.face, {"copies": [], "elsewhere": []})
        if card in hands[player]:
            told["copies"].insert(0, card.code)
        elif could_be_unseen(state, card):
            # A number card may just have been drawn; an action card is played as it is held.
            if card.kind is not d.CardKind.KEEP or (
                may_hold(state, player, card) and _may_have(chart, player, card)
            ):
                told["copies"].append(card.code)
        else:
            told["elsewhere"] += _places(state, card)
    return found


def _may_have(chart: Chart | None, player: int, card: d.Card) -> bool:
    where = chart.cards.get(card) if chart else None
    return not where or player in where


def _places(state: m.State, card: d.Card) -> Iterator[str | int]:
    yield from (zone for zone, cards in state.lying.items() if card in cards)
    yield from (seat for seat, hand in enumerate(state.hands) if card in hand.known)


Judge: TypeAlias = Callable[[m.State, int | None, str, Sequence[str], int | None], Submission]
"""State, whose, which task, which hand, how many actions are held back -> the move, with what the rules say of it."""


def routes(state: Callable[[], m.State | None], judge: Judge | None = None) -> tuple[Route, ...]:
    """The game's own routes, for the table whose state is ``state()`` (None: another game is played)."""
    claims = _Claims(state, judge or claimed)
    public, seat = Role.PUBLIC, Role.SEAT
    return (
        Route("GET", "/api/cards", public, claims.cards),
        Route("GET", "/api/holdable", public, claims.holdable),
        Route("GET", "/api/verify", public, claims.verify_asked),
        Route("POST", "/api/verify", public, claims.verify),
        Route("POST", "/api/missing", public, claims.missing, hint=True),
        Route("POST", "/api/cards/photo", public, claims.read, form=True),
        Route("POST", "/api/claims", seat, claims.claim),
        Route("POST", "/api/claims/photo", seat, claims.claim_photo, form=True),
    )


class _Claims:
    def __init__(self, state: Callable[[], m.State | None], judge: Judge) -> None:
        self._state = state
        self._judge = judge

    def cards(self, call: Call) -> Json:
        """The cards of an edition; of the one on the table where none is named, by its rulings."""
        state = self._state()
        here = state.edition.name if state else d.EDITIONS[0]
        edition = call.query.get("edition", here)
        if state is not None and edition == here:
            return catalogue(state.edition, state.rulings)
        other = d.load_edition(edition)
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
        solved = solves.solve_from_json(call.body, self._edition())
        if solved.task == d.READS_MAC:
            return {"task": solved.task, "gain": None}
        way = solves.missing(solved.task, solved.hand, solved.edition)
        return {"task": solved.task} | asdict(way)

    def read(self, call: Call) -> Json:
        """What lies in pictures of cards, for whoever wants to hear it: no seat is needed, nothing is kept."""
        return {"read": _read(call.photos())}

    def claim(self, call: Call) -> Submission:
        """Claim by tap; ``check``: only say to the claimant what the rules would."""
        hand, kept = texts(call.body, "hand"), number(call.body, "kept", MOST_KEPT)
        found = self._claim(call, text(call.body, "task", 40), hand, kept)
        if whether(call.body, "check"):
            return Submission(None, found.more)
        if found.more["missing"]:
            # Whoever has more cards than he shows is asked, and awarded nothing.
            raise IllegalMove("illegal.some-not-shown", count=found.more["missing"])
        return found

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
        solved = solves.solve_from_json(given, self._edition())
        return solves.verdict_to_json(solved.judge(), solved.spelled)

    def _edition(self) -> str:
        """The one on the table; where another game is played, the first."""
        state = self._state()
        return d.EDITIONS[0] if state is None else state.edition.name

    def _claim(
        self, call: Call, task: str, hand: Sequence[str], kept: int | None = None
    ) -> Submission:
        state = self._state()
        if state is None:
            raise IllegalMove("illegal.not-now")
        return self._judge(state, call.player, task, hand, kept)


def _codes(given: str) -> list[str]:
    return given.replace(",", " ").split()


# Verdicts ---------------------------------------------------------------------


def claimed(
    state: m.State, by: int | None, task: str, hand: Sequence[str], kept: int | None = None
) -> Submission:
    """The claim at this table, with how many cards of the hand are not shown. Raises CardError for what is no claim, IllegalMove where nobody may claim now."""
    solved = solves.solve(task, hand, None, state.edition)
    player = state.turn if by is None else by
    if player not in range(len(state.hands)):
        # Nobody has cards before the set-up is done.
        raise IllegalMove("illegal.not-now")
    cards = tuple(_held(state, player, hand, solved.hand))
    move = m.Claim(player, d.Card.parse(f"{solved.task}-1"), cards, kept)
    more = {"missing": _missing(state, move), **solves.verdict_to_json(judged(state, move))}
    return Submission(m.MOVES.to_json(move), more)


def _missing(state: m.State, move: m.Claim) -> int:
    """How many cards of the hand are surely neither shown nor said to be actions; none where they change nothing."""
    if move.task.face == d.READS_MAC or is_lasting(state, move):
        return 0
    fewest, _ = state.hands[move.player].size
    return max(0, fewest - len(move.cards) - (move.kept or 0))


def _held(
    state: m.State, player: int, typed: Sequence[str], dealt: Sequence[d.Card]
) -> Iterator[d.Card]:
    """The cards that a person means: by code that very copy, by face one that this player may hold."""
    named = {card for code, card in zip(typed, dealt, strict=True) if "-" in code}
    taken = set(named)
    for card in dealt:
        chosen = card if card in named else _copy(state, player, card, taken)
        taken.add(chosen)
        yield chosen


def _copy(state: m.State, player: int, card: d.Card, taken: set[d.Card]) -> d.Card:
    free = [copy for copy in d.copies(card.face) if copy not in taken]
    known = state.hands[player].known
    return max(free, key=lambda copy: (copy in known, may_hold(state, player, copy)))


# Pictures ---------------------------------------------------------------------


def _read(photos: Sequence[Json]) -> Json:
    """What lies in pictures of a hand, each card once."""
    pictures = [{"size": p["size"], "tags": list(p["tags"])} for p in photos]
    codes = dict.fromkeys(tag["card"] for told in pictures for tag in told["tags"])
    unknown = sum(len(told.get("unknown", ())) for told in photos)
    return {**_sorted(list(codes)), "unknown": unknown, "pictures": pictures}


def _sorted(codes: Sequence[str]) -> Mapping[str, Any]:
    cards = [d.Card.parse(code) for code in codes]
    tasks = [card.code for card in cards if card.kind is d.CardKind.TASK]
    hand = [card.code for card in cards if card.kind in (d.CardKind.NUMBER, d.CardKind.KEEP)]
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
