"""What the fuga kernels see at a glance, against what the rules say when asked move by move."""

import random
from typing import Any

import numpy as np
import pytest

from ludoteca.games.fuga import ATTACKERS, DEFENDERS, SIZES, Flight, Fuga, Slide, geometry, opening
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.fuga import board as kernel
from ludoteca.kernels.fuga import evaluation as fuga_eval
from ludoteca.kernels.fuga import moves as fuga_moves
from ludoteca.kernels.fuga.mate import can_smother, wins_now

from support.fuga import scattered, tables

BOARDS = 24 if COMPILED else 4


def boards(size: int) -> list[tuple[Flight, Any, Any, Any]]:
    """Scattered positions that are not over, with their arrays; some crowded around the king."""
    rng, game = random.Random(size), Fuga(size)
    fixed, bits = tables(size)
    drawn = [crowded(size, rng) if each % 2 else scattered(size, rng) for each in range(BOARDS)]
    return [(each, kernel.encode(each, size, fixed), fixed, bits) for each in drawn if not game.outcome(each)]


def crowded(size: int, rng: random.Random) -> Flight:
    """A scattered position with pieces beside the king, where captures and strikes are near."""
    position = scattered(size, rng)
    board = list(position.board)
    throne, castles, rays = geometry(size)
    for ray in rays[position.board.index("R")]:
        if ray and ray[0] != throne and ray[0] not in castles:
            piece = rng.choice("NNNNG0")
            board[ray[0]] = piece if board.count(piece) < opening(size).count(piece) or piece == "0" else "0"
    return Flight("".join(board), position.turn)


def ends(game: Fuga, state: Flight, move: Slide) -> bool:
    after = game.play(state, move).board
    return "R" not in after or after.index("R") in geometry(game.size).castles


def to_slides(moves: Any, size: int) -> list[Slide]:
    places = [(int(move) >> 10, int(move) & 1023) for move in moves]
    return [Slide(kernel.index_of(origin, size), kernel.index_of(to, size)) for origin, to in places]


@pytest.mark.parametrize("size", SIZES)
def test_ways_out_strikes_and_stuck_pieces(size: int) -> None:
    game, seen = Fuga(size), set()
    for position, state, fixed, bits in boards(size):
        ways = int(fuga_eval.exits(state, fixed, bits))
        assert {"NSOE"[way] for way in range(4) if ways >> way & 1} == set(game.escapes(position))
        for side in (ATTACKERS, DEFENDERS):
            turned = Flight(position.board, side)
            legal = game.legal(turned)
            wins = any(ends(game, turned, move) for move in legal)
            assert bool(wins_now(state, fixed, bits, side)) == wins
            seen.add((side, wins))
            assert fuga_eval.mobile(state, fixed, side, 99) == len({move.origin for move in legal})
        if strike := int(fuga_eval.strike(state, fixed, bits)):
            assert ends(game, Flight(position.board, ATTACKERS), to_slides([strike], size)[0])
    assert not COMPILED or len(seen) >= 3


@pytest.mark.parametrize("size", SIZES)
def test_captures_and_dashes_are_those_of_the_rules(size: int) -> None:
    game, moves = Fuga(size), np.zeros(kernel.MOVES, np.int64)
    throne, castles, _rays = geometry(size)
    for position, state, fixed, bits in boards(size):
        king = position.board.index("R")
        for side in (ATTACKERS, DEFENDERS):
            turned = Flight(position.board, side)
            legal = game.legal(turned)
            takers = {move for move in legal if set(game.captures(turned, move)) - {king}}
            end = int(fuga_moves.captures(state, fixed, bits, side, moves, 0))
            found = set(to_slides(moves[:end], size))
            assert found <= takers
            # The king's own captures may be missed where he enters the throne, or on large boards crosses it.
            assert {move for move in takers if move.origin != king} <= found
            for move in legal:
                if move.to != throne and move.to not in castles:
                    taken = len(set(game.captures(turned, move)) - {king})
                    assert fuga_moves.takes(state, fixed, side, kernel.square(move.to, size)) == taken
        end = int(fuga_moves.dashes(state, fixed, bits, moves, 0))
        for move in to_slides(moves[:end], size):
            assert game.escapes(game.play(Flight(position.board, DEFENDERS), move))


def _landed(board: str, move: Slide) -> str:
    squares = list(board)
    squares[move.to], squares[move.origin] = squares[move.origin], "0"
    return "".join(squares)


@pytest.mark.parametrize("size", SIZES)
def test_the_kings_outlook_is_what_his_moves_show(size: int) -> None:
    game = Fuga(size)
    for position, state, fixed, bits in boards(size):
        if game.escapes(position):
            continue
        slides = king_slides(game, position.board)
        room, two, three, _shore = (int(each) for each in fuga_eval.outlook(state, fixed, bits))
        assert room == len(slides)
        assert two == sum(len(ways_after(game, position.board, move)) for move in slides)
        assert three == sum(landings(game, position.board, move) for move in slides)


def king_slides(game: Fuga, board: str) -> list[Slide]:
    king = board.index("R")
    return [move for move in game.legal(Flight(board, DEFENDERS)) if move.origin == king]


def ways_after(game: Fuga, board: str, move: Slide) -> dict[str, int]:
    return game.escapes(Flight(_landed(board, move), DEFENDERS))


def landings(game: Fuga, board: str, first: Slide) -> int:
    """How many edges the king reaches across his first move, with a free way from there to a castle."""
    after, along = _landed(board, first), abs(first.to - first.origin) < game.size
    found = 0
    for second in king_slides(game, after):
        crosses = (abs(second.to - second.origin) < game.size) != along
        row, col = divmod(second.to, game.size)
        at_edge = (row if along else col) in (0, game.size - 1)
        found += crosses and at_edge and bool(ways_after(game, after, second))
    return found


@pytest.mark.parametrize("size", SIZES)
def test_the_kings_region_is_what_a_plain_flood_fill_finds(size: int) -> None:
    seen = set()
    for position, state, fixed, _bits in boards(size):
        region = {position.board.index("R")}
        edge = list(region)
        while edge:
            edge = [ray[0] for at in region for ray in geometry(size).rays[at]
                    if ray and ray[0] not in region and position.board[ray[0]] != "N"]  # fmt: skip
            region.update(edge)
        border = any(at % size in (0, size - 1) or at // size in (0, size - 1) for at in region)
        wanted = 1 + len(region & geometry(size).castles) if border else 0
        assert int(fuga_eval.ring(state, fixed)) == wanted
        seen.add(wanted)
    assert size > 7 or len(seen) >= 3


@pytest.mark.parametrize("board", ["0N0G000/G000000/0000000/000R000/0000000/0000000/0000000",
                                   "0N00000/000G000/0G00000/000R000/0000000/0000000/0000000"])  # fmt: skip
def test_a_move_may_leave_the_other_side_stuck(board: str) -> None:
    game = Fuga(7)
    position = game.load(board + ".G")
    fixed, bits = tables(7)
    after = [game.play(position, move) for move in game.legal(position)]
    stuck = any(not game.legal(each) for each in after)  # the king is far from any castle
    state, moves = kernel.encode(position, 7, fixed), np.zeros(kernel.MOVES, np.int64)
    assert bool(can_smother(state, fixed, bits, DEFENDERS, moves, 0)) == stuck
