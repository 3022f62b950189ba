"""What a game is called on a screen: its title and what sets it apart, where programs have an id."""

from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from typing import Any, Final
from unicodedata import combining, normalize

from ludoteca.core import AnyGame, AnySession, GameId, Size
from ludoteca.core.game import spell
from ludoteca.core.words import N_, Language, _, speaking, spoken_now
from ludoteca.games import find
from ludoteca.locale import LANGUAGES, translator

LEVEL_NAMES: Final = (
    N_("first steps"),
    N_("beginner"),
    N_("learner"),
    N_("club player"),
    N_("good player"),
    N_("strong player"),
    N_("master"),
    N_("champion"),
)
LONGEST: Final = 16  # characters of an option that is a text


def level_name(game: AnyGame, level: int) -> str:
    """A level of the computer in words: '3, learner'; where skill has no part only that it is one."""
    return f"{level}, {_(LEVEL_NAMES[level - 1])}" if game.skill else _("computer")


def computer_name(game: AnyGame, level: int) -> str:
    """The computer in a seat: 'Computer: 3, learner'; where skill has no part it has no level."""
    return _("Computer: {level}", level=level_name(game, level)) if game.skill else _("Computer")


def title_of(game: AnyGame) -> str:
    """The title of a game, its board, and every option that is not the usual one.

    >>> from ludoteca.games import begin
    >>> [title_of(begin(each).game) for each in ("fuga:11", "drench:9x7,6,players=2", "oca:4")]
    ["The King's Flight 11 × 11", 'Flood 9 × 7, players: 2', 'The Game of the Goose, players: 4']
    """
    said = [
        _said(each, value)
        for at, each in enumerate(fields(game))
        if (value := getattr(game, each.name)) != each.default or (at == 0 and each.metadata["placed"])
    ]
    said = [each for each in said if each]
    apart = ", " if said and ":" in said[0] else " "  # a size or a board belongs to the title
    return f"{_(game.title)}{apart}{', '.join(said)}".strip()


def name_of(session: AnySession, computers: Mapping[int, int]) -> list[str]:
    """What a game under way is called, part by part: its title, where it began, and who plays whom."""
    return name_of_game(session.game, computers, is_placed=bool(session.id.position))


def name_of_game(game: AnyGame, computers: Mapping[int, int], *, is_placed: bool) -> list[str]:
    """The same, without the game under way."""
    placed = _("from a position") if is_placed else ""
    return [title_of(game), placed, *sitters(game, computers)]


def title_of_id(text: str) -> str:
    """What the game of an id is called; the id itself where nobody knows it.

    >>> title_of_id("fuga:9#3"), title_of_id("chess:8")
    ("The King's Flight 9 × 9", 'chess:8')
    """
    try:
        gameid = GameId.parse(text)
        return title_of(find(gameid.name).from_options(gameid.options))
    except ValueError:  # a LudotecaError, or what another package's game has to say
        return text


def called(text: str, boards: Iterable[str]) -> list[str]:
    """The boards whose name has a text in it, in the language being spoken or in any other of ours; capital
    letters and accents make no difference.

    >>> called("goose", ["oca:2", "fuga:9"]), called("REY", ["oca:2", "fuga:9"]), called("9 x 9", ["fuga:9"])
    (['oca:2'], ['fuga:9'], ['fuga:9'])
    """
    wanted, languages = _folded(text), [spoken_now(), *map(translator, LANGUAGES)]
    return [board for board in boards if any(wanted in _folded(_named_in(board, each)) for each in languages)]


def _named_in(board: str, language: Language) -> str:
    with speaking(language):
        return title_of_id(board)


def _folded(text: str) -> str:
    """A text as one types it in haste."""
    plain = "".join(each for each in normalize("NFKD", text) if not combining(each))
    return " ".join(plain.replace("×", "x").casefold().split())


def sitters(game: AnyGame, computers: Mapping[int, int]) -> list[str]:
    """Whose seat a person has among computers, and how good these are."""
    people = [seat for seat in range(game.players) if seat not in computers]
    if game.players == 1 or not computers or not game.skill:
        return []
    levels = ", ".join(_(LEVEL_NAMES[level - 1]) for level in dict.fromkeys(computers.values()))
    return [_("you: {seat}", seat=game.seats[people[0]]) if len(people) == 1 else "", levels]


def _said(option: Field[Any], value: Any) -> str:
    """An option's value in words."""
    word = option.metadata.get("word")
    word = _(word) if word else option.name
    offered = (option.metadata.get("offers") or {}).get(value, "")
    if offered:
        return _(offered) if option.metadata["placed"] else f"{word}: {_(offered)}"
    if isinstance(value, Size):
        return f"{value.rows} × {value.cols}"
    if option.name == "size" and isinstance(value, int):
        return f"{value} × {value}"
    if isinstance(value, bool):
        return word if value else _("no {word}", word=word)
    text = spell(value)
    return f"{word}: {text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}"
