"""Every way to read what was seen since a turn began, the likeliest first.

Looks are not believed one by one: a path is a whole story of them, turn by
turn, with the logarithm of how likely it is. Stories that differ only in how
they were seen are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import Final

from companion.murphy.deck.cards import Card, Kind
from companion.murphy.model.places import ACTIONS, DRAW, LEFT, MAC, RIGHT, At, Place
from companion.murphy.witness import closing, effect, habits
from companion.murphy.witness.copying import but
from companion.murphy.witness.habits import FARTHER, Habits
from companion.murphy.witness.heaps import Change, Doubt, Heap, changes, without
from companion.murphy.witness.meaning import meant
from companion.murphy.witness.readings import Reading, Turn
from companion.murphy.witness.signs import Drew, Showed, Sign

WIDTH: Final = 48
"""How many stories are followed."""
FAR: Final = 12.0
"""A story this much less likely than the best is given up."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known where the story begins, and does not change while it is told.

    ``known`` are the cards known to be in each hand, ``most`` how many cards
    each may hold at most; ``seats`` those who play. ``draw`` is how many
    cards the draw pile holds at least.
    """

    seats: tuple[int, ...]
    known: tuple[frozenset[Card], ...]
    most: tuple[int, ...]
    habits: Habits = field(default_factory=Habits)
    draw: int = 0

    def after(self, player: int) -> int:
        """Who comes after a player."""
        return next((p for p in self.seats if p > player), self.seats[0])

    def strange(self, player: int, card: Card) -> float:
        """How much speaks against a player's laying this card."""
        others = (p for p in self.seats if p != player)
        return habits.ELSEWHERE * any(card in self.known[p] for p in others)

    def held(self, card: Card) -> float:
        """How much speaks against a card's having lain in a pile unread all along."""
        return habits.ELSEWHERE * any(card in known for known in self.known)

    def thrown(self, player: int) -> float:
        """How much speaks against a player's throwing an action away unused (rules, A5)."""
        most = self.most[player]
        few = most < len(habits.THROWN)
        return habits.THROWN[most] if few else habits.THROWN_RICH

    def plays(self, turn: Turn, card: Card) -> float:
        """How much speaks against a player's having a kept action to play."""
        kept = card.kind is Kind.KEEP
        return habits.NOTHING_TO_PLAY if kept and not self.most[turn.player] else 0.0

    def short(self, player: int, lost: int) -> float:
        """How much speaks against a player's having run short, with so many cards lost of late (rules, A6)."""
        most = max(0, self.most[player] - lost)
        return habits.SHORT[most] if most < len(habits.SHORT) else habits.SHORT_RICH


@dataclass(frozen=True)
class Path:
    """A story so far: what lies where by it, the turn under way, the turns before."""

    mac: tuple[Card, ...]
    left: Heap
    right: Heap
    actions: frozenset[Card]
    turn: Turn
    top: Card | None = None
    """The action card that lies open."""
    closed: tuple[Reading, ...] = ()
    score: float = 0.0
    settled: tuple[tuple[Doubt, bool], ...] = ()
    misread: int = 0

    @property
    def what(self) -> tuple[object, ...]:
        """The story without how likely it is."""
        lies = self.mac, self.left, self.right, self.actions
        return lies, self.turn, self.closed, self.settled, self.misread

    def heap(self, zone: str) -> Heap:
        """One of the two open piles."""
        return self.left if zone == LEFT else self.right

    def lies(self, card: Card) -> bool:
        """Whether a card lies on the table by this story."""
        return card in self.mac or card in self.left or card in self.right


def stories(start: Path, scene: Scene, seen: Iterable[Sign]) -> tuple[Path, ...]:
    """The likely stories of what was seen, the likeliest first; there is always one."""
    paths: tuple[Path, ...] = (start,)
    for number, sign in enumerate(seen):
        paths = _goes_on(paths, scene, sign, number)
    return paths


@lru_cache(maxsize=256)
def _goes_on(
    paths: tuple[Path, ...], scene: Scene, sign: Sign, number: int
) -> tuple[Path, ...]:
    """The likely stories with one sign more. Look after look asks for the same ones again, but for the last."""
    told: list[Path] = []
    least = -inf
    for path in paths:
        # No sign makes a story likelier: these are given up with all that may follow.
        if path.score > least:
            more = [p for p in _told(path, scene, sign, number) if p.score > least]
            told += more
            least = max([least, *(after.score - FAR for after in more)])
    return _likeliest(told)


