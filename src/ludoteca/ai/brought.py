"""Minds that other packages bring for their games, by entry point."""

from functools import cache
from typing import Any, Final

from ludoteca.ai.mind import Mind
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.installed import loaded, offered

GROUP: Final = "ludoteca.minds"  # of entry points: 'pig = "ludoteca_pig.mind:PigMind"' in another package


@cache
def brought_mind(name: str) -> Mind[Any, Any] | None:
    """The mind that a package brings for the game of a name, if one does; LudotecaError if it is none."""
    for entry in (each for each in offered(GROUP) if each.name == name):
        try:
            kind: Any = loaded(entry)
            mind: Mind[Any, Any] | None = kind() if Mind in kind.__mro__ else None
        except (Exception, GeneratorExit, SystemExit) as error:
            raise _unusable(name, entry.value, repr(error)[:200]) from error
        if mind is None:
            raise _unusable(name, entry.value, _("it does not inherit from Mind"))
        return mind
    return None


def _unusable(name: str, where: str, reason: str) -> LudotecaError:
    return LudotecaError(
        _("The mind of '{name}' in {where} cannot be used: {reason}.", name=name, where=where, reason=reason)
    )
