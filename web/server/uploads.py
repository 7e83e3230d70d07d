"""Who may bring a large body now: a few at a time, who has a part in the evening first, nobody slowly while others wait."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from web.access.standing import Standing
from web.addresses import THE_PI
from web.limits import Limits


class Body(Protocol):
    """A request's large body."""

    body_bytes_received: int


class Bringing(Protocol):
    """A connection that may bring one."""

    client: str
    standing: Standing
    held: bool
    asking_since: float

    @property
    def upload(self) -> Body | None:
        """The body that it brings; None: none."""

    @property
    def works_on_much(self) -> bool:
        """Whether one that it has brought waits for its answer."""

    def is_held(self, seconds: float) -> None:
        """It has waited for others for so long."""

    def handle_close(self) -> None:
        """End the connection, which loses what has come of its upload."""


@dataclass(slots=True)
class Upload:
    """A large body that comes in. ``since`` (monotonic seconds) its pace is measured, from ``had`` bytes on; it has ``yielded`` so often for being slow."""

    channel: Bringing
    body: Body
    since: float
    had: int = 0
    yielded: int = 0

    @property
    def brought(self) -> int:
        """Bytes that have come in."""
        return self.body.body_bytes_received


class Uploads:
    """Holds connections and lets them go on, once in every turn of the server."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: dict[int, Upload] = {}
        self._last = 0.0

    def take_turns(self, channels: Sequence[Bringing], now: float) -> None:
        """Give the places to those whose turn it is; the others are not read. Time does not count against whoever is held."""
        uploads = self._found(channels, now)
        self._pass(uploads, now)
        ordered = in_order(uploads)
        worked_on = sum(each.works_on_much for each in channels)
        places = min(self._limits.arriving, 2 * self._limits.arriving - worked_on)
        for number, upload in enumerate(ordered):
            if upload.channel.held and number < places:
                upload.since, upload.had = now, upload.brought
            upload.channel.held = number >= places
        self._let_go(ordered)

    def _found(self, channels: Sequence[Bringing], now: float) -> list[Upload]:
        """The uploads that there are: those that are known, and new ones."""
        known, self._known = self._known, {}
        for channel in channels:
            if (body := channel.upload) is not None:
                new = Upload(channel, body, now)
                self._known[id(body)] = known.get(id(body), new)
        return [*self._known.values()]

    def _pass(self, uploads: Sequence[Upload], now: float) -> None:
        """Time passes: who is held is waited for, who is slow while others are held loses its place to them."""
        took, self._last = now - self._last, now
        held = [each for each in uploads if each.channel.held]
        for upload in held:
            upload.channel.is_held(took)
        for upload in uploads:
            measured = now - upload.since
            if not upload.channel.held and measured >= self._limits.pace_time:
                slow = upload.brought - upload.had < self._limits.pace * measured
                upload.yielded += bool(held) and slow
                upload.since, upload.had = now, upload.brought

    def _let_go(self, ordered: Sequence[Upload]) -> None:
        """What those who lost their places had brought is kept for them, but not without bounds: the last ones have to begin again."""
        most = self._limits.arriving * self._limits.photo
        kept = sum(each.brought for each in ordered)
        for upload in reversed(ordered):
            if kept <= most:
                break
            if upload.brought:
                kept -= upload.brought
                upload.channel.handle_close()


def in_order(uploads: Sequence[Upload]) -> list[Upload]:
    """As they get their places: by part in the evening, then who was not slow, each address's first before anybody's second, then who came first."""
    each = Counter[str]()
    places: list[tuple[int, int, int, Upload]] = []
    for upload in sorted(uploads, key=_rank):
        client = upload.channel.client
        places.append((*_rank(upload)[:2], each[client], upload))
        # The Pi itself stands for many.
        each[client] += client != THE_PI
    return [upload for *_, upload in sorted(places, key=lambda place: place[:3])]


def _rank(upload: Upload) -> tuple[int, int, float]:
    return -upload.channel.standing, upload.yielded, upload.channel.asking_since
