"""The process that compiles ahead: it reads ids of games, prepares their minds, and says how far it is.

An answer is a JSON object in a line, with the `game` and one of these: nothing more, one kernel is compiled;
`warning`, a sentence; `done`; or `error`, a sentence. When the input ends the process does.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, BinaryIO

from ludoteca.ai import Limit, prepare
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.locale import translator


def serve(questions: SimpleQueue[str], target: BinaryIO) -> None:
    """Prepare for one game after another."""
    from ludoteca.kernels.compiled import hearing

    while name := questions.get():

        def say(game: str = name, **answer: Any) -> None:
            try:
                target.write(json.dumps({"game": game, **answer}).encode() + b"\n")
                target.flush()
            except OSError:
                os._exit(0)  # nobody listens

        try:
            with hearing(say):
                prepare(begin(name).game, Limit(warn=partial(_warn, say)))
        except Exception as error:  # whatever a compiler raises: others may be compiled all the same
            say(error=repr(error)[:200])
        else:
            say(done=True)


def _warn(say: Callable[..., None], sentence: str) -> None:
    say(warning=sentence)


def main() -> None:
    """Answer on standard output, in a language, as far behind all others as the command line says."""
    code, behind = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at a terminal is for who started this
    if hasattr(os, "nice"):
        os.nice(int(behind))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            questions.put(line.strip())
        os._exit(0)  # a compiler cannot be asked to stop, but nobody waits for what it makes

    threading.Thread(target=read, daemon=True).start()
    with speaking(translator(code)):
        serve(questions, answers)


if __name__ == "__main__":
    main()
