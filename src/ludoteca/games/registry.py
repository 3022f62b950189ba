"""Every game there is: the five, and those that other installed packages bring by entry point."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from ludoteca.core import AnyGame, Dice
from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game, Size
from ludoteca.core.grid import is_board
from ludoteca.core.words import _, printable
from ludoteca.installed import loaded, offered

GROUP: Final = "ludoteca.games"  # of entry points: 'pig = "ludoteca_pig:Pig"' in another package
_NAME: Final = re.compile("[a-z0-9_-]+", re.ASCII)

Rules = type[AnyGame]


class Games(Mapping[str, Rules]):
    """Games by name, our own first.

    Other packages are looked for when somebody asks for a name that is not ours, or for all games. What is
    wrong with a game of theirs is told in `problems` and costs that game alone.
    """

    def __init__(self, *own: Rules) -> None:
        self._known = {game.name: game for game in own}
        self._own = frozenset(self._known)
        self._problems: list[str] = []
        self._searched = False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {' '.join(self)}>"

    def __getitem__(self, name: str) -> Rules:
        if name not in self._known:
            self._search()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        self._search()
        return iter(self._known)

    def __len__(self) -> int:
        self._search()
        return len(self._known)

    def is_own(self, name: str) -> bool:
        """Whether a game is one of ours; another package's may fail in any way."""
        return name in self._own

    @property
    def problems(self) -> tuple[str, ...]:
        """A sentence on each game of another package that cannot be played."""
        self._search()
        return tuple(self._problems)

    def register(self, game: Rules) -> Rules:
        """Add a game for this process alone; OptionError says why it cannot be one."""
        if not (isinstance(game, type) and issubclass(game, Game)):
            raise OptionError(_("this is not a class of rules"))
        missing = sorted(getattr(game, "__abstractmethods__", ()))
        name = getattr(game, "name", "")
        if missing or not hasattr(game, "title"):
            raise OptionError(_("its rules lack: {names}", names=", ".join(missing or ["title"])))
        if not (isinstance(name, str) and _NAME.fullmatch(name)):
            raise OptionError(_("a name is made of small letters, digits, - and _"))
        if self._known.get(name, game) is not game:
            raise OptionError(_("there is another game of this name"))
        if not isinstance(game.title, str):
            raise OptionError(_("its title is not a text"))
        bare = [each.name for each in fields(game) if "note" not in each.metadata]
        if bare:
            raise OptionError(_("declare with option(…): {names}", names=", ".join(bare)))
        odd = [each.name for each in fields(game) if type(each.default) not in (int, bool, str, Size)]
        if odd:
            kinds = "int, bool, str, Size"
            raise OptionError(_("an option is one of {kinds}: {names}", kinds=kinds, names=", ".join(odd)))
        unsaid = [each.name for each in fields(game) if not _is_offer(each.metadata["offers"])]
        if unsaid:
            raise OptionError(
                _("offers need a word or nothing for each value: {names}", names=", ".join(unsaid))
            )
        made = game()  # every option has a default, and these go together
        if made.from_options(made.options) != made or len(made.seats) != made.players:
            raise OptionError(_("its options or seats contradict themselves"))
        _glance(made)
        game.title = printable(game.title)  # every screen shows it
        self._known[name] = game
        return game

    def _search(self) -> None:
        """Load what other packages bring, once; whatever goes wrong there, our own games are not affected."""
        if self._searched:
            return
        self._searched = True
        for entry in offered(GROUP):
            try:
                self.register(loaded(entry))  # type: ignore[arg-type]  # which is found out there
            except (Exception, GeneratorExit, SystemExit) as error:
                reason = _reason(error)
                self._problems.append(
                    _("The game '{name}' of {where} cannot be played: {reason}.",
                      name=entry.name, where=entry.value, reason=reason.rstrip("."))
                )  # fmt: skip


def _is_offer(offers: object) -> bool:
    return offers is None or (
        isinstance(offers, Mapping) and all(isinstance(word, str) for word in offers.values())
    )


def _glance(game: AnyGame) -> None:
    """Ask a game what every list and picture of games asks; whatever it raises says why it cannot be one."""
    game.rules("en")
    for each in (game, *(game.from_options(options) for options in (game.small, game.daily) if options)):
        state = each.start(Dice(0))
        if not is_board(each.board(state)):
            raise OptionError(_("its board has no rows of one length, or too many"))
        each.player(state), each.outcome(state), each.labels(state), each.status(state)
        each.stands(state), each.holds(state), dict(each.buttons)
        if each.load(each.dump(state)) != state:
            raise OptionError(_("its first position does not survive its text form"))
        for move in each.legal(state)[:1]:
            each.text(move)


def _reason(error: BaseException) -> str:
    """What went wrong in another package, as far as it can say that."""
    if isinstance(error, OptionError):
        return str(error)
    try:
        return repr(error)[:200]
    except Exception:
        return type(error).__name__