def ended(path: Path, scene: Scene, number: int) -> tuple[Path, ...]:
    """The stories in which the turn under way is over, the likeliest first."""
    return _likeliest(_closed(path, scene, number))


def _likeliest(paths: Iterable[Path]) -> tuple[Path, ...]:
    told = list(paths)
    least = max((path.score for path in told), default=0.0) - FAR
    best: dict[object, Path] = {}
    for path in told:
        if path.score > least:
            known = best.setdefault(path.what, path)
            if known.score < path.score:
                best[path.what] = path
    return tuple(sorted(best.values(), key=lambda path: -path.score)[:WIDTH])


def _told(path: Path, scene: Scene, sign: Sign, number: int) -> Iterator[Path]:
    for after in _read(path, scene, sign, number):
        yield _armed(after, scene, sign)
    yield but(path, score=path.score + habits.MISREAD, misread=path.misread + 1)


def _read(path: Path, scene: Scene, sign: Sign, number: int) -> Iterator[Path]:
    if isinstance(sign, Drew):
        yield from _drew(path, scene, sign, number)
        return
    for begun in _begun(path, scene, sign):
        yield from _showed(begun, scene, sign)
    if not path.turn.untouched:
        for fresh in _closed(path, scene, number):
            for begun in _begun(fresh, scene, sign):
                yield from _showed(begun, scene, sign)


def _armed(path: Path, scene: Scene, sign: Sign) -> Path:
    """The story with the hands that came, and how likely it is that this player's came from where they came."""
    turn = path.turn
    if turn.played:
        return _armed_for_action(path, scene, sign)
    if isinstance(sign, Showed):
        turn = but(turn, visits=turn.visits + sign.visits)
    if sign.side is None:
        return but(path, turn=turn)
    score = path.score + scene.habits.reaching(turn.player, sign.side)
    return but(path, turn=but(turn, sides=(*turn.sides, sign.side)), score=score)


def _armed_for_action(path: Path, scene: Scene, sign: Sign) -> Path:
    """The same while an action card is obeyed: whose arms come for it is no habit, but tells whose card it is."""
    turn = path.turn
    zone = DRAW if isinstance(sign, Drew) else sign.zone
    others = effect.is_for_all(turn) and zone != ACTIONS
    if others or turn.refilled or effect.is_for_another(turn):
        return path
    ways = scene.habits
    return but(path, score=path.score + ways.reaching(turn.player, sign.side))


def _begun(path: Path, scene: Scene, sign: Sign) -> Iterator[Path]:
    """The turn about to begin: the next player's, or that of one whose arm it rather is."""
    yield path
    turn, ways = path.turn, scene.habits
    if not turn.untouched or sign.side is None or not ways.knows(turn.player):
        return
    here = ways.reaching(turn.player, sign.side)
    for seat in scene.seats:
        if ways.knows(seat) and ways.reaching(seat, sign.side) > here + FARTHER:
            skipped = path.score + habits.SKIPPED
            yield but(path, turn=but(turn, player=seat), score=skipped)


def _closed(path: Path, scene: Scene, number: int) -> Iterator[Path]:
    """The turn is over, the next player's begins with sign ``number``."""
    following = Turn(scene.after(path.turn.player), number)
    for reading, score in closing.closings(path.turn, path.mac, scene.habits):
        yield but(
            path,
            turn=following,
            closed=(*path.closed, but(reading, ended=number)),
            score=path.score + score,
        )


# A hand at the draw pile --------------------------------------------------------


def _drew(path: Path, scene: Scene, sign: Drew, number: int) -> Iterator[Path]:
    turn = path.turn
    if not turn.stacked:
        # The shuffled cards are laid down as the new draw pile.
        yield but(path, turn=but(turn, stacked=True))
        return
    if not turn.acted:
        for begun in _begun(path, scene, sign):
            drew = begun.turn.drew + 1
            yield but(begun, turn=but(begun.turn, drew=drew))
        if not turn.taken:
            return
    else:
        cost = effect.reach(turn)
        again = but(turn, reached=turn.reached + 1)
        yield but(path, turn=again, score=path.score + cost)
    yield from _refilled(path, scene, sign)
    for fresh in _closed(path, scene, number):
        for begun in _begun(fresh, scene, sign):
            yield but(begun, turn=but(begun.turn, drew=1))


