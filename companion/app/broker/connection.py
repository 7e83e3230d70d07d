"""One connection to a broker, encrypted where its address says so."""

import ssl
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import SHUT_RDWR
from threading import Condition
from typing import Any, Final

from companion.broker import BrokerAddress
from companion.errors import BrokerError, reason_of

# Encryption --------------------------------------------------------------------------


def encryption(ca: Path | None) -> ssl.SSLContext:
    """The TLS context; ``ca`` is a file of certificates to trust instead of the system's. Raises BrokerError."""
    try:
        context = ssl.create_default_context(cafile=ca)
    except (OSError, ssl.SSLError) as error:
        where, why = str(ca), reason_of(error)
        raise BrokerError("broker.no-certificates", path=where, why=why) from error
    context.sslsocket_class = _Handshake
    return context


class _Handshake(ssl.SSLSocket):
    """Closes a socket whose handshake failed: paho would leave it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


# The connection ----------------------------------------------------------------------


CONNECT_SECONDS: Final = 5.0
"""For connecting, and again for the broker's answer."""
KEEP_ALIVE: Final = 15
"""Seconds; the broker sends the last will one and a half intervals after a power cut."""
BYE_SECONDS: Final = 0.5
"""The most seconds that disconnecting may take."""
INFLIGHT: Final = 50
"""Most messages awaiting acknowledgement."""
LARGEST: Final = 256 * 1024
"""Most bytes of a packet that is received; states of tables take a few KB."""
WAITING: Final = 16 * 1024 * 1024
"""Most bytes of messages that wait to be fetched; those that come on top are dropped."""
REFUSED: Final = 128
"""MQTT reason codes from here on are refusals."""
WRONG_PASSWORD: Final = (134, 135)
NOT_ALLOWED: Final = 135
NO_SUCH_VERSION: Final = 132
WITH_WILL: Final = 4
RUN: Final = "run"
"""The user property that identifies which run of which program sent a message."""


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a broker; ``ca`` is a file of certificates to trust instead of the system's."""

    address: BrokerAddress
    password: str = field(default="", repr=False)
    ca: Path | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """A message to a topic; QoS 1. ``expiry``: seconds after which the broker discards it."""

    topic: str
    payload: bytes
    retain: bool = False
    expiry: int | None = None


@dataclass(frozen=True, slots=True)
class Received:
    """A received message. ``retained``: published before we subscribed; ``run``: the sender, if it says so."""

    topic: str
    payload: bytes
    retained: bool
    run: str | None


