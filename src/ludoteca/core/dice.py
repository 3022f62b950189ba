"""Chance that never changes: SplitMix64, the same numbers from the same seed in every version, forever."""

from collections.abc import Sequence
from math import lcm
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:  # decimals come with fractions, and half of the commands need neither
    from fractions import Fraction

T = TypeVar("T")

SEEDS: Final = 1 << 64
_GAMMA: Final = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    """Scramble 64 bits into 64 bits, one to one (SplitMix64's finaliser)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % SEEDS
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % SEEDS
    return z ^ (z >> 31)


class Dice:
    """A seeded source of chance.

    The generator is SplitMix64 (Steele, Lea and Flood, 2014). Python's `random.Random` promises to keep
    `random()` stable, but not `shuffle`, `choice` or `randrange`; game ids must outlive that.

    >>> Dice(1234567).bits()
    6457827717110365317
    """

    def __init__(self, seed: int) -> None:
        self._state = seed % SEEDS

    def __repr__(self) -> str:
        return f"Dice({self._state})"

    @classmethod
    def at(cls, seed: int, ply: int) -> "Dice":
        """The dice of one ply of one game: taking a move back and playing it again rolls the same."""
        return cls(_mix((_mix(seed % SEEDS) + ply) % SEEDS))

    def bits(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + _GAMMA) % SEEDS
        return _mix(self._state)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each exactly as likely: surplus bits are thrown again."""
        fair = SEEDS - SEEDS % n
        while (bits := self.bits()) >= fair:
            pass
        return bits % n

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def pick(self, odds: "Sequence[tuple[T, Fraction]]") -> T:
        """One of the items, as likely as its odds say; exact, since the odds are fractions.

        >>> from fractions import Fraction
        >>> Dice(7).pick([("heads", Fraction(1, 2)), ("tails", Fraction(1, 2))])
        'tails'
        """
        total = lcm(*{chance.denominator for _, chance in odds})
        left = self.below(total)
        for item, chance in odds:
            left -= chance.numerator * (total // chance.denominator)
            if left < 0:
                return item
        raise ValueError("the odds do not sum to 1")
