"""A conversation in lines: what is asked and answered, in a terminal or a pipe; and objects for programs."""

import codecs
import os
import re
import select
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from ludoteca.core import LudotecaError
from ludoteca.core.words import _, printable
from ludoteca.system.disk import FileError, replaces

LONGEST: Final = 4096
PROGRESS: Final = 60  # characters of a line that tells what goes on
_END_KEYS: Final = ("", "\x04")
_ESCAPE: Final = "\x1b"
_PATIENCE: Final = 0.1  # seconds for the rest of what one key sends, so that Escape alone waits no longer
_STREAMS: Final = (
    ("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"),
)  # fmt: skip
_COLOUR: Final = re.compile(r"(\x1b\[[0-9;]*m)")


class EndOfInput(Exception):  # noqa: N818 - an ending, not an error
    """The other side has nothing more to say."""


def open_streams() -> None:
    """Make the three standard streams usable, also where some are closed, and no text a reason to fail.

    A file that is opened must never get the number of a closed stream: what is printed would go into it. As
    in coreutils, writing to an output that is closed fails; nobody misses what is said beside it.
    """
    for number, (name, mode, way) in enumerate(_STREAMS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, way, encoding="utf-8", closefd=False))  # noqa: SIM115 - the process closes it
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def wants_colour(sink: TextIO, environ: Mapping[str, str], *, asked: bool | None) -> bool:
    """Colour if asked for; else by FORCE_COLOR and NO_COLOR; else on a terminal that is not dumb."""
    if asked is not None:
        return asked
    if environ.get("NO_COLOR"):
        return False
    return bool(environ.get("FORCE_COLOR")) or (sink.isatty() and environ.get("TERM") != "dumb")


def json_line(answer: object) -> str:
    r"""An object for programs, in one line; what cannot be printed is escaped.

    >>> print(json_line("año\x1b\x9b\ud800"))
    "año\u001b\u009b\ud800"
    """
    import json

    line = json.dumps(answer, ensure_ascii=False)
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in line)


def say(*lines: str) -> None:
    """Print lines, each made printable."""
    print(*map(printable, lines), sep="\n")


def progress(sentence: str) -> None:
    """Say in one line of a terminal, written over again and again, how far something is; '' clears it."""
    if sys.stderr.isatty():
        line = printable(sentence)[:PROGRESS].ljust(PROGRESS)
        print(f"\r{line}", end="" if sentence else "\r", file=sys.stderr, flush=True)


def warn(sentence: object) -> None:
    """Say what is wrong, beside what is printed."""
    with suppress(OSError):  # nobody listens
        progress("")
        print(f"ludoteca: {printable(str(sentence))}", file=sys.stderr)


def next_line(source: TextIO, longest: int) -> str:
    """The next line of a stream, '' at its end; LudotecaError for one that is longer than is meant."""
    line = source.readline(longest)
    if len(line) < longest or line.endswith("\n"):
        return line
    pass_over(source)
    raise LudotecaError(_("That line is too long."))


def pass_over(source: TextIO) -> None:
    """Read away the rest of a line."""
    while (rest := source.readline(LONGEST)) and not rest.endswith("\n"):
        pass


