"""What a process loads when it begins is not looked through for garbage ever after."""

import gc
from contextlib import suppress

from companion.app.loading import loading


def test_what_was_loaded_is_let_alone() -> None:
    """Whatever goes wrong meanwhile; what comes later is looked through as ever."""
    before = gc.get_freeze_count()
    with suppress(ImportError), loading():
        loaded: list[list[int]] = [[] for _ in range(1000)]
        assert not gc.isenabled()
        raise ImportError

    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(loaded)
