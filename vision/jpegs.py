"""Whole JPEG pictures out of a stream of bytes, by their own markers: whatever lies between them is passed over.

Cameras differ in everything round a picture (boundary, length, type, line ends) and some get it wrong; where a picture
begins and ends it says itself (ITU T.81, annex B).
"""

from __future__ import annotations

import re
from typing import Final

MOST_BYTES: Final = 32 << 20
"""A picture without an end that is longer is given up."""

BEGIN: Final = b"\xff\xd8\xff"
END: Final = 0xD9
SCAN: Final = 0xDA
FILL: Final = 0xFF
ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a length."""

NEXT_MARKER: Final = re.compile(rb"\xff[\xc0-\xcf\xd8-\xfe]")
"""In coded data, where FF 00 is a byte and FF D0 to D7 restart the decoder."""


class Jpegs:
    """Pictures in the order in which their last byte comes in; what breaks off before its end is left out."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._at = 0
        self._coded = False

    def fed(self, data: bytes) -> list[bytes]:
        """The pictures that ``data``, the next bytes, ends."""
        self._held += data
        whole = []
        while self._begun() and (end := self._end()) is not None:
            if end:
                whole.append(bytes(self._held[:end]))
            del self._held[:end]
            self._at = 0
        if len(self._held) > MOST_BYTES:
            self._held.clear()
            self._at = 0
        return whole

    def _begun(self) -> bool:
        """Whether what is held begins with a picture; what comes before it goes."""
        if not self._at:
            begin = self._held.find(BEGIN)
            del self._held[: begin if begin >= 0 else max(0, len(self._held) - 2)]
            self._at, self._coded = (2, False) if begin >= 0 else (0, False)
        return self._at > 0

    def _end(self) -> int | None:
        """Where the picture ends, None if that is not known yet; 0 once it is no picture, and has gone."""
        while self._at + 1 < len(self._held):
            if self._coded:
                found = NEXT_MARKER.search(self._held, self._at)
                # A marker's first byte may be the last that is here.
                self._at = found.start() if found else len(self._held) - 1
                if not found:
                    return None
                self._coded = False
                if self._held[self._at + 1] == END:
                    return self._at + 2
            elif not self._passed():
                return None
            elif self._at == 0:
                return 0
        return None

    def _passed(self) -> bool:
        """Go past a marker and its segment; back to 0 where it is none. False if more bytes are needed."""
        first, kind = self._held[self._at], self._held[self._at + 1]
        if first != FILL or kind in (0xD8, END) or (kind < 0xC0 and kind not in ALONE):
            # Broken off: another picture may have begun here.
            del self._held[: max(self._at, 2)]
            self._at = 0
        elif kind == FILL:
            self._at += 1
        elif kind in ALONE:
            self._at += 2
        elif self._at + 4 > len(self._held):
            return False
        else:
            self._at += 2 + int.from_bytes(self._held[self._at + 2 : self._at + 4])
            self._coded = kind == SCAN
        return True


def is_whole(data: bytes) -> bool:
    """Whether a file begins with a JPEG that has its end."""
    return data.startswith(BEGIN) and bool(Jpegs().fed(data))
