"""Every attack that is known, on the real companion: what is promised holds; what is known to fall is noticed when it holds."""

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from benchmarks.attacks.attack import Attack
from benchmarks.attacks.found import attacks, tried


def each() -> Iterator[ParameterSet]:
    for attack in attacks():
        why = attack.needs()
        marks = [pytest.mark.skipif(why is not None, reason=f"{attack.name}: {why}")]
        if not attack.quick:
            marks.append(pytest.mark.prove)
        if attack.open:
            marks.append(pytest.mark.xfail(reason=attack.open, raises=AssertionError))
        yield pytest.param(attack, marks=marks, id=attack.name)


@pytest.mark.slow
@pytest.mark.parametrize("attack", [*each()])
def test_what_is_promised_holds(attack: Attack) -> None:
    """Nothing falls that is not said to."""
    verdict = tried(attack).verdict

    assert verdict.held, f"{attack.tries} {verdict.figure}"
