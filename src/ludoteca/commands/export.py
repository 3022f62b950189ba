"""`ludoteca export` and `import`: games out of the archive and into it, in every form there is."""

import sys

from ludoteca.commands.arguments import (
    DONE,
    IMPOSSIBLE,
    AddCommand,
    Args,
    add_force,
    console_of,
    known_name,
    look_up,
)
from ludoteca.console import say
from ludoteca.core.words import N_, _


def add_to(command: AddCommand) -> None:
    """Add export and import."""
    export = command("export", _export, N_("write a game as a record, a board file, a picture or a film"))
    export.add_argument("what", metavar="NUMBER|ID|FILE", help=_("a number of the history, an id or a file"))
    export.add_argument("-o", "--output", metavar="FILE", help=_("where to write; else the screen"))
    forms = _("record, board, save, svg, replay or cast; else as the file's name ends")
    export.add_argument("--form", metavar="FORM", help=forms)
    add_force(export)
    bring = command("import", _import, N_("take games from files into the archive"))
    bring.add_argument("files", metavar="FILE", nargs="+")
    bring.add_argument("--game", metavar="GAME", help=_("read the files as forms of this game"))


def _export(args: Args) -> int:
    from ludoteca import formats

    session = look_up(args.what, history=True)
    if args.output:
        form = args.form or formats.form_of(args.output)
        if not console_of(args).may_write(args.output):
            return IMPOSSIBLE
        formats.save(session, args.output, form=form)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(formats.write(session, args.form or "record"))
    return DONE


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
