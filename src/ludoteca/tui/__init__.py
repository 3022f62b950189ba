"""One app for the terminal and all games: it draws boards, takes gestures, and knows no rule."""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ludoteca.core import AnySession

# Textual shows what a key did at its next frame: at its usual 60 a second 8 ms later in the mean.
FRAMES: Final = "240"


@dataclass(frozen=True)
class Wish:
    """What to open at once: a game, and which of its seats are the computer's, at which level."""

    session: AnySession
    computers: Mapping[int, int] = field(default_factory=dict)
    seconds: float | None = None


def run(code: str, *, said: bool = False, wish: Wish | int | None = None) -> None:
    """Open the app, in a language that the environment or the command line says, maybe with a game: a new
    one, or a number of the archive."""
    gc.disable()  # until the first screen is there, 20 ms sooner: nothing of what it takes is garbage
    os.environ.setdefault("TEXTUAL_FPS", FRAMES)
    from ludoteca.tui.app import run_app

    run_app(code, said=said, wish=wish)


def collect_garbage() -> None:
    """From now on; what is there by now is there to stay, so nobody need look through it again."""
    gc.enable()
    gc.freeze()
