"""The app in a real terminal, as another program sees it: colours or none, languages, sizes, a way out."""

import time
from pathlib import Path

import pytest

from terminal import Terminal

BOARD = "drench:4x4,3#5"


def colours(terminal: Terminal) -> set[str]:
    """Every colour on the screen, the terminal's own left out."""
    cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
    return ({cell.fg for cell in cells} | {cell.bg for cell in cells}) - {"default"}


@pytest.mark.parametrize("coloured", [True, False])
def test_no_color_leaves_every_colour_out(tmp_path: Path, coloured: bool) -> None:
    environ = {"LUDOTECA_HOME": str(tmp_path), "NO_COLOR": "" if coloured else "1"}
    terminal = Terminal.of("play", BOARD, environ=environ)
    try:
        terminal.until(lambda screen: "q back" in screen)
        terminal.press("2")
        terminal.until(lambda screen: "Moves: 1." in screen)
        assert bool(colours(terminal)) == coloured
    finally:
        terminal.close()


def test_a_small_terminal_is_enough_to_play_and_to_leave(tmp_path: Path) -> None:
    terminal = Terminal.of(
        "play", BOARD, "--lang", "es", environ={"LUDOTECA_HOME": str(tmp_path)}, width=40, height=12
    )
    try:
        terminal.until(lambda screen: "Jugadas: 0" in screen)
        for key in "2123":
            terminal.press(key)
        terminal.until(lambda screen: "Has ganado" in screen)
        terminal.press("q")
        terminal.until(lambda screen: "sin jugar" in screen)
        terminal.press("q")
        while terminal.read(1.0):
            pass
        assert terminal.child.wait(10) == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("typed", [b"\xff", b"\xf1x", b"\x1b[M \xe50", "²①٣".encode()])
@pytest.mark.parametrize("words", [(), ("play", "oca:2#1"), ("play", "2048#1")])
def test_a_byte_or_a_digit_that_is_none_of_ours_is_a_key_that_does_nothing(
    typed: bytes, words: tuple[str, ...], tmp_path: Path
) -> None:
    terminal = Terminal.of(*words, environ={"LUDOTECA_HOME": str(tmp_path), "LANG": "C.UTF-8"})
    try:
        terminal.until(lambda screen: "q back" in screen or "q quit" in screen)
        terminal.send(typed)
        time.sleep(0.3)  # else it may be taken for a part of what cannot be read
        terminal.send(b"??")  # an old mouse report takes one more
        terminal.until(
            lambda screen: "arrows, hjkl, wasd" in screen or "THE GAME" in screen or "PEG" in screen
        )
    finally:
        terminal.close()


def test_keys_typed_fast_open_one_game_and_are_played_there(tmp_path: Path) -> None:
    terminal = Terminal.of(environ={"LUDOTECA_HOME": str(tmp_path), "LANG": "C.UTF-8"})
    try:
        terminal.until(lambda screen: "q quit" in screen)
        terminal.send(b"4" + b"hjklhjkl")
        terminal.until(lambda screen: " 3. " in screen)
        terminal.press("q")
        terminal.until(lambda screen: "q quit" in screen)
    finally:
        terminal.close()


def test_escape_leaves_no_game(tmp_path: Path) -> None:
    terminal = Terminal.of("play", "fuga:7", environ={"LUDOTECA_HOME": str(tmp_path), "LANG": "C.UTF-8"})
    try:
        terminal.until(lambda screen: "q back" in screen)
        terminal.press("escape")
        terminal.until(lambda screen: "Nothing is chosen. q leaves" in screen)
    finally:
        terminal.close()
