"""A drench board as a graph of regions, and the arrays that a search of it writes."""

from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.kernels.compile import kernel

Words = np.ndarray[Any, np.dtype[np.uint64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]

PLACES: Final = 10  # that tell where a search stands
NIBBLES: Final = 256  # rows of the table for a word: 16 values of each of 16 nibbles
FACTS: Final = 4  # known of a set besides its members

_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)


class Graph(NamedTuple):
    """The number of nodes; what is beside each nibble of a set, and its size; the nodes of each colour."""

    nodes: int
    table: Words
    colours: Words


class SearchWork(NamedTuple):
    """All that a search writes: two levels of sets with their edges, and the moves that led to them."""

    where: Numbers
    sets: Words
    facts: Numbers
    order: Numbers
    history: Numbers
    columns: Words
    scratch: Words
    lists: Numbers


def make_work(width: int, size: int) -> SearchWork:
    """Arrays for sets of `width` words within `size` bytes; the system gives memory only to what is used."""
    slots = size // (2 * 8 * (2 * width + FACTS + 1) + 8 * width + 6 * 16)
    return SearchWork(
        where=np.zeros(PLACES, np.int64),
        sets=np.empty((2, slots, 2, width), np.uint64),
        facts=np.empty((FACTS, 2, slots), np.int64),
        order=np.empty((2, slots), np.int64),
        history=np.empty((2, 6 * slots), np.int64),
        columns=np.empty((slots // 64 + 1, 64 * width), np.uint64),
        scratch=np.empty((5, width), np.uint64),
        lists=np.empty((2, 64 * width + 1), np.int64),
    )


@kernel
def tabulate(beside: Words, table: Words) -> None:
    """For each nibble of a set and each of its values: all that is beside its nodes, and their number."""
    nodes, width = beside.shape
    for row in range(table.shape[0]):
        value, bit = row % 16, 0
        if value == 0:
            table[row, :] = _NONE
            continue
        while value >> bit != 1:
            bit += 1
        lower, node = row - (1 << bit), row // 16 * 4 + bit
        for w in range(width):
            table[row, w] = table[lower, w] | beside[node, w] if node < nodes else _NONE
        table[row, width] = table[lower, width] + _ONE
