"""What there is, what may be decided, what happened: this game's vocabulary in one place (``from companion.games.dumm_gelaufen import model as m``)."""

from companion.games.dumm_gelaufen.model.changed import *
from companion.games.dumm_gelaufen.model.events import *
from companion.games.dumm_gelaufen.model.lying import *
from companion.games.dumm_gelaufen.model.moves import *
from companion.games.dumm_gelaufen.model.state import *
