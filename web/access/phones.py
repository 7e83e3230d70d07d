"""A phone, as pages tell it from others and people recognise it."""

from dataclasses import dataclass
from typing import Any, Final

from companion.codec import reader, writer
from web.access.visitors import id_of

KINDS: Final = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
"""Device names in User-Agent headers; the first one found counts."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A browser, by its visitor's name: from where it came, and on what kind of device (empty: not known)."""

    name: str
    address: str = ""
    device: str = ""

    @property
    def id(self) -> str:
        """Tells it from other phones on every page: the name itself is the cookie's."""
        return id_of(self.name)

    @property
    def number(self) -> int:
        """Four digits by which people tell it from others, on its own page and on the host's."""
        return 1000 + int(self.id, 16) % 9000

    def shown(self) -> dict[str, Any]:
        """As the host's page shows it."""
        told = {"address": self.address, "device": self.device}
        return {"id": self.id, "number": self.number} | told


as_kept, phone_of = writer(Phone), reader(Phone)
"""As it is written into a file, and the phone that a file tells. The latter raises ValueError."""


def device_of(agent: str) -> str:
    """The kind of device in a User-Agent header; empty for others."""
    return next((kind for kind in KINDS if kind in agent), "")
