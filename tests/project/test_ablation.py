"""What varies the constants of the tracker: which it finds, and that another value reaches what is made of it."""

from collections import Counter
from importlib.util import module_from_spec
from math import log

import pytest

import companion.tracking
from benchmarks.ablation import Constant, Varied, constants, difference
from companion.tracking import bearings

FOUND = {c.text: c for c in constants(["companion.tracking.bearings"])}


def test_named_numbers_are_found_but_not_what_is_made_of_them() -> None:
    """Nor what are no numbers."""
    names = {text.partition(".")[2] for text in FOUND}

    assert {"SPREAD", "ODD", "REMEMBERED"} == names
    assert 8.0 == FOUND["bearings.SPREAD"].value


@pytest.mark.parametrize(
    ("value", "factor", "new"),
    [(8.0, 0.5, 4.0), (0.02, 2.0, 0.04), (0.98, 2.0, 0.99), (1, 0.5, 0), (1, 1.2, 2)],
)
def test_another_value(value: float, factor: float, new: float) -> None:
    """A share near 1 stays one, and a whole number changes by one at least."""
    assert new == pytest.approx(Constant("", "", value).times(factor))


def test_what_is_made_of_a_number_changes_with_it() -> None:
    """The module is loaded with the other value, as its imports find it."""
    varied = Varied(FOUND["bearings.SPREAD"], 4.0)
    spec = varied.find_spec("companion.tracking.bearings", companion.tracking.__path__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)

    spec.loader.exec_module(module)

    usual = bearings.Seating.of(1).reached(0, 0.0).likely(0, 180.0)
    other = module.Seating.of(1).reached(0, 0.0).likely(0, 180.0)
    assert usual - log(2) == pytest.approx(other)
    assert varied.find_spec("companion.tracking.beam", None) is None


@pytest.mark.parametrize(
    ("after", "worse", "what"),
    [
        ({"right": 9, "questions": 1}, 1, "right -1"),
        ({"right": 10, "questions": 0}, -1, "questions -1"),
        ({"right": 10, "questions": 1}, 0, ""),
        ({"right": 10, "questions": 1, "digest": 8}, 0, "observed otherwise"),
        ({"right": 9, "questions": 1, "digest": 8}, 1, "right -1, observed otherwise"),
        ({"broken": 1}, 1, "does not run"),
    ],
)
def test_what_is_worse(after: dict[str, int], worse: int, what: str) -> None:
    """More that is right is better, more of anything else is not."""
    before = Counter({"right": 10, "questions": 1, "digest": 7})
    after = {"digest": 7, **after}

    assert (worse, what) == difference(before, Counter(after))
