"""Before a game: a row for each option and each seat, turned by keys or clicks, and the board beside them."""

from __future__ import annotations

from dataclasses import Field, fields, replace
from functools import partial
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from ludoteca.core import AnyGame, Board, LudotecaError, Session
from ludoteca.core.words import N_, _
from ludoteca.games import begin
from ludoteca.looks.plan import Plan
from ludoteca.system.luck import deal
from ludoteca.tui.board import BoardView
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.menu import Menu
from ludoteca.tui.page import Key, Page

PLAY: Final = "play"
PICTURE: Final = 18  # columns from which a picture is of use
# Keys, never `on_key`: this would turn a row before keys that were typed earlier have reached it.
_UNSEEN: Final = [
    Key(key, "turn" if way == "right" else "turn_back")
    for key, way in ARROWS.items()
    if way in ("left", "right") and key != "right"
]
BESIDE: Final = 4  # lines of the screen that are not rows or picture


def _noted(option: Field[Any]) -> str:
    """What an option is; what a number means that has a word of its own is said by that word."""
    known = option.metadata
    note, offers = known["note"], known.get("offers") or {}
    return _(note).partition("; 0:")[0] if offers.get(0) else _(note)


class Rows(Menu):
    """The controls; a click turns one back, left of the middle of its value, or on."""

    BINDINGS: ClassVar = [Binding("enter,space", "screen.choose", show=False)]

    class Turned(Message):
        """A row was clicked."""

        def __init__(self, key: str, step: int) -> None:
            super().__init__()
            self.key, self.step = key, step

    def __init__(self) -> None:
        super().__init__()
        self.middle = self.room = 0  # column of the values' middle; columns of a row

    def on_click(self, event: events.Click) -> None:
        """One value back or on; what is no control is chosen, as in any list."""
        at = event.style.meta.get("option")
        if at is None or self.options[at].id == PLAY:
            return
        event.prevent_default()
        self.highlighted = at
        self.post_message(self.Turned(self.options[at].id or "", -1 if event.x < self.middle else 1))


