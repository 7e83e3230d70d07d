"""Games played with everything known and watched by a session that only sees, and is answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW, Card
from companion.games.dumm_gelaufen.painted.script import ScriptStep
from companion.games.dumm_gelaufen.table.events import Question
from companion.games.dumm_gelaufen.table.state import TableState
from companion.games.dumm_gelaufen.tracker.card_effects import OTHERS_DRAW
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from tests.games.dumm_gelaufen.evening import session, steps
from tests.games.dumm_gelaufen.onlooker import CLEAR, Onlooker


def begins_turn(step: ScriptStep) -> bool:
    """Whether it is the first decision of somebody's turn."""
    turn, move = isinstance(step.before.pending, m.Turn), step.move
    mine = isinstance(move, m.Take | m.PlayAction) and move.player == step.before.turn
    return turn and mine


@dataclass
class Deed:
    """What only the player of a turn knows of it."""

    player: int
    drawn: int = 0
    whom: int | None = None
    swapped: int | None = None
    """With whom somebody else swapped hands who drew A05 for the player's K05."""
    worked: bool | None = None
    """Whether the card demanded was passed on; None while nobody has said so."""
    accepted: bool | None = None
    """How the table ruled on the claim."""
    played: tuple[Card, ...] = ()
    """The action cards that were obeyed."""
    refilled: tuple[int, ...] = ()
    """Who drew for being short, once for each card."""
    unused: frozenset[tuple[int, Card]] = frozenset()
    """What somebody drew for being short, and did not obey."""
    laid: frozenset[Card] = frozenset()
    """The number cards laid on the table."""

    def hear(self, event: m.Event) -> None:
        """Add what an event tells."""
        face = self.played[-1].face if self.played else ""
        match event:
            case m.CardsTaken(_, cards) if not self.played:
                self.drawn = self.drawn or sum(at.place == DRAW for at in cards)
            case m.CardsTaken(player) if face == "K05" and self.whom is None:
                self.whom = player
            case m.CardsTaken(player, cards) if face not in OTHERS_DRAW:
                self.refilled += (player,) * sum(at.place == DRAW for at in cards)
            case m.ActionPlayed(_, card) | m.AtOnceCardShown(_, card):
                self.played += (card,)
            case m.CardLaid(_, _, card) if card is not None:
                self.laid |= {card}
            case m.HandsSwapped(player, whom) if player != self.player:
                self.swapped = whom
            case m.HandsSwapped(_, whom) | m.TasksSwapped(_, whom):
                self.whom = whom
            case m.ClaimAccepted() | m.ClaimRefused():
                self.accepted = isinstance(event, m.ClaimAccepted)
            case m.CardDemanded(_, whom, _):
                self.whom = whom
            case m.CardsThrownAway(player, cards) if self.played:
                self.unused |= {(player, card) for card in cards}
            case m.CardPassed(_, taker) if face == "K03":
                self.whom = taker
            case m.CardPassed() if face == "K10":
                self.worked = True
            case m.CardDenied() if face == "K10":
                self.worked = False


@dataclass
class Watched:
    """A game, the state before each of its turns, and the session that watched it."""

    session: Session[TableState]
    before: list[m.State] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)


def watched(seed: int, players: int, count: int) -> Watched:
    """So many decisions of a random game, watched."""
    config = ScriptConfig(seed, players)
    game = Watched(session(config))
    onlooker = Onlooker(players, CLEAR, seed)
    for step in islice(steps(config), count):
        if begins_turn(step):
            game.before.append(step.before)
            game.deeds.append(Deed(step.before.turn))
        for event in step.events if game.deeds else ():
            game.deeds[-1].hear(event)
        for observation in onlooker.watch(step):
            game.session.observe(observation)
        answer(game)
        if step.after.over:
            break
    game.session.correct({"do": "finish"})
    return game


def answer(game: Watched) -> None:
    """Answer what is asked, as the players would: of the turn that the question is about."""
    for question in game.session.state.questions:
        deed = _meant(game, question)
        choice = None if deed is None else _choice(question, deed)
        # An answer may tell that other turns were none of which was asked.
        if choice is not None and question in game.session.state.questions:
            game.session.answer(question.id, choice)


def _meant(game: Watched, question: Question) -> Deed | None:
    """The player's own turn nearest to the one that is asked about; his last one where a claim is."""
    told = game.session.state.turns
    place = next((n for n, t in enumerate(told) if t.id == question.about), len(told))
    player = told[place].candidate.player if told[place:] else question.player
    own = [n for n, d in enumerate(game.deeds) if d.player == player]
    nearest = min(own, key=lambda n: abs(n - place), default=None)
    return None if nearest is None else game.deeds[nearest]


def _word(known: bool | None, yes: str, no: str) -> str | None:
    """How people say it; None: nobody knows."""
    return None if known is None else yes if known else no


def _choice(question: Question, deed: Deed) -> str | None:
    match question.topic:
        case "rule":
            return _word(deed.accepted, "accept", "refuse")
        case "drawn":
            return str(deed.drawn) if deed.drawn in (1, 2) else None
        case "whom":
            return None if deed.whom is None else str(deed.whom)
        case "swapped":
            return None if deed.swapped is None else str(deed.swapped)
        case "short":
            told = ((c.id, c.answer) for c in question.choices if c.answer)
            return next((id for id, r in told if r.refilled == deed.refilled), None)
        case "worked":
            return _word(deed.worked, "yes", "no")
        case _:
            fits = [c for c in question.choices if _was(deed, c.answer)]
            best = max(fits, key=lambda c: _unused(c.answer), default=None)
            return None if best is None else best.id


def _unused(candidate: TurnCandidate | None) -> int:
    """How much is told of what was drawn for being short."""
    return 0 if candidate is None else len(candidate.unused)


def _was(deed: Deed, candidate: TurnCandidate | None) -> bool:
    """Whether a turn, as it is offered, was what its player did."""
    if candidate is None or candidate.drawn != deed.drawn:
        return False
    laid = {at.card for at in candidate.laid if at.card is not None}
    unused = {(seat, card) for seat, card, _ in candidate.unused} <= deed.unused
    played = candidate.played == deed.played
    return played and unused and laid <= deed.laid | set(deed.played)
