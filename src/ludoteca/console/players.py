"""The computer at work, in lines: watch it play, let it learn, ask its engine."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from ludoteca.console import plain
from ludoteca.console.arguments import (
    add_number,
    add_options,
    add_seconds,
    add_seed,
    duration,
    print_json,
    seed_or_fresh,
)
from ludoteca.console.seats import STRONGEST, Seats, read_levels
from ludoteca.console.talk import Talk
from ludoteca.console.truth import limit_of, progress
from ludoteca.core import CHANCE, Dice, Session
from ludoteca.core.words import N_, _

Args = argparse.Namespace
Play = Session[Any, Any]

DONE, LIMIT_REACHED = 0, 3
CHECKPOINT: Final = 300.0  # seconds


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands."""
    watch = command("watch", _watch, N_("watch the computer play, all seats"))
    watch.add_argument("game", metavar="GAME", help=_("a name (fuga), an id (fuga:11) or a file"))
    add_options(watch)
    watch.add_argument(
        "--bot", default=str(STRONGEST), metavar="LEVEL", help=_("from 1 to 8; one for each seat: 3,8")
    )
    watch.add_argument("--pause", type=duration, default=0.0, metavar="S", help=_("wait after each move"))
    add_number(watch, "--moves", None, N_("stop after so many moves"))
    add_seed(watch)
    train = command("train", _train, N_("let the computer learn a game; it goes on where it stopped"))
    train.add_argument("game", metavar="GAME", choices=("2048",), help="2048")
    add_number(train, "--cores", os.cpu_count() or 1, N_("cores to use"))
    add_number(train, "--optimism", None, N_("points that every board is thought worth at first"))
    train.add_argument("--fresh", action="store_true", help=_("forget what was learned and begin anew"))
    add_seed(train)
    engine = command("engine", _engine, N_("an engine that other programs talk to in lines, like UCI"))
    engine.add_argument("game", metavar="GAME", nargs="?", default="fuga", help=_("a name or id of a game"))
    for parser in (watch, train, engine):
        add_seconds(parser)


def _watch(args: Args) -> int:
    from ludoteca import files

    session, talk = files.find(args.game, seed=seed_or_fresh(args.seed)), Talk(sys.stdin, sys.stdout)
    if args.options:
        session = session.varied(args.options)
    levels = dict(enumerate(read_levels(args.bot, session.game.players)))
    seats = Seats(levels, args.seconds, Dice(seed_or_fresh(args.seed)))
    if not args.json:
        plain.introduce(talk, session)
        plain.show(talk, session)
    while session.outcome is None and (args.moves is None or len(session.moves) < args.moves):
        _one_move(talk, session, seats, json=args.json)
        time.sleep(args.pause)
    if args.json:
        outcome = session.outcome
        print_json({
            "game": str(session.id), "moves": len(session.moves),
            "scores": list(session.game.scores(session.state)),
            "winner": outcome and outcome.winner, "reason": outcome and outcome.reason,
        })  # fmt: skip
    return DONE


def _one_move(talk: Talk, session: Play, seats: Seats, *, json: bool) -> None:
    """Nature's or a player's move, and what it does, on the screen or as an object."""
    game, seat, started = session.game, session.player, time.monotonic()
    if seat == CHANCE:
        move, advice = session.roll(), None
    else:
        advice = seats.advice(session)
        move = advice.move
        session.play(move)
    if json:
        print_json({
            "ply": len(session.moves), "seat": None if seat == CHANCE else seat, "move": game.text(move),
            "position": game.dump(session.state), "seconds": time.monotonic() - started,
            "value": advice and advice.value, "proven": bool(advice and advice.proven),
        })  # fmt: skip
        return
    if seat == CHANCE:
        talk.say(*game.tell(session.states[-2], move))
    else:
        talk.say("")
        plain.say_move(talk, session, seat, move)
    if session.player != CHANCE:
        plain.show(talk, session)
    talk.sink.flush()


def _train(args: Args) -> int:
    """Learn until the time is over or Ctrl-C, keeping what was learned every few minutes and at the end."""
    import signal

    from ludoteca.ai import part

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops it wants to keep it
    learning = part("g2048_train")
    path = learning.training_file()
    with learning.alone(path):
        if path.exists() and not args.fresh:
            trainer = learning.Trainer.load(path)
        else:
            trainer = learning.Trainer(learning.OPTIMISM if args.optimism is None else args.optimism)
        progress(_("preparing…"))
        saved = time.monotonic()
        try:
            for told in trainer.run(limit_of(args.seconds), cores=args.cores, seed=seed_or_fresh(args.seed)):
                _tell(told, json=args.json)
                if time.monotonic() - saved > CHECKPOINT:
                    trainer.save(path)
                    saved = time.monotonic()
        finally:
            progress("")
            trainer.save(path)
    if not args.json:
        print(_("Kept in {path}.", path=str(path)))
    return DONE


def _tell(told: Any, *, json: bool) -> None:
    """How far the learning is."""
    if json:
        print_json(told._asdict())
        return
    rate = told.played / max(told.seconds, 1e-9)
    moves, length, score = f"{told.moves / 1e6:.0f}", f"{told.length:,.0f}", f"{told.score:,.0f}"
    form = N_("{moves} million moves, {rate} a second; {length} a game; {score} points")
    progress(_(form, moves=moves, rate=f"{rate:,.0f}", length=length, score=score))


def _engine(args: Args) -> int:
    from ludoteca.console.engine import serve

    serve(sys.stdin, sys.stdout, args.game, seconds=args.seconds, json=args.json)
    return DONE
