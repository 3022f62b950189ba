"""`ludoteca perft`: count the lines of play of each length."""

from ludoteca.commands.arguments import AddCommand, Args, look_up, whole
from ludoteca.core.game import check_range
from ludoteca.core.words import N_


def add_to(command: AddCommand) -> None:
    """Add perft."""
    perft = command("perft", _perft, N_("count the lines of play of each length"))
    perft.add_argument("what", metavar="ID|FILE")
    perft.add_argument("depth", metavar="DEPTH", type=whole)


def _perft(args: Args) -> None:
    from ludoteca.ai import perft

    check_range("DEPTH", args.depth, 1, 100)
    session = look_up(args.what)
    for depth in range(1, args.depth + 1):
        print(depth, perft(session.game, session.state, depth), flush=True)
