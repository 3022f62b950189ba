"""Chance that never changes."""

from collections import Counter
from fractions import Fraction

import pytest

from ludoteca.core import (
    Dice,
)


class TestDice:
    def test_the_generator_is_splitmix64(self) -> None:
        # The test vector of Rosetta Code's task "Pseudo-random numbers/Splitmix64".
        dice = Dice(1234567)
        assert [dice.bits() for _draw in range(5)] == [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ]

    def test_below_is_uniform_even_where_the_range_does_not_divide(self) -> None:
        dice = Dice(5)
        counts = Counter(dice.below(6) for _draw in range(60_000))
        chi_square = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6))
        assert chi_square < 20.5  # 5 degrees of freedom, p = 0.001

    @pytest.mark.parametrize(
        ("bits", "face"), [([2**64 - 4, 2], 2), ([2**64 - 1, 2**64 - 4, 3], 3), ([2**64 - 5], 5)]
    )
    def test_surplus_bits_are_thrown_again(
        self, bits: list[int], face: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 2**64 is 4 more than a multiple of 6, so the last four numbers would favour four faces.
        thrown = iter(bits)
        monkeypatch.setattr(Dice, "bits", lambda _dice: next(thrown))
        assert Dice(1).below(6) == face
        assert list(thrown) == []

    def test_pick_follows_the_odds(self) -> None:
        dice, odds = Dice(9), [("two", Fraction(9, 10)), ("four", Fraction(1, 10))]
        counts = Counter(dice.pick(odds) for _draw in range(20_000))
        assert abs(counts["four"] - 2000) < 140  # 3.3 standard deviations

    def test_dice_of_a_ply_do_not_depend_on_what_came_before(self) -> None:
        assert Dice.at(7, 3).bits() == Dice.at(7, 3).bits()
        firsts = {Dice.at(seed, ply).bits() for seed in range(100) for ply in range(100)}
        assert len(firsts) == 10_000

    def test_odds_that_do_not_sum_to_one_are_noticed(self) -> None:
        with pytest.raises(ValueError, match="sum to 1"):
            [Dice(seed).pick([("half", Fraction(1, 2))]) for seed in range(20)]
