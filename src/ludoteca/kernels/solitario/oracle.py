"""One pass over the bitmap of a peg board's positions: each wins if a jump leads to one that wins.

ai/solitario/bitmap.py makes the tables and says what they hold. Both functions fill all groups of one weight
in some blocks; groups of one weight do not need one another, so several calls may run at once.
"""

from typing import Any, Final

import numpy as np

from ludoteca.kernels.compile import kernel

NO_PIVOT: Final = 62  # a bit of a parity that is never set


@kernel
def sweep(
    words: Any, level: int, first: int, last: int, crossing: int, rounds: int,
    numbers: Any, weights: Any, parities: Any, low: Any, low_parities: Any,
    jumps: Any, shifts: Any, masks: Any, starts: Any, targets: Any, sources: Any, kinds: Any,
) -> None:  # fmt: skip
    """Fill the groups of weight `level` in the blocks from `first` to before `last`."""
    inner = jumps.shape[0] - crossing
    for block in range(first, last):
        rest = level - weights[block]
        if rest < 0 or low[rest] == low[rest + 1]:
            continue
        into, parity, number = words[block], parities[block], numbers[block]
        for turn in range(crossing + rounds * inner):
            jump = turn if turn < crossing else crossing + (turn - crossing) % inner
            if number & jumps[jump, 0] != jumps[jump, 1]:
                continue
            kind = parity >> jumps[jump, 3] & 1
            kind |= (parity >> jumps[jump, 4] & 1) << 1
            kind |= (parity >> jumps[jump, 5] & 1) << 2
            start, stop = starts[jump, rest], starts[jump, rest + 1]
            out, flip = words[block ^ jumps[jump, 2]], jumps[jump, 6]
            left, right, good = shifts[jump, 0], shifts[jump, 1], masks[jump]
            if masks.shape[2] == 1:
                for pair in range(start, stop):
                    word = out[sources[pair], 0] << left >> right
                    into[targets[pair], 0] |= word & good[kind ^ kinds[pair], 0]
            else:
                # Four words at once: read all, then write all, so that the compiler may use wide registers.
                other, third, fourth = flip ^ 1, flip ^ 2, flip ^ 3
                for pair in range(start, stop):
                    after, before, which = sources[pair], targets[pair], kind ^ kinds[pair]
                    one = into[before, 0] | out[after, flip] << left >> right & good[which, 0]
                    two = into[before, 1] | out[after, other] << left >> right & good[which, 1]
                    three = into[before, 2] | out[after, third] << left >> right & good[which, 2]
                    four = into[before, 3] | out[after, fourth] << left >> right & good[which, 3]
                    into[before, 0] = one
                    into[before, 1] = two
                    into[before, 2] = three
                    into[before, 3] = four


def sweep_arrays(
    words: Any, level: int, blocks: Any, crossing: int, rounds: int,
    numbers: Any, weights: Any, parities: Any, low: Any, low_parities: Any,
    jumps: Any, shifts: Any, masks: Any, starts: Any, targets: Any, sources: Any, kinds: Any,
) -> None:  # fmt: skip
    """The same by whole arrays, for blocks that all have one weight: for NumPy where Numba is missing."""
    rest, inner = level - int(weights[blocks[0]]), len(jumps) - crossing
    for turn in range(crossing + rounds * inner):
        jump = turn if turn < crossing else crossing + (turn - crossing) % inner
        test, need, change, *pivots, flip = jumps[jump].tolist()
        pairs = slice(starts[jump, rest], starts[jump, rest + 1])
        chosen = blocks[numbers[blocks] & test == need]
        if not len(chosen) or pairs.start == pairs.stop:
            continue
        after = words[(chosen ^ change)[:, None], sources[None, pairs]]
        if flip:
            after = after[:, :, np.arange(masks.shape[2]) ^ flip]
        left, right = shifts[jump]
        after = after << left if left else after >> right
        if pivots[0] == NO_PIVOT:
            after &= masks[jump, 0]
        else:
            kind = sum((parities[chosen] >> pivot & 1) << bit for bit, pivot in enumerate(pivots))
            after &= masks[jump][kind[:, None] ^ kinds[None, pairs]]
        words[chosen[:, None], targets[None, pairs]] |= after
