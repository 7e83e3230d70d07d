"""The Pi's camera through picamera2: luma without a copy; focus and exposure are locked once they have settled."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Final

import cv2
import numpy as np

from companion.announce import Message
from companion.errors import CameraError
from vision.cameras.live import SILENCES, Shot
from vision.frame import Colour, Grey, Size

SIZE: Final = (2304, 1296)
"""For a Camera Module 3 (docs/physical.md, section 4)."""

OLDER_SIZE: Final = (1640, 1232)
"""For the modules before it, whose sensors have no mode as wide as ``SIZE``."""

OLDER_SENSORS: Final = ("imx219", "ov5647")

HQ_SIZE: Final = (2028, 1520)
"""For the HQ Camera: its sensor's fastest mode with the whole field of view; a larger picture comes ten times a second at most."""

HQ_SENSOR: Final = "imx477"

BUFFERS: Final = 4
"""One is being looked at, one waits, two are being filled; each further one would cost 4.5 MB."""

SETTLING: Final = 30
"""Frames after which focus and exposure are locked even if the camera has not reported convergence."""

DRIFT: Final = 0.35
"""The relative change in brightness after which the exposure is measured again."""

DRIFT_FRAMES: Final = 30
"""For this many frames in a row: a passing hand is no change of light."""

_FAULTS: Final = (RuntimeError, AttributeError, OSError, BufferError)
"""What picamera2 raises for a camera that is busy, gone, broken or still starting."""

COLOUR_STEP: Final = 4
"""The colour picture is smaller than the luma by this factor: enough to see a hand, and nearly free."""


@dataclass(frozen=True, slots=True)
class Library:
    """The parts of picamera2 and libcamera that are used; picamera2 exists for a Pi's own Python only."""

    camera: Callable[[int], Any]
    mapped: Callable[..., Any]
    models: Callable[[], list[str]]
    colours: Any
    """The requested colour space: full-range BT.601, which is OpenCV's YCrCb."""
    autofocus: Any
    manual_focus: Any


def load_library() -> Library:
    """Import picamera2, here and nowhere else. Raises CameraError ``camera.no-picamera2``."""
    # libcamera tells its life's story on standard error otherwise.
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:FATAL")
    try:
        picamera2, libcamera = import_module("picamera2"), import_module("libcamera")
    except ImportError as error:
        raise CameraError("camera.no-picamera2", why=str(error)) from error
    cameras = picamera2.Picamera2
    modes = libcamera.controls.AfModeEnum
    return Library(
        camera=cameras,
        mapped=picamera2.MappedArray,
        models=lambda: [str(info["Model"]) for info in cameras.global_camera_info()],
        colours=libcamera.ColorSpace.Sycc(),
        autofocus=modes.Continuous,
        manual_focus=modes.Manual,
    )


class PiCamera:
    """Camera ``number`` of libcamera's list."""

    sizes: tuple[Size, ...] = ()
    slow_start = SILENCES
    news: Message | None = None

    def __init__(
        self, number: int, size: Size | None = None, library: Callable[[], Library] = load_library
    ) -> None:
        self.number, self.size = number, size
        self.library = library
        self.name = f"picamera2:{number}" if number else "picamera2"

    def open(self) -> OpenedPiCamera:
        """Raises CameraError: ``camera.no-picamera2``, ``camera.no-pi-camera``, ``camera.pi-refused``."""
        library = self.library()
        models = self._models(library)
        if self.number >= len(models):
            raise CameraError("camera.no-pi-camera", source=self.name)
        try:
            return self._started(library, self.size or _size_for(models[self.number]))
        except (*_FAULTS, ValueError) as error:
            raise self._refused(error) from error

    def _models(self, library: Library) -> list[str]:
        try:
            return library.models()
        except _FAULTS as error:
            raise self._refused(error) from error

    def _started(self, library: Library, size: Size) -> OpenedPiCamera:
        device = library.camera(self.number)
        try:
            return OpenedPiCamera(device, library, self.name, size)
        except BaseException:
            device.close()
            raise

    def _refused(self, error: Exception) -> CameraError:
        return CameraError("camera.pi-refused", source=self.name, why=str(error))


class OpenedPiCamera:
    """A running picamera2; the stream's format and row length are those it agreed to, not those requested."""

    def __init__(self, device: Any, library: Library, name: str, size: Size) -> None:
        self.device, self.library, self.name = device, library, name
        device.configure(_configuration(device, size, library.colours))
        self.stream = device.stream_configuration("main")
        if self.stream["format"] not in ("YUV420", "NV12"):
            raise ValueError(f"format {self.stream['format']}")
        device.start()
        self.hold = Hold(device, library)
        self.hold.release()
        self.refocus = self._refocus if self.hold.has("AfMode") else None

    def expect(self, looks: float) -> None:
        """Twice as many pictures, so that one is near when a look took longer; no more than looks where it is dark.

        That the camera is gone is told by the next reading.
        """
        longest = 1e6 / looks
        limits = round(longest / 2), round(longest)
        with suppress(*_FAULTS):
            self.hold.set({"FrameDurationLimits": limits})

    def _refocus(self) -> None:
        """Let go of what is held; that the camera is gone is told by the next reading."""
        with suppress(*_FAULTS):
            self.hold.release()

    def read(self, patience: float) -> Shot | None:
        """The next picture, in the camera's own memory until ``done``. Raises CameraError."""
        try:
            return self._next(patience)
        except _FAULTS as error:
            raise CameraError("camera.lost", source=self.name) from error

    def close(self) -> None:
        """Stop and release; errors of a camera that is gone are of no use to anybody."""
        for step in (self.device.stop, self.device.close):
            try:
                step()
            except _FAULTS:
                continue

    def _next(self, patience: float) -> Shot | None:
        try:
            request = self.device.capture_request(wait=patience)
        except TimeoutError:
            self.device.cancel_all_and_flush()
            return None
        return self._picture(request)

    def _picture(self, request: Any) -> Shot:
        began = time.monotonic()
        with ExitStack() as held:
            held.callback(request.release)
            mapped = self.library.mapped(request, "main", reshape=False, write=False)
            memory = held.enter_context(mapped)
            seen = planes(memory.array, self.stream)
            bright = float(seen.grey[::64, ::64].mean())
            self.hold.look(request.get_metadata(), bright)
            colour = seen.colour(COLOUR_STEP)
            done = partial(_given_back, held.pop_all())
            took = time.monotonic() - began
            return Shot(seen.grey, colour, done, seen.colour, self.refocus, took)