class Connection:
    """A connection to a broker. paho's own thread maintains it; one other thread calls these methods.

    Nothing outlives it: what was not acknowledged must be sent again by the caller.
    """

    def __init__(self, access: Access, run: str, will: Post | None = None) -> None:
        """Connect as ``run``. Raises BrokerError and leaves nothing open then."""
        self._access = access
        self._run = run
        self._news = Condition()
        self._received: list[Received] = []
        self._received_bytes = 0
        self._acknowledged: dict[int, int] = {}
        self._greeted: int | None = None
        self._ended: str | None = None
        """Why it is over."""
        self._client = _client(run, self._end)
        self._prepare(will)
        try:
            self._connect()
        except BaseException:
            self.close()
            raise

    @property
    def open(self) -> bool:
        """Whether it is connected."""
        return self._ended is None

    def publish(self, post: Post) -> int:
        """Send a message; returns its number for ``acknowledged``. Raises BrokerError if disconnected."""
        with self._guarded():
            sent = self._client.publish(
                post.topic,
                post.payload,
                qos=1,
                retain=post.retain,
                properties=_properties("PUBLISH", self._run, post.expiry),
            )
            return int(sent.mid)

    def deliver(self, post: Post) -> None:
        """Send a message, and wait until it is acknowledged. Raises BrokerError if it was refused or nothing came."""
        self.settle(self.publish(post), post.topic)

    def subscribe(self, topics: Collection[str], *, local: bool = False) -> None:
        """Subscribe to topics, receiving retained messages first; our own messages only if ``local``. Raises BrokerError."""
        from paho.mqtt.subscribeoptions import SubscribeOptions

        options = SubscribeOptions(qos=1, noLocal=not local)
        with self._guarded():
            _, number = self._client.subscribe([(topic, options) for topic in topics])
        assert number is not None
        self.settle(number, ", ".join(topics))

    def settle(self, number: int, topic: str) -> None:
        """Wait for a message to be acknowledged. Raises BrokerError if it was refused or nothing came."""
        with self._news:
            self._news.wait_for(
                lambda: number in self._acknowledged or not self.open, CONNECT_SECONDS
            )
            code = self._acknowledged.pop(number, None)
        if code is None:
            raise self._unreachable("silence")
        _check(code, topic)

    def acknowledged(self, number: int, topic: str) -> bool:
        """Whether the broker has accepted a message; true only once. Raises BrokerError if it refused."""
        with self._news:
            code = self._acknowledged.pop(number, None)
        if code is not None:
            _check(code, topic)
        return code is not None

    def wait(self, seconds: float) -> None:
        """Wait until the broker sends anything, or the connection is lost."""
        with self._news:
            self._news.wait_for(
                lambda: self._received or self._acknowledged or not self.open, seconds
            )

    def received(self) -> list[Received]:
        """Messages received since the last call. Raises BrokerError if disconnected."""
        with self._guarded(), self._news:
            came, self._received, self._received_bytes = self._received, [], 0
        return came

    def heard_for(self, seconds: float) -> Iterator[list[Received]]:
        """What is received until the time is over, as it comes. Raises BrokerError if disconnected."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            yield self.received()
            self.wait(left)

    def close(self, *, with_will: bool = False) -> None:
        """Disconnect; ``with_will``: the broker is asked to publish the last will. May be called again."""
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.reasoncodes import ReasonCode

        if self._greeted == 0 and self.open:
            code = WITH_WILL if with_will else 0
            reason = ReasonCode(PacketTypes.DISCONNECT, identifier=code)
            with suppress(OSError, ValueError):
                self._client.disconnect(reason)
            with self._news:
                self._news.wait_for(lambda: not self.open, BYE_SECONDS)
        line = self._client.socket()
        if line is not None:
            # A hanging broker does not accept the disconnect, and paho would wait for it.
            with suppress(OSError):
                line.shutdown(SHUT_RDWR)
        self._client.loop_stop()
        # Otherwise the socket, and the pipe that wakes its thread, stay open until garbage collection.
        self._client.reinitialise()

    # -- the line ------------------------------------------------------------------

    def _prepare(self, will: Post | None) -> None:
        client, access = self._client, self._access
        client.connect_timeout = CONNECT_SECONDS
        client.max_inflight_messages_set(INFLIGHT)
        if access.address.user:
            client.username_pw_set(access.address.user, access.password or None)
        if access.address.tls:
            client.tls_set_context(encryption(access.ca))
        if will is not None:
            properties = _properties("WILLMESSAGE", self._run, will.expiry)
            client.will_set(will.topic, will.payload, 1, will.retain, properties=properties)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe

    def _connect(self) -> None:
        address = self._access.address
        with self._guarded():
            self._client.connect(address.host, address.port, KEEP_ALIVE, properties=_limits())
        self._client.loop_start()
        with self._news:
            self._news.wait_for(lambda: self._greeted is not None or not self.open, CONNECT_SECONDS)
        if self._greeted is None:
            raise self._unreachable("silence")
        if self._greeted in WRONG_PASSWORD:
            raise BrokerError("broker.wrong-password")
        if self._greeted == NO_SUCH_VERSION:
            raise BrokerError("broker.too-old")
        if self._greeted:
            raise BrokerError("broker.refused", code=self._greeted)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Errors of the connection, as BrokerError."""
        if self._ended is not None:
            raise self._unreachable(self._ended)
        try:
            yield
        except ssl.SSLError as error:
            raise BrokerError(
                "broker.certificate", host=self._access.address.host, why=reason_of(error)
            ) from error
        except (OSError, ValueError) as error:
            raise self._unreachable(reason_of(error)) from error

    def _unreachable(self, why: str) -> BrokerError:
        address = self._access.address
        return BrokerError("broker.unreachable", host=address.host, port=str(address.port), why=why)

    # -- called by paho's thread -----------------------------------------------------

    def _on_connect(self, _: Any, __: Any, ___: Any, code: Any, ____: Any) -> None:
        with self._news:
            self._greeted = int(code.value)
            self._news.notify_all()

    def _on_disconnect(self, _: Any, __: Any, ___: Any, code: Any, ____: Any) -> None:
        self._end(f"code {int(code.value)}")

    def _end(self, why: str) -> None:
        """Note that nothing more will be received; the first reason counts."""
        with self._news:
            self._ended = self._ended or why
            self._news.notify_all()

    def _on_message(self, _: Any, __: Any, came: Any) -> None:
        try:
            topic = came.topic
        except UnicodeDecodeError:
            # No table's: MQTT 5 allows UTF-8 only (1.5.4), and what a broker lets through anyway must not keep others from being received.
            return
        pairs = dict(getattr(came.properties, "UserProperty", ()))
        received = Received(topic, came.payload, came.retain, pairs.get(RUN))
        with self._news:
            self._received_bytes += len(received.topic) + len(received.payload)
            if self._received_bytes <= WAITING:
                self._received.append(received)
            self._news.notify_all()

    def _on_publish(self, _: Any, __: Any, number: int, code: Any, ___: Any) -> None:
        self._settled(number, int(code.value))

    def _on_subscribe(self, _: Any, __: Any, number: int, codes: Any, ___: Any) -> None:
        self._settled(number, max(int(code.value) for code in codes))

    def _settled(self, number: int, code: int) -> None:
        with self._news:
            self._acknowledged[number] = code
            self._news.notify_all()


