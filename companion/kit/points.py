"""What games have in common in which most points win: how it is told who has won, and the record of a game."""

from collections.abc import Collection, Iterator, Sequence

from companion.announce import Announcement, message
from companion.kit.highlights import Highlight
from companion.rules import Json


def won(
    names: Sequence[str],
    points: Sequence[int],
    winners: Sequence[int],
    *,
    key: str = "points.won",
    unfinished: Collection[int] = (),
) -> Announcement:
    """Who has won, with everybody's points by seat, and whose are those of somebody who did not play to the end; ``key`` is the sentence."""
    all_points = tuple(
        message(f"points.{'unfinished' if seat in unfinished else 'has'}", player=name, count=count)
        for seat, (name, count) in enumerate(zip(names, points, strict=True))
    )
    winning = tuple(names[seat] for seat in winners)
    text = message(key, player=winning, count=len(winning), points=all_points)
    params = {"points": list(points), "winners": list(winners)}
    return Announcement("game-won", text, winners[0], params)


def most_points(end: Json) -> Iterator[Highlight]:
    """The points of each in a game that has ended, as its view has them: the most in one game are the record."""
    if end["phase"] == "over":
        for seat, player in enumerate(end["players"]):
            text = message("points.record")
            yield Highlight(text, seat, player["points"], adds=False)
