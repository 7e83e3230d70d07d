"""What holds for every test."""

from __future__ import annotations

import os

# As in the command: read when numpy is loaded, which is later. A second thread only waits for the first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
