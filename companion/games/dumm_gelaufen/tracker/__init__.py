"""Turns as a camera saw them: evidence, candidates and hypotheses in one place (``from companion.games.dumm_gelaufen import tracker as t``)."""

from companion.games.dumm_gelaufen.tracker.evidence import *
from companion.games.dumm_gelaufen.tracker.hypothesis import *
from companion.games.dumm_gelaufen.tracker.turn_candidates import *
