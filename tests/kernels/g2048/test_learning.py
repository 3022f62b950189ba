"""How 2048 is learned: long games are taken up again in their second half, and no more than three times."""

import pytest

np = pytest.importorskip("numpy")

from ludoteca.core import Dice  # noqa: E402 - NumPy may be missing
from ludoteca.kernels.g2048.board import U, all_places  # noqa: E402
from ludoteca.kernels.g2048.learning import AGAIN, KEPT, PLAYED, _begin, new_game  # noqa: E402


def played(moves: int) -> np.ndarray:
    """A game after so many moves, of which every 256th board was kept; here they are numbered from 1000."""
    game = new_game(7)
    game[PLAYED] = moves
    game[KEPT:] = 1000 + np.arange(len(game) - KEPT)
    return game


def chances(times: int) -> list[np.uint64]:
    """Numbers of 64 bits, any as likely."""
    dice = Dice(3)
    return [U(dice.bits()) for _time in range(times)]


def begun(game: np.ndarray, times: int) -> list[int]:
    """Which of the boards kept come up in so many games; -1 for a new one."""
    found = []
    for luck in chances(times):
        board = int(_begin(game, luck, all_places(4)))
        found.append(board - 1000 if 1000 <= board < 1000 + len(game) else -1)
    return found


def test_a_long_game_is_taken_up_again_in_its_second_half() -> None:
    seen = set()
    for luck in chances(200):
        game = played(256 * 20 + 3)
        since = int(_begin(game, luck, all_places(4))) - 1000
        assert (game[AGAIN], game[PLAYED]) == (1, 256 * since + 1), "the move after the board that was kept"
        seen.add(since)
    assert seen == set(range(11, 21))


def test_three_times_and_then_a_new_one_begins() -> None:
    game = played(256 * 150)
    first, second, third, fourth = begun(game, 4)
    assert min(first, second, third) >= 0
    assert third <= second <= first, "each time from what is left"
    assert fourth == -1
    assert (game[AGAIN], game[PLAYED]) == (0, 0)


@pytest.mark.parametrize(("moves", "again"), [(256 * 8 - 1, False), (256 * 8, True)])
def test_a_game_is_long_from_eight_boards_on(moves: int, again: bool) -> None:
    (board,) = begun(played(moves), 1)
    assert (board >= 0) == again


def test_of_a_very_long_game_two_hundred_boards_are_kept() -> None:
    for luck in chances(40):
        board = int(_begin(played(256 * 1000), luck, all_places(4))) - 1000
        assert 100 <= board <= 199


def test_a_new_game_begins_with_one_tile() -> None:
    board = int(_begin(played(0), U(5 << 60), all_places(4)))
    tiles = [board >> 4 * place & 15 for place in range(16)]
    assert sorted(tiles)[:15] == [0] * 15
    assert max(tiles) in (1, 2), "2 or 4"
