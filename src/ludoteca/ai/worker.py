"""A process that thinks for a screen: questions come in as lines of JSON, and answers go out.

A question is `{"ask": 1, "record": "ludoteca record 1…", "wish": "truth"}`, or "move" with a `level`; it may
have `seconds`, `seed` and `lang`. Its answers have the same `ask`: `tell`, a word on what goes on; `show`,
a thought so far; at last `thought`, `error` (a sentence) or `cancelled`. A new question cancels the one
before, and so does `{"cancel": 1}`. When the input ends the process does: it never outlives who started it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from ludoteca.ai import choose, proves
from ludoteca.ai.bot import LEVELS, Advice, Limit
from ludoteca.ai.judge import PROOF_SECONDS, Judge
from ludoteca.ai.thought import Thought
from ludoteca.core import CHANCE, Dice, FormatError, LudotecaError, Record, Session
from ludoteca.core.dice import SEEDS
from ludoteca.core.session import MAX_RECORD
from ludoteca.core.words import _, speaking
from ludoteca.games import begin
from ludoteca.locale import LANGUAGES, translator

LONGEST: Final = 2 * MAX_RECORD  # bytes of a line: a record, its line ends written as two signs
PAUSE: Final = 0.1  # seconds between two thoughts that are shown
GRACE: Final = 0.5  # seconds to tidy up once nobody listens any more
WISHES: Final = ("truth", "move")


@dataclass(frozen=True)
class Question:
    """What somebody wants to know about a game."""

    ask: int
    record: str
    wish: str
    level: int = LEVELS[-1]
    seconds: float | None = None
    seed: int = 0
    lang: str = "en"

    @classmethod
    def parse(cls, data: dict[str, Any]) -> Question:
        """Read a question strictly."""
        try:
            question = cls(**data)
        except TypeError:
            raise FormatError(_("a question has ask, record and wish")) from None
        numbers = question.ask, question.level, question.seed
        seconds = 0.0 if question.seconds is None else question.seconds
        fits = (
            all(type(number) is int for number in numbers)
            and isinstance(question.record, str)
            and question.wish in WISHES
            and question.level in LEVELS
            and type(seconds) in (int, float)
            and 0 <= seconds < 1e9
            and 0 <= question.seed < SEEDS
            and question.lang in LANGUAGES
        )
        if not fits:
            raise FormatError(_("this question cannot be understood"))
        return question


class Worker:
    """Reads in one thread, thinks in another, and lets go of a question as soon as nobody wants it."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source, self._target = source, target
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._writing = threading.Lock()
        self._wanted: int | None = None  # the number of the question whose answer is waited for
        self._judge = Judge()
        self._session: Session[Any, Any] | None = None
        self._record: Record | None = None

    def run(self) -> None:
        """Answer until the input ends."""
        threading.Thread(target=self._read, daemon=True).start()
        while question := self._questions.get():
            with speaking(translator(question.lang)):
                self._answer(question)

    def _read(self) -> None:
        """Take in questions and cancels while the other thread thinks."""
        for line in _lines(self._source):
            self._take(line)
        self._wanted = None
        self._questions.put(None)
        time.sleep(GRACE)  # a compiler cannot be asked to stop, but nobody waits for what it makes
        os._exit(0)

    def _take(self, line: bytes) -> None:
        """Take in one line; one that makes no sense is answered at once."""
        ask = None
        try:
            data = json.loads(line)
            ask = data.get("ask") if type(data.get("ask")) is int else None
            if "cancel" in data:
                self._wanted = None if self._wanted == data["cancel"] else self._wanted
                return
            question = Question.parse(data)
        except LudotecaError as error:
            self._say(ask, error=str(error))
        except (ValueError, AttributeError, RecursionError):
            self._say(ask, error=_("this line is no question in JSON"))
        else:
            self._wanted = question.ask
            self._questions.put(question)

    def _answer(self, question: Question) -> None:
        """Think about a question and say what comes of it, whatever happens."""
        ask = question.ask
        try:
            thought = None if self._wanted != ask else self._think(question, self._limit(question))
        except LudotecaError as error:
            self._say(ask, error=str(error))
        except Exception as error:  # a screen wants a sentence, whichever solver fails
            self._say(ask, error=_("Thinking failed: {reason}.", reason=repr(error)[:200]))
        else:
            if thought is None or self._wanted != ask:
                self._say(ask, cancelled=True)
            else:
                self._say(ask, thought=thought.json())

    def _limit(self, question: Question) -> Limit:
        ask, shown = question.ask, 0.0

        def show(advice: Advice[Any]) -> None:
            nonlocal shown
            if self._session and self._wanted == ask and time.monotonic() >= shown + PAUSE:
                shown = time.monotonic()
                self._say(ask, show=Thought.of(self._session, advice).json())

        return Limit(
            question.seconds,
            cancel=lambda: self._wanted != ask,
            tell=lambda sentence: self._say(ask, tell=sentence),
            show=show,
        )

    def _think(self, question: Question, limit: Limit) -> Thought:
        session = self._at(Record.parse(question.record))
        if question.wish == "truth":
            return self._judge.think(session, limit)
        if session.player == CHANCE:
            return Thought()
        return move_of(session, limit, level=question.level, seed=question.seed)

    def _at(self, record: Record) -> Session[Any, Any]:
        """The session of a record; what it has in common with the one before is not played again."""
        session, before = self._session, self._record
        self._session = self._record = None  # in case a move is refused half-way
        if session is None or before is None or before.game != record.game:
            session, common = begin(record.game), 0
        else:
            pairs = enumerate(zip(before.moves, record.moves, strict=False))
            common = next(
                (at for at, (old, new) in pairs if old != new), min(len(before.moves), len(record.moves))
            )
            del session.moves[common:], session.states[common + 1 :]
        for text in record.moves[common:]:
            session.play_text(text)
        self._session, self._record = session, record
        return session

    def _say(self, ask: int | None, **answer: Any) -> None:
        line = json.dumps({"ask": ask, **answer}, ensure_ascii=False).encode(errors="replace") + b"\n"
        with self._writing:
            try:
                self._target.write(line)
                self._target.flush()
            except OSError:
                os._exit(0)  # nobody listens


def move_of(session: Session[Any, Any], limit: Limit, *, level: int, seed: int) -> Thought:
    """The move of a computer player of a level; a proof alone at a table gets as long as the truth does."""
    seconds = limit.seconds
    if seconds is None and session.game.players == 1 and proves(session.game):
        limit = Limit(PROOF_SECONDS, limit.cancel, limit.tell, limit.show)
    return Thought.of(session, choose(session, limit, level=level, dice=Dice(seed)))


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; one that is far too long comes cut off, which is not JSON any more."""
    while line := source.readline(LONGEST):
        yield line
        while len(line) == LONGEST and not line.endswith(b"\n"):
            line = source.readline(LONGEST)


def main() -> None:
    """Answer on standard output, where nothing else may be printed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at a terminal is for the screen
    if hasattr(os, "nice"):
        os.nice(5)  # the screen comes first, where both want the same processor
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    Worker(sys.stdin.buffer, answers).run()
    os._exit(0)  # every answer is out; to take down a compiler in good order would take half a second


if __name__ == "__main__":
    main()
