"""What stands out in a game: everybody's points, and the Deaths they took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.announce import Announcement, message
from companion.gamekit.feats import Feat
from companion.rules import Json


def feats(said: Sequence[Announcement], end: Json) -> Iterator[Feat]:
    """The feats of a game, from everything announced in it, and its end."""
    deaths = Counter(news.player for news in said if news.kind == "death")
    for seat, player in enumerate(end["players"]):
        yield Feat(message("lustig.feat.deaths"), seat, deaths[seat])
        if end["phase"] == "over":
            points = message("lustig.feat.points")
            yield Feat(points, seat, player["points"], adds=False)
