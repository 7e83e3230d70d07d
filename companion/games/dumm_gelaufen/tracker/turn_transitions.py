"""What a turn was, once it is over: every way to complete what was seen of it by the rules (E2 and E3), or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.tracker import card_effects, likelihoods
from companion.games.dumm_gelaufen.tracker.likelihoods import TablePrior

RATIOS = ((2, 1), (1, 2))
"""An exchange takes two and lays one, or takes one and lays two (rules, A4)."""
DRAWN = d.At(d.DRAW)
UNLIKELY = likelihoods.RECONSIDERED
"""A legal candidate as unlikely as this leaves room for a wrong turn."""


def closings(
    turn: t.PartialTurn, mac: m.Pile, prior: TablePrior
) -> Iterator[tuple[t.TurnCandidate, float]]:
    """What the turn can have been if it is over, and how likely each is, as a logarithm."""
    if turn.played:
        candidate, score = _action(turn, prior)
        yield candidate, score + card_effects.unseen_draws(turn)
        return
    if not turn.taken and not turn.laid:
        return
    legal = list(_exchanges(turn, mac, prior))
    yield from legal
    if not legal or max(score for _, score in legal) < UNLIKELY:
        why = wrong(turn, mac)
        mixed = why == "areas-mixed"
        hovering = prior.reaches(turn.reaches, 0) if turn.taken and not mixed else 0.0
        yield _candidate(turn, wrong=why), _unlikely(turn, mac, why) + hovering


def _unlikely(turn: t.PartialTurn, mac: m.Pile, why: t.Trouble) -> float:
    """How unlikely it is that a turn was wrong: one for one at the piles, each by a hand of its own, is what people do."""
    piles = all(at.place != d.MAC for at in turn.taken)
    seen = turn.visits == len(turn.moved) == 2 and all(at.card for at in turn.moved)
    if why == "one-for-one" and piles and seen and not turn.drew:
        return likelihoods.ASTRAY
    slipped = hopeless(turn, mac) and not early(turn, mac)
    return likelihoods.WRONG - likelihoods.ODD_TOO * slipped


def _action(turn: t.PartialTurn, prior: TablePrior) -> tuple[t.TurnCandidate, float]:
    reds = sum(card.kind is d.CardKind.AT_ONCE for card in card_effects.at_first(turn))
    if turn.played[0].kind is not d.CardKind.AT_ONCE:
        before = prior.reaches(turn.drew, 0)
        return _candidate(turn), before + card_effects.missing(turn)
    drawn = 2 if reds > 1 or turn.reaches > 1 else 1
    return _candidate(turn, drawn), prior.reaches(turn.reaches, drawn)


def _exchanges(
    turn: t.PartialTurn, mac: m.Pile, prior: TablePrior
) -> Iterator[tuple[t.TurnCandidate, float]]:
    if turn.places == {d.MAC}:
        hovering = prior.reaches(turn.reaches, 0)
        candidates = _with_mac(turn, len(mac), prior)
        yield from ((candidate, score + hovering) for candidate, score in candidates)
    elif d.MAC not in turn.places:
        yield from _with_piles(turn, prior)


def _with_mac(
    turn: t.PartialTurn, now: int, prior: TablePrior
) -> Iterator[tuple[t.TurnCandidate, float]]:
    taken, laid = len(turn.taken), len(turn.laid)
    before = now + taken - laid
    relaid = d.At(d.MAC)
    if now > d.MAC_MOST:
        return
    match taken, laid:
        case (2, 1) | (1, 2):
            # Cards are turned over in a row: one that was taken may be seen to be laid back.
            back = not set(turn.taken).isdisjoint(turn.laid)
            yield _candidate(turn), prior.relaying if back else 0.0
        case 1, 0 if before >= 2:
            yield (_candidate(turn, taken=(relaid,), laid=(relaid,)), _relays(turn, prior))
        case 0, 1 if before >= 1:
            yield (_candidate(turn, taken=(relaid,), laid=(relaid,)), _relays(turn, prior))


def _with_piles(turn: t.PartialTurn, prior: TablePrior) -> Iterator[tuple[t.TurnCandidate, float]]:
    taken, laid = len(turn.taken), len(turn.laid)
    if (taken, laid) in RATIOS:
        yield _candidate(turn), prior.reaches(turn.reaches, 0)
    elif not taken and laid in (1, 2):
        drawn = 3 - laid
        yield _candidate(turn, drawn), prior.reaches(turn.reaches, drawn)
    elif (taken, laid) == (1, 0):
        relaid = d.At(turn.taken[0].place)
        score = _relays(turn, prior) + prior.reaches(turn.reaches, 0)
        yield _candidate(turn, taken=(relaid,), laid=(relaid,)), score


def _relays(turn: t.PartialTurn, prior: TablePrior) -> float:
    return prior.relays(turn.visits - len(turn.taken) - len(turn.laid))


def _candidate(
    turn: t.PartialTurn,
    drawn: int = 0,
    *,
    taken: tuple[d.At, ...] = (),
    laid: tuple[d.At, ...] = (),
    wrong: t.Trouble | None = None,
) -> t.TurnCandidate:
    return t.TurnCandidate(
        player=turn.player,
        taken=(*turn.taken, *taken, *repeat(DRAWN, drawn)),
        laid=(*laid, *turn.laid),
        played=turn.played,
        thrown=turn.thrown,
        unused=turn.unused,
        drew=turn.drew,
        refilled=turn.refilled,
        reshuffled=turn.reshuffled,
        swept=turn.swept,
        sooner=turn.sooner,
        layers=turn.layers,
        arms=turn.arms,
        wrong=wrong,
    )


def wrong(turn: t.PartialTurn, mac: m.Pile) -> t.Trouble:
    """What the rules have against the exchange as it was seen (rules, E6)."""
    with_mac = {place == d.MAC for place in turn.places}
    taken, laid = len(turn.taken), len(turn.laid)
    if len(with_mac) > 1:
        return "areas-mixed"
    if dug(turn.taken, turn.laid):
        return "below-the-top"
    if len(mac) > d.MAC_MOST:
        return "mac-over-seven"
    if not laid:
        return "took-too-many" if taken > 2 else "nothing-laid"
    if taken == laid:
        return "one-for-one"
    return "laid-too-many" if laid > taken else "took-too-many"


def dug(taken: tuple[d.At, ...], laid: tuple[d.At, ...]) -> bool:
    """Whether cards were lifted off a pile and laid back, and a third from below them was kept."""
    back = [at for at in taken if at in laid and at.place != d.MAC]
    piles = {at.place for at in back}
    kept = [at for at in taken if at.place in piles and at not in laid]
    return len(back) > 1 and bool(kept)


def whole(turn: t.PartialTurn, mac: m.Pile, players: int) -> bool:
    """Whether all of a legal turn was seen, so that nothing more can come."""
    if any(at.card is None for at in turn.laid):
        # It may only be read late.
        return False
    if turn.played:
        return card_effects.finished(turn, mac, players)
    taken, laid = len(turn.taken), len(turn.laid)
    if turn.places == {d.MAC}:
        return (taken, laid) in RATIOS and len(mac) <= d.MAC_MOST
    return d.MAC not in turn.places and ((taken, laid) in RATIOS or (taken, laid) == (0, 2))


def early(turn: t.PartialTurn, mac: m.Pile) -> bool:
    """Whether a card was laid too soon: taking one more of Mac's makes it right."""
    ratio = len(turn.taken), len(turn.laid)
    return turn.places == {d.MAC} and ratio in ((1, 1), (0, 1)) and len(mac) >= d.MAC_MOST


