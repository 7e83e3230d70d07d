"""Cameras that fail by plan, in a child process as the real ones do."""

import os
import time
from dataclasses import dataclass

import numpy as np

from companion.announce import message
from companion.errors import CameraError
from companion.settings import Settings
from vision.frame import Frame, Frames, Trouble


@dataclass(frozen=True)
class Plan:
    """What a camera does, frame by frame: ``frame``, ``unreadable``, ``trouble``, ``hang``, ``die``, ``raise``, ``end``.

    The last word is repeated for ever. ``lives`` is a folder that counts how
    often the camera was opened: the words of life n stand at index n, the
    last ones serve all later lives. A word with a question mark is meant for
    as long as the file ``away`` is there, and is ``frame`` without it.
    """

    lives: str
    words: tuple[tuple[str, ...], ...]
    away: str = ""

    def __call__(self, settings: Settings) -> Frames:
        life = len(os.listdir(self.lives))
        open(os.path.join(self.lives, str(life)), "x").close()
        return self._frames(self.words[min(life, len(self.words) - 1)])

    def _frames(self, words: tuple[str, ...]) -> Frames:
        number = 0
        while True:
            word = words[min(number, len(words) - 1)]
            if word.endswith("?"):
                word = word[:-1] if os.path.exists(self.away) else "frame"
            match word:
                case "frame":
                    grey = np.full((90, 160), 128, np.uint8)
                    yield Frame(number, number / 10, grey)
                    time.sleep(0.01)
                case "unreadable":
                    yield Frame(number, number / 10, np.zeros((0, 160), np.uint8))
                    time.sleep(0.01)
                case "trouble":
                    yield Trouble(number, number / 10, message("camera.silent", source="planned"))
                    time.sleep(0.01)
                case "hang":
                    time.sleep(3600)
                case "die":
                    os._exit(9)
                case "raise":
                    raise CameraError("camera.missing", source="planned")
                case "end":
                    return
                case other:
                    raise ValueError(other)
            number += 1
