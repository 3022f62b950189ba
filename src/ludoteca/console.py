"""A conversation in lines: what is asked and answered, in a terminal or a pipe; and objects for programs."""

import codecs
import os
import select
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.system.disk import FileError, replaces

LONGEST: Final = 4096
PROGRESS: Final = 60  # characters of a line that tells what goes on
_END_KEYS: Final = ("", "\x04")
_ESCAPE: Final = "\x1b"
_PATIENCE: Final = 0.1  # seconds for the rest of what one key sends, so that Escape alone waits no longer


class EndOfInput(Exception):  # noqa: N818 - an ending, not an error
    """The other side has nothing more to say."""


def wants_colour(sink: TextIO, environ: Mapping[str, str], *, asked: bool | None) -> bool:
    """Colour if asked for; else by FORCE_COLOR and NO_COLOR; else on a terminal that is not dumb."""
    if asked is not None:
        return asked
    if environ.get("NO_COLOR"):
        return False
    return bool(environ.get("FORCE_COLOR")) or (sink.isatty() and environ.get("TERM") != "dumb")


def json_line(answer: object) -> str:
    """An object for programs, in one line."""
    import json

    return json.dumps(answer, ensure_ascii=False)


def progress(sentence: str) -> None:
    """Say in one line of a terminal, written over again and again, how far something is; '' clears it."""
    if sys.stderr.isatty():
        line = sentence[:PROGRESS].ljust(PROGRESS)
        print(f"\r{line}", end="" if sentence else "\r", file=sys.stderr, flush=True)


def warn(sentence: object) -> None:
    """Say what is wrong, beside what is printed."""
    progress("")
    print(f"ludoteca: {sentence}", file=sys.stderr)


def visible(text: str) -> str:
    """A text that somebody typed, safe to print on a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


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
        """Write lines."""
        for line in lines:
            self.sink.write(f"{line}\n")

    def say_json(self, answer: object) -> None:
        """Write an object in a line of its own, at once."""
        self.say(json_line(answer))
        self.sink.flush()

    def ask(self, question: str) -> str:
        """Write a question and give the answered line, without white space at its ends."""
        self.sink.write(question)
        self.sink.flush()
        line = self.source.readline(LONGEST)
        if not line:
            self.say("")
            raise EndOfInput
        rest = line
        while rest and not rest.endswith("\n"):  # what is longer than any answer is read away
            rest = self.source.readline(LONGEST)
        if not self.source.isatty():
            self.say(visible(line.strip()))
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
        self.sink.write(question)
        self.sink.flush()
        while (key := self._key()).isspace() and not self._by_key:
            pass
        self.say(visible(key) if len(key) < 2 else "?")
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
        name, again = visible(path), _("Answer y (yes) or n (no).")
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
