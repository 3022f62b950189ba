"""The exact oracle of peg boards: against plain searches written here, and what has been published."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ludoteca.ai.limit import Limit
from ludoteca.ai.solitario import oracle as made
from ludoteca.ai.solitario import oracle_files as kept
from ludoteca.ai.solitario.bitmap import Bitmap, bitmap
from ludoteca.ai.solitario.bitmap_order import invariants
from ludoteca.ai.solitario.oracle import Oracle, oracle
from ludoteca.games.solitario import LAYOUTS, Pegs, Solitario, read_position
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.solitario.oracle import sweep

Board = tuple[int, int, int, int]


@pytest.fixture(autouse=True)
def _own_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    made._remembered.clear()
    yield
    made._remembered.clear()


@pytest.fixture(scope="module")
def english() -> tuple[Pegs, Oracle]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "LEAST", 1 << 40)
        rows, cols, position = read_position(LAYOUTS["english"])
        return position, ask((rows, cols, position.usable, position.goal))


def ask(board: Board) -> Oracle:
    answer = oracle(*board, Limit())
    assert answer is not None
    return answer


def jumps(rows: int, cols: int, usable: int) -> list[tuple[int, int]]:
    """Every jump of a board as the two cells that lose a peg and the one that gains it, by trying all."""
    found = []
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            line = [(row + k * down, col + k * right) for k in range(3)]
            if all(0 <= r < rows and 0 <= c < cols and usable >> r * cols + c & 1 for r, c in line):
                one, middle, other = (1 << r * cols + c for r, c in line)
                found.append((one | middle, other))
    return found


def winning(board: Board) -> set[int]:
    """All positions that can end on the goal, found backwards one by one."""
    rows, cols, usable, goal = board
    ways = jumps(rows, cols, usable)
    found = {1 << goal}
    new = found
    while new:
        new = {
            pegs ^ two ^ hole for pegs in new for two, hole in ways if pegs & hole and not pegs & two
        } - found
        found |= new
    return found


def test_every_position_of_a_4x4_board_and_every_goal() -> None:
    for goal in range(16):
        board = (4, 4, 0xFFFF, goal)
        answer, wins = ask(board), winning(board)
        assert answer.count == len(wins)
        assert [pegs for pegs in range(1 << 16) if answer.wins(pegs)] == sorted(wins)


def test_a_line_a_single_cell_and_far_away_pegs() -> None:
    assert [pegs for pegs in range(8) if ask((1, 3, 0b111, 0)).wins(pegs)] == [0b001, 0b110]
    alone = ask((3, 3, 0b100000001, 8))
    assert alone.count == 1
    assert alone.wins(1 << 8)
    assert not alone.wins(1 << 8 | 1)
    assert not alone.wins(0)
    assert not alone.wins(1 << 8 | 1 << 4)
    assert not alone.wins(1 << 8 | 1 << 200)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any few cells of a small grid: often in several parts, often with more classes than four."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.sets(st.integers(0, rows * cols - 1), min_size=1, max_size=17))
    return rows, cols, sum(1 << cell for cell in cells), draw(st.sampled_from(sorted(cells)))


@given(boards())
@settings(max_examples=150)
def test_any_small_board_against_a_plain_search(board: Board) -> None:
    rows, cols, _usable, _goal = board
    wins = winning(board)
    assume(len(wins) < 20_000)
    answer = ask(board)
    assert answer.count == len(wins)
    assert all(answer.wins(pegs) for pegs in wins)
    for pegs in list(wins)[:20]:
        for cell in range(rows * cols):
            assert answer.wins(pegs ^ 1 << cell) == (pegs ^ 1 << cell in wins)
    made._remembered.clear()


@given(boards())
@settings(max_examples=60)
def test_winning_jumps_are_the_legal_ones_that_still_win(board: Board) -> None:
    rows, cols, usable, goal = board
    answer = ask(board)
    game = Solitario("/".join(["0" * cols] * rows)[:-1] + "3")
    for pegs in sorted(winning(board))[:40]:
        state = Pegs(usable, pegs, goal)
        still = [jump for jump in game.legal(state) if answer.wins(game.play(state, jump).pegs)]
        assert answer.winning_jumps(pegs) == still
    assert answer.winning_jumps(usable | 1 << rows * cols) == []


def test_four_classes_on_the_english_board(english: tuple[Pegs, Oracle]) -> None:
    position, answer = english
    cells, lines = made._reached(7, 7, position.usable, position.goal)
    assert len(cells) - len(invariants(len(cells), lines)) == 29
    assert answer.words.nbytes == 64 << 20


def test_number_of_english_positions_that_win_to_the_centre(english: tuple[Pegs, Oracle]) -> None:
    """As many as can be reached in the central game, since each is the other way round the complement of one.

    That number was counted by others with binary decision diagrams; up to symmetry, George Bell's page on the
    English board has 23,475,688.
    """
    position, answer = english
    assert answer.count == 187_636_299
    assert answer.wins(position.pegs)
    assert [Solitario().text(jump) for jump in answer.winning_jumps(position.pegs)] == [
        "b4 d4", "d2 d4", "d6 d4", "f4 d4",
    ]  # fmt: skip


def test_125_of_1089_vacancies_and_survivors_are_solvable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule of three: the last peg ends a multiple of 3 rows and columns off; all such pairs can be won."""
    monkeypatch.setattr(kept, "LEAST", 1 << 40)
    rows, cols, position = read_position(LAYOUTS["english"])
    cells = [cell for cell in range(49) if position.usable >> cell & 1]

    def turned(cell: int) -> set[int]:
        row, col = divmod(cell, 7)
        corners = {(row, col), (col, row), (row, 6 - col), (6 - col, row)}
        return {r * 7 + c for row, col in corners for r, c in ((row, col), (6 - row, 6 - col))}

    solvable = 0
    for goal in cells:
        alike = turned(goal)
        if goal == min(alike):
            answer = ask((rows, cols, position.usable, goal))
            solvable += len(alike) * sum(answer.wins(position.usable ^ 1 << cell) for cell in cells)
            made._remembered.clear()
    allowed = [(a, b) for a in cells for b in cells if (a // 7 - b // 7) % 3 == 0 == (a % 7 - b % 7) % 3]
    assert solvable == len(allowed) == 125


def test_no_peg_can_be_left_alone_on_the_french_board_from_its_centre() -> None:
    """Its class differs from that of every single peg: a sum that meets each line evenly tells them apart."""
    rows, cols, position = read_position(LAYOUTS["french"])
    cells, lines = made._reached(rows, cols, position.usable, position.goal)
    assert len(cells) == 37
    sums = invariants(37, lines)
    assert all(sum(mask >> cell & 1 for cell in line) % 2 == 0 for mask in sums for line in lines)
    centre = (1 << 37) - 1 ^ 1 << cells.index(24)
    for alone in range(37):
        assert any((mask & (centre ^ 1 << alone)).bit_count() % 2 for mask in sums)


MIDDLE: Board = (4, 7, (1 << 28) - 1, 10)


def shaped(board: Board) -> tuple[Bitmap, int]:
    cells, lines = made._reached(*board)
    shape = bitmap(len(cells), cells.index(board[3]), lines)
    assert shape is not None
    return shape, shape.codes[cells.index(board[3])] ^ shape.empty


def whole(words: Any | None) -> Any:
    assert words is not None
    return words


@pytest.mark.skipif(not COMPILED, reason="there is one way only without Numba")
def test_numba_and_numpy_make_the_same_bitmap() -> None:
    shape, last = shaped(MIDDLE)
    compiled = made.make(shape, last, Limit().start(), compiled=True)
    arrays = made.make(shape, last, Limit().start(), compiled=False)
    assert whole(compiled).any()
    assert np.array_equal(whole(compiled), whole(arrays))


@pytest.mark.parametrize("board", [(3, 4, 0xFFF, 5), (4, 4, 0xFFFF, 0), (3, 5, 0x7FFF, 7)])
def test_the_kernel_interpreted_makes_the_same_bitmap(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    shape, last = shaped(board)
    arrays = made.make(shape, last, Limit().start(), compiled=False)
    monkeypatch.setattr(made, "sweep", getattr(sweep, "py_func", sweep))
    kernel = made.make(shape, last, Limit().start(), compiled=True)
    assert np.array_equal(whole(kernel), whole(arrays))


def test_large_boards_with_few_weightless_cells_have_narrow_words() -> None:
    shape, _last = shaped((4, 9, (1 << 36) - 1, 0))
    assert (shape.bits, shape.word) == (32, 4)


def test_narrow_words_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.ai.solitario.bitmap.LARGE", 0)
    for board in ((4, 4, 0xFFFF, 5), (1, 9, 0x1FF, 4), (2, 6, 0xFFF, 3)):
        shape, _last = shaped(board)
        assert shape.word < 6
        answer, wins = ask(board), winning(board)
        assert [pegs for pegs in range(board[2] + 1) if answer.wins(pegs)] == sorted(wins)


def test_too_many_cells_get_no_oracle() -> None:
    assert oracle(2, 19, (1 << 38) - 1, 0, Limit()) is None
    assert oracle(1, 37, (1 << 37) - 1, 0, Limit()) is None


def test_no_time_no_oracle() -> None:
    assert oracle(*MIDDLE, Limit(seconds=0)) is None
    assert oracle(*MIDDLE, Limit(cancel=lambda: True)) is None
    asked = iter([False, False, False, False])
    assert oracle(*MIDDLE, Limit(cancel=lambda: next(asked, True))) is None


def test_an_oracle_is_remembered_and_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: list[Board] = [(3, 4, 0xFFF, goal) for goal in range(3)]
    first = ask(boards[0])
    monkeypatch.setattr(made, "KEPT_BYTES", 2 * first.words.nbytes)
    assert ask(boards[1]) is ask(boards[1])
    assert ask(boards[0]) is first
    ask(boards[2])
    assert list(made._remembered) == [boards[0], boards[2]]


def pieces(home: Path) -> list[Path]:
    return sorted((home / "cache" / "solitario").glob("*/*"))


def nothing_is_made(*_args: object) -> None:
    raise AssertionError("made, not read")


@pytest.fixture
def on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A kept oracle's pieces, forgotten in memory."""
    monkeypatch.setattr(kept, "LEAST", 1)
    monkeypatch.setattr(kept, "PIECE", 1 << 19)
    ask(MIDDLE)
    made._remembered.clear()
    return pieces(tmp_path)


def test_what_is_on_the_disk_is_read(on_disk: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(on_disk) > 1
    shape, last = shaped(MIDDLE)
    words = made.make(shape, last, Limit().start())
    monkeypatch.setattr(made, "make", nothing_is_made)
    assert np.array_equal(ask(MIDDLE).words, whole(words))


def damage(data: bytes) -> bytes:
    return data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]


@pytest.mark.parametrize(
    "harm",
    [
        damage,
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: b"something else\n" * 9,
        lambda data: data.replace(b"solitario 1 ", b"solitario 0 ", 1),
        lambda data: data.replace(b"4x7 fffffff 10", b"4x7 fffffff 11", 1),
        lambda data: data[:-9] + bytes(9),
    ],
)
def test_a_damaged_or_foreign_file_is_made_again(on_disk: list[Path], harm: Callable[[bytes], bytes]) -> None:
    whole = on_disk[1].read_bytes()
    on_disk[1].write_bytes(harm(whole))
    assert on_disk[1].read_bytes() != whole
    assert ask(MIDDLE).wins(1 << 10)
    assert on_disk[1].read_bytes() == whole


def test_a_missing_piece_or_one_in_anothers_place(on_disk: list[Path]) -> None:
    whole = [piece.read_bytes() for piece in on_disk]
    on_disk[0].write_bytes(whole[1])
    on_disk[1].unlink()
    assert ask(MIDDLE).wins(1 << 10)
    assert [piece.read_bytes() for piece in on_disk] == whole


def test_a_disk_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "LEAST", 1)
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert ask(MIDDLE).wins(1 << 10)


def test_the_disk_keeps_the_newest(
    on_disk: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST", 1)
    ask((MIDDLE[0], MIDDLE[1], MIDDLE[2], 11))
    assert {piece.parent for piece in pieces(tmp_path)}.isdisjoint({piece.parent for piece in on_disk})
    assert pieces(tmp_path)
