"""Why a move, or a change seen on the table, is against the rules: every reason has a code and a sentence."""

from enum import Enum

from companion.announce import Message, Param, message
from companion.games.dumm_gelaufen import deck as d


class IllegalReason(Enum):
    """A reason by its code; the sentence is ``illegal.<code>`` in the words files."""

    # Seen on the table or told by hand (rules, E6).
    MAC_OVER_SEVEN = "mac-over-seven"
    ONE_FOR_ONE = "one-for-one"
    TOOK_TOO_MANY = "took-too-many"
    LAID_TOO_MANY = "laid-too-many"
    AREAS_MIXED = "areas-mixed"
    NOTHING_LAID = "nothing-laid"
    BELOW_THE_TOP = "below-the-top"
    ACTION_ON_PILE = "action-on-pile"
    NUMBER_ON_ACTIONS = "number-on-actions"
    SAME_CARD_TWICE = "same-card-twice"
    NOT_YOUR_TURN = "not-your-turn"
    UNKNOWN_CARD = "unknown-card"
    # Told by hand, or chosen in a simulation.
    NOT_NOW = "not-now"
    TAKE_FIRST = "take-first"
    LAY_NOW = "lay-now"
    NO_SUCH_PLAYER = "no-such-player"
    NOTHING_TAKEN = "nothing-taken"
    NOT_A_SOURCE = "not-a-source"
    NOT_A_TARGET = "not-a-target"
    SOURCES_MIXED = "sources-mixed"
    PILE_EMPTY = "pile-empty"
    NOT_WITH_MAC = "not-with-mac"
    CARD_UNNAMED = "card-unnamed"
    CARD_UNSEEN = "card-unseen"
    CANNOT_PAY = "cannot-pay"
    MUST_REPLENISH = "must-replenish"
    NOT_IN_HAND = "not-in-hand"
    NOT_DRAWN = "not-drawn"
    NOT_IN_AN_EXCHANGE = "not-in-an-exchange"
    NO_EFFECT = "no-effect"
    CARDS_MISSING = "cards-missing"
    NOT_WHAT_IS_ASKED = "not-what-is-asked"
    NOT_YOUR_MURPHY_CARD = "not-your-murphy-card"
    SHOW_THE_REST = "show-the-rest"
    NOT_AN_ACTION = "not-an-action"
    NO_PASS = "no-pass"
    # Told as a correction.
    WRONG_COUNT = "wrong-count"
    NOT_THESE_PLAYERS = "not-these-players"


def refused(reason: IllegalReason, **params: Param) -> Message:
    """The sentence of a reason, its gaps filled."""
    return message(f"illegal.{reason.value}", **params)


def not_drawn(card: d.Card) -> Message:
    """The reason against a card shown during an exchange that was not drawn in it."""
    match card.kind:
        case d.CardKind.KEEP:
            return refused(IllegalReason.NOT_IN_AN_EXCHANGE, card=card.name)
        case d.CardKind.AT_ONCE:
            return refused(IllegalReason.NOT_DRAWN, card=card.name)
        case _:
            return refused(IllegalReason.NOT_AN_ACTION, card=card.name)
