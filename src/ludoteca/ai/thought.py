"""What was thought about a position, in texts and numbers alone, so that it can leave its process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from math import asinh, exp
from typing import Any, Final

from ludoteca.ai import proves, to_the_other
from ludoteca.ai.bot import Advice, Status
from ludoteca.core import FormatError, Game, Session
from ludoteca.core.words import N_, _

Play = Session[Any, Any]

SHOWN: Final = 4  # moves of a line, or worths of moves, that have room in a bar

# What solvers may know beyond a move and its worth, in the order in which it is said.
FACTS: Final = {
    "par": N_("Fewest moves, proved"),
    "best": N_("Fewest moves found"),
    "fewest": N_("Moves, a chain of jumps counting as one"),
    "values": N_("Worth of each move"),
    "win_in": N_("Proved win, plies to its end at most"),
    "lost_in": N_("Proved loss, plies to its end at most"),
    "depth": N_("Moves looked ahead"),
    "win": N_("Chance to win, whoever is to move first"),
    "draw": N_("Chance of a draw"),
    "never": N_("Chance that it never ends"),
    "expected_turns": N_("Turns to come, on average"),
    "expected_rolls": N_("Throws to come, on average"),
}


@dataclass(frozen=True)
class Thought:
    """An advice in texts, and what a truth bar needs beside it.

    `seat` is the one whose value and status these are: who acts, who threw the die, or who won; None where
    that is nobody. `won_at`, alone at the table and lost: after how many moves this game could last be won,
    proved. `par`, where facts have one: the proven par of the position that the game began from.
    """

    move: str | None = None
    value: float | None = None
    line: tuple[str, ...] = ()
    proven: bool = False
    status: Status = "unknown"
    nodes: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None
    over: bool = False
    won_at: int | None = None
    par: int | None = None

    @classmethod
    def of(cls, session: Play, advice: Advice[Any]) -> Thought:
        """An advice on the position of a session; once the game is over, its outcome says who won."""
        text, outcome = session.game.text, session.outcome
        thought = cls(
            None if advice.move is None else text(advice.move),
            None if advice.value is None else float(advice.value),
            tuple(map(text, advice.line)),
            advice.proven,
            advice.status,
            int(advice.nodes),
            json.loads(json.dumps(dict(advice.facts))),
            _seat(session),
        )
        if outcome is None:
            return thought
        alone = session.game.players == 1
        status: Status = "win" if outcome.winner is not None else "lost" if alone else "unknown"
        seat = 0 if alone else outcome.winner
        return replace(thought, move=None, line=(), proven=True, status=status, seat=seat, over=True)

    def json(self) -> dict[str, Any]:
        """All of it, ready for JSON.

        >>> thought = Thought("d2 d4", line=("d2 d4",))
        >>> Thought.parse(thought.json()) == thought
        True
        """
        return {**asdict(self), "line": list(self.line)}

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Thought:
        """Read what `json` gave."""
        try:
            return cls(**{**data, "line": tuple(data["line"])})
        except (TypeError, KeyError):
            raise FormatError(_("this is not what somebody thought about a game")) from None


def _seat(session: Play) -> int | None:
    """Who acts; while nature does, who acted last."""
    if session.game.players == 1:
        return 0
    players = (session.game.player(state) for state in reversed(session.states))
    return next((player for player in players if player >= 0), None)


def sentences(game: Game[Any, Any], thought: Thought) -> list[str]:
    """A thought as sentences."""
    said = [_verdict(game, thought)]
    if thought.line and thought.status != "lost":
        moves = ", ".join(thought.line)
        said.append(_("Line ({count} moves): {moves}", count=len(thought.line), moves=moves))
    elif thought.move is not None:
        said.append(_("Best move: {move}", move=thought.move))
    facts = {
        key: fact for key, fact in thought.facts.items() if fact and not (key == "best" and thought.proven)
    }
    said += [f"{_(label)}: {shown(facts[key])}" for key, label in FACTS.items() if key in facts]
    said += [f"{_worth(line):>8}  {', '.join(line['moves'])}" for line in thought.facts.get("lines", ())]
    return list(filter(None, said))


def _worth(line: Mapping[str, Any]) -> str:
    """What one of several lines is worth, or how it ends."""
    if "win_in" in line:
        return _("win in {plies}", plies=line["win_in"])
    return _("loss in {plies}", plies=line["lost_in"]) if "lost_in" in line else shown(line["value"])


def _verdict(game: Game[Any, Any], thought: Thought) -> str:
    """How the game stands for the one who acts, in a sentence."""
    if thought.status == "win":
        return _("This can be won: proved.") if thought.proven else _("This can be won.")
    if thought.status == "lost" or thought.over:
        return _("This cannot be won any more: proved.")
    if thought.proven:
        return ""
    if proves(game) or thought.value is None:
        return _("Not decided within the limit.")
    return _("Not proved; thought to be worth {value}.", value=shown(thought.value))


def shown(fact: object) -> str:
    """A number, the worth of each move or the chance of each seat, as text.

    >>> shown({"up": 0.25}), shown([0.5, 0.5])
    ('up 0.25', '50.0000 %, 50.0000 %')
    """
    if isinstance(fact, float):
        return f"{fact:.6g}"
    if isinstance(fact, dict):
        return ", ".join(f"{key} {shown(value)}" for key, value in fact.items())
    if isinstance(fact, list | tuple):
        return ", ".join(f"{100 * float(chance):.4f} %" for chance in fact)
    return str(fact)


def bar(game: Game[Any, Any], made: int, thought: Thought) -> str:
    """How the game stands after so many moves, in one short line."""
    parts = _alone(game, made, thought) if game.players == 1 else _together(game, thought)
    return " · ".join(filter(None, parts))


def _alone(game: Game[Any, Any], made: int, thought: Thought) -> list[str]:
    """The parts of a bar for one player."""
    known = [*_pace(made, thought), *_worths(thought)]
    if thought.status == "lost" and (thought.over or thought.facts.get("aim") != "score"):
        return [_lost(thought), *known]
    if thought.over:
        return [_("won"), *known]
    if known:
        return known
    if thought.status == "win":
        sure = _("still winnable (proved)") if thought.proven else _("still winnable")
        return [f"{sure}: {thought.move}" if thought.move else sure]
    if thought.value is None or (proves(game) and not thought.proven):
        return [_("not decided yet")]
    return [_("worth {value}", value=_short(thought.value))]


def _lost(thought: Thought) -> str:
    if thought.won_at is not None:
        return _("lost since move {ply}", ply=thought.won_at + 1)
    return _("lost") if thought.over else _("lost (proved)")


def _pace(made: int, thought: Thought) -> list[str]:
    """Moves so far and those still needed, next to the par of the game."""
    if "par" not in thought.facts:
        return []
    fewest, best = thought.facts["par"], thought.facts.get("best")
    par = "" if thought.par is None else _("proven par {par}", par=thought.par)
    if fewest == 0 or (fewest is None and best is None):
        return [_("moves: {made}", made=made), par]
    if fewest is None:
        return [_("moves: {made} + {left} at most", made=made, left=best), par]
    return [_("moves: {made} + {left} = {total}", made=made, left=fewest, total=made + fewest), par]


def _worths(thought: Thought) -> list[str]:
    """What each move is worth, the best first."""
    values: Mapping[str, float] = thought.facts.get("values") or {}
    write = _percent if thought.facts.get("aim") == "goal" else _short
    best = sorted(values, key=lambda move: -values[move])[:SHOWN]
    worths = [f"{move} {write(values[move])}" for move in best]
    return [*worths, _("proved")] if worths and thought.proven else worths


def _together(game: Game[Any, Any], thought: Thought) -> list[str]:
    """The parts of a bar for several players."""
    if thought.over:
        won = thought.seat
        return [_("Draw") if won is None else _("Winner: {player}", player=game.seats[won])]
    if thought.facts.get("win"):
        draw = thought.facts.get("draw") or 0
        chances = [f"{name} {_percent(chance)}" for name, chance in shares(game, thought)]
        return [*chances, _("draw {chance}", chance=_percent(draw)) if draw >= 0.0005 else ""]
    if thought.seat is None or (thought.value is None and thought.status == "unknown"):
        return [_("not decided yet")]
    name, facts = game.seats[thought.seat], thought.facts
    line = ", ".join(thought.line[:SHOWN]) + (" …" if len(thought.line) > SHOWN else "")
    if "win_in" in facts:
        return [_("{player}: proved win in {plies}", player=name, plies=facts["win_in"]), line]
    if "lost_in" in facts:
        return [_("{player}: proved loss in {plies}", player=name, plies=facts["lost_in"]), line]
    worth = "" if thought.value is None else f"{thought.value:+.3g}"
    if thought.status == "win":
        return [_("{player}: proved win", player=name), worth, line]
    if thought.status == "lost":
        return [_("{player}: proved loss", player=name), worth, line]
    return [f"{name}: {worth}", line]


def shares(game: Game[Any, Any], thought: Thought) -> list[tuple[str, float]]:
    """Each seat's chance to win, from 0 to 1, for a bar to be drawn; nothing where nobody can tell.

    Where only a worth is known it is bent into a chance: twice as sure for one point, nearly sure for thirty.
    """
    names, seat, facts = game.seats, thought.seat, thought.facts
    if game.players == 1:
        goal = facts.get("aim") == "goal" and thought.value is not None
        return [(names[0], min(1.0, max(0.0, thought.value or 0.0)))] if goal else []
    if thought.over:
        return [
            (name, 1 / len(names) if seat is None else float(at == seat)) for at, name in enumerate(names)
        ]
    if seat is None:
        return []
    if chances := facts.get("win"):
        return [(name, float(chances[(at - seat) % len(names)])) for at, name in enumerate(names)]
    chance = _chance(game, thought)
    if chance is None or len(names) != 2:
        return []
    return [(name, chance if at == seat else 1 - chance) for at, name in enumerate(names)]


def _chance(game: Game[Any, Any], thought: Thought) -> float | None:
    """How likely the one who acts is thought to win."""
    if thought.status != "unknown":
        return float(thought.status == "win")
    if thought.value is None or to_the_other(game, 0.0) == 1:  # a share of the win already
        return thought.value
    return 1 / (1 + exp(-asinh(thought.value)))  # since worths are in points here and in dozens there


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
