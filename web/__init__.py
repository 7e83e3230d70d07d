"""The table on everybody's phone: pages, the stream of events, and the routes."""

from web.access.keys import FirstPin, Keys, change_pin, keys_in, new_keys
from web.app import create_app
from web.game_pages import GamePages
from web.limits import Limits
from web.server.server import Server
from web.services import Live, Services, by_name

__all__ = [
    "GamePages",
    "FirstPin",
    "Keys",
    "Limits",
    "Live",
    "Server",
    "Services",
    "by_name",
    "change_pin",
    "create_app",
    "keys_in",
    "new_keys",
]
