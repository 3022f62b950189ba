"""Boards made to order."""

from pathlib import Path

import pytest

from support.command import run


@pytest.mark.parametrize("words", [("--difficulty", "easy"), ("--difficulty", "hard"), ("--steps", "9")])
def test_a_generated_board_comes_with_its_proof(tmp_path: Path, words: tuple[str, ...]) -> None:
    board, proof = str(tmp_path / "board.txt"), str(tmp_path / "proof.txt")
    size = ("--rows", "6", "--cols", "6", "--seed", "5")
    done = run("generate", "solitario", *size, *words, "-o", board, "--proof", proof)
    assert (done.returncode, done.stderr) == (0, b"")
    shown, replayed = run("show", board).stdout.decode(), run("replay", proof).stdout.decode()
    assert shown.splitlines()[1:] == replayed.splitlines()[1 : len(shown.splitlines())]
    assert "You win: the last peg is on the goal." in replayed