def _refilled(path: Path, scene: Scene, sign: Drew) -> Iterator[Path]:
    """Somebody who lost cards to the action card draws until he has a number card (rules, A6)."""
    turn = path.turn
    for seat in effect.losers(turn, scene.seats):
        if turn.refilled[-1:] == (seat,):
            cost = habits.SHORT_AGAIN
        else:
            cost = scene.short(seat, effect.lost(turn, seat))
        cost += scene.habits.reaching(seat, sign.side)
        yield but(
            path,
            turn=but(turn, refilled=(*turn.refilled, seat)),
            score=path.score + cost,
        )


# Cards that came or went ---------------------------------------------------------


def _showed(path: Path, scene: Scene, sign: Showed) -> Iterator[Path]:
    """The same turn goes on with what a zone shows now."""
    match sign.zone:
        case "mac":
            yield from _row(path, scene, sign)
        case "open-left" | "open-right":
            yield from _pile(path, scene, sign)
        case _:
            yield from _discard(path, scene, sign)


def _row(path: Path, scene: Scene, sign: Showed) -> Iterator[Path]:
    gone = tuple(At(MAC, card) for card in path.mac if card not in sign.cards)
    new = tuple(At(MAC, card) for card in sign.cards if card not in path.mac)
    cost = _for_nothing(sign.visits, len(gone) + len(new))
    after = but(path, mac=sign.cards, score=path.score + cost)
    yield from _moved(after, path, scene, gone, new, sign.visits)


def _pile(path: Path, scene: Scene, sign: Showed) -> Iterator[Path]:
    zone: Place = "open-left" if sign.zone == LEFT else "open-right"
    if _may_be_shuffled(path, scene, sign):
        shuffled = _reshuffled(path, scene)
        yield but(shuffled, score=shuffled.score + habits.SHUFFLED)
    for change in changes(path.heap(zone), sign.cards):
        gone = tuple(At(zone, card) for card in change.taken)
        new = tuple(At(zone, card) for card in change.laid)
        cost = _unlikely(change, sign.visits, scene)
        if cost < -FAR:
            continue
        there = without(path.heap(RIGHT if zone == LEFT else LEFT), change.laid)
        told = but(path, turn=_named(path.turn, zone, change.named))
        after = but(
            told,
            left=change.heap if zone == LEFT else there,
            right=change.heap if zone == RIGHT else there,
            score=path.score + cost,
            settled=path.settled + change.settled,
        )
        yield from _moved(after, told, scene, gone, new, sign.visits)


def _named(turn: Turn, zone: Place, cards: tuple[Card, ...]) -> Turn:
    """The turn with the cards laid unread named that turn out now."""
    laid = list(turn.laid)
    for card in cards:
        if At(zone) in laid:
            laid[laid.index(At(zone))] = At(zone, card)
    return but(turn, laid=tuple(laid)) if cards else turn


def _may_be_shuffled(path: Path, scene: Scene, sign: Showed) -> bool:
    """Whether the hand may have taken what lies below the top of a pile, to shuffle it."""
    heap = path.heap(sign.zone)
    same = bool(sign.cards) and bool(heap) and heap[0] is sign.cards[0]
    late = scene.draw <= habits.NEARLY_EMPTY
    return same and len(heap) > 1 and late and not path.actions and sign.visits > 0


def _unlikely(change: Change, visits: int, scene: Scene) -> float:
    cost = _for_nothing(visits, change.count)
    if change.hidden and not change.blind:
        more = visits >= change.count
        cost += (habits.HIDDEN_VISIT if more else scene.habits.hiding) * change.hidden
    if change.blind:
        alone = change.hidden and len(change.heap) == 2
        cost += habits.UNREAD_ALONE if alone else habits.UNREAD
    cost -= sum(doubt.against for doubt, there in change.settled if there)
    cost += sum(scene.held(card) for card in change.named)
    cost += habits.PEEPS * change.peeping
    if change.surfaced:
        cost += habits.SURFACED
    if change.vanished:
        late = scene.draw <= habits.NEARLY_EMPTY
        cost += habits.VANISHED_LATE if late else habits.VANISHED
    if change.taken and change.laid:
        cost += habits.TAKEN_UNDER_VISITS if visits > 1 else habits.TAKEN_UNDER
    return cost


