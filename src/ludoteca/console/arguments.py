"""Command-line words that several commands share."""

import argparse
from collections.abc import Mapping
from typing import Any

from ludoteca.core.dice import SEEDS
from ludoteca.core.words import N_, _


def whole(text: str) -> int:
    """Read a whole number from the command line."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("'{text}' is not a whole number", text=text[:40])) from None


def add_number(parser: argparse.ArgumentParser, word: str, default: int | None, note: str) -> None:
    """Add an option that takes a whole number."""
    parser.add_argument(word, type=whole, default=default, metavar="N", help=_(note))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--options TEXT`, of a game that is begun."""
    parser.add_argument(
        "--options", default="", metavar="TEXT", help=_("options as in an id: players=4,exact=yes")
    )


def add_seconds(parser: argparse.ArgumentParser) -> None:
    """Add `--seconds S` and `--json`, which all that thinks has."""
    parser.add_argument("--seconds", type=duration, metavar="S", help=_("how long to think at most"))
    parser.add_argument("--json", action="store_true", help=_("one JSON object, for programs"))


def duration(text: str) -> float:
    """Read a time of 0 or more seconds from the command line."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise argparse.ArgumentTypeError(_("'{text}' is not a time in seconds", text=text[:40]))
    return seconds


def print_json(answer: Mapping[str, Any]) -> None:
    """Write an object in a line of its own, at once."""
    import json

    print(json.dumps(answer, ensure_ascii=False), flush=True)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add `--seed N`."""
    add_number(parser, "--seed", None, N_("repeat the chance of this number"))


def seed_or_fresh(seed: int | None) -> int:
    """The seed asked for, or a fresh one."""
    from ludoteca.files.luck import fresh_seed

    return fresh_seed() if seed is None else seed % SEEDS
