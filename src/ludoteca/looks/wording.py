"""What minds and analysts know, in words: sentences on an advice, and the truth in one short line.

Every sentence about an advice is made here, from an advice, its value and the facts that a mind
declares; no game is known by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ludoteca.ai import Advice, Line, Status, Unit, Value
from ludoteca.analysis.review import Step
from ludoteca.analysis.truth import Truth
from ludoteca.core import AnyGame
from ludoteca.core.session import winner
from ludoteca.core.words import _, ngettext
from ludoteca.looks.numbers import about, decimal, number, percent
from ludoteca.looks.values import ahead, amount, brief, chance_of, thought

SHOWN: Final = 4  # moves of a line, or values of moves, that have room in a bar


# Sentences


def hint(game: AnyGame, truth: Truth) -> list[str]:
    """One good move in the player's own words, and what is known of it: short, and the move before what may
    be cut. Where skill has no part, how the game stands."""
    if not game.skill:
        return [bar(game, 0, truth, moves=False)]
    advice = replace(truth.advice, move=None, line=(), values={}, depth=None)
    move = " ".join(map(_, (truth.advice.move or "").split()))
    best = [_good(truth.advice, move)] if move else []
    return [*best, *sentences(game, replace(truth, advice=advice))]


def _good(advice: Advice[str], move: str) -> str:
    """A move that is advised: the best one only where that is proved."""
    return _("Best move: {move}", move=move) if advice.proven else _("Good move: {move}", move=move)


def sentences(game: AnyGame, truth: Truth) -> list[str]:
    """What is known of a position, as sentences."""
    advice = truth.advice
    said = [verdict(game, truth)]
    if advice.line and advice.status != Status.LOST:
        said.append(_line(advice.line))
    elif advice.move is not None:
        said.append(_("Best move: {move}", move=advice.move))
    said += _facts(truth)
    if advice.values:
        worths = (f"{move} {amount(value)}" for move, value in _best_first(advice))
        said.append(_("Worth of each move: {values}", values=", ".join(worths)))
    if advice.ends_in is not None:
        said.append(_("Moves of the winner to the end, at most: {moves}", moves=winners(advice.ends_in)))
    if advice.depth and advice.ends_in is None:
        said.append(_("Moves looked ahead: {depth}", depth=advice.depth))
    said += [f"{_ending(line):>8}  {', '.join(line.moves)}" for line in advice.lines]
    return list(filter(None, said))


def _best_first(advice: Advice[str]) -> list[tuple[str, Value]]:
    return sorted(advice.values.items(), key=lambda each: -each[1].worth)


def _line(moves: Sequence[str]) -> str:
    count, said = len(moves), ", ".join(moves)
    return ngettext("Line ({count} move): {moves}", "Line ({count} moves): {moves}", count, moves=said)


def verdict(game: AnyGame, truth: Truth) -> str:
    """How the game stands, or ended, in a sentence; '' where only numbers tell.

    Alone it is said of the board, among several of a seat by its name. What is lost may never have been won.
    """
    advice = truth.advice
    if truth.over:
        return _ended(game, advice)
    if advice.status != Status.UNKNOWN:
        return _decided(advice) if game.players == 1 else _forced(game.seats[advice.seat or 0], advice)
    if advice.proven:
        is_chance = game.players == 1 and advice.value and advice.value.unit == Unit.SHARE
        return _("This can be won with luck: proved.") if is_chance else ""
    return _("Not decided within the limit.") if truth.proves else thought(game, advice)


def _ended(game: AnyGame, advice: Advice[str]) -> str:
    """How a game ended."""
    if game.players == 1:
        return _("The game is won.") if advice.status == Status.WIN else _("The game is lost.")
    return winner(game, advice.seat)


def _decided(advice: Advice[str]) -> str:
    """What is certain to one who plays alone."""
    if advice.status == Status.WIN:
        return _("This can be won: proved.") if advice.proven else _("This can be won.")
    if advice.value and advice.value.unit == Unit.POINTS:
        return _("The goal cannot be reached, only points: proved.")
    return _("This cannot be won: proved.")


def _forced(player: str, advice: Advice[str]) -> str:
    """What is certain of a seat, whatever the others do."""
    if advice.status == Status.WIN:
        return _("A proved win for {player}.", player=player)
    return _("A proved loss for {player}.", player=player)


def no_way_back(game: AnyGame, truth: Truth) -> list[str]:
    """How the game stands, to one who asks for the last position that could be won where none is known."""
    lost = truth.advice.status == Status.LOST
    earlier = _("No earlier position is known that could be won.") if lost else ""
    return list(filter(None, [verdict(game, truth) or bar(game, 0, truth), earlier]))


def won_here(truth: Truth) -> str:
    """What to say to one who was brought back to the last position that could be won."""
    return _("Back before move {ply}: it could still be won here.", ply=(truth.won_at or 0) + 1)


def _facts(truth: Truth) -> list[str]:
    """What only this game can tell, as its mind declares it."""
    return [
        f"{_(fact.sentence)}: {_shown(fact.found, fact.unit)}"
        for fact in truth.told
        if not truth.over and not (fact.is_guess and truth.advice.proven)
    ]


def _shown(found: Any, unit: Unit | None) -> str:
    """A fact as text: a number, or one for each seat.

    >>> _shown([0.5, 0.5], Unit.SHARE), _shown(7.25, None)
    ('50.0000 %, 50.0000 %', '7.25')
    """
    if isinstance(found, list | tuple):
        return ", ".join(_shown(each, unit) for each in found)
    if unit == Unit.SHARE:
        return percent(found, digits=4)
    return number(found) if isinstance(found, float) else str(found)


def _ending(line: Line[str]) -> str:
    """What one of several lines is worth, or how it ends."""
    if line.ends_in is None:
        return "" if line.value is None else amount(line.value)
    if line.status == Status.WIN:
        return _("win in {moves}", moves=winners(line.ends_in))
    return _("loss in {moves}", moves=winners(line.ends_in))


def winners(plies: int) -> int:
    """The winner's own moves among the last plies of two who take turns, as a mate is counted.

    >>> winners(1), winners(2), winners(3), winners(4)
    (1, 1, 2, 2)
    """
    return (plies + 1) // 2


# A move, judged


def judged(game: AnyGame, step: Step) -> str:
    """How a move left the game for the one who made it, or what a throw did to everyone's chance."""
    if step.gains:
        chances = zip(game.seats, step.after.chances, step.gains, strict=True)
        return " · ".join(f"{name} {percent(chance)} ({100 * gain:+.1f})" for name, chance, gain in chances)
    if step.status == Status.UNKNOWN and step.value:
        stands = amount(step.value)
    else:
        stands = {Status.WIN: _("winning"), Status.LOST: _("lost")}.get(step.status, _("unknown"))
    if step.best in (None, step.move):
        return stands
    if step.cost and step.cost.amount:
        said = _("costs {cost}; better: {move}", cost=_cost(step.cost), move=step.best)
    elif step.stood == Status.WIN != step.status:
        said = _("gives a proved win away; better: {move}", move=step.best)
    elif step.status == Status.LOST != step.stood:
        said = _("better: {move}", move=step.best)
    else:
        return stands
    return f"{stands:10} {said}"


