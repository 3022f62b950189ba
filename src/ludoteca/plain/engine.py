"""An engine that other programs talk to in lines, after the manner of UCI; docs/engine.md tells the words."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import copy_context
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TextIO

from ludoteca import __version__
from ludoteca.console import json_line, next_line
from ludoteca.core import LEVELS, AnySession, Dice, LudotecaError, OptionError, Session
from ludoteca.core.game import check_range, is_number
from ludoteca.core.words import _, printable

if TYPE_CHECKING:  # what thinks is imported when somebody asks
    from ludoteca.ai import Advice, Limit, Line

CLOCKS: Final = (("wtime", "winc"), ("btime", "binc"))
LONGEST: Final = 1 << 20  # characters of a line, which may hold all moves of a long game
OPTIONS: Final = {"Level": (1, LEVELS[-1]), "Lines": (1, 20)}


def serve(
    source: TextIO,
    sink: TextIO,
    game: str,
    find: Callable[[str], AnySession],
    *,
    seconds: float | None,
    json: bool,
) -> None:
    """Listen until `quit` or the end of the input; `find` tells which game a name, an id or a file means."""
    engine = Engine(sink, game, find, seconds=seconds, json=json)
    try:
        while engine.listen(source):
            pass
    finally:
        engine.close()


class Engine:
    """One game that is thought about: what was set, the position, and the thinking under way."""

    def __init__(
        self, sink: TextIO, game: str, find: Callable[[str], AnySession], *, seconds: float | None, json: bool
    ) -> None:
        self._sink, self._find, self._json, self._seconds = sink, find, json, seconds
        self._options = {"Level": LEVELS[-1], "Lines": 1}
        self._begun, self._session = game, self._find(game)
        self._thinking: threading.Thread | None = None
        self._stop = threading.Event()

    def listen(self, source: TextIO) -> bool:
        """Do what the next line says; whether to go on listening."""
        try:
            line = next_line(source, LONGEST)
        except LudotecaError as error:
            self._say({"error": str(error)}, f"info string {error}")
            return True
        return bool(line) and self.obey(line)

    def obey(self, line: str) -> bool:
        """Do what a line says; whether to go on listening."""
        word, *rest = line.split() or [""]
        try:
            match word:
                case "quit":
                    return False
                case "uci":
                    self._introduce()
                case "isready":
                    self._prepare()
                    self._say({"ready": True}, "readyok")
                case "ucinewgame":
                    self._at_rest()
                    self._session = self._find(self._begun)
                case "setoption":
                    self._at_rest()
                    self._set(rest)
                case "position":
                    self._at_rest()
                    self._session = self._position(rest)
                case "go":
                    self._at_rest()
                    self._go(rest)
                case "stop":
                    self._at_rest()
                case "d":
                    self._say({"position": self._session.game.dump(self._session.state)}, self._picture())
                case "":
                    pass
                case _:
                    raise OptionError(_("'{word}' is not a word of this engine.", word=word[:40]))
        except LudotecaError as error:
            self._say({"error": str(error)}, f"info string {error}")
        return True

    def close(self) -> None:
        """Stop thinking."""
        self._at_rest()

    def _say(self, answer: Mapping[str, Any], line: str) -> None:
        """One answer, as an object or a line; a reader who has gone is no error of ours."""
        with suppress(OSError, ValueError):
            self._sink.write((json_line(answer) if self._json else printable(line, keep="\n")) + "\n")
            self._sink.flush()

    def _introduce(self) -> None:
        name = f"Ludoteca {__version__} {self._session.game.name}"
        options = [
            f"option name {key} type spin default {self._options[key]} min {low} max {high}"
            for key, (low, high) in OPTIONS.items()
        ]
        told = [f"id name {name}", "id author The Ludoteca developers", *options]
        told.append(f"option name Game type string default {self._session.id}")
        self._say({"name": name, "options": [*OPTIONS, "Game"]}, "\n".join([*told, "uciok"]))

    def _prepare(self) -> None:
        """Load and compile what it takes to think about this game, so that no `go` has to wait for it."""
        from ludoteca.ai import prepare

        if self._thinking is None:
            with suppress(LudotecaError):  # `go` will say it
                prepare(self._session.game, self._limit(None))

    def _limit(self, seconds: float | None, **more: Any) -> Limit:
        """A limit that tells what the thinking waits for, and what is wrong."""
        from ludoteca.ai import Limit

        def tell(sentence: str) -> None:
            self._say({"string": sentence}, f"info string {sentence}")

        return Limit(seconds, progress=tell, warn=tell, **more)

    def _picture(self) -> str:
        return f"{self._session}\n{self._session.game.dump(self._session.state)}"

    def _set(self, words: list[str]) -> None:
        """`name Level value 5`, `name Lines value 3`, `name Game value fuga:11`."""
        match words:
            case ["name", "Game", "value", what]:
                self._session, self._begun = self._find(what), what
            case ["name", ("Level" | "Lines") as name, "value", number] if is_number(number):
                check_range(name, int(number), *OPTIONS[name])
                self._options[name] = int(number)
            case _:
                raise OptionError(_("Say: setoption name Level|Lines|Game value X."))

    def _position(self, words: list[str]) -> AnySession:
        """`startpos`, `fen POSITION` or `id ID`, then perhaps `moves` and them, with '-' between squares."""
        match words:
            case ["startpos", *rest]:
                session = Session(self._session.game, seed=self._session.seed)
            case ["fen", text, *rest]:
                game = self._session.game
                session = Session(game, seed=self._session.seed, position=game.load(text))
            case ["id", text, *rest]:
                session = self._find(text)
            case _:
                raise OptionError(_("Say: position startpos|fen POSITION|id ID [moves ...]."))
        if rest and rest[0] != "moves":
            raise OptionError(_("Say: position startpos|fen POSITION|id ID [moves ...]."))
        for move in rest[1:]:
            session.play_text(move.replace("-", " "))
        return session

    def _go(self, words: list[str]) -> None:
        """Think in a thread, so that `stop` is heard."""
        session = self._session
        limit = self._limit_of(words, {key: int(value) for key, value in pairwise(words) if is_number(value)})
        self._stop.clear()
        self._thinking = threading.Thread(
            target=copy_context().run, args=(self._think, session, limit), daemon=True
        )
        self._thinking.start()

    def _limit_of(self, words: list[str], given: Mapping[str, int]) -> Limit:
        """`movetime MS`, `wtime MS btime MS winc MS binc MS` (w: the first seat), `depth N`, `nodes N`,
        `infinite`, or nothing."""
        seconds = self._seconds
        if "infinite" in words:
            seconds = 1e9
        elif "movetime" in given:
            seconds = given["movetime"] / 1000
        elif 0 <= self._session.player < 2 and (own := CLOCKS[self._session.player])[0] in given:
            left, more = given[own[0]] / 1000, given.get(own[1], 0) / 1000
            seconds = min(left / 30 + 0.8 * more, left / 2)
        bounds = {word: given[word] for word in self._bounds() if word in given}
        return self._limit(seconds, **bounds, cancel=self._stop.is_set, show=self._teller())

    def _bounds(self) -> list[str]:
        """What thinking about this game can be bounded by, beyond time."""
        from ludoteca.ai import Ability, mind_of

        able = mind_of(self._session.game).abilities(self._session.game)
        words = {"depth": Ability.DEPTH, "nodes": Ability.NODES}
        return [word for word, ability in words.items() if ability in able]

    def _think(self, session: AnySession, limit: Limit) -> None:
        """Think, and whatever happens end with a best move, since the other side waits for it."""
        from ludoteca.ai import advise, choose

        move = None
        try:
            level = self._options["Level"]
            if level < LEVELS[-1]:
                advice = choose(session, limit, level=level, dice=Dice(time.time_ns()))
            else:
                advice = advise(session, limit, lines=self._options["Lines"])
                if session.outcome is None:
                    limit.show(advice)
            move = None if advice.move is None else _word(session.game.text(advice.move))
        except LudotecaError as error:
            self._say({"error": str(error)}, f"info string {error}")
        finally:
            self._say({"bestmove": move}, f"bestmove {move or '(none)'}")

    def _teller(self) -> Callable[[Advice[Any]], None]:
        """A function that tells what was found so far, with the time since now."""
        from ludoteca.ai import Line

        text, started = self._session.game.text, time.monotonic()

        def tell(advice: Advice[Any]) -> None:
            only = Line(advice.line, advice.value, advice.status, advice.ends_in)
            spent = time.monotonic() - started
            for number, line in enumerate(advice.lines or [only], 1):
                info: dict[str, Any] = {"depth": advice.depth or len(advice.line), "multipv": number}
                info |= {"score": _score(line)}
                info |= {"nodes": advice.nodes, "nps": round(advice.nodes / max(spent, 1e-3))}
                info |= {"time": round(1000 * spent)}
                info |= {"pv": " ".join(_word(text(move)) for move in line.moves)}
                self._say(info, "info " + " ".join(f"{key} {value}" for key, value in info.items()))

        return tell

    def _at_rest(self) -> None:
        """Stop the thinking under way; its best move is told before anything else is done."""
        if self._thinking is not None:
            self._stop.set()
            self._thinking.join()
            self._thinking = None


def _word(text: str) -> str:
    """A move as one word."""
    return text.replace(" ", "-")


def _score(line: Line[Any]) -> str:
    """Hundredths of a piece, or the moves until a proved end, negative for the one who loses."""
    from ludoteca.ai import Status

    if line.ends_in is not None:
        return f"mate {(1 if line.status == Status.WIN else -1) * ((line.ends_in + 1) // 2)}"
    return f"cp {round(100 * (line.value.worth if line.value else 0))}"
