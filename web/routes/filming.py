"""A phone as the camera: its page's pictures, and the way to that page by which browsers let it use the camera."""

from flask import Response, request

from web.access.guard import Guard
from web.access.pacing import Buckets
from web.refusals import HttpError
from web.requests.answers import answer
from web.requests.request_body import json_body
from web.requests.routing import HOST, ServiceRoutes, post
from web.routes.picture_parts import readable
from web.services import Services


class FilmingRoutes(ServiceRoutes):
    """The rules for a phone that looks; each raises HttpError for what it refuses."""

    def __init__(self, services: Services, guard: Guard) -> None:
        super().__init__(services, guard)
        self._paces = Buckets(services.limits.filming)

    @post("/api/camera", HOST, body=lambda limits: limits.filmed, paced=False)
    def picture(self) -> Response:
        """A picture of the phone's, which everybody's limits let through only from the host. Raises PictureError for what is none."""
        phone = self._services.phone
        if phone is None:
            raise HttpError(404, "web.not-found")
        if request.mimetype != "image/jpeg":
            raise HttpError(415, "web.photo.format")
        if self._paces.spend(self._guard.visitor.id, self._services.clock()):
            raise HttpError(429, "web.too-fast", wait=1)
        data = request.get_data(cache=False)
        told = readable(data, pixels=self._services.limits.filmed_pixels)
        if told.format != "JPEG":
            raise HttpError(415, "web.photo.format")
        asked = request.args
        taken = phone.bring(
            self._guard.visitor.id,
            data,
            still=asked.get("still") == "yes",
            take=asked.get("take") == "yes",
        )
        return answer({"used": taken is not None, "taken": bool(taken)})

    @post("/api/camera/https", HOST)
    def secure(self) -> Response:
        """Have the pages served by HTTPS as well, from now on."""
        json_body(request)
        if self._services.secure is None:
            raise HttpError(409, "web.no-https")
        return answer({"port": self._services.secure()})
