"""What is proved, on the command line: solve, hint, analyse and odds, for people and as JSON."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ludoteca.console.arguments import add_number, add_seconds, print_json
from ludoteca.core import CHANCE, OptionError, Session
from ludoteca.core.game import check_range
from ludoteca.core.words import N_, _

if TYPE_CHECKING:  # what thinks is imported when somebody asks
    from ludoteca.ai.bot import Advice, Limit

Args = argparse.Namespace
Play = Session[Any, Any]

SOLVED, IMPOSSIBLE, LIMIT_REACHED = 0, 1, 3
PROGRESS: Final = 60  # characters
THINKING: Final = 60.0  # seconds for a proof, where nobody says how long


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the four commands."""
    solve = command("solve", _solve, N_("solve a position: a proof, or the best that is known"))
    hint = command("hint", _hint, N_("the best move in a position, and what it is worth"))
    for parser in (solve, hint):
        parser.add_argument(
            "words", nargs="+", metavar="GAME ID|FILE|-", help=_("what to look at; - reads it")
        )
        add_number(parser, "--lines", 1, N_("fuga: tell so many best lines, from 1 to 20"))
    solve.add_argument(
        "--fewest", action="store_true", help=_("solitario: the fewest moves, chains counting as one")
    )
    analyse = command("analyse", _analyse, N_("how good each move of a record was, and where it was lost"))
    analyse.add_argument("file", metavar="FILE")
    odds = command("odds", _odds, N_("the exact chances of a race"))
    odds.add_argument("game", metavar="GAME|ID")
    add_number(odds, "--players", None, N_("players, from 2 to 8"))
    odds.add_argument("--chart", metavar="FILE", help=_("draw the lengths of a race as an SVG picture"))
    for parser in (solve, hint, analyse, odds):
        add_seconds(parser)


def limit_of(seconds: float | None) -> Limit:
    """A limit that tells a person at a terminal what is going on."""
    from ludoteca.ai.bot import Limit

    return Limit(seconds, tell=progress)


def progress(sentence: str) -> None:
    """Say in one line of a terminal, written over again and again, how far the thinking is; '' clears it."""
    if sys.stderr.isatty():
        line = sentence[:PROGRESS].ljust(PROGRESS)
        print(f"\r{line}", end="" if sentence else "\r", file=sys.stderr, flush=True)


def explain(session: Play, advice: Advice[Any]) -> list[str]:
    """An advice as sentences."""
    from ludoteca.ai.thought import Thought, sentences

    return sentences(session.game, Thought.of(session, advice))


def solution(session: Play, seconds: float | None = None) -> list[str]:
    """All that is known about a position."""
    return explain(session, advice_on(session, seconds))


def hint(session: Play, seconds: float | None = None, lines: int = 1) -> list[str]:
    """One step only: the best move, and what is known about it; or so many best lines."""
    from dataclasses import replace

    return explain(session, replace(advice_on(session, seconds, lines), line=()))


def bar(session: Play) -> str:
    """How the game stands, in one short line."""
    from ludoteca.ai.judge import Judge
    from ludoteca.ai.thought import bar

    try:
        return bar(session.game, len(session.moves), Judge().think(session, limit_of(None)))
    finally:
        progress("")


def advice_on(session: Play, seconds: float | None = None, lines: int = 1) -> Advice[Any]:
    """What is known about a position; who can prove gets a minute, who cannot takes the time it likes."""
    from ludoteca.ai import advise, proves

    if seconds is None and proves(session.game):
        seconds = THINKING
    past = session.states[:-1]
    try:
        return advise(session.game, session.state, limit_of(seconds), past=past, lines=lines)
    finally:
        progress("")


def _fewest(session: Play, seconds: float | None) -> Advice[Any]:
    from ludoteca.ai import part

    if session.game.name != "solitario":
        raise OptionError(_("Chains of jumps are counted in solitario only."))
    limit = limit_of(THINKING if seconds is None else seconds)
    advice: Advice[Any] = part("solitario").fewest_moves(session.game, session.state, limit)
    return advice


def look(words: Sequence[str], *, seed: int | None = None) -> Play:
    """The game that `GAME ID`, `GAME FILE`, `GAME -`, or any of these without the game's name means."""
    from ludoteca import files

    if len(words) > 2:
        raise OptionError(_("Name a game and an id or a file."))
    game, what = (words[0], words[1]) if len(words) == 2 else (None, words[0])
    if what == "-":
        return files.session_of(sys.stdin.buffer.read(), game=game, seed=seed)
    if (
        game
        and not os.path.exists(what)
        and not what.startswith((f"{game}:", f"{game}@", f"{game}#"))
        and what != game
    ):
        what = f"{game}:{what}"
    if game and os.path.exists(what):
        return files.load(what, game=game, seed=seed)
    return files.find(what, seed=seed)


