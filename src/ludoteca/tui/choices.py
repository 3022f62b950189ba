"""What a player may set: each setting, its values and their words; kept in the archive where there is one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from ludoteca.core import LudotecaError
from ludoteca.core.words import N_
from ludoteca.locale import LANGUAGES, speaks_utf8
from ludoteca.looks import TITLES, Skin

ON, OFF = "on", "off"


class Choice(NamedTuple):
    """A setting: its word, and its values with their words, the usual one first."""

    word: str
    values: dict[str, str]


CHOICES: Final = {
    "language": Choice(N_("Language"), dict(zip(LANGUAGES, (N_("English"), N_("Spanish")), strict=True))),
    "palette": Choice(N_("Colours"), dict(TITLES)),
    "glyphs": Choice(N_("Characters"), {"unicode": N_("all"), "ascii": N_("ASCII only")}),
    "names": Choice(N_("Names of rows and columns"), {ON: N_("shown"), OFF: N_("hidden")}),
    "prompts": Choice(N_("Keys told"), {OFF: N_("at first"), ON: N_("always")}),
    "animation": Choice(N_("Animations"), {ON: N_("on"), OFF: N_("off")}),
    "truth": Choice(N_("Truth bar"), {OFF: N_("at a key press"), ON: N_("always on")}),
    "pace": Choice(
        N_("Pace of the computer"), {"0.4": N_("normal"), "1.2": N_("slow"), "0": N_("as fast as it can")}
    ),
}


class Choices:
    """The settings of one player: read once, kept at every change."""

    def __init__(
        self, read: Callable[[str, str], str], keep: Callable[[str, str], None], code: str, *, said: bool
    ) -> None:
        usual = {key: next(iter(choice.values)) for key, choice in CHOICES.items()} | {"language": code}
        if "utf" not in (sys.stdout.encoding or "utf-8").lower() or not speaks_utf8(os.environ):
            usual["glyphs"] = "ascii"
        found = {key: read(key, value) for key, value in usual.items()}
        self._values = {
            key: value if value in CHOICES[key].values else usual[key] for key, value in found.items()
        }
        if said:  # on the command line: for this time
            self._values["language"] = code
        self._read, self._keep = read, keep
        self._plans: dict[str, str] = {}

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def is_on(self, key: str) -> bool:
        """Whether a switch is on."""
        return self._values[key] == ON

    def turn(self, key: str, step: int = 1) -> None:
        """The next value of a setting, round and round; kept before it is seen."""
        values = list(CHOICES[key].values)
        value = values[(values.index(self._values[key]) + step) % len(values)]
        self._keep(key, value)
        self._values[key] = value

    def plan(self, name: str) -> str:
        """How a game was played last, as it was told; nothing where that is not known."""
        return self._plans.get(name) or self._read(f"plan {name}", "")

    def remember(self, name: str, plan: str) -> None:
        """How a game is played, for the next time; while the archive cannot be written, as long as the app
        lasts: it is not worth waiting for."""
        self._plans[name] = plan
        with suppress(LudotecaError):
            self._keep(f"plan {name}", plan)

    @property
    def skin(self) -> Skin:
        """How boards look."""
        return Skin(
            palette=self["palette"], ascii=self["glyphs"] == "ascii",
            colour=not os.environ.get("NO_COLOR"), names=self.is_on("names"),
        )  # fmt: skip
