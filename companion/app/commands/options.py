"""Options of commands that are about one game."""

from __future__ import annotations

from companion import commandline
from companion.games.dumm_gelaufen.deck.edition import EDITIONS

edition_option = commandline.edition_option(EDITIONS)
