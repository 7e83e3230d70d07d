"""How often is looked: as much as fits, in steps that do not waver, less while it is hot."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from vision.rate import COOL, ENOUGH_LOOKS, FEEL, HOT, LEAST, SMOOTH, UP, WARM, Pacer, Rate

TAKING = 0.4
"""Of a look's cost here."""


def looked(
    pacer: Pacer, seconds: float, cost: Callable[[float], float], start: float = 0.0
) -> Iterator[Rate]:
    """The rate after each look of so many seconds, of which each costs what it does at that time."""
    now, end = start, start + seconds
    while now < end:
        spent = cost(now)
        pacer.after(now + spent, TAKING * spent, (1 - TAKING) * spent)
        now += max(spent, 1 / pacer.pace)
        yield pacer.rate


def at_last(pacer: Pacer, seconds: float, cost: float, start: float = 0.0) -> Rate:
    return list(looked(pacer, seconds, lambda _: cost, start))[-1]


@pytest.mark.parametrize(("cost", "looks"), [(0.02, 10.0), (0.095, 9.0), (0.12, 7.0), (0.15, 6.0)])
def test_as_many_looks_as_fit(cost: float, looks: float) -> None:
    """Nine tenths of the time are theirs, and no fewer than five a second are made for the sake of the rest."""
    rate = at_last(Pacer(10.0), 30.0, cost)

    assert rate.looks == pytest.approx(looks)
    assert (10.0, False) == (rate.wanted, rate.hot)


def test_a_picture_of_fewer_pixels_is_taken_faster_and_looked_at_as_long() -> None:
    rate = at_last(Pacer(10.0), 30.0, 0.2)

    assert 0.9 / (0.2 * TAKING + 0.2 * (1 - TAKING)) == pytest.approx(rate.fits())
    assert 0.9 / (0.1 * TAKING + 0.2 * (1 - TAKING)) == pytest.approx(rate.fits(0.5))
    assert 10.0 == at_last(Pacer(10.0), 30.0, 0.02).fits(0.5)
    assert 0.0 == Pacer(10.0).rate.fits()


def test_a_look_that_takes_long_is_told_as_it_is() -> None:
    assert at_last(Pacer(10.0), 30.0, 0.5).looks == pytest.approx(2.0)


def test_the_first_looks_are_no_measure() -> None:
    """They build tables; one that took a second would otherwise be felt for long."""
    pacer = Pacer(10.0)

    rates = list(looked(pacer, 20.0, lambda at: 1.0 if at < WARM - 1 else 0.05))

    assert {10.0} == {rate.looks for rate in rates}


def test_a_hand_now_and_then_changes_nothing() -> None:
    """Two seconds in ten cost three times as much, which is less than the processor has on average."""
    pacer = Pacer(10.0)

    rates = list(looked(pacer, 60.0, lambda at: 0.09 if at % 10 < 2 else 0.03))

    assert {10.0} == {rate.looks for rate in rates}


def test_it_does_not_waver_between_two_rates() -> None:
    """Looks that cost now a little more, now a little less than fits: one change, not one every few seconds."""
    pacer = Pacer(10.0)

    list(looked(pacer, 20.0, lambda _: 0.092))
    paces = set()
    for n in range(12):
        cost = 0.088 if n % 2 else 0.092
        at_last(pacer, 15.0, cost, 20.0 + 15.0 * n)
        paces.add(pacer.pace)

    assert {9.0} == paces


def test_more_looks_come_back_once_they_have_fitted_for_a_while() -> None:
    """A mat that is searched for costs more than one that lies there: soon after it does, all is as wanted."""
    pacer = Pacer(10.0)
    at_last(pacer, 20.0, 0.2)

    rates = list(looked(pacer, 40.0, lambda _: 0.02, 20.0))

    few = sum(rate.pace == ENOUGH_LOOKS for rate in rates)
    assert UP <= few / ENOUGH_LOOKS <= UP + 2 * SMOOTH
    assert 10.0 == rates[-1].looks


def test_a_hot_processor_looks_less_often_and_more_again_when_it_has_cooled() -> None:
    heat = HOT + 1
    pacer = Pacer(10.0, lambda: heat)

    hot = at_last(pacer, 30 * FEEL, 0.02)
    heat = (HOT + COOL) / 2
    between = at_last(pacer, 3 * FEEL, 0.02, 30 * FEEL)
    heat = COOL - 5
    cool = at_last(pacer, 30 * FEEL, 0.02, 33 * FEEL)

    assert (LEAST, True) == (hot.looks, hot.hot)
    assert hot == between
    assert (10.0, False) == (cool.looks, cool.hot)


def test_heat_takes_a_fifth_of_what_is_made_not_of_what_is_wanted() -> None:
    """Thirty are wanted, ten fit: the first ten seconds of heat already leave out some."""
    pacer, heat = Pacer(30.0, lambda: heat), COOL
    at_last(pacer, 30.0, 0.09)
    assert 9.0 == pacer.pace
    heat = HOT
    rate = at_last(pacer, 0.9 * FEEL, 0.09, 30.0)

    assert (6.0, True) == (rate.pace, rate.hot)


def test_a_machine_that_does_not_tell_its_heat_is_not_hot() -> None:
    assert not at_last(Pacer(10.0, lambda: None), 60.0, 0.02).hot


def test_fewer_than_three_looks_are_not_made_more() -> None:
    """Whoever wants one a second gets it."""
    assert at_last(Pacer(1.0), 10 * SMOOTH, 0.02).looks == pytest.approx(1.0)


@pytest.mark.parametrize(("cost", "looks"), [(0.02, 30.0), (0.13, 6.0), (0.19, ENOUGH_LOOKS)])
def test_thirty_that_are_wanted_come_down_as_far_as_ten(cost: float, looks: float) -> None:
    """The steps reach what processor and heat allow, however many looks are wanted."""
    assert at_last(Pacer(30.0), 30.0, cost).looks == pytest.approx(looks)


def test_of_thirty_heat_leaves_three() -> None:
    assert at_last(Pacer(30.0, lambda: HOT), 30 * FEEL, 0.02).looks == LEAST


def test_a_processor_that_is_slow_is_not_said_to_be_hot() -> None:
    """Heat is told only where it is what allows fewer looks: not of looks that cost as much, nor where none are left out."""
    temperatures = iter([HOT, *[COOL] * 99])
    slow = at_last(Pacer(10.0, lambda: next(temperatures)), 60.0, 0.17)
    few = at_last(Pacer(1.0, lambda: HOT), 30 * FEEL, 0.02)

    assert (ENOUGH_LOOKS, False) == (slow.pace, slow.hot)
    assert (1.0, False) == (few.looks, few.hot)


def test_few_looks_are_fewer_only_than_were_wanted() -> None:
    """Whoever asks for three a second himself is not told that the computer makes no more."""
    assert Rate(wanted=3.0, pace=3.0, taking=0.01, looking=0.01).fewer is None
    assert 3.0 == Rate(wanted=10.0, pace=3.0, taking=0.01, looking=0.01).fewer
    assert 0.5 == Rate(wanted=3.0, pace=3.0, taking=1.0, looking=1.0).fewer
