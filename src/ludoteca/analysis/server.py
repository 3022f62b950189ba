"""The process that thinks for a screen: it reads questions on standard input and answers on standard output.

When the input ends the process does: it never outlives who started it. A defect of ours is answered with a
sentence, and its traceback goes to standard error.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from ludoteca.ai import Limit, choose
from ludoteca.analysis.analyst import Analyst
from ludoteca.analysis.protocol import LONGEST_QUESTION, MEMORY, TRUTH, Question
from ludoteca.analysis.truth import Truth
from ludoteca.core import AnySession, Dice, LudotecaError, Record
from ludoteca.core.words import _, speaking
from ludoteca.games import begin
from ludoteca.locale import translator

PAUSE: Final = 0.1  # seconds between two truths that are shown
GRACE: Final = 0.5  # seconds to tidy up once nobody listens any more


class Server:
    """Reads in one thread, thinks in another, and lets go of a question as soon as nobody wants it."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source, self._target = source, target
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._writing = threading.Lock()
        self._wanted: int | None = None  # the number of the question whose answer is waited for
        self._analyst = Analyst()
        self._session: AnySession | None = None

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
            answer = {} if self._wanted != ask else self._think(question)
        except LudotecaError as error:
            self._say(ask, error=str(error))
        except Exception as error:  # a screen wants a sentence, whichever solver fails
            traceback.print_exc()
            self._say(ask, error=_("The analysis failed: {reason}.", reason=repr(error)[:200]), failed=True)
        else:
            self._say(ask, **(answer if answer and self._wanted == ask else {"cancelled": True}))

    def _think(self, question: Question) -> dict[str, Any]:
        """The answer to a question."""
        ask, session = question.ask, self._at(Record.parse(question.record))
        limit = Limit(
            question.seconds,
            cancel=lambda: self._wanted != ask,
            progress=lambda sentence: self._say(ask, progress=sentence),
            warn=lambda sentence: self._say(ask, warning=sentence),
        )
        if question.wish == TRUTH:
            return {"truth": self._analyst.truth(session, limit, show=self._shower(ask)).json()}
        advice = choose(session, limit, level=question.level, dice=Dice(question.seed))
        return {"move": advice.spelled(session.game.text).json()}

    def _shower(self, ask: int) -> Callable[[Truth], None]:
        """What shows the truth so far, not too often."""
        shown = 0.0

        def show(truth: Truth) -> None:
            nonlocal shown
            if self._wanted == ask and time.monotonic() >= shown + PAUSE:
                shown = time.monotonic()
                self._say(ask, show=truth.json())

        return show

    def _at(self, record: Record) -> AnySession:
        """The session of a record; what it has in common with the one before is not played again."""
        before, self._session = self._session, None  # in case a move is refused half-way
        session = begin(record.game)
        if before is not None and before.id == session.id:
            pairs = zip(before.record.moves, record.moves, strict=False)
            same = next((ply for ply, (old, new) in enumerate(pairs) if old != new), len(before.moves))
            session = before.at(min(same, len(record.moves)))
        for text in record.moves[len(session.moves) :]:
            session.play_text(text)
        self._session = session
        return session

    def _say(self, ask: int | None, **answer: Any) -> None:
        line = json.dumps({"ask": ask, **answer}, ensure_ascii=False).encode(errors="replace") + b"\n"
        with self._writing:
            try:
                self._target.write(line)
                self._target.flush()
            except OSError:
                os._exit(0)  # nobody listens


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; one that is far too long comes cut off, which is not JSON any more."""
    while line := source.readline(LONGEST_QUESTION):
        yield line
        while len(line) == LONGEST_QUESTION and not line.endswith(b"\n"):
            line = source.readline(LONGEST_QUESTION)


def _limit_memory(text: str) -> None:
    """Have no more than so many bytes, where somebody says how many and the system can see to it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(text), int(text)))


def main() -> None:
    """Answer on standard output, where nothing else may be printed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at a terminal is for the screen
    faulthandler.enable()
    _limit_memory(os.environ.get(MEMORY, ""))
    if hasattr(os, "nice"):
        os.nice(5)  # the screen comes first, where both want the same processor
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    Server(sys.stdin.buffer, answers).run()
    os._exit(0)  # every answer is out; to take down a compiler in good order would take half a second


if __name__ == "__main__":
    main()
