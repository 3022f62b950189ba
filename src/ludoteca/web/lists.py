"""What the pages show beside a room: the games and how they are set up, rooms in lists, today's boards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Any, Final, TypeVar

from ludoteca.archive.daily import daily
from ludoteca.core import LEVELS, AnyGame, GameId, OptionError, is_number
from ludoteca.core.words import Language, _, spoken_now
from ludoteca.games import GAMES, begin, find
from ludoteca.locale import LANGUAGES, translator
from ludoteca.looks.naming import computer_name, name_of_game
from ludoteca.looks.plan import PERSON, USUAL_LEVEL, Control, Plan
from ludoteca.web.picture import scene_in
from ludoteca.web.room import Room
from ludoteca.web.scene import scene_of
from ludoteca.web.seldom import warn
from ludoteca.web.store import Listing, RoomStore, Summary, Tally
from ludoteca.web.wishes import begun, today

T = TypeVar("T")

_log = logging.getLogger(__name__)

BEST: Final = 5  # results of a board of the day that are shown


def scene(room: Room, ply: str) -> dict[str, Any]:
    """The scene of a room after so many plies, and its drawings."""
    session = room.session
    if not is_number(ply) or int(ply) > len(session.moves):
        raise OptionError(_("There is no such position."))
    is_last = int(ply) == len(session.moves)
    shown, looks = scene_in(room) if is_last else scene_of(session.at(int(ply)), room.seating.computers)
    return {"scene": shown, "looks": looks}


def rules(name: str) -> dict[str, Any]:
    """The rules of a game as text."""
    game = find(name)
    lang = next((code for code in LANGUAGES if translator(code) == spoken_now()), LANGUAGES[0])
    return {"title": _(game.title), "players": game().players, "text": game.rules(lang)}


async def lobby(store: RoomStore, person: str) -> dict[str, Any]:
    """The games, what to go on with, whom to play, and today's boards."""
    day = today()
    games = [_game(find(name), day, spoken_now()) for name in GAMES]
    mine = await store.rooms_of(person) if person else []
    results = {name: await store.daily_results(day.isoformat(), name, BEST) for name in GAMES}
    return {
        "games": [shown for shown, _looks in games],
        "looks": {name: look for _shown, looks in games for name, look in looks.items()},
        "day": day.isoformat(),
        "mine": _each(_room, mine),
        "open": _each(_room, await store.open_rooms()),
        "today": {name: _each(_result, rooms) for name, rooms in results.items()},
    }


def plan(name: str, options: str) -> dict[str, Any]:
    """How a game is set up: what can be turned and what comes of it, who can sit where, and a picture."""
    planned = Plan.read(find(name).name, f"{options} {PERSON}")
    game = planned.game
    shown, looks = scene_of(begun(GameId(game.name, game.options, seed=1 if game.uses_dice else None)))
    turned = [control for control in planned.controls if control.key.startswith("option ")]
    computers = [control.words[1:] for control in planned.controls if control.key == "seat 0"]
    levels = LEVELS if game.skill else [USUAL_LEVEL]
    return {
        "options": game.options,
        "controls": [_control(control) for control in turned],
        "seats": list(game.seats),
        "levels": list(zip(levels, *computers, strict=True)) if computers else [],
        "usual": USUAL_LEVEL,
        "picture": {"board": shown.board, "rows": [], "cols": []},
        "looks": looks,
    }


def _control(control: Control) -> dict[str, Any]:
    plans = [each.game.options for each in control.plans]
    return {
        "key": control.key,
        "word": control.word,
        "values": list(zip(plans, control.words, strict=True)),
        "now": plans[control.at],
    }


async def own(store: RoomStore, person: str) -> dict[str, Any]:
    """Somebody's games, and how they went."""
    mine = await store.rooms_of(person) if person else []
    tallies = await store.tallies_of(person) if person else []
    return {"mine": _each(_room, mine), "tallies": _each(_tally, tallies)}


def _each(tell: Callable[[T], dict[str, Any]], found: Iterable[T]) -> list[dict[str, Any]]:
    """What is told of each; left out is what is damaged, or of a game that is not installed here."""
    told = list[dict[str, Any]]()
    for each in found:
        try:
            told.append(tell(each))
        except Exception:  # whatever is wrong with one, the others are told
            warn(_log, "untold", "a room is damaged, or its game not installed; the lists leave it out")
    return told


@lru_cache(maxsize=64)
def _game(kind: type[AnyGame], day: date, _language: Language) -> tuple[dict[str, Any], Mapping[str, str]]:
    """What is told of a game on a day, in the language being spoken, and the drawings of its picture."""
    game = kind()
    small, board = begin(GameId(kind.name, kind.small)), daily(kind.name, day)
    shown, looks = scene_of(small)
    told = {
        "name": kind.name,
        "title": _(kind.title),
        "players": game.players,
        "small": {"board": shown.board, "rows": [], "cols": []},
        "daily": str(board.id),
        "daily_options": board.game.options,
    }
    return told, looks


@lru_cache(maxsize=1024)
def _called(gameid: str, levels: tuple[int, ...], _language: Language) -> tuple[AnyGame, str]:
    """The game of a room and what it is called in the language being spoken; no board is made for that, which
    takes milliseconds where it is large."""
    read = GameId.parse(gameid)
    game = find(read.name).from_options(read.options)
    computers = {seat: level for seat, level in enumerate(levels) if level}
    parts = name_of_game(game, computers, is_placed=read.position is not None)
    return game, " · ".join(filter(None, parts))


def _room(summary: Summary) -> dict[str, Any]:
    head, standing = summary.head, summary.standing
    game, title = _called(head.game, head.levels, spoken_now())
    return {
        "room": head.room,
        "game": game.name,
        "title": title,
        "names": list(standing.names),
        "decisions": standing.decisions,
        "turn": summary.seat >= 0 and standing.player == summary.seat and not standing.has_room,
        "result": standing.result,
        "ended": _ended(game, standing),
        "points": _points(standing),
        "changed": summary.changed,
        "daily": head.daily,
    }


def _ended(game: AnyGame, standing: Listing) -> str:
    """The result in a word or two."""
    if standing.result in ("", "draw"):
        return _("Draw") if standing.result else ""
    if game.players == 1:
        return _("won") if standing.result == "seat 0" else _("not won")
    winner = int(standing.result.removeprefix("seat "))
    return _("Winner: {player}", player=standing.names[winner] or _(game.seats[winner]))


def _points(standing: Listing) -> float:
    """The points of who plays alone: below 0 fewer moves or pegs are better, and moves are told."""
    return max(0.0, standing.score)


def _tally(tally: Tally) -> dict[str, Any]:
    game = find(tally.game)
    return {
        "title": _(game.title),
        "against": computer_name(game(), tally.level) if tally.level else "",
        "games": tally.games,
        "finished": tally.finished,
        "won": tally.won,
        "drawn": tally.drawn,
        "unhelped": tally.unhelped,
    }


def _result(summary: Summary) -> dict[str, Any]:
    standing, level = summary.standing, max(summary.head.levels)
    return {
        "name": standing.names[summary.seat],
        "decisions": standing.decisions,
        "points": _points(standing),
        "won": standing.result == f"seat {summary.seat}",
        "helped": standing.helps > 0,
        "against": computer_name(find(GameId.parse(summary.head.game).name)(), level) if level else "",
    }
