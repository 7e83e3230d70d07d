"""The Wi-Fi that phones join before they find the page: its code, and who may see it."""

from dataclasses import dataclass, field
from re import sub
from typing import Final

NOBODY: Final = "nobody"
SEATS: Final = "seats"
EVERYBODY: Final = "everybody"


@dataclass(frozen=True, slots=True)
class Wifi:
    """A Wi-Fi by its name and its password (empty: it has none); ``shown`` to nobody but the host, to seats, or to everybody."""

    name: str
    password: str = field(default="", repr=False)
    shown: str = NOBODY

    def is_for(self, *, seat: bool, host: bool) -> bool:
        """Whether a visitor may see it."""
        return host or self.shown == EVERYBODY or (seat and self.shown == SEATS)

    @property
    def code(self) -> str:
        """What phones read in the picture: the form of ZXing's "Barcode Contents", which iOS and Android share."""
        name = _escaped(self.name)
        if not self.password:
            return f"WIFI:T:nopass;S:{name};;"
        return f"WIFI:T:WPA;S:{name};P:{_escaped(self.password)};;"


def _escaped(text: str) -> str:
    return sub(r'([\\;,":])', r"\\\1", text)
