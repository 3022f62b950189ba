"""The app: it owns the archive, the settings and those who think, and knows which screen comes next."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen

from ludoteca.archive import Archive, Kept
from ludoteca.core import AnySession, LudotecaError, OptionError
from ludoteca.core.words import Language, _, speaking
from ludoteca.games import GAMES
from ludoteca.locale import translator
from ludoteca.looks import Skin
from ludoteca.system.signals import end_with, on_ending
from ludoteca.tui import Wish, collect_garbage
from ludoteca.tui.ahead import Ahead, preparer
from ludoteca.tui.choices import Choices
from ludoteca.tui.driver import forgiving
from ludoteca.tui.page import Bottom, Page, start
from ludoteca.tui.sixteen import dress, has_sixteen
from ludoteca.tui.writing import AT_ONCE, Writing

if TYPE_CHECKING:  # those who think are imported when somebody asks them
    from ludoteca.analysis.client import Client
    from ludoteca.analysis.preparing import Preparer

ASCII: Final = str.maketrans(
    {
        "▶": ">", "·": "-", "☀": "*", "↵": "enter", "←": "<-", "→": "->", "…": "...", "—": "-", "×": "x",
        "‹": "<", "›": ">",
    }
)  # fmt: skip
PATIENCE: Final = 1.0  # seconds in which the first screen comes, and nothing is compiled beside it
WIDE, TALL = 110, 40  # columns and lines from which there is room to spare
FEW: Final = 3  # games of a kind after which nobody needs to be told how to move
LOW = 20  # lines from which there is room for what one would like to see


def run_app(code: str, *, said: bool = False, wish: Wish | int | None = None) -> None:
    """Open the app on the archive, or without one where it cannot be opened."""
    try:
        archive, notice = Archive.open(), ""
    except LudotecaError as error:
        archive, notice = None, str(error)
    app = Ludoteca(archive, code, said=said, wish=wish, notice=notice, preparer=preparer)
    try:
        with speaking(app.spoken):
            asyncio.run(_shown(app))
    finally:
        if archive:
            archive.close()
    if app.return_code:
        raise SystemExit(app.return_code)


async def _shown(app: Ludoteca) -> None:
    """Run the app. A signal ends it between two of its messages: within one it would be a traceback."""
    loop = asyncio.get_running_loop()
    loop.call_later(PATIENCE, collect_garbage)
    if sys.__stdin__ is not None:
        end_with(sys.__stdin__.fileno())
    with on_ending(lambda status: loop.call_soon_threadsafe(app.exit, None, status)):
        await app.run_async()


def _nobody(**_how: Any) -> None:
    """Who compiles ahead where nobody does."""


class Ludoteca(App[None]):
    """Five games in a terminal."""

    TITLE = "Ludoteca"
    CSS_PATH = "ludoteca.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = (
        False  # a drag is a move; texts that change under a selection are more than Textual can copy
    )
    BINDINGS: ClassVar = [Binding("ctrl+c", "quit", show=False, priority=True)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "wide")]  # noqa: RUF012 - Textual's own
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (LOW, "-low"), (TALL, "tall")]  # noqa: RUF012 - Textual's own

    def __init__(
        self,
        archive: Archive | None,
        code: str = "en",
        *,
        said: bool = False,
        wish: Wish | int | None = None,
        notice: str = "",
        today: Callable[[], date] = date.today,
        preparer: Callable[..., Preparer | None] = _nobody,
    ) -> None:
        colourless = bool(os.environ.get("NO_COLOR"))
        super().__init__(ansi_color=colourless or None)  # Textual then leaves all colours out
        self.set_class(colourless, "colourless")
        if has_sixteen(self) and not colourless:
            dress(self)
        self.archive, self.notice, self.today = archive, notice, today
        self.writing = Writing(self.set_timer)
        if archive is not None:
            archive.wait_at_most(AT_ONCE)  # what has to wait longer waits beside the screen
        read, keep = (self._read, archive.set) if archive else (_unread, _unkept)
        self.choices = Choices(read, keep, code, said=said)
        self._wish, self._quits, self._told = wish, False, ""
        self.is_leaving = False
        self._preparer = preparer
        self.spoken = Language(
            lambda message: self._language.gettext(message), lambda *forms: self._language.ngettext(*forms)
        )
        self._adopt(self.choices["language"])

    def get_driver_class(self) -> type[Driver]:
        """The platform's, that takes any byte."""
        return forgiving(super().get_driver_class())

    def _read(self, key: str, usual: str) -> str:
        """A setting, or the usual one where it cannot be read."""
        assert self.archive is not None
        try:
            return self.archive.setting(key, usual)
        except LudotecaError as error:
            self.notice = str(error)
            return usual

    def tell_damage(self) -> None:
        """Say once what the archive leaves out."""
        damage = self.archive.left_out if self.archive else ""
        if damage and damage != self._told:
            self.warn(damage)
        self._told = damage

    def _adopt(self, code: str) -> None:
        """Speak a language from now on, the analysis processes too."""
        self._language = translator(code)
        for client in self._clients:
            client.lang = code

    @cached_property
    def analysis(self) -> Client:
        """Who tells the truth about a game."""
        return self._client()

    @cached_property
    def opponent(self) -> Client:
        """Who plays against people."""
        return self._client(ready=self.ahead.is_done)

    @cached_property
    def ahead(self) -> Ahead:
        """What is compiled beside us."""
        return Ahead(self._preparer, self.choices["language"], self._say_prepared)

    def _say_prepared(self) -> None:
        from ludoteca.tui.lobby import Lobby

        for screen in self.screen_stack:
            if isinstance(screen, Lobby) and screen.is_open:
                screen.say_prepared()

    def _client(self, **how: Any) -> Client:
        from ludoteca.analysis.client import Client

        return Client(lang=self.choices["language"], warn=self.warn, **how)

    @property
    def _clients(self) -> list[Client]:
        """Those who have been asked for."""
        return [self.__dict__[name] for name in ("analysis", "opponent") if name in self.__dict__]

    @property
    def skin(self) -> Skin:
        """How boards look."""
        return self.choices.skin._replace(sixteen=has_sixteen(self))

    def spell(self, text: str) -> str:
        """A text in the characters that the player's terminal has."""
        return text.translate(ASCII) if self.skin.ascii else text

    def turn(self, key: str, step: int = 1) -> None:
        """Another value of a setting, seen at once on every screen."""
        self.choices.turn(key, step)
        self._adopt(self.choices["language"])
        self.set_class(self.choices["glyphs"] == "ascii", "ascii")
        for screen in self.screen_stack:
            if isinstance(screen, Page) and screen.is_open and screen.ready.is_set():
                self.stylesheet.update(screen)  # Textual does so only with the one in front
                screen.speak()

    def get_default_screen(self) -> Screen[None]:
        """What is below all."""
        return Bottom()

    def on_mount(self) -> None:
        """The lobby, or the game that was wished for."""
        self.set_class(self.choices["glyphs"] == "ascii", "ascii")
        if self._wish is None:
            self.push_screen(self._lobby())
        elif isinstance(self._wish, int):
            self.resume(self._wish)
        else:
            self.play(self._wish.session, self._wish.computers, seconds=self._wish.seconds)
        if self.notice:
            self.notify(self.notice, severity="error", timeout=30, markup=False)
        for problem in GAMES.problems:
            self.warn(problem)
        self.set_timer(PATIENCE, lambda: start(self, self.ahead.run, "prepare"))

    def play(
        self,
        session: AnySession,
        computers: Mapping[int, int] | None = None,
        *,
        daily: str = "",
        seconds: float | None = None,
        instead: bool = False,
        after: Kept | None = None,
    ) -> None:
        """Open a game, or one instead of the open screen, maybe one that goes on from another; a new one is
        kept from its first move on, and one that cannot be kept is played all the same."""
        from ludoteca.tui.playing import Playing

        def show(shown: AnySession) -> None:
            game = Playing(shown, computers or {}, seconds=seconds)
            self.switch_screen(game) if instead else self.push_screen(game)

        def unkept(error: LudotecaError) -> None:
            self.complain(error)
            show(session)

        def keep() -> None:
            if self.archive is None or isinstance(session, Kept):
                show(session)
            else:
                show(self.archive.keep(session, seats=computers or {}, daily=daily, after=after))

        self.write(keep, failed=unkept)

    def write(
        self, act: Callable[[], object], *, failed: Callable[[LudotecaError], object] | None = None
    ) -> None:
        """Do what writes to the archive: at once, or beside the screen while another program holds it."""
        self.writing.do(act, waits=self._saving, failed=failed or self.complain)

    def _saving(self) -> None:
        self.notify(_("saving…"), timeout=2, markup=False)

    async def action_quit(self) -> None:
        """Leave the app."""
        self.quit()

    def quit(self) -> None:
        """Leave the app, after what is still to be written; asked once more, without it."""
        if self.writing.is_waiting and not self._quits:
            self._quits = True
            self.warn(_("saving… Another program holds the archive; once more leaves without it."))
            self.writing.do(self.exit, waits=lambda: None, failed=self._stay)
        else:
            self.exit()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave the app at once."""
        self.is_leaving = True
        super().exit(result, return_code, message)

    def _stay(self, _error: LudotecaError) -> None:
        self._quits = False

    def leave(self) -> None:
        """Back to the screen before; the first one opened leads to the lobby."""
        if len(self.screen_stack) > 2:  # ours, and the empty one below all
            self.pop_screen()
        else:
            self.switch_screen(self._lobby())

    def complain(self, error: LudotecaError) -> None:
        """Say what went wrong, beside whatever is on the screen."""
        self.notify(str(error), severity="error", markup=False)

    def warn(self, sentence: str) -> None:
        """Say what is wrong, though it stops nothing."""
        self.notify(sentence, severity="warning", timeout=15, markup=False)

    def opponents(self, session: AnySession) -> dict[int, int]:
        """The computer in every seat but the first, at a level to begin with."""
        from ludoteca.looks.plan import USUAL_LEVEL

        return dict.fromkeys(range(1, session.game.players), USUAL_LEVEL)

    @staticmethod
    def _lobby() -> Screen[None]:
        from ludoteca.tui.lobby import Lobby

        return Lobby()

    def is_new(self, name: str) -> bool:
        """Whether a game has hardly been played yet, so that its player is glad of a word."""
        try:
            return self.archive is None or len(self.archive.games(game=name, finished=True, limit=FEW)) < FEW
        except LudotecaError:
            return True

    def resume(self, number: int) -> None:
        """Go on with a game of the archive."""
        try:
            if self.archive is None:
                raise OptionError(_("There is no archive, so no game has been kept."))
            session = self.archive.resume(number)
        except LudotecaError as error:
            self.complain(error)
            if len(self.screen_stack) == 1:  # nothing of ours is open
                self.push_screen(self._lobby())
            return
        self.play(session, session.seats)

    async def on_event(self, event: events.Event) -> None:
        """A key or a click is for the screen in front, and waits until that is there: one may type fast."""
        if isinstance(event, events.InputEvent):
            if self.screen_stack and isinstance(self.screen, Page) and not self.is_leaving:
                await self.screen.ready.wait()
            if self.is_leaving or not self.screen_stack:  # what was typed after that is for nobody
                return
        await super().on_event(event)

    async def on_unmount(self) -> None:
        """Nobody thinks on when the app is closed."""
        if "ahead" in self.__dict__:
            await self.ahead.close()
        for client in self._clients:
            await client.close()


def _unread(_key: str, usual: str) -> str:
    return usual


def _unkept(_key: str, _value: str) -> None:
    """Without an archive a setting lasts as long as the app."""
