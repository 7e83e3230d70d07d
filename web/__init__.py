"""The table on everybody's phone: pages, the stream of events, and the ways in."""

from web.app import create_app
from web.keys import Keys, keys_in, new_keys
from web.limits import Limits
from web.photos import Photo
from web.server import Server
from web.services import Claimed, Live, Rulebook

__all__ = [
    "Claimed",
    "Keys",
    "Limits",
    "Live",
    "Photo",
    "Rulebook",
    "Server",
    "create_app",
    "keys_in",
    "new_keys",
]
