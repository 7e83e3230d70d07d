"""What stands between the real picamera2 and libcamera's software camera on a machine that is no Pi.

Installed beside picamera2 in the test's own Debian (a ``.pth`` file imports
it); nothing in either package is changed. Three things a Pi has are stood in
for: the kernel's video memory (memory files do), the raw stream of a sensor
(picamera2 asks for its sizes), and the pace of one (the software camera runs
as fast as it can). Not tested by it, because it is not there: focus,
exposure, padded rows, unplugging.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import mmap
import os
import sys
import time
from typing import Any


class _Formats:
    """Answers for every pixel format that the preview window lists."""

    def __getattr__(self, name: str) -> str:
        return name


def stand_in(module: Any) -> None:
    """Let ``picamera2`` use the software camera."""
    import libcamera
    from picamera2 import picamera2 as inner
    from picamera2.allocators.allocator import Allocator

    class MemoryFiles(Allocator):  # type: ignore[misc]  # picamera2 is there on a Pi only
        """Buffers in memory files, mapped once; the software camera fills NV12: luma, then chroma, in one file."""

        def __init__(self) -> None:
            super().__init__()
            self.sync = Mapped
            self.maps: dict[Any, mmap.mmap] = {}
            self.made: dict[Any, list[Any]] = {}

        def allocate(self, configuration: Any, _use_case: Any) -> None:
            for stream in configuration:
                count = range(stream.buffer_count)
                self.made[stream.stream] = [self._buffer(stream, n) for n in count]

        def _buffer(self, stream: Any, number: int) -> Any:
            luma = stream.stride * stream.size.height
            memory = os.memfd_create(f"softcam-{number}", os.MFD_CLOEXEC)
            os.ftruncate(memory, luma * 3 // 2)
            planes = []
            for offset, length in ((0, luma), (luma, luma // 2)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = memory, offset, length
                planes.append(plane)
            made = libcamera.FrameBuffer(planes)
            self.maps[made] = mmap.mmap(memory, luma * 3 // 2)
            os.close(memory)
            return made

        def buffers(self, stream: Any) -> list[Any]:
            return self.made[stream]

    class Mapped:
        """A buffer's memory while somebody looks at it."""

        def __init__(self, allocator: MemoryFiles, made: Any, write: bool) -> None:
            self.memory = allocator.maps[made]

        def __enter__(self) -> mmap.mmap:
            return self.memory

        def __exit__(self, *error: object) -> None:
            return None

    class SoftCamera(inner.Picamera2):  # type: ignore[misc]  # the same
        """The real class, without a raw stream and at a sensor's pace."""

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            found = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0)
            size = found.size.width, found.size.height
            return [{"format": str(found.pixel_format), "size": size}]

        def process_requests(self, display: Any) -> None:
            limits = self.camera_ctrl_info["FrameDurationLimits"][1]
            asked = getattr(self, "paced_us", limits.min)
            due = getattr(self, "due", 0.0)
            time.sleep(max(0.0, due - time.monotonic()))
            self.due = time.monotonic() + asked / 1e6
            super().process_requests(display)

        def set_controls(self, controls: dict[str, Any]) -> None:
            if "FrameDurationLimits" in controls:
                self.paced_us = controls["FrameDurationLimits"][0]
            super().set_controls(controls)

    inner.DmaAllocator = MemoryFiles
    inner.Picamera2 = module.Picamera2 = SoftCamera


class _Afterwards(importlib.abc.MetaPathFinder):
    """Lets ``picamera2`` be imported as it is, and stands in for what is missing right after."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "picamera2":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        assert spec is not None
        loader: Any = spec.loader
        run = loader.exec_module

        def then(module: Any) -> None:
            run(module)
            stand_in(module)

        loader.exec_module = then
        return spec


class _Kms(importlib.abc.Loader):
    """``pykms``, which only the preview window needs: Debian has none."""

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        module.PixelFormat = _Formats()


class _KmsFinder(importlib.abc.MetaPathFinder):
    """Finds it."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        found = name == "pykms"
        return importlib.util.spec_from_loader(name, _Kms()) if found else None


sys.meta_path[:0] = [_Afterwards(), _KmsFinder()]
