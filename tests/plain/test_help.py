"""Help and time in lines: a kept game has both in the file."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from ludoteca.archive import Archive, Help
from ludoteca.console import Console, EndOfInput
from ludoteca.core import AnySession
from ludoteca.games import begin
from ludoteca.plain import game as plain

from support.clock import Clock

BOARD = "drench:2x3,3@123/213.0.0.0#0"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def archive(tmp_path: Path, clock: Clock) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive.sqlite3", now=clock) as opened:
        yield opened


class Typed(io.StringIO):
    """Lines that somebody types, each after ten seconds."""

    def __init__(self, clock: Clock, *lines: str) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self._clock = clock

    def readline(self, size: int | None = -1, /) -> str:
        self._clock.time += 10
        return super().readline(-1 if size is None else size)


def talk(archive: Archive, clock: Clock, *typed: str, gameid: str = BOARD) -> None:
    def keep(session: AnySession) -> AnySession:
        return archive.keep(session)

    plain.run(Console(Typed(clock, *typed), io.StringIO()), begin(gameid), lambda s: s.restarted(), keep=keep)


@pytest.mark.parametrize(
    ("lines", "had"),
    [
        (["2", "hint", "hint"], Help(hints=1)),
        (["hint", "2", "solve"], Help(hints=2)),
        (["2", "truth"], Help()),  # how many moves it takes, not which
        (["auto"], Help(computer=1)),
        (["2", "undo", "2"], Help(undos=1)),
    ],
)
def test_help_is_kept(archive: Archive, clock: Clock, lines: list[str], had: Help) -> None:
    talk(archive, clock, *lines, "quit")
    assert archive.entry(1).help == had


def test_a_truth_that_tells_a_move_is_a_hint(archive: Archive, clock: Clock) -> None:
    talk(archive, clock, "auto", "truth", "quit", gameid="solitario:0000/2212/0200/0123")
    assert archive.entry(1).help == Help(hints=1, computer=1)


@pytest.mark.parametrize("last", [["quit"], ["new", "quit"], ["restart", "quit"], ["nonsense", "quit"], []])
def test_the_time_before_leaving_is_kept(archive: Archive, clock: Clock, last: list[str]) -> None:
    try:
        talk(archive, clock, "2", *last)
    except EndOfInput:
        assert not last
    assert archive.entry(1).seconds == 10 * (2 if last[:1] == ["nonsense"] else 1)