def hopeless(turn: t.PartialTurn, mac: m.Pile) -> bool:
    """Whether nothing that may still come makes the exchange a legal one."""
    if turn.played or not (turn.taken or turn.laid):
        return False
    taken, laid = len(turn.taken), len(turn.laid)
    with_mac = {place == d.MAC for place in turn.places}
    if len(with_mac) > 1 or taken > 2 or laid > 2 or taken + laid > 3:
        return True
    if with_mac == {True}:
        # One taken and one laid: a second one has to fit in.
        return len(mac) + ((taken, laid) == (1, 1)) > d.MAC_MOST
    return False


def due(turn: t.PartialTurn, prior: TablePrior) -> float:
    """What it costs at least to end a turn under way: what was laid without anything being taken was drawn, or laid back."""
    if turn.played and turn.played[0].kind is d.CardKind.KEEP:
        return prior.reaches(turn.drew, 0)
    if turn.played:
        return _action(turn, prior)[1]
    if not (turn.taken or turn.laid):
        return 0.0
    if turn.taken:
        # Who takes open cards draws none (A4): a hand at the draw pile only rested there.
        return prior.reaches(turn.reaches, 0)
    if turn.laid[0].place == d.MAC:
        return _relays(turn, prior)
    return 0.0 if turn.drew else prior.reaches(0, 1)
