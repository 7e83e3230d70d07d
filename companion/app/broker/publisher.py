"""A table's publisher: online state, table state, and every announcement in order, across interruptions; and what the host's page knows of it."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from companion.announce import Message, message
from companion.app.broker import connection, table_feed
from companion.app.broker.plan import BrokerPlan, plan_of, tried
from companion.app.broker.topics import BIRTH, EXPIRY, ONLINE, NameOnBroker, orders_in
from companion.errors import BrokerError, SettingsError
from companion.settings import Settings, load

# The publisher -----------------------------------------------------------------------


SAY_AGAIN: Final = EXPIRY / 3
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 30.0
"""The longest wait between two attempts to reach a broker; the wait doubles each time."""
LATER: Final = 30.0
"""Seconds until a refused connection is retried."""

_log = logging.getLogger(__name__)


class BrokerReach(Enum):
    """Whether a table reaches its broker."""

    OFF = "off"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    AWAY = "away"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class BrokerStanding:
    """The state of the connection; ``why`` if something is wrong."""

    reach: BrokerReach
    why: Message | None = None


class Publisher:
    """Publishes a table: ``turn`` is to be called repeatedly in a thread of its own, and never blocks the table."""

    def __init__(
        self,
        source: table_feed.TableSource,
        plan: BrokerPlan | None,
        *,
        pause: float = FIRST_PAUSE,
        later: float = LATER,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``pause``, ``later``: seconds until an unreachable broker, a refused connection, is retried; ``clock``: monotonic seconds."""
        self._source = source
        self._plan = plan
        self._run = secrets.token_hex(8)
        self._first = self._pause = pause
        self._later = later
        self._clock = clock
        self.standing = BrokerStanding(BrokerReach.OFF if plan is None else BrokerReach.CONNECTING)

    def turn_to(self, plan: BrokerPlan | None) -> None:
        """Publish to another broker from now on, or under another name; None: nowhere."""
        if plan != self._plan:
            self._pause = self._first
            self._plan = plan

    def turn(self, ended: threading.Event) -> None:
        """One connection from beginning to end, or a pause."""
        plan = self._plan
        if plan is None:
            self.standing = BrokerStanding(BrokerReach.OFF)
            ended.wait(table_feed.LISTENING_SECONDS)
            return
        try:
            self._told_to(plan, ended)
        except BrokerError as error:
            self._stumbled(error)
            self._rest(plan, ended)

    def _told_to(self, plan: BrokerPlan, ended: threading.Event) -> None:
        name = NameOnBroker(plan.topics, plan.table, self._run)
        line = connection.Connection(plan.access, self._run, name.will)
        try:
            kept = name.take(line)
            feed = table_feed.TableFeed(self._source, plan, line, kept)
            self._pause = self._first
            self.standing = BrokerStanding(BrokerReach.CONNECTED)
            self._serve(plan, name, feed, line, ended)
        finally:
            line.close(with_will=True)

    def _serve(
        self,
        plan: BrokerPlan,
        name: NameOnBroker,
        feed: table_feed.TableFeed,
        line: connection.Connection,
        ended: threading.Event,
    ) -> None:
        said = self._clock()
        while not ended.is_set() and plan is self._plan:
            received = line.received()
            name.hold(line, received)
            if plan.orders:
                for what, on in orders_in(received, plan.topics).items():
                    self._source.obey(what, on)
            if any(h.topic == BIRTH and h.payload == ONLINE for h in received):
                feed.introduce()
            if self._clock() - said > SAY_AGAIN:
                name.say(line)
                feed.state_again()
                said = self._clock()
            feed.go_on()
        feed.leave()

    def _stumbled(self, error: BrokerError) -> None:
        """Report what is wrong; logged once."""
        away = error.message.key == "broker.unreachable"
        now = BrokerStanding(BrokerReach.AWAY if away else BrokerReach.REFUSED, error.message)
        if now != self.standing:
            _log.warning("the broker: %s", error)
        self.standing = now

    def _rest(self, plan: BrokerPlan, ended: threading.Event) -> None:
        away = self.standing.reach is BrokerReach.AWAY
        end = self._clock() + (self._pause if away else self._later)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        while plan is self._plan and self._clock() < end:
            if ended.wait(table_feed.LISTENING_SECONDS):
                return


# The host's page ---------------------------------------------------------------------


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
