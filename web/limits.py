"""All limits of the page server in one place."""

from dataclasses import dataclass

KB = 1024
MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate: so many in a row, and so many a second in the long run."""

    at_once: int
    a_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that keep the page responsive whatever comes in; times are seconds."""

    streams: int = 64
    """Most event streams at once; each occupies a thread."""
    streams_each: int = 8
    """Most streams of one address. The Pi itself may have them all: a proxy or a test represents many clients."""
    stream_time: float = 300.0
    """A stream is ended after this time; browsers reconnect by themselves. It frees streams of phones that left unnoticed."""
    beat: float = 10.0
    """The interval of a stream's keep-alive."""
    body: int = 64 * KB
    photo: int = 8 * MB
    """Most bytes of all pictures in one form."""
    pixels: int = 16_000_000
    """Most pixels of one picture, taken from its header before anything is decoded."""
    filmed: int = MB
    """Most bytes of one picture of a phone that is the camera: at 1920 x 1080 they have 200 to 400 kB."""
    filmed_pixels: int = 8_300_000
    """Most pixels of it: 3840 x 2160."""
    filming: Rate = Rate(20, 12.0)
    """How many of them a phone brings: twelve a second in the long run."""
    pictures: int = 4
    photographing: int = 8
    """Most forms with pictures at once, one of each seat and of each address; one picture is read at a time."""
    arriving: int = 8
    """Most bodies larger than ``body`` that are received at once, and as many more that are worked on; others wait."""
    pace: int = 64 * KB
    """Bytes a second that such a body has to bring while others wait, or it loses its place to them."""
    pace_time: float = 2.0
    """Seconds over which that is measured."""
    connections: int = 400
    connections_each: int = 48
    """Most connections of one address; if all are taken, the address with most of them loses one, idle ones first."""
    pipelined: int = 8
    """Most requests that a connection may send in a row before the first is answered, and blank lines between them."""
    accepted: int = 64
    """Most connections that are accepted in one turn of the server."""
    turn_time: float = 0.05
    """Seconds after which a turn ends, though connections have brought more."""
    asked_each: int = 32
    """Most requests of one address that wait for an answer; no more are read meanwhile. The Pi itself may have any number."""
    opened: Rate = Rate(64, 8.0)
    """Most connections that an address opens: sixty-four in a row, then eight a second. The Pi itself may open any number."""
    opened_few: int = 4
    """So many in a row may every address open, whatever others do."""
    opened_all: Rate = Rate(256, 128.0)
    """The most that all addresses open besides, where nobody has a part in the evening."""
    working: int = 8
    """Most requests that are worked on at once, besides streams: of those that may wait for a disk or a history, and of the others."""
    turn: float = 1.0
    """The longest that a request waits for others that are worked on."""
    behind: int = 256 * KB
    """A phone with more unread bytes of its stream is sent nothing until it has read some."""
    patience: float = 10.0
    """Seconds of that after which it is disconnected."""
    unread: int = 64 * MB
    """Most bytes of all responses that nobody has read yet; the address with most of them loses its largest one."""
    words: Rate = Rate(30, 1.0)
    """Most POST requests of one browser: thirty in a row, then one a second."""
    words_each: Rate = Rate(60, 2.0)
    """The same for one address, whatever browsers it has. The Pi itself is not limited."""
    words_all: Rate = Rate(120, 4.0)
    """The same for everybody; whoever has been silent for ``quiet`` seconds is accepted all the same."""
    writing: int = 16
    """Most POST requests of everybody that are worked on at once: each waits for the disk, and occupies a thread."""
    writing_each: int = 4
    """The same for one address. The Pi itself is not limited."""
    quiet: float = 10.0
    header: float = 10.0
    """A request's header must be complete after this time, or its connection is closed."""
    arrival: float = 120.0
    """The same for its body: 8 MB at 70 kB a second."""
    idle: float = 60.0
    """An idle connection is closed after this time."""

    @property
    def threads(self) -> int:
        """Threads of the server, so many that a page always finds one free."""
        return self.streams + 40
