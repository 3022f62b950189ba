"""Beside the board: who plays, what can be said with a button, and the moves so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from ludoteca.core import AnySession, Board, Cell
from ludoteca.core.words import _
from ludoteca.looks import Scale, Skin, draw
from ludoteca.looks.naming import level_name
from ludoteca.tui.gestures import Gestures

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

USUAL_LEVEL: Final = 3  # of an opponent, until somebody says otherwise
NOTHING: Final[Mapping[str, tuple[float, str]]] = MappingProxyType({})
LONGEST: Final = 6  # characters of a bar for what a word is worth
MANY_WORDS: Final = 16  # more buttons than these help nobody


def who(session: AnySession, computers: Mapping[int, int], spell: Callable[[str], str]) -> Content:
    """The seats with their points, the one to move marked, and what the board does not show."""
    game, lines = session.game, list[Content]()
    if game.players > 1:
        for seat, name in enumerate(game.seats):
            turn = spell("▶") if seat == session.player else " "
            level = f" ({level_name(game, computers[seat])})" if seat in computers else ""
            style = "bold" if seat == session.player else ""
            lines.append(Content.assemble((f"{turn} {name}", style), (level, "dim")))
    elif computers:
        level = level_name(game, computers[0])
        lines.append(Content(spell("▶ ") + (_("Computer: {level}", level=level) if game.skill else level)))
    lines += [Content(sentence) for sentence in game.status(session.state)]
    return Content("\n").join(lines)


def buttons(
    gestures: Gestures,
    board: Board,
    skin: Skin,
    width: int,
    worths: Mapping[str, tuple[float, str]] = NOTHING,
) -> Content:
    """What may be said now and is no place of the board, to be clicked; it looks like a cell that says it.

    Where it is known what each is worth, a bar beside each tells. Lines are broken here, between buttons:
    whoever breaks a text at blanks drops the blanks of a colour.
    """
    spoken = gestures.spoken(board)
    if len(spoken) > MANY_WORDS:
        return Content("")
    looks = {gestures.word_of(cell): cell for row in board for cell in row}
    labels = zip(spoken, numbered(gestures, board), strict=True)
    lines: list[list[Content]] = [[]]
    if spoken and worths.keys() >= set(spoken):
        wide = max(len(label) for label in numbered(gestures, board))
        return Content("\n").join(
            Content.assemble(_button(word, label.ljust(wide), None, skin), *_worth(*worths[word], skin))
            for word, label in labels
        )
    for button in (_button(word, label, looks.get(word), skin) for word, label in labels):
        if lines[-1] and sum(each.cell_length + 1 for each in lines[-1]) + button.cell_length > width:
            lines.append([])
        lines[-1].append(button)
    return Content("\n").join(Content(" ").join(line) for line in lines)


def _worth(share: float, said: str, skin: Skin) -> tuple[str, str]:
    """A bar for what a word is worth, and its value."""
    return f" {('#' if skin.ascii else '█') * (1 + round(share * (LONGEST - 1))):{LONGEST}} ", said


def numbered(gestures: Gestures, board: Board) -> list[str]:
    """What the buttons say: their words, with the numbers of their keys where no other key says them."""
    spoken = gestures.spoken(board)
    if len(spoken) == 1 or gestures.pushes or any(word.isdigit() for word in spoken):
        return [_(word) for word in spoken]
    return [f"{number} {_(word)}" for number, word in enumerate(spoken, 1)]


def _button(word: str, label: str, cell: Cell | None, skin: Skin) -> Content:
    link = Style.from_meta({"@click": f"screen.say({word!r})"})
    if cell is None:
        return Content.assemble((f" {label} ", "reverse")).stylize(link)
    alone = Cell(cell.role, cell.text, cell.name)
    spots = draw([[alone]], Scale(4, 1), skin._replace(names=False))[0]
    inks = [(spot.char, f"{spot.ink} {f'on {spot.ground}' if spot.ground else ''}".strip()) for spot in spots]
    return Content.assemble(*inks, f"{label} ").stylize(link)


class Moves(Widget):
    """The moves so far, as many of the last ones as there is room for."""

    app: Ludoteca

    def __init__(self, session: AnySession) -> None:
        super().__init__()
        self.session = session

    def show(self, session: AnySession) -> None:
        """Show the moves of a game."""
        self.session = session
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line of one move."""
        first = max(0, len(self.session.moves) - self.size.height)
        width = self.size.width
        return Strip([Segment(self._line(first + y)[:width].ljust(width), self.rich_style)], width)

    def _line(self, ply: int) -> str:
        session = self.session
        if ply >= len(session.moves):
            return ""
        mark = " " if session.decided(ply) else "·"
        said = " ".join(map(_, session.game.text(session.moves[ply]).split()))
        return self.app.spell(f"{ply + 1:4}{mark}{said}")


def happened(session: AnySession, since: int) -> Sequence[str]:
    """What the moves since a ply did, in the rules' words."""
    game = session.game
    plies = range(since, len(session.moves))
    return [said for ply in plies for said in game.tell(session.states[ply], session.moves[ply])]
