"""Cards and their places, editions and rulings, what the murphy cards ask for, in one place (``from companion.games.dumm_gelaufen import deck as d``)."""

from companion.games.dumm_gelaufen.deck.cards import *
from companion.games.dumm_gelaufen.deck.edition import *
from companion.games.dumm_gelaufen.deck.tasks import *
