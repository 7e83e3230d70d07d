"""The effects of the action cards (rules, C) as one table: how many cards are drawn, laid and taken, and who may lose cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.model.places import ACTIONS, LEFT, MAC, RIGHT, Place


@dataclass(frozen=True, slots=True)
class ActionCard:
    """What comes of one action card.

    ``draws``: cards from the draw pile at most, by whoever draws for it; an
    at-once card may be among them. ``lays``: cards at most, ``least`` as long as
    somebody has them, each on one of the places ``where``; of ``one_colour``.
    ``takes``: open cards at most, freely chosen. ``loses``: whose hand may get
    smaller but for cards laid. ``against``: whether it is played against
    one player.
    """

    draws: int = 0
    lays: int = 0
    least: int = 0
    where: frozenset[Place] = frozenset()
    one_colour: bool = False
    takes: int = 0
    loses: Literal["nobody", "player", "others", "all"] = "nobody"
    against: bool = False


_PILES: Final = frozenset[Place]((LEFT, RIGHT))
_ANYWHERE: Final = frozenset[Place]((LEFT, RIGHT, MAC, ACTIONS))

ACTION_CARDS: Final[Mapping[str, ActionCard]] = {
    "A01": ActionCard(loses="others"),
    "A02": ActionCard(),
    "A03": ActionCard(),
    "A04": ActionCard(draws=3),
    "A05": ActionCard(loses="all", against=True),
    "K01": ActionCard(against=True),
    "K02": ActionCard(loses="all", against=True),
    "K03": ActionCard(loses="player", against=True),
    "K04": ActionCard(lays=2, least=2, where=_ANYWHERE, loses="player"),
    "K05": ActionCard(draws=1, against=True),
    "K06": ActionCard(loses="others"),
    "K07": ActionCard(lays=MAC_MOST, least=1, where=frozenset((MAC,)), loses="player"),
    "K08": ActionCard(lays=5, least=5, where=_PILES, one_colour=True, loses="player"),
    "K09": ActionCard(lays=24, least=1, where=_PILES, one_colour=True, loses="player"),
    "K10": ActionCard(loses="others", against=True),
    "K11": ActionCard(lays=6, least=1, where=_PILES, loses="all"),
    "K12": ActionCard(draws=3, takes=3),
}
"""By face. K07 fills Mac's row; a colour has 24 number cards (K09); six play at most (K11)."""
