"""What every screen has: a table of keys with their words, shown in one line that can be clicked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from textual import events, messages
from textual.binding import Binding
from textual.content import Content
from textual.dom import DOMNode
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from ludoteca.core.words import N_, _

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

LINES = 2  # of keys at the foot of a screen, at most
ROOMY = 20  # lines of a screen from which there is room for that many
NAMES = {
    "question_mark": "?",
    "enter": "↵",
    "escape": "esc",
    "space": N_("space"),
    "left": "←",
    "right": "→",
    "down": "↓",
    "delete": N_("del"),
}


class Key(NamedTuple):
    """A key, the action it names, the word for it, and what help says of it where a word does not tell;
    without a word the key works unseen."""

    key: str
    action: str
    word: str = ""
    note: str = ""


class Bottom(Screen[None]):
    """The empty screen that Textual wants below all; nobody sees it, so it is neither styled nor laid out."""

    async def _on_message(self, message: Message) -> None:
        if not isinstance(message, (events.ScreenResume, events.Resize)):
            await super()._on_message(message)

    def _screen_resized(self, size: Size) -> None:
        pass


class Page(Screen[None]):
    """A screen of ours; `q` and escape go back unless it says otherwise."""

    AUTO_FOCUS = ""
    KEYS: ClassVar[tuple[Key, ...]] = ()
    app: Ludoteca
    _room = 80

    def __init__(self) -> None:
        super().__init__()
        self.ready = asyncio.Event()  # set once it is there, so that keys may come
        self._has_styles = False
        self._allow(self.app.size)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        ways_out = Key("q", "back"), Key("escape", "back")
        cls.BINDINGS = [Binding(key.key, key.action, show=False) for key in (*cls.KEYS, *ways_out)]
        super().__init_subclass__(**kwargs)

    def _allow(self, size: Size) -> None:
        """The classes for so much room. Textual gives them at the first resize; by then every widget has its
        styles, and would get all of them again."""
        breakpoints = (
            (size.width, self.app.HORIZONTAL_BREAKPOINTS),
            (size.height, self.app.VERTICAL_BREAKPOINTS),
        )
        for room, names in breakpoints:
            self.add_class(*self._get_breakpoint_classes(room, names), update=False)

    def keys(self) -> Static:
        """The line at the foot of the screen."""
        return Static(self._keys(), classes="keys")

    def on_mount(self) -> None:
        """It is there; Textual has called what a subclass does then before."""
        self.ready.set()

    async def _on_message(self, message: Message) -> None:
        """What the widgets of a page that was left still say is not heard: some of them are gone already;
        nor does a page begin that was left before."""
        if isinstance(message, events.ScreenResume) and not self._has_styles:
            message.refresh_styles, self._has_styles = False, True  # a new page's widgets have just got them
        if isinstance(message, events.Key) and self.is_open and self.app.screen is not self:
            self.app.post_message(events.Key(message.key, message.character))  # for the page in front now
            return
        is_textuals_own = type(message).__module__ in (events.__name__, messages.__name__)
        if self.is_open or (is_textuals_own and not isinstance(message, events.Mount)):
            await super()._on_message(message)
        else:
            self.ready.set()  # nobody need wait for what will not come

    def speak(self) -> None:
        """Say everything on the screen again: the language, the palette or the size has changed."""
        self._say_keys()

    def on_resize(self, event: events.Resize) -> None:
        """The line of keys takes what room there is."""
        self._room = event.size.width
        self._say_keys()

    def _say_keys(self) -> None:
        for line in self.query(".keys").results(Static):
            line.update(self._keys())

    @property
    def offered(self) -> Sequence[Key]:
        """The keys at the foot of the screen: those that can do something now."""
        return self.KEYS

    def _keys(self) -> Content:
        """The keys with their words, in as many lines as all of them would take, so that nothing moves when
        some are not offered."""
        lines = self._lined(self.offered)
        spare = len(self._lined(self.KEYS)) - len(lines)
        return Content("\n").join([*(Content("  ").join(line) for line in lines), *[Content("")] * spare])

    def _lined(self, keys: Sequence[Key]) -> list[list[Content]]:
        """Every key with its word, in two lines where one is too short; where there is no room for two, those
        that do not fit have no word, but help and the way out always have theirs."""
        every = [key for key in keys if key.word]
        others, ways_out = every[:-1], [*every[-1:], Key("q", "back", self.leaving)]
        words, most = len(others), 1 if self.size.height < ROOMY else LINES
        while len(lines := self._broken(others, ways_out, words)) > most and words:
            words -= 1
        return lines

    def _broken(self, others: Sequence[Key], ways_out: Sequence[Key], words: int) -> list[list[Content]]:
        """The lines of keys, so many of them with their words."""
        bare = [Key(key.key, key.action) for key in others[words:]]
        lines: list[list[Content]] = [[]]
        for key in (*others[:words], *bare, *ways_out):
            shown = link(key, self.app.spell)
            if (
                lines[-1]
                and sum(each.cell_length + 2 for each in lines[-1]) + shown.cell_length > self._room - 2
            ):
                lines.append([])
            lines[-1].append(shown)
        return lines

    @property
    def is_open(self) -> bool:
        """Whether neither the page nor the app has been left: what was planned before may come after that."""
        app = self.app
        return app.is_running and not app.is_leaving and self in app.screen_stack

    @property
    def leaving(self) -> str:
        """The word for the way out."""
        return N_("back")

    def action_help(self) -> None:
        """The keys of this page."""
        from ludoteca.tui.rules import RulesPage

        self.app.push_screen(RulesPage(None, self.KEYS))

    def action_back(self) -> None:
        """To the screen before, or to the lobby where there is none."""
        self.app.leave()


def start(node: DOMNode, work: Callable[[], Awaitable[object]], group: str) -> None:
    """Work beside the screen, in place of other work of the group; what is cancelled before it begins leaves
    nothing behind."""
    node.run_worker(cast("Any", work), group=group, exclusive=True)  # Textual's type has no such union


def link(key: Key, spell: Callable[[str], str]) -> Content:
    """A key and its word, to be clicked."""
    name, word = spell(key_name(key.key)), f" {_(key.word)}" if key.word else ""
    return Content.from_markup(f"[@click=screen.{key.action}][b]$name[/b]$word[/]", name=name, word=word)


def key_name(key: str) -> str:
    """What a key is called on the screen."""
    name = NAMES.get(key, key)
    return _(name) if len(name) > 1 else name