def _asked(args: Args) -> Play:
    """The game that a question is about; several lines can be asked for where somebody tells them."""
    from ludoteca.ai import tells_lines

    session = look(args.words)
    check_range("lines", args.lines, 1, 20)
    if args.lines > 1 and not tells_lines(session.game):
        raise OptionError(_("Several lines are told in fuga only."))
    return session


def _solve(args: Args) -> int:
    session, started = _asked(args), time.monotonic()
    advice = _fewest(session, args.seconds) if args.fewest else advice_on(session, args.seconds, args.lines)
    seconds = time.monotonic() - started
    if args.json:
        print_json({
            "status": advice.status,
            "moves": [] if advice.status == "lost" else [session.game.text(move) for move in advice.line],
            "proven": advice.proven,
            "nodes": advice.nodes,
            "seconds": seconds,
            **advice.facts,
        })  # fmt: skip
    else:
        print(*explain(session, advice), sep="\n")
    if advice.status == "lost":
        return IMPOSSIBLE
    return SOLVED if advice.proven else LIMIT_REACHED


def _hint(args: Args) -> int:
    session, started = _asked(args), time.monotonic()
    if not args.json:
        print(*hint(session, args.seconds, args.lines), sep="\n")
        return SOLVED
    advice = advice_on(session, args.seconds, args.lines)
    move = None if advice.move is None else session.game.text(advice.move)
    print_json({
        "status": advice.status, "move": move, "value": advice.value, "proven": advice.proven,
        "nodes": advice.nodes, "seconds": time.monotonic() - started, **advice.facts,
    })  # fmt: skip
    return SOLVED if move is not None else IMPOSSIBLE if advice.status == "lost" else LIMIT_REACHED


def _analyse(args: Args) -> int:
    """Judge every decision of a record by what the position was worth before and after it."""
    from ludoteca import files
    from ludoteca.ai.thought import shown

    played = files.load(args.file)
    seconds = None if args.seconds is None else args.seconds / max(1, len(played.moves))
    session, rows, lost_at = played.restarted(), [], None
    before = advice_on(session, seconds)
    for move in played.moves:
        seat = session.player
        session.play(move)
        after = advice_on(session, seconds)
        if seat != CHANCE:
            status, value = _as_seen_by(seat, session, after)
            cost = None if before.value is None or value is None else before.value - value
            best = None if before.move is None else played.game.text(before.move)
            rows.append({
                "ply": len(session.moves), "move": played.game.text(move), "best": best, "cost": cost,
                "status": status, "value": value,
            })  # fmt: skip
            if lost_at is None and before.status == "win" and status == "lost":
                lost_at = len(session.moves)
        before = after
    if args.json:
        print_json({"game": str(played.id), "moves": rows, "lost_at": lost_at, "status": before.status})
        return SOLVED
    for row in rows:
        worse = row["cost"] and row["best"] not in (None, row["move"])
        costs = _("costs {cost}; better: {move}", cost=shown(row["cost"]), move=row["best"]) if worse else ""
        stands = (
            shown(row["value"]) if row["status"] == "unknown" and row["value"] is not None else row["status"]
        )
        print(f"{row['ply']:4}. {row['move']:10} {stands:10} {costs}".rstrip())
    print(_("Lost at move {ply}.", ply=lost_at) if lost_at else _("No move lost what was won."))
    return SOLVED


def _as_seen_by(seat: int, session: Play, advice: Advice[Any]) -> tuple[str, float | None]:
    """How the game stands, and its worth, for the one who has just moved."""
    from ludoteca.ai import to_the_other

    if session.game.players == 1 or session.player == seat:
        return advice.status, advice.value
    if (outcome := session.outcome) is not None:
        return "win" if outcome.winner == seat else "unknown" if outcome.winner is None else "lost", None
    if session.player == CHANCE or session.game.players > 2:
        return "unknown", None
    turned = {"win": "lost", "lost": "win"}.get(advice.status, "unknown")
    return turned, None if advice.value is None else to_the_other(session.game, advice.value)


def _odds(args: Args) -> int:
    from dataclasses import replace

    from ludoteca import files
    from ludoteca.ai import part

    session = files.find(args.game)
    if args.players is not None:
        session = session.varied(f"players={args.players}")
    if session.game.name != "oca":
        raise OptionError(_("Only a race has odds; try oca."))
    if args.chart:
        oca = part("oca")
        known = oca.odds(session.game, session.state, limit_of(args.seconds))
        files.write_bytes(args.chart, oca.chart(known).encode())
    advice = advice_on(session, args.seconds)
    if args.json:
        print_json(dict(advice.facts))
    else:
        chances = explain(session, replace(advice, move=None, line=()))
        print(f"{_(session.game.title)} — {session.id}", *chances, sep="\n")
    return SOLVED
