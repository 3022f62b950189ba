"""The registry: five games by their names, others by their rules, and what cannot be one."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from ludoteca.core import Cell, Game, OptionError, option
from ludoteca.games import GAMES, begin, find
from ludoteca.games.registry import Games

from support.nim import Nim


@pytest.mark.parametrize(
    ("name", "gameid"),
    [
        ("solitario", "solitario:english"),
        ("fuga", "fuga:9"),
        ("drench", "drench:15x15,6#0"),
        ("2048", "2048:4,2#0"),
        ("oca", "oca:2#0"),
    ],
)
def test_a_name_alone_is_the_usual_game_and_a_seed_is_kept_where_there_is_chance(
    name: str, gameid: str
) -> None:
    session = begin(name)
    assert str(session.id) == gameid
    assert str(begin(f"{name}#7").id) == gameid.replace("#0", "#7")


def test_a_name_that_is_none_is_told_all_there_are() -> None:
    with pytest.raises(OptionError, match=f"no game '{'z' * 40}'; games: solitario, fuga, drench, 2048, oca"):
        find("z" * 50)
    assert find("oca") is GAMES["oca"]


def test_a_game_is_registered_once_and_twice_is_no_harm() -> None:
    games = Games()
    assert games.register(Nim) is Nim
    assert games.register(Nim) is Nim
    assert (list(games), len(games), games["nim"]) == (["nim"], 1, Nim)
    assert repr(games) == "<Games nim>"
    with pytest.raises(KeyError):
        games["chess"]


@dataclass(frozen=True)
class Unnamed(Nim):
    name: ClassVar[str] = "No Name"


@dataclass(frozen=True)
class Untitled(Nim):
    title: ClassVar[Any] = 7


@dataclass(frozen=True)
class Another(Nim):
    """Another game of the same name."""


@dataclass(frozen=True)
class Bare(Nim):
    name: ClassVar[str] = "bare"
    stones: int = 3


@dataclass(frozen=True)
class Slack(Nim):
    name: ClassVar[str] = "slack"
    slack: float = option(2.0, "a number that ids would hand over as a text")


@dataclass(frozen=True)
class Seatless(Nim):
    name: ClassVar[str] = "seatless"

    @property
    def seats(self) -> list[str]:
        return ["one"]


@dataclass(frozen=True)
class Mute(Nim):
    name: ClassVar[str] = "mute"

    @property
    def options(self) -> str:
        return "5"


class Lacking(Game[int, int]):
    name: ClassVar[str] = "lacking"
    title: ClassVar[str] = "Lacking"


@dataclass(frozen=True)
class Coloured(Nim):
    name: ClassVar[str] = "coloured"
    title: ClassVar[str] = "Coloured \x1b[31m"


@dataclass(frozen=True)
class Cramped(Nim):
    name: ClassVar[str] = "cramped"
    small: ClassVar[str] = "nosuch=1"


@dataclass(frozen=True)
class Nightly(Nim):
    name: ClassVar[str] = "nightly"
    daily: ClassVar[str] = "nosuch=1"


@dataclass(frozen=True)
class Blank(Nim):
    name: ClassVar[str] = "blank"

    def board(self, state: Any) -> Any:
        return []


@dataclass(frozen=True)
class Ragged(Nim):
    name: ClassVar[str] = "ragged"

    def board(self, state: Any) -> Any:
        return [[Cell("peg", "o")], []]


@dataclass(frozen=True)
class Endless(Nim):
    name: ClassVar[str] = "endless"

    def board(self, state: Any) -> Any:
        return [[Cell("peg", "o")] * 2000] * 2000


@dataclass(frozen=True)
class Wordless(Nim):
    name: ClassVar[str] = "wordless"
    many: int = option(2, "how many", offers={"a": 1, None: "x"})


@dataclass(frozen=True)
class Secret(Nim):
    name: ClassVar[str] = "secret"

    @classmethod
    def rules(cls, language: str) -> str:
        raise KeyError(language)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Cramped, "nosuch=1"),
        (Nightly, "nosuch=1"),
        (Blank, "its board has no rows of one length"),
        (Ragged, "its board has no rows of one length"),
        (Endless, "or too many"),
        (Wordless, "offers need a word or nothing for each value: many"),
        (Nim(), "not a class of rules"),
        (dict, "not a class of rules"),
        (Lacking, "its rules lack: board, dump, legal"),
        (Unnamed, "a name is made of small letters"),
        (Untitled, "its title is not a text"),
        (Another, "another game of this name"),
        (Bare, r"declare with option\(…\): stones"),
        (Slack, "an option is one of int, bool, str, Size: slack"),
        (Seatless, "contradict themselves"),
        (Mute, "contradict themselves"),
    ],
)
def test_what_cannot_be_a_game_is_told_why_and_is_none(game: Any, why: str) -> None:
    games = Games(Nim)
    if game is Untitled:
        games = Games()
    with pytest.raises(OptionError, match=why):
        games.register(game)
    assert "lacking" not in games
    assert len(games) <= 1


def test_other_packages_are_looked_for_once_and_what_fails_costs_only_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Entry:
        def __init__(self, name: str, game: object) -> None:
            self.name, self.value, self.game = name, f"package:{name}", game

        def load(self) -> object:
            if isinstance(self.game, BaseException):
                raise self.game
            return self.game

    asked = []

    def entries(group: str) -> list[Entry]:
        asked.append(group)
        return [Entry("broken", RuntimeError("x" * 300)), Entry("mute", Mute), Entry("nim", Nim)]

    monkeypatch.setattr("ludoteca.games.registry.offered", entries)
    games = Games()
    assert list(games) == ["nim"]
    broken, mute = games.problems
    assert mute == (
        "The game 'mute' of package:mute cannot be played: its options or seats contradict themselves."
    )
    assert broken == (
        f"The game 'broken' of package:broken cannot be played: {repr(RuntimeError('x' * 300))[:200]}."
    )
    assert asked == ["ludoteca.games"]


def test_a_title_cannot_command_a_terminal() -> None:
    assert Games().register(Coloured).title == "Coloured ?[31m"


class Speechless(Exception):  # noqa: N818 - of somebody who follows no rule
    def __repr__(self) -> str:
        raise KeyError


@pytest.mark.parametrize(
    ("raised", "said"), [(GeneratorExit(), "GeneratorExit()"), (Speechless(), "Speechless")]
)
def test_whatever_an_import_raises_costs_that_game_alone(
    raised: BaseException, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Entry:
        name, value = "odd", "odd:Odd"

        def load(self) -> object:
            print("hello from another package")
            raise raised

    monkeypatch.setattr("ludoteca.games.registry.offered", lambda _group: [Entry()])
    games = Games(Nim)
    assert list(games) == ["nim"]
    assert games.problems == (f"The game 'odd' of odd:Odd cannot be played: {said}.",)
    assert capsys.readouterr().out == "", "what is printed there is no answer of ours"
