"""Thinking beside a screen: questions to a worker process, so that the screen never waits for a solver."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from ludoteca.ai.thought import Thought
from ludoteca.core import LudotecaError, Session
from ludoteca.core.words import _

COMMAND: Final = ("-P", "-m", "ludoteca.ai.worker")  # -P: no module of the folder we are in takes part
LONGEST: Final = 1 << 24  # bytes of an answer: thoughts may carry long lists
GRACE: Final = 1.0  # seconds for a worker to end by itself


class _Question(NamedTuple):
    """A question under way: its number, who waits for the answer, and whom to tell what goes on."""

    ask: int
    answer: asyncio.Future[Thought]
    tell: Callable[[str], None]
    show: Callable[[Thought], None]


class Thinker:
    """One who thinks about one question at a time, in a process of its own that starts when it is needed.

    `lang` is the language of the sentences that it tells.
    """

    def __init__(self, *, lang: str = "en") -> None:
        self.lang = lang
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._question: _Question | None = None
        self._asked = 0

    async def ask(
        self,
        session: Session[Any, Any],
        *,
        wish: str,
        level: int = 8,
        seconds: float | None = None,
        seed: int = 0,
        tell: Callable[[str], None] = lambda _sentence: None,
        show: Callable[[Thought], None] = lambda _thought: None,
    ) -> Thought:
        """The `truth` of a position, or the `move` of a computer player of a level.

        A question before this one is cancelled, also for who waits for it. While it is thought over, `tell`
        hears what goes on and `show` gets what is known so far. LudotecaError says why there is no answer.
        """
        self._forget()
        self._asked += 1
        answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self._question = _Question(self._asked, answer, tell, show)
        line = {
            "ask": self._asked, "record": str(session.record), "wish": wish, "level": level,
            "seconds": seconds, "seed": seed, "lang": self.lang,
        }  # fmt: skip
        try:
            process = await self._running()
            if not answer.done():
                self._send(process, line)
            return await answer
        finally:
            if self._question is not None and self._question.answer is answer:
                self._question = None
                if answer.cancelled() and self._process is not None:
                    self._send(self._process, {"cancel": line["ask"]})

    async def close(self) -> None:
        """Let the process end; a later question would start another."""
        self._forget()
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

    def _forget(self) -> None:
        """Wait for no answer any more."""
        question, self._question = self._question, None
        if question is not None:
            question.answer.cancel()

    def _send(self, process: Process, line: Mapping[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write(
            json.dumps(line).encode() + b"\n"
        )  # into a buffer; that it died shows when reading

    async def _running(self) -> Process:
        """The worker process, started if there is none."""
        async with self._starting:
            if self._process is None:
                try:
                    self._process = await asyncio.create_subprocess_exec(
                        sys.executable, *COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST
                    )
                except OSError as error:
                    reason = error.strerror or str(error)
                    raise LudotecaError(_("Nobody can think here: {reason}.", reason=reason)) from None
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: Process) -> None:
        """Hand on what a process answers, until it ends."""
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                self._hear(json.loads(line))
        except (ValueError, KeyError, TypeError):  # cut off in the middle of a line, or no answer at all
            with suppress(ProcessLookupError):
                process.kill()
        if self._process is process:
            self._process = self._reading = None
            question, self._question = self._question, None
            if question is not None and not question.answer.done():
                sentence = _("Whoever was thinking has ended without an answer; ask again.")
                question.answer.set_exception(LudotecaError(sentence))
        await process.wait()

    def _hear(self, answer: Mapping[str, Any]) -> None:
        """Hand one answer to who waits for it; nobody waits for those of old questions."""
        question = self._question
        if question is None or answer["ask"] != question.ask or question.answer.done():
            return
        try:
            if "tell" in answer:
                question.tell(answer["tell"])
            elif "show" in answer:
                question.show(Thought.parse(answer["show"]))
            elif "thought" in answer:
                question.answer.set_result(Thought.parse(answer["thought"]))
            elif "error" in answer:
                question.answer.set_exception(LudotecaError(answer["error"]))
        except Exception as error:  # of who was told: it is theirs
            question.answer.set_exception(error)
