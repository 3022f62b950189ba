"""Beside the board: the words of moves that are said with a button, and what each of them is worth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from textual.content import Content
from textual.style import Style

from ludoteca.core import AnyGame, Board, Cell, is_number
from ludoteca.core.words import _
from ludoteca.looks import Scale, Skin, Spot, draw
from ludoteca.looks.canvas import centred
from ludoteca.looks.colour import mix, readable
from ludoteca.looks.palette import palette_of
from ludoteca.looks.roles import look_of
from ludoteca.tui.gestures import STEPS, Gestures
from ludoteca.tui.spots import content_of

NOTHING: Final[Mapping[str, tuple[float, str]]] = MappingProxyType({})
LONGEST: Final = 6  # characters of a bar for what a word is worth
MANY_WORDS: Final = 16  # more buttons than these help nobody
WIDEST, LEAST = 7, 5  # characters of a button that looks like a cell
FADED: Final = 0.65  # how far such a one that is closed goes towards black
SIGNS: Final = {  # around what a button says; and where there are only characters of ASCII
    False: {"open": (" ", " "), "hint": ("›", "‹"), "closed": ("·", "·")},
    True: {"open": (" ", " "), "hint": (">", "<"), "closed": ("-", "-")},
}


def words_of(game: AnyGame, gestures: Gestures, board: Board) -> list[str]:
    """The words that have buttons: the game's own ones, open or not, then others that no cell stands for."""
    return [*game.buttons, *(word for word in gestures.spoken(board) if word not in game.buttons)]


def captions(words: Sequence[str]) -> list[str]:
    """What the buttons say: their words, with the numbers of their keys where no other key says them.

    >>> captions(["roll", "keep"]), captions(["up", "down"]), captions(["roll"])
    (['1 roll', '2 keep'], ['up', 'down'], ['roll'])
    """
    if len(words) == 1 or any(word in STEPS or is_number(word) for word in words):
        return [_(word) for word in words]
    return [f"{number} {_(word)}" for number, word in enumerate(words, 1)]


def buttons(
    game: AnyGame,
    gestures: Gestures,
    board: Board,
    skin: Skin,
    width: int,
    *,
    worths: Mapping[str, tuple[float, str]] = NOTHING,
    hinted: Collection[str] = (),
) -> Content:
    """A button for each word; one that looks like a cell is a swatch of it, others have a line each where
    their places are kept, with a bar for what each is worth where that is known.

    Lines are broken here, between buttons: whoever breaks a text at blanks drops the blanks of a colour.
    """
    words = words_of(game, gestures, board)
    if len(words) > MANY_WORDS:
        return Content("")
    states = {word: _state(word, gestures, hinted) for word in words}
    looks = _looks(game, gestures, board, words)
    if words and all(looks.values()):
        return _grid(list(looks.items()), states, skin, width)
    known = worths if worths.keys() >= set(gestures.spoken(board)) and gestures.words else NOTHING
    texts = captions(words)
    wide = max(map(len, texts), default=0) if game.buttons or known else 0
    made = [
        _plain(word, text.ljust(wide), states[word], skin)
        if not (cell := looks[word])
        else _swatch(cell, word, _(word), states[word], skin, LEAST)
        for word, text in zip(words, texts, strict=True)
    ]
    if not (game.buttons or known):
        return _flowing(made, width)
    room = width - wide - max((len(said) for _share, said in known.values()), default=0) - 4
    bars = [_worth(*known[word], min(LONGEST, room), skin) if word in known else "" for word in words]
    return Content("\n").join(Content.assemble(*pair) for pair in zip(made, bars, strict=True))


def _state(word: str, gestures: Gestures, hinted: Collection[str]) -> str:
    if word not in gestures.words:
        return "closed"
    return "hint" if word in hinted else "open"


def _looks(game: AnyGame, gestures: Gestures, board: Board, words: Sequence[str]) -> dict[str, Cell | None]:
    """The cell that each word looks like, if it does: the game says it, or one on the board says the word."""
    said = {gestures.word_of(cell): cell for row in board for cell in row} if not game.buttons else {}
    roles = {word: game.buttons.get(word) for word in words}
    return {word: Cell(role, word) if role else said.get(word) for word, role in roles.items()}


def _flowing(made: Sequence[Content], width: int) -> Content:
    """As many in a line as there is room for."""
    lines: list[list[Content]] = [[]]
    for button in made:
        if lines[-1] and sum(each.cell_length + 1 for each in lines[-1]) + button.cell_length > width:
            lines.append([])
        lines[-1].append(button)
    return Content("\n").join(Content(" ").join(line) for line in lines)


def _grid(
    looks: Sequence[tuple[str, Cell | None]], states: Mapping[str, str], skin: Skin, width: int
) -> Content:
    """Swatches in rows of one length."""
    rows = -(-len(looks) // max(1, (width + 1) // (LEAST + 1)))
    across = -(-len(looks) // rows)
    wide = max(LEAST, min(WIDEST, (width + 1) // across - 1))
    made = [_swatch(cell, word, _(word), states[word], skin, wide) for word, cell in looks if cell]
    lines = [Content(" ").join(made[at : at + across]) for at in range(0, len(made), across)]
    return Content("\n").join(lines)


@lru_cache(maxsize=256)
def _swatch(cell: Cell, word: str, label: str, state: str, skin: Skin, wide: int) -> Content:
    """A cell with a label on it; one that is closed is faded, or bare where there is no colour for that."""
    bare = not skin.colour or (skin.sixteen and state == "closed")
    ground = "" if bare else palette_of(skin).get(look_of(cell.role).ground, "")
    left, right = SIGNS[skin.ascii][state]
    if ground:
        shown = mix(ground, "#000000", FADED) if state == "closed" else ground
        line = [Spot(" ", "", shown)] * wide
    elif state == "closed":
        line = [Spot(" ")] * wide
    else:
        line = list(draw([[cell._replace(text=" ", name="")]], Scale(wide, 1), skin._replace(names=False))[0])
    ink = readable(line[0].ground) if ground else ""
    centred(line, f"{left}{label}{right}", ink, bold=state != "closed")
    return content_of(line).stylize("strike" if state == "closed" else "").stylize(_link(word))


@lru_cache(maxsize=256)
def _plain(word: str, text: str, state: str, skin: Skin) -> Content:
    left, right = SIGNS[skin.ascii]["hint" if state == "hint" else "open"]
    style = {"open": "reverse", "hint": _hinted(skin), "closed": skin.faint or "strike"}[state]
    return Content.assemble((f"{left}{text}{right}", style)).stylize(_link(word))


def _hinted(skin: Skin) -> str:
    if not skin.colour:
        return "reverse bold"
    ground = palette_of(skin)["hint"]
    return f"bold {readable(ground)} on {ground}"


def _worth(share: float, said: str, longest: int, skin: Skin) -> str:
    """A bar from 0 for what a word is worth beside the best one, where there is room for it, and a number."""
    if longest < 1:
        return f" {said}"
    drawn = ("#" if skin.ascii else "█") * max(round(share * longest), int(share > 0))
    return f" {drawn:{longest}} {said}"


def _link(word: str) -> Style:
    return Style.from_meta({"@click": f"screen.say({word!r})"})