def _client(run: str, ended: Callable[[str], None]) -> Any:
    """paho's client; ``ended`` is called with the reason when its thread ends, whatever it ends with."""
    try:
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
    except ImportError as error:
        raise BrokerError("broker.no-client") from error
    return _bounded(ended)(
        CallbackAPIVersion.VERSION2,
        client_id=f"murphy-{run}",
        protocol=MQTTProtocolVersion.MQTTv5,
        reconnect_on_failure=False,
    )


def _bounded(ended: Callable[[str], None]) -> Callable[..., Any]:
    """paho's class of clients, with limits; see ``_client``."""
    from paho.mqtt.client import Client
    from paho.mqtt.enums import MQTTErrorCode

    class Bounded(Client):
        """Ends the connection if the broker does not keep to what was agreed: paho would take 256 MB a packet, and 65,535 of them at QoS 2."""

        def _sock_recv(self, bufsize: int) -> bytes:
            if bufsize > LARGEST or self._in_messages:
                raise ConnectionAbortedError
            received: bytes = super()._sock_recv(bufsize)
            return received

        def loop_forever(self, *how: Any, **more: Any) -> MQTTErrorCode:
            """What its thread does; an error in it is the end of the connection, which would go unnoticed otherwise."""
            why = "closed"
            try:
                return super().loop_forever(*how, **more)
            except Exception as error:
                why = f"{type(error).__name__}: {error}"[:200]
                return MQTTErrorCode.MQTT_ERR_PROTOCOL
            finally:
                ended(why)

    return Bounded


def _limits() -> Any:
    """What the broker is told: larger packets, which anybody may publish, are not to be sent here."""
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    limits = Properties(PacketTypes.CONNECT)
    limits.MaximumPacketSize = LARGEST
    return limits


def _properties(packet: str, run: str, expiry: int | None) -> Any:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    properties = Properties(getattr(PacketTypes, packet))
    properties.UserProperty = (RUN, run)
    if expiry is not None:
        properties.MessageExpiryInterval = expiry
    return properties


def _check(code: int, topic: str) -> None:
    if code == NOT_ALLOWED:
        raise BrokerError("broker.not-allowed", topic=topic)
    if code >= REFUSED:
        raise BrokerError("broker.refused", code=code)
