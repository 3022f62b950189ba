"""The history: all games of the archive, newest first, to search, go on with, replay, share and forget."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.archive import Archive, Entry, Kept
from ludoteca.core import LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.looks.naming import called
from ludoteca.looks.report import line_of
from ludoteca.tui.menu import Menu
from ludoteca.tui.page import Key, Page

PAGE: Final = 100  # games that are read at a time
PAUSE: Final = 0.15  # seconds without a key before a search, which may have many moves to look through
AROUND: Final = 5  # columns around a line: margins, and a place for the scroll bar
LEAST: Final = 36  # columns of a line; on a narrower screen it is broken
MORE: Final = "more"
VIEWS: Final = {None: N_("All games"), False: N_("Unfinished games"), True: N_("Finished games")}


class History(Page):
    """A line for each game."""

    KEYS: ClassVar = (
        Key("enter", "open", N_("open"), N_("go on with a game, or see one again that is over")),
        Key("p", "replay", N_("replay"), N_("see a game again, move by move")),
        Key("f", "find", N_("search"), N_("search for a game, an id, a day or a move")),
        Key("v", "view", N_("filter"), N_("all games, the unfinished ones, the finished ones")),
        Key("x", "share", N_("share"), N_("the id, the record, and files of them")),
        Key("delete", "forget", N_("forget"), N_("forget a game for good; press it twice")),
        Key("question_mark", "help", N_("help")),
    )

    def __init__(self) -> None:
        super().__init__()
        self._finished: bool | None = None
        self._entries: dict[int, Entry] = {}
        self._is_all = True  # whether there is no game beyond those read
        self._doomed: int | None = None  # whom the next press forgets
        self._search: Timer | None = None

    def compose(self) -> ComposeResult:
        """What is looked for, the games, and what there is to say."""
        yield Static("", classes="head", id="head", markup=False)
        yield Input(id="find", compact=True, placeholder=_("search: game, id, day or move"))
        yield Menu()
        yield Static("", id="said", markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """The newest game is under the cursor."""
        self.query_one(Menu).focus()

    def on_screen_resume(self) -> None:
        """At first, and back from a game, which may have gone on."""
        self._load()

    def on_resize(self, event: events.Resize) -> None:
        """Lines take what room there is."""
        super().on_resize(event)
        if self._entries:
            self._show()

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        self.query_one(Input).placeholder = _("search: game, id, day or move")
        self._show()

    def _load(self, *, more: bool = False) -> None:
        """Read the games again, or a page more; those that came meanwhile move others to the next page."""
        if not self.is_open:
            return
        archive, text = self.app.archive, self.query_one(Input).value.strip()
        if archive is None:
            self._say(_("There is no archive, so no game has been kept."))
            return
        count, offset = (PAGE, len(self._entries)) if more else (max(PAGE, len(self._entries)), 0)
        try:
            boards = called(text, archive.boards()) if text else ()
            found = archive.games(
                finished=self._finished, text=text, boards=boards, limit=count, offset=offset
            )
        except LudotecaError as error:
            self._complain(error)
            return
        self._is_all = len(found) < count
        self._entries = (self._entries if more else {}) | {entry.number: entry for entry in found}
        self._show(stay=more)
        self.app.tell_damage()

    def _show(self, *, stay: bool = False) -> None:
        self._doomed = None
        self.query_one("#head", Static).update(_(VIEWS[self._finished]))
        wide = max(LEAST, self.app.size.width - AROUND)
        options = [Option(self._line(entry, wide), id=str(number)) for number, entry in self._entries.items()]
        if not self._is_all:
            options.append(Option(_("older games"), id=MORE))
        self.query_one(Menu).fill(options, stay=stay)
        if self.app.archive is not None:
            self._say(self._count())

    def _line(self, entry: Entry, wide: int) -> str:
        """A game in a line, in this player's characters, some of which take more room."""
        line = self.app.spell(line_of(entry, wide))
        return self.app.spell(line_of(entry, 2 * wide - len(line))) if len(line) > wide else line

    def _count(self) -> str:
        if self._entries:
            return _("Games: {count}", count=f"{len(self._entries)}{'' if self._is_all else '+'}")
        return _("No game fits.") if self.query_one(Input).value else _("No games yet.")

    # Finding

    def on_input_changed(self) -> None:
        """Another text to look for, once the typing pauses."""
        if self._search is not None:
            self._search.stop()
        self._search = self.set_timer(PAUSE, self._load)

    def on_input_submitted(self) -> None:
        """Enter leads to what was found."""
        self.query_one(Menu).focus()

    def on_key(self, event: events.Key) -> None:
        """From the text down to what was found."""
        if isinstance(self.focused, Input) and event.key == "down":
            self.query_one(Menu).focus()
            event.stop()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another game: nothing is about to be forgotten any more; at the end older games come."""
        if event.option.id == MORE == self.query_one(Menu).chosen:
            self._load(more=True)
        elif event.option.id != str(self._doomed) and self._doomed is not None:
            self._doomed = None
            self._say(self._count())

    def action_find(self) -> None:
        """Type what to look for."""
        self.query_one(Input).focus()

    def action_view(self) -> None:
        """All games, the unfinished ones, the finished ones, and round again."""
        views = list(VIEWS)
        self._finished = views[(views.index(self._finished) + 1) % len(views)]
        self._load()

    # The game under the cursor

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A game was chosen."""
        if event.option.id != MORE:
            self.action_open()

    def action_open(self) -> None:
        """Go on with a game, or replay one that is over."""
        entry = self._chosen()
        if entry is not None and not entry.result:
            self.app.resume(entry.number)
        elif entry is not None:
            self.action_replay()

    def action_replay(self) -> None:
        """See the game again, move by move."""
        from ludoteca.tui.replay import Replay

        entry = self._chosen()
        session = self._session()
        if entry is not None and session is not None:
            self.app.push_screen(Replay(session, entry))

    def action_share(self) -> None:
        """The id and the record, and files of them."""
        from ludoteca.tui.share import Share

        session = self._session()
        if session is not None:
            self.app.push_screen(Share(session))

    def action_forget(self) -> None:
        """Forget a game: at the second press, since nobody can bring it back."""
        archive, entry = self.app.archive, self._chosen()
        if archive is None or entry is None:
            return
        if self._doomed != entry.number:
            self._doomed = entry.number
            self._say(_("Press again to forget this game: {game}", game=self.app.spell(line_of(entry))))
            return
        self.app.write(partial(self._do_forget, archive, entry.number), failed=self._not_forgotten)

    def _do_forget(self, archive: Archive, number: int) -> None:
        archive.delete(number)
        self._load()

    def _not_forgotten(self, error: LudotecaError) -> None:
        self._complain(error)
        self._load()

    def _chosen(self) -> Entry | None:
        chosen = self.query_one(Menu).chosen
        entry = self._entries.get(int(chosen)) if chosen and chosen != MORE else None
        if entry is None and self.app.archive is not None:
            self._say(_("No game is chosen."))
        return entry

    def _session(self) -> Kept | None:
        """The game under the cursor, read from the archive and replayed through the rules."""
        archive, entry = self.app.archive, self._chosen()
        if archive is None or entry is None:
            return None
        try:
            return archive.resume(entry.number)
        except LudotecaError as error:
            self._complain(error)
            return None

    def action_back(self) -> None:
        """Out of the search, or back."""
        if isinstance(self.focused, Input):
            self.query_one(Menu).focus()
        else:
            super().action_back()

    def _say(self, sentence: str) -> None:
        self.query_one("#said", Static).update(sentence)

    def _complain(self, error: LudotecaError) -> None:
        self.app.complain(error)
