"""Write the reference of every public name, from its docstring and types, as pages of HTML: ``python docs/reference.py FOLDER``."""

from __future__ import annotations

import pkgutil
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pdoc
import pdoc.render

import companion

PACKAGES = ("companion", "vision", "hardware", "web")


def packages() -> Iterator[ModuleType]:
    """Every package, the four at the top among them."""
    for name in PACKAGES:
        top = import_module(name)
        yield top
        for found in pkgutil.walk_packages(top.__path__, f"{name}."):
            if found.ispkg:
                yield import_module(found.name)


def write(folder: Path) -> None:
    """Write the pages there. Raises UserWarning where a name, a type or a link cannot be resolved."""
    for name in companion.__all__:
        # The front door loads nothing by itself, and pdoc takes what is there.
        setattr(companion, name, getattr(companion, name))
    for package in packages():
        if hasattr(package, "__all__"):
            # Else pdoc shows what a package exports, and none of its modules.
            modules = [found.name for found in pkgutil.iter_modules(package.__path__)]
            package.__all__ = [*package.__all__, *modules]
    pdoc.render.configure(docformat="restructuredtext", show_source=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What pdoc cannot know: types of WSGI, which exist for type checkers only; the types of a constructor that a
        # dataclass inherits, for which it looks in the module of the class that inherits it; a typed dict's own keys.
        for known in (
            ".*WSGI(Application|Environment)",
            r".*\.__init__\. Import of",
            "Cannot determine where",
        ):
            warnings.filterwarnings("ignore", known, UserWarning)
        pdoc.pdoc(*PACKAGES, output_directory=folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