class Setup(Page):
    """What is shown is what will be played: options and seats in rows, and the very board that was dealt."""

    KEYS: ClassVar = (
        Key("p", "play", N_("play")),
        Key("right", "turn", N_("change")),
        Key("v", "watch", N_("watch the computer play")),
        Key("o", "options", N_("type options")),
        *_UNSEEN,
        Key("question_mark", "help", N_("rules")),
    )

    def __init__(self, name: str) -> None:
        super().__init__()
        self._plan = Plan.usual(name)
        self._session = Session(self._plan.game)
        self._problem = ""

    @property
    def game(self) -> AnyGame:
        """The game as it is set."""
        return self._plan.game

    @property
    def _board(self) -> Board:
        return self.game.board(self._session.state)

    def compose(self) -> ComposeResult:
        """What it is, its options as a text for those who ask for it, its rows, its board; as it was played
        last."""
        self._plan = Plan.read(self.game.name, self.app.choices.plan(self.game.name))
        self._session = deal(Session(self.game))
        yield Static(_(self.game.title), classes="head", id="head", markup=False)
        yield Input(self.game.options, id="options", compact=True)
        with VerticalScroll(id="notes", can_focus=False):
            yield Static(self._notes(), id="note", markup=False)
        with Horizontal(id="pair"):
            yield Rows()
            yield BoardView(self._board, self.app.skin, whole=True)
        yield Static("", id="said", markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """The rows are ready to be turned."""
        self._list()
        self.query_one(Rows).focus()

    def on_resize(self, _event: events.Resize) -> None:
        """The picture has what room the rows leave it."""
        if self.is_open and self.ready.is_set():
            self._lay_out()

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        self.query_one("#head", Static).update(_(self.game.title))
        self.query_one("#note", Static).update(self._notes())
        self.query_one(BoardView).wear(self.app.skin)
        self._list()

    def _notes(self) -> str:
        lines = [_("Options, as in an id, also #seed and @position; what is not named has its usual value:")]
        lines += [f"  {each.name:10} {_(each.metadata['note'])}" for each in fields(self.game)]
        return "\n".join(lines)

    def _list(self) -> None:
        """A row to begin, and one for each control."""
        controls = self._plan.controls
        names = [control.word[:1].upper() + control.word[1:] for control in controls]
        name = max(map(len, names), default=0)
        value = max((len(word) for control in controls for word in control.words), default=0)
        options = [Option(self.app.spell("▶ ") + _("play"), id=PLAY)]
        for control, word in zip(controls, names, strict=True):
            line = f"  {word:{name}}  ‹ {control.words[control.at]:{value}} ›"
            options.append(Option(self.app.spell(line), id=control.key))
        rows = self.query_one(Rows)
        rows.middle, rows.room = 5 + name + (value + 4) // 2, 10 + name + value
        rows.fill(options)
        self._lay_out()
        self._explain()

    def _lay_out(self) -> None:
        """Rows first; beside them the picture, where there is room for one that shows something."""
        rows, picture, board = self.query_one(Rows), self.query_one(BoardView), self._board
        room, height = self.size.width - rows.room, self.size.height - BESIDE
        picture.display = room >= max(PICTURE, len(board[0])) and height >= len(board)
        rows.styles.width = rows.room if picture.display else "1fr"

    def _explain(self) -> None:
        """What the option under the cursor is, unless something is wrong."""
        chosen = self.query_one(Rows).chosen
        notes = {f"option {each.name}": _noted(each) for each in fields(self.game)}
        self.query_one("#said", Static).update(self._problem or notes.get(chosen, ""))

    def on_option_list_option_highlighted(self) -> None:
        """The cursor is on another row."""
        self._explain()

    def on_option_list_option_selected(self) -> None:
        """The row that begins was clicked."""
        self.action_play()

    def on_rows_turned(self, event: Rows.Turned) -> None:
        """A row was clicked."""
        self._turn(event.key, event.step)

    def action_choose(self) -> None:
        """Begin, or the next value of the row under the cursor."""
        self.action_play() if self.query_one(Rows).chosen == PLAY else self.action_turn()

    def action_turn(self) -> None:
        """The next value of the row under the cursor."""
        self._turn(self.query_one(Rows).chosen, 1)

    def action_turn_back(self) -> None:
        """The value before."""
        self._turn(self.query_one(Rows).chosen, -1)

    def _turn(self, key: str, step: int) -> None:
        self._adopt(self._plan.turned(key, step))
        self._write_options()

    def _write_options(self) -> None:
        """The text says what the rows say."""
        with self.prevent(Input.Changed):
            self.query_one(Input).value = self.game.options

    def _adopt(self, plan: Plan) -> None:
        """Another plan that can be played; another game is dealt at once."""
        before, self._plan, self._problem = self._plan, plan, ""
        if plan.game != before.game:
            self._session = deal(Session(plan.game))
            self.query_one(BoardView).show(self._board)
        self._list()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Other options, with a seed or a position as an id has them; or a sentence on what is wrong with
        them."""
        text = event.value.replace(" ", "")
        try:
            session = begin(
                f"{self.game.name}:{text}" if text[:1] not in ("", "#", "@") else f"{self.game.name}{text}"
            )
        except LudotecaError as error:
            self._problem = str(error)
            self._explain()
        else:
            self._adopt(replace(self._plan, game=session.game))
            if set("#@") & set(text):
                self._session = session
                self.query_one(BoardView).show(self._board)

    def on_input_submitted(self) -> None:
        """Enter in the options plays."""
        self.action_play()

    def action_options(self) -> None:
        """Write options."""
        self._show_options(shown=True)
        self.set_focus(self.query_one(Input))

    def _show_options(self, *, shown: bool) -> None:
        self.query_one(Input).display = self.query_one("#notes").display = shown

    def action_play(self) -> None:
        """Begin."""
        self._begin(self._plan.computers)

    def action_watch(self) -> None:
        """The computer in every seat."""
        self._begin(self._plan.watched)

    def _begin(self, computers: dict[int, int]) -> None:
        if self._problem:
            return
        self.app.play(self._session, computers, instead=True)
        self.app.write(partial(self.app.choices.remember, self.game.name, self._plan.text))

    def action_help(self) -> None:
        """The rules."""
        from ludoteca.tui.rules import RulesPage

        self.app.push_screen(RulesPage(type(self.game)))

    def action_back(self) -> None:
        """Out of the options, which are then again what the rows say; or back."""
        if not self.query_one(Input).display:
            super().action_back()
            return
        self.set_focus(self.query_one(Rows))
        self._show_options(shown=False)
        self._write_options()
        self._adopt(self._plan)
