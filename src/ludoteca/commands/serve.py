"""`ludoteca serve`: the games in a browser, for oneself or for others."""

from __future__ import annotations

import argparse
import os
import re
from typing import Final

from ludoteca.commands.arguments import DONE, AddCommand, Args, add_number, counted
from ludoteca.console import say
from ludoteca.core import LudotecaError, OptionError
from ludoteca.core.game import check_range
from ludoteca.core.words import N_, _
from ludoteca.system.folders import data_folder

PORT: Final = 8400
MOST_PORT: Final = 65_535
MOST_THINKERS: Final = 64
HERE: Final = ("127.0.0.1/32", "::1/128")
ROOMS: Final = "rooms.sqlite3"
PATH: Final = re.compile("(/[A-Za-z0-9._~-]+)*")  # no sign of it has to be written otherwise in an address


def add_to(command: AddCommand) -> None:
    """Add serve."""
    note = N_("play in a browser: alone, against the computer, or with others by a link")
    serve = command("serve", _serve, note)
    serve.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS",
        help=_("who may connect: 127.0.0.1 this machine only, 0.0.0.0 everybody"),
    )  # fmt: skip
    add_number(serve, "--port", PORT, N_("the port; 0 takes any that is free"), kind=counted)
    serve.add_argument(
        "--database", default="", metavar="DATABASE",
        help=_("where the rooms are kept: a file, or postgresql://… for several servers"),
    )  # fmt: skip
    add_number(serve, "--thinkers", 2, N_("how many processes think at a time"), kind=counted)
    serve.add_argument(
        "--base-path", default="", metavar="/PATH", help=_("the path under which a proxy passes us on")
    )
    serve.add_argument(
        "--behind-proxy", nargs="*", type=_network, metavar="ADDRESS",
        help=_("believe a proxy who asks, and over what: one on this machine, or at these addresses"),
    )  # fmt: skip
    serve.add_argument(
        "--unlimited", action="store_true",
        help=_("no limits for each address, where something before us sees to that"),
    )  # fmt: skip


def _serve(args: Args) -> int:
    check_range("--port", args.port, 0, MOST_PORT)
    check_range("--thinkers", args.thinkers, 1, MOST_THINKERS)
    base = args.base_path.rstrip("/")
    if not PATH.fullmatch(base) or {".", ".."} & set(base.split("/")):
        raise OptionError(
            _(
                "{option} is like /games or /play/games: after each slash letters, digits, or . _ ~ -",
                option="--base-path",
            )
        )
    try:
        from ludoteca.web.serving import Place, serve
    except ImportError as error:
        raise LudotecaError(
            _("For the pages something is missing: pip install 'ludoteca[web]' ({reason}).", reason=error)
        ) from None
    proxies = () if args.behind_proxy is None else tuple(args.behind_proxy) or HERE
    place = Place(args.host, args.port, base, proxies)
    database = args.database or str(data_folder(os.environ) / ROOMS)
    serve(place, database, thinkers=args.thinkers, is_limited=not args.unlimited, tell=_tell)
    return DONE


def _network(text: str) -> str:
    """Read an address or a network, such as 10.0.0.0/8, from the command line."""
    from ipaddress import ip_network

    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise argparse.ArgumentTypeError(
            _("'{text}' is no address; one looks like 10.1.2.3 or 10.0.0.0/8", text=text[:40])
        ) from None


def _tell(address: str) -> None:
    say(_("Play at {address} (Ctrl-C ends it).", address=address))