def _cost(cost: Value) -> str:
    """What a move lost, as an amount."""
    if cost.unit == Unit.MOVES:
        return ngettext("{count} move", "{count} moves", round(cost.amount))
    return amount(cost)


# The truth in one line


def bar(game: AnyGame, made: int, truth: Truth, *, moves: bool = True) -> str:
    """How the game stands after so many moves, in one short line; the best `moves` too, or only that.

    Among two it reads the same whoever is to move: a proof names the winner, a guess the one who is ahead.
    """
    shown = truth if moves else replace(truth, advice=replace(truth.advice, move=None, line=(), values={}))
    parts = _alone(made, shown) if game.players == 1 else _together(game, shown)
    return " · ".join(filter(None, parts))


def tells_move(game: AnyGame, truth: Truth) -> bool:
    """Whether a bar tells a good move: without one it would be another."""
    return bar(game, 0, truth) != bar(game, 0, truth, moves=False)


def _alone(made: int, truth: Truth) -> list[str]:
    """The parts of a bar for one player."""
    advice = truth.advice
    known = [*_pace(made, truth), *_worths(advice)]
    for_points = advice.value is not None and advice.value.unit == Unit.POINTS
    if advice.status == Status.LOST and (truth.over or not for_points):
        return [_lost(truth), *known]
    if truth.over:
        return [_("won"), *known]
    if known:
        return known
    if advice.status == Status.WIN:
        sure = _("still winnable (proved)") if advice.proven else _("still winnable")
        return [f"{sure}: {advice.move}" if advice.move else sure]
    if advice.value is None or (truth.proves and not advice.proven):
        return [_("not decided yet")]
    if advice.value.unit == Unit.SHARE:
        chance = _("chance to win {chance}", chance=percent(advice.value.amount))
        return [chance, _("proved") if advice.proven else ""]
    return _worth(advice.value, _("proved") if advice.proven else _("not proved"))


