"""The laws that every game keeps, wherever it comes from: ``python -m companion.app.conformance GAME`` tries them.

In a test of one's own, for each law of ``LAWS``: ``assert not law.told(trial)``, with one
``Trial(GAME)`` for all of them. What they try beside whole games of robots are the
game's ``examples`` (:class:`companion.kit.examples.Examples`).
"""

from typing import Final

from companion.kit.conformance import of_packages, of_programs, of_tables, of_words
from companion.kit.conformance.law import Law
from companion.kit.conformance.trial import THOROUGH, Effort, Trial

__all__ = ["LAWS", "THOROUGH", "Effort", "Law", "Trial"]

LAWS: Final[tuple[Law, ...]] = (
    *of_packages.LAWS,
    *of_words.LAWS,
    *of_programs.LAWS,
    *of_tables.LAWS,
)
"""All of them; the commands' are in companion/app/conformance.py."""