def _given_back(held: ExitStack) -> None:
    """Return a picture's memory; if the camera is gone, the next reading reports it."""
    with suppress(*_FAULTS):
        held.close()


class Hold:
    """Focus, exposure and white balance: found by the camera, then locked, because hands make all three hunt."""

    def __init__(self, device: Any, library: Library) -> None:
        self.device, self.library = device, library
        self.frames = self.drifting = 0
        self.held_at: float | None = None

    def has(self, control: str) -> bool:
        """Whether this camera has a control: a fixed-focus module has no focus to set."""
        return control in self.device.camera_controls

    def set(self, controls: Mapping[str, Any]) -> None:
        """Set those controls that this camera has; it rejects the others with an error."""
        known = {name: value for name, value in controls.items() if self.has(name)}
        if known:
            self.device.set_controls(known)

    def release(self) -> None:
        """Let the camera find focus and exposure (again)."""
        self.frames, self.drifting, self.held_at = 0, 0, None
        focus = {"AfMode": self.library.autofocus}
        self.set({**focus, "AeEnable": True, "AwbEnable": True})

    def look(self, metadata: Mapping[str, Any], brightness: float) -> None:
        """Take note of a frame: lock when everything has converged, release when the light has changed for good."""
        self.frames += 1
        if self.held_at is None:
            if self.frames >= SETTLING or _found(metadata, self.frames):
                self._hold(metadata, brightness)
        elif self._drifted(brightness):
            self.release()

    def _hold(self, metadata: Mapping[str, Any], brightness: float) -> None:
        self.held_at = brightness
        held = {
            name: metadata[name]
            for name in ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
            if name in metadata
        }
        if "LensPosition" in held:
            held["AfMode"] = self.library.manual_focus
        if "ExposureTime" in held:
            held["AeEnable"] = False
        if "ColourGains" in held:
            held["AwbEnable"] = False
        self.set(held)

    def _drifted(self, brightness: float) -> bool:
        assert self.held_at is not None
        apart = abs(brightness - self.held_at) > DRIFT * max(self.held_at, 1.0)
        self.drifting = self.drifting + 1 if apart else 0
        return self.drifting >= DRIFT_FRAMES


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """A picture as the camera delivers it: luma, and two colour planes of half the width and height."""

    grey: Grey
    u: Grey
    v: Grey

    def colour(self, step: int = 1) -> Colour:
        """The picture in colour, smaller by this factor than the luma."""
        height, width = self.grey.shape
        size = (width // step, height // step)
        y, cb, cr = (_resized(plane, size) for plane in (self.grey, self.u, self.v))
        mixed = cv2.merge((y, cr, cb))
        return np.asarray(cv2.cvtColor(mixed, cv2.COLOR_YCrCb2BGR), np.uint8)


def _resized(plane: Grey, size: tuple[int, int]) -> Grey:
    larger = size[0] > plane.shape[1]
    how = cv2.INTER_LINEAR if larger else cv2.INTER_AREA
    small = cv2.resize(np.ascontiguousarray(plane), size, interpolation=how)
    return np.asarray(small, np.uint8)


def planes(memory: np.ndarray, stream: Mapping[str, Any]) -> Planes:
    """The planes of a YUV420 or NV12 buffer, any shape: rows are ``stride`` long, padding is cropped, all are views.

    Luma comes first, height x stride; then, at half width and height, either
    U and V one after the other with rows of half the stride (YUV420) or U and
    V in turn (NV12).
    """
    (width, height), stride = stream["size"], stream["stride"]
    flat = np.asarray(memory).reshape(-1)
    grey = flat[: height * stride].reshape(height, stride)[:, :width]
    rest = flat[height * stride : height * stride * 3 // 2]
    if stream["format"] == "NV12":
        pairs = rest.reshape(height // 2, stride)[:, :width].reshape(height // 2, width // 2, 2)
        u, v = pairs[:, :, 0], pairs[:, :, 1]
    else:
        u, v = rest.reshape(2, height // 2, stride // 2)[:, :, : width // 2]
    return Planes(grey, u, v)


def _configuration(device: Any, size: Size, colours: Any) -> Any:
    # The default colour space of video is BT.709 limited range, from 16 to 235: overexposure would go unnoticed.
    return device.create_video_configuration(
        main={"size": size, "format": "YUV420"},
        colour_space=colours,
        buffer_count=BUFFERS,
        queue=False,
    )


def _size_for(model: str) -> Size:
    if model.startswith(HQ_SENSOR):
        return HQ_SIZE
    return OLDER_SIZE if model.startswith(OLDER_SENSORS) else SIZE


def _found(metadata: Mapping[str, Any], frames: int) -> bool:
    # libcamera's AfState: 2 focused, 3 failed. AeState 2 or AeLocked: converged.
    exposed = metadata.get("AeLocked") or metadata.get("AeState") == 2
    focused = metadata.get("AfState", 2) in (2, 3)
    return bool(exposed and focused and frames >= SETTLING // 3)