class Console:
    """Two streams and the manners of a conversation.

    Where the input is no terminal, nobody sees what is typed; so the answer is written behind its question,
    and the transcript of a pipe reads like the screen of a terminal.
    """

    def __init__(self, source: TextIO, sink: TextIO, *, colour: bool = False, force: bool = False) -> None:
        self.source, self.sink, self.colour = source, sink, colour
        self.live = source.isatty() and sink.isatty()
        self._force = force  # to write over files without asking
        self._by_key = False  # whether the terminal gives each key as it is pressed
        self._ahead = ""  # characters read and not yet given

    def say(self, *lines: str) -> None:
        """Write lines, made printable but for colours where there are colours."""
        for line in lines:
            self.sink.write(f"{self._shown(line)}\n")

    def say_json(self, answer: object) -> None:
        """Write an object in a line of its own, at once."""
        self.sink.write(f"{json_line(answer)}\n")
        self.sink.flush()

    def ask(self, question: str) -> str:
        """Write a question and give the answered line, without white space at its ends."""
        self.sink.write(self._shown(question))
        self.sink.flush()
        line = self.source.readline(LONGEST)
        if not line:
            self.say("")
            raise EndOfInput
        if not line.endswith("\n"):  # what is longer than any answer
            pass_over(self.source)
        if not self.source.isatty():
            self.say(printable(line.strip()))
        return line.strip()

    @contextmanager
    def keys(self) -> Iterator[None]:
        """Inside this block a terminal gives each key as it is pressed; afterwards it is as it was found.

        The mode is set once, without flushing, so that no key is lost to somebody who types fast.
        """
        try:
            import termios
            import tty
        except ImportError:  # Windows has no such modes
            yield
            return
        if not self.live:
            yield
            return
        before = termios.tcgetattr(self.source)
        try:
            tty.setcbreak(self.source, termios.TCSANOW)
            self._by_key = True
            yield
        finally:
            self._by_key = False
            termios.tcsetattr(self.source, termios.TCSANOW, before)

    def ask_key(self, question: str) -> str:
        """Write a question and give the next key; in a pipe white space between keys is passed over."""
        self.sink.write(self._shown(question))
        self.sink.flush()
        while (key := self._key()).isspace() and not self._by_key:
            pass
        self.say(printable(key) if len(key) < 2 else "?")
        if key in _END_KEYS:
            raise EndOfInput
        return key

    def _key(self) -> str:
        """All that one key sends: a character, or Escape and what goes with it; '' at the end of input."""
        key = char = self._char(None)
        while char == _ESCAPE:  # Alt and a key send Escape and that key
            key += (char := self._char(_PATIENCE))
        if len(key) > 1 and char in ("[", "O"):
            key += self._sequence()
        return key

    def _sequence(self) -> str:
        """The rest of a control sequence (ECMA-48): parameters, and a last character from '@' on."""
        rest = ""
        while "\x20" <= (char := self._char(_PATIENCE)) <= "\x7e":
            rest += char
            if char >= "@" and rest != "[":  # the Linux console sends Escape [ [ A for F1
                return rest
        self._ahead = char + self._ahead  # it belongs to the next key
        return rest

    def _char(self, patience: float | None) -> str:
        """The next character; '' at the end of the input, or if a terminal gives none in so many seconds."""
        if not self._ahead:
            self._ahead = self._pressed(patience) if self._by_key else self.source.read(1)
        char, self._ahead = self._ahead[:1], self._ahead[1:]
        return char

    def _pressed(self, patience: float | None) -> str:
        """What a terminal gives, in whole characters; read past the stream, whose buffer would hide it."""
        terminal, text = self.source.fileno(), ""
        decoder = codecs.getincrementaldecoder(self.source.encoding)("replace")
        while not text or decoder.getstate()[0]:
            ready, _out, _odd = select.select([terminal], [], [], patience)
            data = os.read(terminal, 1024) if ready else b""
            if not data:
                return text + decoder.decode(b"", final=True)
            text, patience = text + decoder.decode(data), _PATIENCE
        return text

    def ask_yes(self, question: str, *, yes: str, no: str, again: str) -> bool:
        """Ask until the answer is one of two letters."""
        while (answer := self.ask(question).lower()) not in (yes.lower(), no.lower()):
            self.say(again)
        return answer == yes.lower()

    def may_write(self, path: str) -> bool:
        """Whether to write a file; over another one only by `force`, or if a person at a terminal says so.

        FileError refuses it in a pipe, and always where `replaces` does.
        """
        if not replaces(path) or self._force:
            return True
        if not self.live:
            raise FileError(path, _("there is a file already; --force writes over it"))
        name, again = printable(path), _("Answer y (yes) or n (no).")
        question = _("{path} is there already. Write over it? (y/n): ", path=name)
        with suppress(EndOfInput):  # no answer is no permission
            if self.ask_yes(question, yes=_("y"), no=_("n"), again=again):
                return True
        self.say(_("{path} stays as it is.", path=name))
        return False

    def complain(self, error: LudotecaError) -> None:
        """Say what went wrong."""
        self.say(str(error))

    def paint(self, text: str, code: str) -> str:
        """The text in a colour, where there are colours."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def clear(self) -> None:
        """Begin a fresh screen, where one is being watched in colour."""
        if self.live and self.colour:
            self.sink.write("\x1b[H\x1b[2J")

    def _shown(self, text: str) -> str:
        parts = _COLOUR.split(text) if self.colour else [text]
        return "".join(part if at % 2 else printable(part, keep="\n") for at, part in enumerate(parts))
