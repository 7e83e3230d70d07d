"""Notable events of a game: at-once cards, rounds won, wrong claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.announce import Announcement, Message, message
from companion.gamekit.feats import Feat
from companion.rules import Json


def feats(said: Sequence[Announcement], end: Json) -> Iterator[Feat]:
    """The feats of a game, by all that was announced in it."""
    told = ((news.player, _of(news)) for news in said)
    counted = Counter((p, text) for p, text in told if p is not None and text)
    return (Feat(text, player, count) for (player, text), count in counted.items())


def _of(news: Announcement) -> Message | None:
    match news.kind, news.params:
        case "at-once", {"card": str(code)}:
            face, _, _ = code.partition("-")
            return message("dumm.feat.struck", card=message(f"card.{face}"))
        case "round-won", _:
            return message("dumm.feat.rounds")
        case "claim", {"verdict": "no"}:
            return message("dumm.feat.wrong-claims")
        case _:
            return None
