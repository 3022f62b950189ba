"""`ludoteca export` and `import`: games out of the archive and into it, in every form there is."""

import sys

from ludoteca.commands.arguments import AddCommand, Args, known_name, look_up
from ludoteca.console import say
from ludoteca.core.words import N_, _


def add_to(command: AddCommand) -> None:
    """Add export and import."""
    export = command("export", _export, N_("write a game as a record, a board file, a picture or a film"))
    export.add_argument("what", metavar="NUMBER|ID|FILE", help=_("a number of the history, an id or a file"))
    export.add_argument("-o", "--output", metavar="FILE", help=_("where to write; else the screen"))
    export.add_argument(
        "--form", metavar="FORM", help=_("record, board, svg, replay or cast; else as the file's name ends")
    )
    bring = command("import", _import, N_("take games from files into the archive"))
    bring.add_argument("files", metavar="FILE", nargs="+")
    bring.add_argument("--game", metavar="GAME", help=_("read the files as forms of this game"))


def _export(args: Args) -> None:
    from ludoteca import formats

    session = look_up(args.what, history=True)
    if args.output:
        formats.save(session, args.output, form=args.form)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(formats.write(session, args.form or "record"))


def _import(args: Args) -> None:
    from ludoteca import formats
    from ludoteca.archive import Archive
    from ludoteca.looks.report import brief

    game = args.game and known_name(args.game)
    with Archive.open() as archive:
        for path in args.files:
            kept = archive.keep(formats.load(path, game=game), at_once=True)
            say(_("Game {number}: {id}, moves: {count}", number=kept.number, id=brief(str(kept.id)),
                  count=len(kept.moves)))  # fmt: skip
