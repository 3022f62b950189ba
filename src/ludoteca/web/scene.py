"""What there is to see of a position, in the language of whoever sees it, ready to be sent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from ludoteca.core import CHANCE, AnySession, Cell
from ludoteca.core.words import Language, _, spoken_now
from ludoteca.looks.spoken import spoken
from ludoteca.looks.symbols import looks_of
from ludoteca.web.messages import CellView, SceneView


def scene_of(session: AnySession, computers: Collection[int] = ()) -> tuple[SceneView, Mapping[str, str]]:
    """The scene of a session and the drawings that it uses; what happened is told from the last decision on
    that none of the computer's seats made.

    >>> from ludoteca.games import begin
    >>> scene, looks = scene_of(begin("solitario:sample"))
    >>> scene.legal[0], scene.player, scene.board[0][0].label
    ('b3 b1', 0, '')
    """
    game, state = session.game, session.state
    board, labels = game.board(state), game.labels(state)
    names, looks = looks_of(board)
    first = _last_decision(session, computers)
    language, outcome = spoken_now(), session.outcome
    return SceneView(
        board=[
            [_cell(cell, look, language) for cell, look in zip(cells, line, strict=True)]
            for cells, line in zip(board, names, strict=True)
        ],
        rows=list(labels.rows),
        cols=list(labels.cols),
        legal=[game.text(move) for move in session.legal] if session.player >= 0 else [],
        player=session.player,
        status=[str(sentence) for sentence in game.status(state)],
        told=told(session, first),
        ways=_ways(session, first),
        prompts=[_(prompt) for prompt in game.prompts],
        buttons=dict(game.buttons),
        thrown=_thrown(session),
        verdict=session.verdict,
        winner=None if outcome is None else outcome.winner,
    ), looks


def told(session: AnySession, since: int) -> list[str]:
    """What the moves from a ply on did, in the rules' words."""
    game, plies = session.game, range(since, len(session.moves))
    return [said for ply in plies for said in game.tell(session.states[ply], session.moves[ply])]


@lru_cache(maxsize=1 << 14)
def _cell(cell: Cell, look: str, language: Language) -> CellView:
    """A cell in a language, which is the one that is spoken now."""
    words = tuple(dict.fromkeys(filter(None, (cell.name, cell.text.strip(), cell.number))))
    return CellView(look, cell.name, words, spoken(cell), tuple(sorted(cell.marks)))


def _last_decision(session: AnySession, computers: Collection[int]) -> int:
    """The ply of a person's last decision, or of what was there before any."""
    plies = range(len(session.moves))
    return next((ply for ply in reversed(plies) if session.decided(ply, computers)), 0)


def _ways(session: AnySession, since: int) -> list[list[str]]:
    """The ways of the pieces, of the last move that moved any."""
    for ply in reversed(range(since, len(session.moves))):
        if ways := session.game.ways(session.states[ply], session.moves[ply]):
            return [list(way) for way in ways]
    return []


def _thrown(session: AnySession) -> int | None:
    """The last number on a die, if nature threw one in the last moves."""
    moves = session.moves
    for ply in range(len(moves) - 1, max(-1, len(moves) - 3), -1):
        if session.actor(ply) == CHANCE:
            return session.game.thrown(moves[ply])
    return None
