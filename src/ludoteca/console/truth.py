"""What is proved, on the command line: solve, hint, analyse and odds, for people and as JSON."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ludoteca.console.arguments import add_number
from ludoteca.core import CHANCE, Dice, OptionError, Session
from ludoteca.core.words import N_, _

if TYPE_CHECKING:  # what thinks is imported when somebody asks
    from ludoteca.ai.bot import Advice, Limit

Args = argparse.Namespace
Play = Session[Any, Any]

SOLVED, IMPOSSIBLE, LIMIT_REACHED = 0, 1, 3
PROGRESS: Final = 60  # characters
THINKING: Final = 60.0  # seconds, where nobody says how long

# What solvers may know beyond a move and its worth, in the order in which it is said.
FACTS: Final = {
    "par": N_("Fewest moves, proved"),
    "best": N_("Fewest moves found"),
    "fewest": N_("Moves, a chain of jumps counting as one"),
    "values": N_("Worth of each move"),
    "win": N_("Chance to win, whoever is to move first"),
    "draw": N_("Chance of a draw"),
    "never": N_("Chance that it never ends"),
    "expected_turns": N_("Turns to come, on average"),
    "expected_rolls": N_("Throws to come, on average"),
}


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the four commands."""
    solve = command("solve", _solve, N_("solve a position: a proof, or the best that is known"))
    hint = command("hint", _hint, N_("the best move in a position, and what it is worth"))
    for parser in (solve, hint):
        parser.add_argument(
            "words", nargs="+", metavar="GAME ID|FILE|-", help=_("what to look at; - reads it")
        )
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
        parser.add_argument(
            "--seconds", type=float, default=THINKING, metavar="S", help=_("how long to think at most")
        )
        parser.add_argument("--json", action="store_true", help=_("one JSON object, for programs"))


def limit_of(seconds: float) -> Limit:
    """A limit that tells a person at a terminal what is going on."""
    from ludoteca.ai.bot import Limit

    return Limit(seconds, tell=_progress)


def _progress(sentence: str) -> None:
    """Say in one line of a terminal, written over again and again, how far the thinking is; '' clears it."""
    if sys.stderr.isatty():
        line = sentence[:PROGRESS].ljust(PROGRESS)
        print(f"\r{line}", end="" if sentence else "\r", file=sys.stderr, flush=True)


def explain(session: Play, advice: Advice[Any]) -> list[str]:
    """An advice as sentences."""
    text, said = session.game.text, []
    if advice.status == "win":
        said.append(_("This can be won: proved.") if advice.proven else _("This can be won."))
    elif advice.status == "lost":
        said.append(_("This cannot be won any more: proved."))
    elif not advice.proven:
        said.append(_("Not decided within the limit."))
    if advice.line and advice.status != "lost":
        moves = ", ".join(map(text, advice.line))
        said.append(_("Line ({count} moves): {moves}", count=len(advice.line), moves=moves))
    elif advice.move is not None:
        said.append(_("Best move: {move}", move=text(advice.move)))
    facts = {
        key: fact for key, fact in advice.facts.items() if fact and not (key == "best" and advice.proven)
    }
    said += [f"{_(label)}: {_shown(facts[key])}" for key, label in FACTS.items() if key in facts]
    return said


def solution(session: Play, seconds: float) -> list[str]:
    """All that is known about a position."""
    return explain(session, _advice(session, limit_of(seconds)))


def hint(session: Play, seconds: float) -> list[str]:
    """One step only: the best move, and what is known about it."""
    from dataclasses import replace

    advice = _advice(session, limit_of(seconds))
    return explain(session, replace(advice, line=()))


def _shown(fact: object) -> str:
    if isinstance(fact, float):
        return f"{fact:.6g}"
    if isinstance(fact, dict):
        return ", ".join(f"{key} {_shown(value)}" for key, value in fact.items())
    if isinstance(fact, list | tuple):
        return ", ".join(f"{100 * float(chance):.4f} %" for chance in fact)
    return str(fact)


def _advice(session: Play, limit: Limit) -> Advice[Any]:
    from ludoteca.ai import advise, knows

    if not knows(session.game):
        raise OptionError(_("There is no solver for {game} yet.", game=session.game.name))
    try:
        return advise(session.game, session.state, limit)
    finally:
        _progress("")


def _fewest(session: Play, limit: Limit) -> Advice[Any]:
    from ludoteca.ai import part

    if session.game.name != "solitario":
        raise OptionError(_("Chains of jumps are counted in solitario only."))
    advice: Advice[Any] = part("solitario").fewest_moves(session.game, session.state, limit)
    return advice


def over_par(session: Play, extra: int) -> Play:
    """The same flood board with a limit: the proved fewest moves, and some more."""
    from ludoteca.ai import part

    if session.game.name != "drench":
        raise OptionError(_("Only a flood board has a par."))
    target = part("drench").target(session.game, session.state, extra, limit_of(THINKING))
    return session.varied(f"limit={target}")


