"""Thinking beside a screen: questions to the analysis process, so that no screen waits for a solver."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from ludoteca.ai.advice import Advice
from ludoteca.ai.limit import nobody
from ludoteca.analysis.process import begun
from ludoteca.analysis.protocol import LONGEST_ANSWER, MEMORY, MOVE, TRUTH, Question
from ludoteca.analysis.truth import Truth
from ludoteca.core import LEVELS, AnySession, LudotecaError
from ludoteca.core.words import _
from ludoteca.system.folders import NoHome, data_folder

COMMAND: Final = ("-P", "-m", "ludoteca.analysis.server")  # -P: no module of the folder we are in takes part
GRACE: Final = 1.0  # seconds for the process to end by itself
EASY: Final = 3  # levels up to this one answer at once also without kernels: their work is small
LONGEST_LOG: Final = 1_000_000  # bytes; a longer one begins anew

Tell = Callable[[str], None]
Show = Callable[[Truth], None]


class _Pending(NamedTuple):
    """A question under way: its number and its line, who waits for the answer, whom to tell what goes on, and
    whether it is asked for the second time, and of a process without kernels."""

    ask: int
    line: Mapping[str, Any]
    answer: asyncio.Future[Truth]
    progress: Tell
    show: Show
    is_second: bool = False
    is_plain: bool = False


class Client:
    """Has one question at a time answered by a process of its own, which starts when it is needed.

    `lang` is the language of the sentences that it tells, `warn` hears what is wrong but stops nothing. What
    a failure printed is kept in `log`, and the sentence about it says so. Where the process ends without an
    answer, or gives no sign for `patience` seconds, another is asked, once. As long as `ready` says that
    kernels are still being compiled, players of low levels answer from plain Python. A process that wants
    more than `memory` bytes fails.
    """

    def __init__(
        self,
        *,
        lang: str = "en",
        warn: Tell = nobody,
        log: Path | None = None,
        ready: Callable[[], bool] = lambda: True,
        patience: float | None = None,
        memory: int | None = None,
    ) -> None:
        self.lang, self.warn, self._ready = lang, warn, ready
        self._is_plain = False  # the process, where there is one
        self.log = log_file() if log is None else log
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._pending: _Pending | None = None
        self._patience, self._memory = patience, memory
        self._watch: asyncio.TimerHandle | None = None
        self._asked = 0
        self._again: asyncio.Task[None] | None = None  # asking the next process the same

    async def truth(
        self,
        session: AnySession,
        *,
        seconds: float | None = None,
        progress: Tell = nobody,
        show: Show = nobody,
    ) -> Truth:
        """The truth about a position; `show` gets what is known so far.

        A question before this one is cancelled, also for who waits for it. While it is thought over,
        `progress` hears what goes on. LudotecaError says why there is no answer.
        """
        return await self._ask(Question(0, str(session.record), TRUTH, seconds=seconds), progress, show)

    async def move(
        self,
        session: AnySession,
        *,
        level: int = LEVELS[-1],
        seconds: float | None = None,
        seed: int = 0,
        progress: Tell = nobody,
    ) -> Advice[str]:
        """The move of a computer player of a level; otherwise like `truth`."""
        question = Question(0, str(session.record), MOVE, level=level, seconds=seconds, seed=seed)
        return (await self._ask(question, progress, nobody)).advice

    async def close(self) -> None:
        """Let the process end, also one that is just beginning; a later question would start another."""
        self._forget()
        async with self._starting:
            await self._end()

    async def _end(self) -> None:
        process, reading = self._process, self._reading
        self._process = self._reading = None
        if process is None or reading is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(reading), GRACE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await reading

    async def _ask(self, question: Question, progress: Tell, show: Show) -> Truth:
        self._forget()
        self._asked += 1
        answer: asyncio.Future[Truth] = asyncio.get_running_loop().create_future()
        line = {**question.json(), "ask": self._asked, "lang": self.lang}
        is_plain = question.wish == MOVE and question.level <= EASY and not self._ready()
        self._pending = _Pending(self._asked, line, answer, progress, show, is_plain=is_plain)
        try:
            # Who asks may be cancelled; a start goes on, for the next question or until we are closed.
            process = await asyncio.shield(asyncio.create_task(self._running(is_plain=is_plain)))
            if not answer.done():
                self._send(process, line)
            return await answer
        finally:
            self._heard(is_over=True)
            if self._pending is not None and self._pending.answer is answer:
                self._pending = None
                if answer.cancelled() and self._process is not None:
                    self._send(self._process, {"cancel": line["ask"]})

    def _forget(self) -> None:
        """Wait for no answer any more."""
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.answer.cancel()

    def _send(self, process: Process, line: Mapping[str, Any]) -> None:
        """Into a buffer; that the process died shows when reading."""
        assert process.stdin is not None
        process.stdin.write(json.dumps(line).encode() + b"\n")
        self._heard()

    def _heard(self, *, is_over: bool = False) -> None:
        """There was a sign of life: be patient again, as long as somebody waits."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        if self._patience is not None and not is_over and self._pending is not None:
            self._watch = asyncio.get_running_loop().call_later(self._patience, self._give_up)

    def _give_up(self) -> None:
        """The process has stopped; when it has ended the next is asked."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def _running(self, *, is_plain: bool) -> Process:
        """The process, started if there is none, or one of the other kind."""
        async with self._starting:
            if self._pending is None:  # and so nobody waits for it any more
                raise asyncio.CancelledError
            if self._is_plain != is_plain:
                await self._end()
            if self._process is None:
                self._is_plain = is_plain
                environ = {**os.environ, **({"LUDOTECA_NO_NUMBA": "1"} if is_plain else {})}
                if self._memory is not None:
                    environ[MEMORY] = str(self._memory)
                log = _opened(self.log)
                try:
                    self._process = await begun(
                        sys.executable, *COMMAND, stdin=PIPE, stdout=PIPE, stderr=log or DEVNULL,
                        limit=LONGEST_ANSWER, env=environ,
                    )  # fmt: skip
                except OSError as error:
                    reason = error.strerror or str(error)
                    raise LudotecaError(
                        _("The analysis process cannot be started: {reason}.", reason=reason)
                    ) from None
                finally:
                    if log:
                        log.close()
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: Process) -> None:
        """Hand on what a process answers, until it ends."""
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                self._heard()
                self._hear(json.loads(line))
        except (
            ValueError,
            KeyError,
            TypeError,
            RecursionError,
        ):  # cut off in the middle of a line, or no answer at all
            with suppress(ProcessLookupError):
                process.kill()
        if self._process is process:
            self._process = self._reading = None
            self._ended()
        await process.wait()

    def _ended(self) -> None:
        """Ask another process what the one that has ended did not answer; a second time it is given up."""
        pending = self._pending
        if pending is None or pending.answer.done():
            return
        if pending.is_second:
            self._pending = None
            sentence = _("The analysis process has ended without an answer; ask again.")
            pending.answer.set_exception(LudotecaError(sentence))
        else:
            self._pending = pending._replace(is_second=True)
            self._again = asyncio.create_task(self._ask_again(self._pending))

    async def _ask_again(self, pending: _Pending) -> None:
        try:
            process = await self._running(is_plain=pending.is_plain)
            if self._pending is pending:
                self._send(process, pending.line)
        except LudotecaError as error:
            if not pending.answer.done():
                pending.answer.set_exception(error)

    def _hear(self, answer: Mapping[str, Any]) -> None:
        """Hand one answer to who waits for it; nobody waits for those of old questions."""
        pending = self._pending
        if pending is None or answer["ask"] != pending.ask or pending.answer.done():
            return
        try:
            match answer:
                case {"progress": sentence}:
                    pending.progress(sentence)
                case {"warning": sentence}:
                    self.warn(sentence)
                case {"show": truth}:
                    pending.show(Truth.parse(truth))
                case {"truth": truth}:
                    pending.answer.set_result(Truth.parse(truth))
                case {"move": advice}:
                    pending.answer.set_result(Truth(Advice.parse(advice)))
                case {"error": sentence, "failed": True}:
                    where = _("{sentence} Details: {path}", sentence=sentence, path=self.log)
                    pending.answer.set_exception(LudotecaError(where))
                case {"error": sentence}:
                    pending.answer.set_exception(LudotecaError(sentence))
        except Exception as error:  # of who was told: it is theirs
            pending.answer.set_exception(error)


def log_file() -> Path:
    """Where what failures print is kept."""
    try:
        return data_folder(os.environ) / "analysis.log"
    except NoHome:
        return Path(os.devnull)


def _opened(path: Path) -> BinaryIO | None:
    """The log to go on with; None where nothing can be written, which stops nobody."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():  # a pipe would make us wait for a reader
            return None
        is_long = path.exists() and path.stat().st_size > LONGEST_LOG
        return path.open("wb" if is_long else "ab")
    except OSError:
        return None
