"""`ludoteca train`: let the computer learn a game; it goes on where it stopped."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from ludoteca.commands.arguments import (
    DONE,
    AddCommand,
    Args,
    add_number,
    add_seconds,
    add_seed,
    print_json,
    seed_or_fresh,
)
from ludoteca.console import progress, say, warn
from ludoteca.core import LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.plain.thinking import limit_of

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca.ai.g2048.training import Progress, Trainer

CHECKPOINT: Final = 300.0  # seconds


def add_to(command: AddCommand) -> None:
    """Add train."""
    train = command("train", _train, N_("let the computer learn a game; it goes on where it stopped"))
    train.add_argument("game", metavar="GAME", choices=("2048",), help="2048")
    add_number(train, "--cores", os.cpu_count() or 1, N_("cores to use"))
    add_number(train, "--optimism", None, N_("points that every board is thought worth at first"))
    train.add_argument("--fresh", action="store_true", help=_("forget what was learned and begin anew"))
    add_seed(train)
    add_seconds(train)


def _train(args: Args) -> int:
    """Learn until the time is over or Ctrl-C, keeping what was learned every few minutes and at the end."""
    import signal

    from ludoteca.ai import needing_numpy

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops it wants to keep it
    with needing_numpy():
        from ludoteca.ai.g2048.training import OPTIMISM, Trainer, check_cores
        from ludoteca.ai.g2048.training_files import alone, training_file
    check_cores(args.cores)  # before a fresh training takes the place of another
    path = training_file()
    with alone(path):
        try:
            if path.exists() and not args.fresh:
                trainer = Trainer.load(path)
            else:
                trainer = Trainer(OPTIMISM if args.optimism is None else args.optimism)
        except MemoryError:
            raise LudotecaError(_("There is not enough memory: a training takes 800 MB.")) from None
        progress(_("preparing…"))
        saved = time.monotonic()
        try:
            for told in trainer.run(limit_of(args.seconds), cores=args.cores, seed=seed_or_fresh(args.seed)):
                _tell(told, json=args.json)
                if time.monotonic() - saved > CHECKPOINT:
                    _checkpoint(trainer, path)
                    saved = time.monotonic()
        finally:
            progress("")
            trainer.save(path)
    if not args.json:
        say(_("Kept in {path}.", path=str(path)))
    return DONE


def _checkpoint(trainer: Trainer, path: Path) -> None:
    """Keep what was learned so far; where that cannot be, go on, for there may be room again later."""
    try:
        trainer.save(path)
    except LudotecaError as error:
        warn(_("{problem} What was learned is not kept yet; the learning goes on.", problem=error))


def _tell(told: Progress, *, json: bool) -> None:
    """How far the learning is."""
    if json:
        print_json(told._asdict())
        return
    rate = told.played / max(told.seconds, 1e-9)
    moves, length, score = f"{told.moves / 1e6:.0f}", f"{told.length:,.0f}", f"{told.score:,.0f}"
    form = N_("{moves} million moves, {rate} a second; {length} a game; {score} points")
    progress(_(form, moves=moves, rate=f"{rate:,.0f}", length=length, score=score))
