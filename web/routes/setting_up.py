"""Set up by the phone: how far it is, for everybody; on to the next step and a sound of the buzzer, for the host."""

from typing import Any

from flask import Response, request

from web.access.setting_up import STEPS
from web.refusals import HttpError
from web.requests.answers import answer
from web.requests.request_body import json_body, text, texts
from web.requests.routing import HOST, PUBLIC, ServiceRoutes, get, post


class SettingUpRoutes(ServiceRoutes):
    """The rules for setting up; each raises HttpError for what it refuses."""

    @get("/api/setup", PUBLIC)
    def stands(self) -> Response:
        """How far it has come, and what was chosen."""
        return answer(self._services.setting_up.to_json())

    @post("/api/setup", HOST)
    def goes_on(self) -> Response:
        """It has come to another step."""
        body = json_body(request, "step", "game", "edition", "players")
        step = text(body, "step", 16)
        if step not in STEPS:
            raise HttpError(400, "web.field", field="step")
        kept: dict[str, Any] = {"step": step}
        for name in body.keys() & {"game", "edition"}:
            kept[name] = text(body, name, 80)
        if "players" in body:
            most = max(game.players[1] for game in self._services.games.values())
            kept["players"] = texts(body, "players", most)
        self._services.setting_up.keep(kept)
        self._services.feed.refresh()
        return self.stands()

    @post("/api/buzzer", HOST)
    def buzzer(self) -> Response:
        """Have the buzzer sound once."""
        json_body(request)
        if self._services.buzz is None:
            raise HttpError(409, "web.no-buzzer")
        return answer({"notices": [*self._services.buzz()]})
