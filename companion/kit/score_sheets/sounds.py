"""What is heard at such a table: a game's package says it, which is imported by whatever asks for any game."""

from typing import Final

ANNOUNCED: Final = (
    "rolled",
    "filled",
    "robot",
    "bonus",
    "owed",
    "roll-lost",
    "nudged",
    "unread",
)
"""Every kind of announcement that each of these games makes, beside those that any game makes."""