def won(session: Play) -> Play:
    """The same board, played to the end by the best line known."""
    advice, played = _advice(session, limit_of(THINKING)), session.restarted()
    for move in advice.line:
        played.play(move)
    return played


def board_to_order(grade: str, rows: int, cols: int, seed: int) -> Play:
    """A solitario board of a grade, played to the end as proof that it can be won."""
    from ludoteca.ai import part
    from ludoteca.games.solitario import Solitario

    order = part("difficulty").generate_to_order
    position, line = order(grade, rows, cols, Dice(seed), limit_of(THINKING))
    session = Session(Solitario(Solitario(f"{rows}x{cols}").dump(position)))
    for jump in line:
        session.play(jump)
    return session


def _look(words: list[str]) -> Play:
    """The game that `GAME ID`, `GAME FILE`, `GAME -`, or any of these without the game's name means."""
    from ludoteca import files

    if len(words) > 2:
        raise OptionError(_("Name a game and an id or a file."))
    game, what = (words[0], words[1]) if len(words) == 2 else (None, words[0])
    if what == "-":
        return files.session_of(sys.stdin.buffer.read(), game=game)
    if (
        game
        and not os.path.exists(what)
        and not what.startswith((f"{game}:", f"{game}@", f"{game}#"))
        and what != game
    ):
        what = f"{game}:{what}"
    if game and os.path.exists(what):
        return files.load(what, game=game)
    return files.find(what)


def _solve(args: Args) -> int:
    session, started = _look(args.words), time.monotonic()
    ask = _fewest if args.fewest else _advice
    advice = ask(session, limit_of(args.seconds))
    seconds = time.monotonic() - started
    if args.json:
        _print_json({
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
    session, started = _look(args.words), time.monotonic()
    if not args.json:
        print(*hint(session, args.seconds), sep="\n")
        return SOLVED
    advice = _advice(session, limit_of(args.seconds))
    move = None if advice.move is None else session.game.text(advice.move)
    _print_json({
        "status": advice.status, "move": move, "value": advice.value, "proven": advice.proven,
        "nodes": advice.nodes, "seconds": time.monotonic() - started, **advice.facts,
    })  # fmt: skip
    return SOLVED if move is not None else IMPOSSIBLE if advice.status == "lost" else LIMIT_REACHED


def _analyse(args: Args) -> int:
    """Judge every decision of a record by what the position was worth before and after it."""
    from ludoteca import files

    played = files.load(args.file)
    limit, session, rows = limit_of(args.seconds / max(1, len(played.moves))), played.restarted(), []
    lost_at = None
    before = _advice(session, limit)
    for move in played.moves:
        decides = session.player != CHANCE
        session.play(move)
        after = _advice(session, limit)
        if decides:
            cost = None if before.value is None or after.value is None else before.value - after.value
            best = None if before.move is None else played.game.text(before.move)
            rows.append({
                "ply": len(session.moves), "move": played.game.text(move), "best": best, "cost": cost,
                "status": after.status, "value": after.value,
            })  # fmt: skip
            if lost_at is None and before.status == "win" and after.status == "lost":
                lost_at = len(session.moves)
        before = after
    if args.json:
        _print_json({"game": str(played.id), "moves": rows, "lost_at": lost_at, "status": before.status})
        return SOLVED
    for row in rows:
        worse = row["cost"] and row["best"] not in (None, row["move"])
        costs = _("costs {cost}; better: {move}", cost=_shown(row["cost"]), move=row["best"]) if worse else ""
        stands = (
            _shown(row["value"]) if row["status"] == "unknown" and row["value"] is not None else row["status"]
        )
        print(f"{row['ply']:4}. {row['move']:10} {stands:10} {costs}".rstrip())
    print(_("Lost at move {ply}.", ply=lost_at) if lost_at else _("No move lost what was won."))
    return SOLVED


def _odds(args: Args) -> int:
    from dataclasses import replace

    from ludoteca import files
    from ludoteca.ai import part

    session = files.find(args.game)
    if args.players is not None:
        session = session.varied(f"players={args.players}")
    limit = limit_of(args.seconds)
    if session.game.name != "oca":
        raise OptionError(_("Only a race has odds; try oca."))
    if args.chart:
        oca = part("oca")
        files.write_bytes(args.chart, oca.chart(oca.odds(session.game, session.state, limit)).encode())
    advice = _advice(session, limit)
    if args.json:
        _print_json(dict(advice.facts))
    else:
        chances = explain(session, replace(advice, move=None, line=()))
        print(f"{_(session.game.title)} — {session.id}", *chances, sep="\n")
    return SOLVED


def _print_json(answer: dict[str, Any]) -> None:
    import json

    print(json.dumps(answer, ensure_ascii=False))