def _worth(value: Value, sure: str) -> list[str]:
    """What a position is worth to one who plays alone; points that are only thought of have few digits."""
    if value.unit == Unit.PLAYED_ON:
        return [_("about {points} points if played on", points=about(value.amount)), sure]
    if value.unit == Unit.POINTS:
        return [_("about {points} points", points=about(value.amount)), sure]
    return [_("worth {value}", value=brief(value))]


def _lost(truth: Truth) -> str:
    if truth.won_at is not None:
        return _("lost since move {ply}", ply=truth.won_at + 1)
    return _("lost") if truth.over else _("lost (proved)")


def _pace(made: int, truth: Truth) -> list[str]:
    """Moves so far and those still needed, next to the par of the game; where moves are what counts."""
    advice = truth.advice
    if advice.value is None or advice.value.unit != Unit.MOVES:
        return []
    left = int(advice.value.amount)
    if truth.par is None:
        if advice.proven:
            return [_("moves: {made} + {left} = {total}", made=made, left=left, total=made + left)]
        return [_("moves: {made} + {left} at most", made=made, left=left)]
    pace = _("{made} / par {par}", made=made, par=truth.par)
    if truth.over or left == 0:
        return [pace]
    if not advice.proven:
        return [pace, _("at most {left} to go", left=left)]
    return [pace, _("{left} to go, {total} in all", left=left, total=made + left)]


def _worths(advice: Advice[str]) -> list[str]:
    """What each move is worth, the best first."""
    worths = [f"{move} {brief(value)}" for move, value in _best_first(advice)[:SHOWN]]
    if worths and advice.value and advice.value.unit == Unit.PLAYED_ON:
        worths.append(_("points if played on"))
    return [*worths, _("proved")] if worths and advice.proven else worths


def _together(game: AnyGame, truth: Truth) -> list[str]:
    """The parts of a bar for several players."""
    advice = truth.advice
    if truth.over:
        return [_ended(game, advice)]
    line = ", ".join(advice.line[:SHOWN]) + (" …" if len(advice.line) > SHOWN else "")
    if game.players == 2 and advice.seat is not None:
        advice = advice.seen_by(0)
        advice = advice.seen_by(1) if advice.status == Status.LOST else advice
    if advice.seat is not None and advice.status != Status.UNKNOWN:
        return [_proved(game.seats[advice.seat], advice), line]
    if advice.chances:
        chances = [f"{name} {percent(chance)}" for name, chance in shares(game, truth)]
        drawn = _("draw {chance}", chance=percent(advice.draw)) if advice.draw else ""
        return [*chances, drawn, "" if advice.proven else line]
    if advice.seat is None or advice.value is None:
        return [_("not decided yet")]
    if game.players > 2:
        return [f"{game.seats[advice.seat]}: {decimal(f'{advice.value.amount:+.3g}')}", line]
    return [_("estimate: {ahead}", ahead=ahead(game, advice)), line]


def _proved(player: str, advice: Advice[str]) -> str:
    """A proved win or loss of a seat, and by how much."""
    won, plies, value = advice.status == Status.WIN, advice.ends_in, advice.value
    if plies is not None:
        return _proved_in(player, winners(plies), won=won)
    said = _("{player}: proved win", player=player) if won else _("{player}: proved loss", player=player)
    return f"{said} · {decimal(f'{value.amount:+.3g}')}" if value and value.unit == Unit.MARGIN else said


def _proved_in(player: str, moves: int, *, won: bool) -> str:
    if won:
        return ngettext(
            "{player}: proved win in {count} move",
            "{player}: proved win in {count} moves",
            moves,
            player=player,
        )
    return ngettext(
        "{player}: proved loss in {count} move",
        "{player}: proved loss in {count} moves",
        moves,
        player=player,
    )


def shares(game: AnyGame, truth: Truth) -> Sequence[tuple[str, float]]:
    """Each seat's chance to win, from 0 to 1, for a bar to be drawn; nothing where nobody can tell.

    Where only a margin is known it is bent into a chance. Alone it is all or nothing where that is known.
    """
    names, advice = game.seats, truth.advice
    if game.players == 1:
        if advice.value and advice.value.unit == Unit.SHARE:
            return [(names[0], min(1.0, max(0.0, advice.value.amount)))]
        return [(names[0], float(advice.status == Status.WIN))] if advice.status != Status.UNKNOWN else []
    if advice.chances:
        return list(zip(names, advice.chances, strict=True))
    known = chance_of(advice)
    if advice.seat is None or known is None or len(names) != 2:
        return []
    return [(name, known if at == advice.seat else 1 - known) for at, name in enumerate(names)]
