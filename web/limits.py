"""How much the page takes and gives, in one place."""

from __future__ import annotations

from dataclasses import dataclass

KB = 1024
MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Pace:
    """How often: so many in a row, and so many a second in the long run."""

    at_once: int
    a_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep the page alive whatever comes in; times are seconds."""

    streams: int = 64
    """Most event streams at once; each holds a thread."""
    streams_each: int = 8
    """Most streams of one address. The Pi itself may have them all: a proxy or a test stands for many."""
    stream_time: float = 300.0
    """A stream is ended after this; browsers come back by themselves. It bounds what phones that left still hold."""
    beat: float = 10.0
    """A stream says this often that it is alive."""
    body: int = 64 * KB
    photo: int = 8 * MB
    """Most bytes of the pictures of one form together."""
    pixels: int = 16_000_000
    """Most pixels of one picture, told by its header before anything is decoded."""
    pictures: int = 4
    photographing: int = 4
    """Most forms with pictures at once; one is read at a time."""
    arriving: int = 8
    """Most bodies larger than ``body`` that come in at once; more wait, each address's first before anybody's second."""
    connections: int = 400
    connections_each: int = 48
    """Most connections of one address; where all are taken, whoever has most loses the one that waits longest."""
    behind: int = 256 * KB
    """A phone that has left this many bytes of its stream unread is let go."""
    words: Pace = Pace(30, 1.0)
    """What one browser may say, a POST each: thirty in a row, then one a second."""
    words_each: Pace = Pace(60, 2.0)
    """The same of one address, whatever browsers it has. The Pi itself may say what it likes."""
    words_all: Pace = Pace(120, 4.0)
    """The same of everybody; who has said nothing for ``quiet`` seconds is heard all the same."""
    quiet: float = 10.0
    header: float = 10.0
    """A request's header is whole after this, or its connection is closed."""
    arrival: float = 120.0
    """The same of its body: 8 MB at 70 kB a second."""
    idle: float = 60.0
    """A connection that asks nothing is closed after this."""

    @property
    def threads(self) -> int:
        """Threads of the server: a page always finds one free."""
        return self.streams + 16
