"""Past games as they are summed up, and the totals over many of them: who won how often, records."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from companion.announce import Message
from companion.kit.highlights import Highlight


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A past game: when it began (seconds since 1970), its duration, the players by seat, the winning seats, and its highlights."""

    id: str
    game: str
    at: float
    seconds: float
    """Playing time, without the night between two evenings."""
    players: tuple[str, ...]
    winners: tuple[int, ...] = ()
    round: int | None = None
    over: bool = False
    begun: bool = True
    """Whether anything was seen or said of it; else it was only set up."""
    robots: bool = False
    highlights: tuple[Highlight, ...] = ()
    robot_seats: tuple[int, ...] = ()
    """The seats for which the companion played among people."""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all players but the robots among them."""
        robots = self.robot_seats
        return tuple(n for seat, n in enumerate(self.players) if seat not in robots)

    @property
    def won_by(self) -> tuple[str, ...]:
        """The winners' names."""
        seats = (s for s in self.winners if 0 <= s < len(self.players))
        return tuple(self.players[seat] for seat in seats)


@dataclass(frozen=True, slots=True)
class ArchiveContents:
    """What an archive contains so far, the latest game first; ``share`` of it has been read, 1 when complete."""

    evenings: tuple[ArchivedGame, ...] = ()
    troubles: tuple[Message, ...] = ()
    """What could not be read, and why."""
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Wins:
    """How many finished games somebody has won."""

    name: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class Best:
    """The record for a kind of highlight: of one evening, or of all (None)."""

    game: str
    highlight: Message
    name: str
    count: int
    evening: str | None = None


def person(name: str) -> str:
    """The key by which a person is recognised, whatever the case and spacing of the name."""
    return " ".join(name.split()).casefold()


def in_year(evenings: Iterable[ArchivedGame], year: int) -> tuple[ArchivedGame, ...]:
    """The games of one year, by this machine's clock at that time."""
    return tuple(each for each in evenings if _year(each.at) == year)


def _year(at: float) -> int | None:
    try:
        return datetime.fromtimestamp(at).year
    except (OverflowError, ValueError, OSError):
        return None


def standings(evenings: Iterable[ArchivedGame]) -> tuple[Wins, ...]:
    """Every person who took part in a finished game, most wins first."""
    names: dict[str, str] = {}
    won: dict[str, int] = {}
    played: dict[str, int] = {}
    for evening in (each for each in evenings if each.over):
        winners = {person(name) for name in evening.won_by}
        for name in evening.people:
            who = person(name)
            names.setdefault(who, name)
            played[who] = played.get(who, 0) + 1
            won[who] = won.get(who, 0) + (who in winners)
    found = (Wins(names[who], won[who], played[who]) for who in names)
    return tuple(sorted(found, key=lambda s: (-s.won, s.played, s.name)))


def bests(evenings: Iterable[ArchivedGame]) -> tuple[Best, ...]:
    """For every kind of highlight of every game, who holds the record; in a tie, whoever had it first."""
    known: dict[tuple[str, Message, str], Best] = {}
    for evening in evenings:
        for highlight, name in _with_names(evening):
            key = evening.game, highlight.text, person(name)
            before = known.get(key, Best(evening.game, highlight.text, name, 0))
            known[key] = _grown(before, highlight, evening)
    found = sorted((best for best in known.values() if best.count), key=_kind)
    return tuple(max(of, key=lambda best: best.count) for _, of in groupby(found, _kind))


def _with_names(evening: ArchivedGame) -> Iterator[tuple[Highlight, str]]:
    names = evening.players
    return (
        (f, names[f.player])
        for f in evening.highlights
        if 0 <= f.player < len(names) and f.player not in evening.robot_seats
    )


def _grown(best: Best, highlight: Highlight, evening: ArchivedGame) -> Best:
    if highlight.adds:
        return replace(best, count=best.count + highlight.count)
    if highlight.count > best.count:
        return replace(best, count=highlight.count, evening=evening.id)
    return best


def _kind(best: Best) -> tuple[str, str]:
    return best.game, best.highlight.key


def longest(evenings: Iterable[ArchivedGame]) -> ArchivedGame | None:
    """The finished game that took longest."""
    over = (each for each in evenings if each.over)
    return max(over, key=lambda each: each.seconds, default=None)


def streak(evenings: Iterable[ArchivedGame]) -> tuple[str, int] | None:
    """Who has won the most games in a row, among the games they took part in, and how many; None if nobody has won two."""
    runs: dict[str, int] = {}
    best: tuple[str, int] | None = None
    for evening in sorted((e for e in evenings if e.over), key=lambda e: e.at):
        winners = {person(name) for name in evening.won_by}
        for name in evening.people:
            who = person(name)
            runs[who] = runs.get(who, 0) + 1 if who in winners else 0
            if runs[who] > (best[1] if best else 1):
                best = name, runs[who]
    return best
