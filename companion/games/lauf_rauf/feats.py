"""What stands out in a game: who hit other players' pawns, and who was saved by cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.announce import Announcement, message
from companion.gamekit.feats import Feat
from companion.rules import Json


def feats(said: Sequence[Announcement], end: Json) -> Iterator[Feat]:
    """The feats of a game, from everything announced in it."""
    moved = [news for news in said if news.kind == "moved"]
    hits = Counter(news.player for news in moved if news.params.get("how") == "hit")
    up = Counter(news.player for news in moved if news.params.get("to") == "camp")
    for seat in range(len(end["players"])):
        yield Feat(message("lauf.feat.hits"), seat, hits[seat])
        yield Feat(message("lauf.feat.camp"), seat, up[seat])
