"""Where the tests find the repository, and the pictures that lie beside it."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("MURPHY_SHARED", ROOT.parent / "shared"))
PICTURES = Path(os.environ.get("MURPHY_PICTURES", SHARED / "pictures"))
"""Photo-like pictures with the truth beside each; tests that need them skip by name where they are not."""
DICE = SHARED / "dice"
"""The same of dice and pawns."""
