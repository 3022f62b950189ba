"""A room as all see it alike who speak one language: worked out once for each change, sent to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

from ludoteca.core.words import _
from ludoteca.looks.naming import computer_name, name_of
from ludoteca.web.messages import CellView, SceneView
from ludoteca.web.room import Room
from ludoteca.web.scene import scene_of


class Called(NamedTuple):
    """What a room and its seats are called; it changes when somebody sits down."""

    names: tuple[str, ...]  # of persons, from which it was made
    id: str
    title: str  # to who watches
    played: str  # to who plays
    seats: tuple[tuple[str, str], ...]  # a title and a name


class Picture:
    """The scene of a room, whole and as what has changed since the picture before it."""

    def __init__(self, room: Room, before: Picture | None) -> None:
        self.number = room.number
        self._scene, self.looks = scene_in(room)
        self._board = self._scene.board or []
        self._before = (before.number, before._board) if before else (-1, [])
        is_called = before is not None and before.called.names == room.seating.names
        self.called: Called = before.called if before and is_called else _called(room)

    def scene(self, known: int) -> msgspec.Raw:
        """The scene, ready to be sent to somebody who knows the picture of this number."""
        return self._change if 0 <= known == self._before[0] else self._whole

    @cached_property
    def _whole(self) -> msgspec.Raw:
        self._scene.board, self._scene.changed = self._board, []
        return msgspec.Raw(msgspec.json.encode(self._scene))

    @cached_property
    def _change(self) -> msgspec.Raw:
        changed = _changed(self._before[1], self._board)
        self._scene.board, self._scene.changed = None, changed
        return msgspec.Raw(msgspec.json.encode(self._scene))


def scene_in(room: Room) -> tuple[SceneView, Mapping[str, str]]:
    """The scene of a room and its drawings: the session's, unless it ended otherwise than by the rules."""
    scene, looks = scene_of(room.session, room.seating.computers)
    if room.ended is not None:
        scene.verdict, scene.winner = room.verdict, room.ended.outcome.winner
        scene.player, scene.legal = room.player, []
    return scene, looks


def _changed(before: list[list[CellView]], now: list[list[CellView]]) -> list[tuple[int, int, CellView]]:
    """The cells that are others than before, with their rows and columns."""
    return [
        (row, col, cell)
        for row, (was, line) in enumerate(zip(before, now, strict=True))
        for col, (old, cell) in enumerate(zip(was, line, strict=True))
        if old is not cell and old != cell
    ]


def _called(room: Room) -> Called:
    session, game, levels = room.session, room.session.game, room.head.levels
    computers = {seat: level for seat, level in enumerate(levels) if level}
    day = _("Today's board") if room.head.daily else ""
    titles = game.seats if len(levels) > 1 else [_("You")]
    names = [
        computer_name(game, level) if level else room.seating.names[at] for at, level in enumerate(levels)
    ]
    return Called(
        room.seating.names, str(session.id),
        " · ".join(filter(None, [*name_of(session, {}), day])),  # who only watches sits nowhere
        " · ".join(filter(None, [*name_of(session, computers), day])),
        tuple(zip(titles, names, strict=True)),
    )  # fmt: skip
