"""The host's page and the broker: the state of the connection, and a trial of new settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.announce import Message, message
from companion.app.broker.plan import plan_of, tried
from companion.app.broker.publisher import BrokerReach, BrokerStanding, Publisher
from companion.errors import SettingsError
from companion.settings import Settings, load

ASKED: Final = ("broker", "broker_password", "table", "broker_orders")
"""The settings that a trial may change before they are saved."""


class BrokerController:
    """Answers for the publisher; ``settings`` returns those in effect."""

    def __init__(self, publisher: Publisher, settings: Callable[[], Settings]) -> None:
        self._publisher = publisher
        self._settings = settings

    @property
    def standing(self) -> BrokerStanding:
        """The state of the connection."""
        return self._publisher.standing

    def to_json(self) -> dict[str, Any]:
        """The same for the host's page: ``reach``, and ``text`` explaining it."""
        now = self.standing
        text = now.why or message(f"broker.reach.{now.reach.value}")
        return {"reach": now.reach.value, "text": text}

    def notices(self) -> tuple[Message, ...]:
        """What somebody has to fix; a broker that is merely away comes back by itself."""
        now = self.standing
        refused = now.reach is BrokerReach.REFUSED and now.why is not None
        return (now.why,) if refused and now.why else ()

    def turn_to(self, settings: Settings) -> None:
        """Switch to the broker that the settings name. Raises SettingsError."""
        self._publisher.turn_to(plan_of(settings))

    def tried(self, given: Mapping[str, Any]) -> Message:
        """Send a message there and back, with the current settings modified by what is given. Raises BrokerError, SettingsError."""
        strange = next((name for name in given if name not in ASKED), None)
        if strange is not None:
            raise SettingsError("settings.unknown", name=str(strange)[:80], where="*")
        asked = load(None, {}, given)
        wanted = {name: getattr(asked, name) for name in given}
        plan = plan_of(replace(self._settings(), **wanted))
        return message("broker.none") if plan is None else tried(plan)
