"""Draws the README's picture, the five games as a terminal shows them: `python docs/picture.py`."""

import io
import re
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from ludoteca.console import drench, fuga, g2048, plain, solitario
from ludoteca.console.talk import Talk
from ludoteca.core import Session
from ludoteca.games import begin


def shown(session: Session, draw) -> Text:  # type: ignore[no-untyped-def,type-arg]  # a picture, not a program
    """What a console draws of a game, in colour."""
    sink = io.StringIO()
    draw(Talk(io.StringIO(), sink, colour=True), session)
    return Text.from_ansi(sink.getvalue().strip("\n"))


def main() -> None:
    """Set up a position of each game and save the picture of all five."""
    peg = begin("solitario:english")
    for move in ("d2 d4", "b3 d3", "c1 c3", "e1 c1"):
        peg.play_text(move)
    king = begin("fuga:9")
    for move in ("a4 c4", "d5 c5", "b5 b3", "e5 d5"):
        king.play_text(move)
    flood = begin("drench:11x13,6#77")
    for move in flood.game.legal(flood.state)[:5] * 2:
        if move in flood.game.legal(flood.state):
            flood.play(move)
    tiles = begin("2048:4,2@2,4,16,2/4,32,128,8/16,64,512,32/8,128,1024,256.12104.p#1")
    goose = begin("oca:3#5")
    for _turn in range(9):
        goose.play("roll")
        goose.roll()
    panels = [
        ("El Solitario", shown(peg, lambda talk, s: solitario.show(talk, s.game, s.state))),
        ("La Fuga del Rey", shown(king, fuga.show)),
        ("Zyan Drench", shown(flood, lambda talk, s: drench.show(talk, s.game, s.state, ""))),
        ("2048", shown(tiles, lambda talk, s: g2048.show(talk, s.game, s.state))),
        ("El juego de la oca", shown(goose, plain.show)),
    ]
    console = Console(
        record=True, width=108, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(Columns([Panel(text, title=title, padding=(0, 1)) for title, text in panels]))
    svg = re.sub(
        r"@font-face \{.*?\}", "", console.export_svg(title="ludoteca"), flags=re.DOTALL
    )  # no web fonts
    (Path(__file__).parent / "ludoteca.svg").write_text(re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE))


if __name__ == "__main__":
    main()
