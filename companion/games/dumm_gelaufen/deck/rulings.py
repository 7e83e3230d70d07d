"""The questions that the printed rules leave open, as settings: each with its default, its alternatives, and the reason (rules, A10 and B)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, cast

from companion.announce import Message, message
from companion.gamekit.open_rules import OpenRule, Value, agreed_rules

ClaimWindow = Literal["after_exchange", "own_turn", "any_time"]
RulingReading = Literal["accept", "reject"]


@dataclass(frozen=True, slots=True)
class Rulings:
    """How one table decides the open questions; the defaults are the classic edition's.

    The last six say which reading of a murphy card a table leans to. A
    verdict is *depends* there all the same: the reading is what robots play
    and what is offered first when the people are asked.
    """

    allow_mix_draw_and_open: bool = False
    """Whether one take of two may be one unseen card and one open one (A4)."""
    bin_rule: Literal["on", "off"] = "on"
    """Whether drawn actions that leave nothing to lay go unused and are replaced (A5)."""
    replenish_to: int = 1
    """How many number cards somebody who runs short may draw up to (A6)."""
    at_once_in_replenish: Literal["bin", "obey"] = "bin"
    """What becomes of an at-once card drawn while replenishing (A6)."""
    at_once_from_effects: Literal["obey", "bin"] = "obey"
    """What becomes of an at-once card that an action card had somebody draw (A6)."""
    claim_window: ClaimWindow = "after_exchange"
    """When a solve may be claimed (A8)."""
    murphy_open_travels: bool = True
    """Whether an open murphy card stays open when it changes hands (C, A03)."""
    murphy_unfulfilled: Literal["returned", "box"] = "returned"
    """Where murphy cards go that were not solved when a round ends (A9, D)."""
    k03: Literal["or", "and"] = "or"
    """Whether the two cards of K03 match in colour or value, or in both (C)."""
    a01_blind: bool = True
    """Whether A01 takes its cards unseen (C)."""
    k12_from_hands: bool = False
    """Whether K12 may take from other hands too (C)."""
    m01_twin: RulingReading = "accept"
    """M01 with both copies of its card."""
    m02_twin: RulingReading = "accept"
    """M02 with both copies of its card."""
    m04_single: RulingReading = "accept"
    """M04 with a single card in Mac's row."""
    m15_four: RulingReading = "accept"
    """M15 with four or more cards of one value."""
    m16_twin: RulingReading = "reject"
    """M16 with a value twice inside the run."""
    m21_one_colour: RulingReading = "reject"
    """M21 with one colour only."""

    def rewords(self, face: str) -> bool:
        """Whether these settings change a card's text."""
        name = REWORDED_BY.get(face)
        return name is not None and getattr(self, name) != _BY_NAME[name].default

    def to_json(self) -> dict[str, Value]:
        """The rulings as JSON values; ``from_json`` is the inverse."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Rulings:
        """Rulings from some or all of their names; those not named keep the default.

        Raises EditionError: ``ruling.unknown`` or ``ruling.no-such-value``.
        """
        return Rulings(**cast("Any", agreed_rules(data, RULINGS)))


@dataclass(frozen=True, slots=True)
class Ruling(OpenRule):
    """One setting, the classic edition's value first, and its section in the rules."""

    section: str

    @property
    def rivals(self) -> tuple[Value, ...]:
        """The alternative values."""
        return self.values[1:]

    def label(self, value: Value) -> Message:
        """The name of a value."""
        return message(f"ruling-value.{str(value).lower().replace('_', '-')}")


RULINGS: Final = (
    Ruling("allow_mix_draw_and_open", (False, True), "A4"),
    Ruling("bin_rule", ("on", "off"), "A5"),
    Ruling("replenish_to", (1, 2), "A6"),
    Ruling("at_once_in_replenish", ("bin", "obey"), "A6"),
    Ruling("at_once_from_effects", ("obey", "bin"), "A6"),
    Ruling("claim_window", ("after_exchange", "own_turn", "any_time"), "A8"),
    Ruling("murphy_open_travels", (True, False), "C"),
    Ruling("murphy_unfulfilled", ("returned", "box"), "A9"),
    Ruling("k03", ("or", "and"), "C"),
    Ruling("a01_blind", (True, False), "C"),
    Ruling("k12_from_hands", (False, True), "C"),
    Ruling("m01_twin", ("accept", "reject"), "B"),
    Ruling("m02_twin", ("accept", "reject"), "B"),
    Ruling("m04_single", ("accept", "reject"), "B"),
    Ruling("m15_four", ("accept", "reject"), "B"),
    Ruling("m16_twin", ("reject", "accept"), "B"),
    Ruling("m21_one_colour", ("reject", "accept"), "B"),
)
"""Every setting, in the order of the rules."""

REWORDED_BY: Final = {
    "A01": "a01_blind",
    "A03": "murphy_open_travels",
    "K03": "k03",
    "K12": "k12_from_hands",
}
"""Action card -> the setting that changes what its text says."""

_BY_NAME: Final = {ruling.name: ruling for ruling in RULINGS}