def _for_nothing(visits: int, moved: int) -> float:
    return habits.FOR_NOTHING * max(0, visits - moved)


def _moved(
    after: Path,
    before: Path,
    scene: Scene,
    gone: tuple[At, ...],
    new: tuple[At, ...],
    visits: int,
) -> Iterator[Path]:
    """The turn under way once cards have gone and come, in every way that this can be meant."""
    if not gone and not new:
        yield after
        return
    count = len(gone) + len(new)
    cost = habits.AT_ONE_LOOK * (count - 1)
    if visits:
        cost += habits.AT_ONE_REACH * max(0, count - visits)
    cost += sum(_strange(before, scene, at) for at in new)
    nothing_taken = not before.turn.taken and not before.turn.drew
    righted = nothing_taken and not before.turn.played
    righted = righted or closing.hopeless(before.turn, before.mac)
    for turn, score in meant(before.turn, gone, new, righted=righted):
        if turn.played:
            score += effect.cost(before.turn, turn, before.mac, len(scene.seats))
        slips = closing.hopeless(turn, after.mac) and not righted
        score += habits.SLIP * (slips and not closing.early(turn, after.mac))
        if cost + score > -FAR:
            yield but(after, turn=turn, score=after.score + cost + score)


def _strange(path: Path, scene: Scene, at: At) -> float:
    if at.card is None or at in path.turn.taken:
        return 0.0
    believed = habits.BELIEVED * path.lies(at.card)
    if effect.is_for_all(path.turn):
        return believed
    return believed + scene.strange(path.turn.player, at.card)


# Action cards --------------------------------------------------------------------


def _discard(path: Path, scene: Scene, sign: Showed) -> Iterator[Path]:
    if not sign.cards:
        # Shuffled anew, or a card laid there was not read.
        yield _reshuffled(path, scene)
        unread = habits.UNREAD if path.actions else 0.0
        yield but(path, score=path.score + unread)
        return
    new = [card for card in reversed(sign.cards) if card not in path.actions]
    top, shown = sign.cards[0], frozenset(sign.cards)
    here = but(path, actions=path.actions | shown, top=top)
    if not new and top is not path.top and path.top is not None:
        # What lay on it was picked up, or it was played again after a shuffle.
        yield but(here, score=path.score + habits.UNCOVERED)
        again = but(here, actions=shown, score=path.score + habits.PLAYED_AGAIN)
        yield from _action(again, scene, top)
        return
    yield from _all(here, scene, new[-max(1, sign.visits) :])
    if len(new) > max(1, sign.visits):
        more = habits.ALL_NEW * (len(new) - max(1, sign.visits))
        yield from _all(but(here, score=path.score + more), scene, new)


def _all(path: Path, scene: Scene, new: list[Card]) -> list[Path]:
    """The stories in which these action cards came, one after the other."""
    paths = [path]
    for card in new:
        paths = [after for before in paths for after in _action(before, scene, card)]
    return paths


def _action(path: Path, scene: Scene, card: Card) -> Iterator[Path]:
    turn = path.turn
    for after, cost in effect.played(turn, card):
        if not path.closed and not turn.acted:
            cost += scene.plays(turn, card)
        yield but(path, turn=after, score=path.score + cost)
    if turn.drew and not turn.acted:
        unused = but(turn, thrown=(*turn.thrown, card))
        again = bool(turn.thrown)
        score = path.score + (habits.THROWN_TOO if again else scene.thrown(turn.player))
        yield but(path, turn=unused, score=score)


def _reshuffled(path: Path, scene: Scene) -> Path:
    """The discard was cleared: with the piles but for their tops it is the new draw pile (rules, A7)."""
    early = habits.SHUFFLED_EARLY * (scene.draw > habits.NEARLY_EMPTY)
    turn = path.turn
    drawn = turn.drew + sum(reading.drawn for reading in path.closed)
    if turn.laid and drawn < scene.draw:
        # Somebody who has laid leaves it to the next one, who draws.
        early += habits.SHUFFLED
    return but(
        path,
        left=path.left[:1],
        right=path.right[:1],
        actions=frozenset(),
        top=None,
        turn=but(turn, reshuffled=True, swept=bool(turn.played), stacked=False),
        score=path.score + early,
    )
