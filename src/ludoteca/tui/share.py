"""Share a game: its id and its record to the clipboard, and files of it in every form there is."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from ludoteca import formats
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.system.disk import FileError, replaces
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.page import Key, Page, start


class Share(Page):
    """What the game is called, what was played, and where to write it."""

    KEYS: ClassVar = (
        Key("i", "copy_id", N_("copy id")),
        Key("r", "copy_record", N_("copy record")),
        Key("f", "file", N_("write file"), N_("write a file; the end of its name says of what form")),
        Key("question_mark", "help", N_("help")),
    )

    def __init__(self, session: AnySession) -> None:
        super().__init__()
        self.session, self.record = session, str(session.record)
        self._there = ""  # the file that the next press writes over
        self._written = ""  # the name that was written last

    def compose(self) -> ComposeResult:
        """The id, a line for the name of a file, the forms of files, and the record."""
        yield Static("", classes="head", id="head", markup=False)
        yield Static(str(self.session.id), id="shared", markup=False)
        yield Input(id="path", compact=True)
        yield Static("", id="said", markup=False)
        with VerticalScroll(id="record"):
            yield Static("", id="forms", markup=False)
            yield Static(self.record, markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """The record is ready to be read."""
        self.query_one("#record").focus()
        self.speak()

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        title = _("Share a game: {game}", game=_(self.session.game.title))
        self.query_one("#head", Static).update(title)
        self.query_one("#forms", Static).update(self._forms())
        self.query_one(Input).placeholder = _(
            "name of a file, such as {name}", name=f"{self.session.game.name}.svg"
        )

    def on_key(self, event: events.Key) -> None:
        """Arrows scroll the record, letters that are arrows too."""
        way = ARROWS.get(event.key)
        if way in ("up", "down") and not isinstance(self.focused, Input):
            self.query_one("#record").scroll_relative(y=1 if way == "down" else -1, animate=False)
            event.stop()

    def action_copy_id(self) -> None:
        """The id to the clipboard."""
        self.app.copy_to_clipboard(str(self.session.id))
        self._say(_("The id was sent to the clipboard; not every terminal takes it."))

    def action_copy_record(self) -> None:
        """The record to the clipboard."""
        self.app.copy_to_clipboard(self.record)
        self._say(_("The record was sent to the clipboard; not every terminal takes it."))

    def action_file(self) -> None:
        """Type the name of a file; typed already, it is written, once."""
        if self.query_one(Input).value.strip() not in ("", self._written):
            self._write()
        else:
            self.query_one(Input).focus()

    def on_input_submitted(self) -> None:
        """Enter writes the file."""
        self._write()

    def on_input_changed(self) -> None:
        """Another name: nothing is about to be written over."""
        self._there = ""

    def _write(self) -> None:
        """Write the form that the name tells; a file that is there only when asked twice."""
        name = self.query_one(Input).value.strip()
        path = os.path.abspath(os.path.expanduser(name))
        if not name:
            self._say(_("Type the name of a file first."))
            return
        try:
            is_there = replaces(path)
        except FileError as error:
            self._say(str(error))
            return
        if is_there and self._there != path:
            self._there = path
            self._say(_("{path} is there already; once more writes over it.", path=path))
        else:
            self._there = ""
            self._say(_("writing {path}", path=path))
            start(self, partial(self._export, name, path), "file")

    async def _export(self, name: str, path: str) -> None:
        """Write beside the screen: a film of a long game takes a while."""
        try:
            await asyncio.to_thread(formats.save, self.session, path)
        except LudotecaError as error:
            self._say(str(error))
        else:
            self._written = name
            self._say(_("Written to {path}.", path=path))

    def action_back(self) -> None:
        """Out of the name, or back."""
        if isinstance(self.focused, Input):
            self.query_one("#record").focus()
        else:
            super().action_back()

    def _say(self, sentence: str) -> None:
        self.query_one("#said", Static).update(sentence)

    def _forms(self) -> str:
        """A line for each form: how a name ends, and what is written then; some games lack some forms."""
        offered = [form for name, form in formats.FORMS.items() if self._has(name)]
        rows = [(" ".join(form.suffixes), _(form.note)) for form in offered]
        wide = max(len(ends) for ends, _word in rows)
        return "\n".join(f"{ends:{wide}}  {word}" for ends, word in rows)

    def _has(self, form: str) -> bool:
        if form in ("replay", "cast"):  # every game has these, and those of a long one take a while
            return True
        try:
            return bool(formats.write(self.session, form))
        except LudotecaError:
            return False
