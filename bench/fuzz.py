"""Feed every reader with inputs that are nearly right: `python bench/fuzz.py --inputs 1000000 --seed 1`.

Each input is a valid one, changed a little. It must end in a value or in a LudotecaError with a printable
sentence, within SECONDS, and the process must stay below MEMORY. What fails is printed, to be repeated.
"""

import argparse
import io
import json
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteca import formats
from ludoteca.ai import Advice, Unit, Value
from ludoteca.analysis.protocol import Question
from ludoteca.analysis.server import Server
from ludoteca.analysis.truth import Truth
from ludoteca.commands.arguments import duration, look_up, whole
from ludoteca.console import Console, EndOfInput
from ludoteca.core import CHANCE, AnyGame, AnySession, Dice, GameId, LudotecaError, Record
from ludoteca.formats import drench, fuga, oca, solitario
from ludoteca.formats.fuga import Saved, pack
from ludoteca.games import GAMES, begin
from ludoteca.games.fuga import Flight, opening
from ludoteca.locale import language
from ludoteca.plain import programs
from ludoteca.plain.engine import Engine
from ludoteca.plain.seats import Seats, read_levels
from ludoteca.system.disk import text_of

SECONDS: Final = 2.0
MEMORY: Final = 300  # megabytes
MANY: Final = 20  # failures are enough

IDS: Final = (
    "solitario:english", "solitario:english,hole=a3,goal=g3", "solitario:6x8,steps=20#5", "solitario:sample",
    "solitario:00000/12200/22040/12110", "fuga:7", "fuga:9", "fuga:19,repeats=2", "drench:15x15,6#77",
    "drench:4x7,3,limit=5#1", "drench:8x8,6,players=2#3", "drench:7x5,4,players=2,symmetric=no#4",
    "drench:2x3,3@123/312.4.0.0#1", "2048:4,2#1234", "2048:3,2,goal=8,keep=yes#2", "2048:2,1@2,2/0,0.0.p#3",
    "oca:2#5", "oca:8,first=3#1", "oca:2,begin=0,dice=2,exact=yes#2", "oca:3,relieved=yes#3",
    "oca:2,track=20.goose.5.20.bridge.3.8.inn.7.1.death.18.1#9",
)  # fmt: skip
SIGNS: Final = (
    *"0123456789abcdghxyzGNRS.,:;=#@/()[]{}\"'-+ _\n\t\0\x1b\x7f\x85\xa0é²٣１\u202e\u2028\ufeff\U0001f986",
    "\ud800", "\r\n", "9" * 30, "0" * 20, "[" * 50, " " * 40, "a" * 300, "null", "true", "1e999", "-1", "NaN",
    "18446744073709551616", "{}", "%s", "yes", "no", "end 0", "256", "65536", "32x32", "64x64", "400.",
)  # fmt: skip


class Reader(NamedTuple):
    """Something that reads: some valid inputs, and what is done with one of them, or with its bytes."""

    seeds: Sequence[str]
    read: Callable[[Any], object]
    encoding: str = ""

    def given(self, dice: random.Random) -> str | bytes:
        """An input that is nearly right."""
        text = mutated(dice, dice.choice(self.seeds), self.seeds)
        return text.encode(self.encoding, "replace") if self.encoding else text


def mutated(dice: random.Random, seed: str, others: Sequence[str]) -> str:
    """A valid input after a few small changes, or none."""
    text = seed
    for _change in range(dice.choice((0, 1, 1, 1, 2, 3, 5))):
        at = dice.randint(0, len(text))
        end = at + dice.choice((1, 1, 1, 2, 5, 20))
        match dice.randrange(7):
            case 0 | 1:
                text = text[:at] + dice.choice(SIGNS) + text[end:]
            case 2:
                text = text[:at] + dice.choice(SIGNS) + text[at:]
            case 3:
                text = text[:at] + text[end:]
            case 4:
                text = text[:at] + text[at:end] * dice.choice((2, 3, 50)) + text[end:]
            case 5:
                other = dice.choice(others)
                text = text[:at] + other[dice.randint(0, len(other)) :][: 4 * (end - at)] + text[at:]
            case _:
                text = text[:at]
    return text


def played(gameid: str, plies: int) -> AnySession:
    """A game after some moves of chance."""
    session, dice = begin(gameid), Dice(plies)
    while session.legal and len(session.moves) < plies:
        session.roll() if session.player == CHANCE else session.play(dice.choice(session.legal))
    return session


def _shown(session: AnySession) -> None:
    """All that is done with a game that was read, its id a fixed point."""
    assert str(session)
    again = begin(str(session.id))
    assert again.game == session.game
    assert again.states[0] == session.states[0]
    assert str(again.id) == str(session.id)


def _program(text: str) -> None:
    with suppress(EndOfInput):
        programs.run(Console(io.StringIO(text), io.StringIO()), begin("fuga:7"), Seats())


def _engine(text: str) -> None:
    engine = Engine(io.StringIO(), "fuga:7", lambda what: look_up(what, piped=False), seconds=0.0, json=True)
    for line in text.split("\n"):
        if not line.lstrip().startswith(("go", "isready")) and not engine.obey(line):
            return


class _Silent(Server):
    """The analysis process, without one: it only reads."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), io.BytesIO())

    def take(self, line: bytes) -> None:
        """Take in a line, and the game of a question."""
        self._take(line)
        while not self._questions.empty():
            if question := self._questions.get():
                self._at(Record.parse(question.record))


def _parsed(parse: Callable[[Any], object]) -> Callable[[str], object]:
    """What reads an object that has gone through JSON; a text that is no JSON never comes to it."""

    def read(text: str) -> object:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return parse(data)

    return read


def _argument(read: Callable[[str], object]) -> Callable[[str], object]:
    def parse(text: str) -> object:
        with suppress(argparse.ArgumentTypeError):
            return read(text)
        return None

    return parse


def readers() -> dict[str, Reader]:
    """Every reader of the project, with inputs that it takes."""
    games = [played(gameid, 6) for gameid in IDS]
    records = [str(session.record) for session in games]
    found = {
        "GameId.parse": Reader(IDS, lambda text: GameId.parse(str(GameId.parse(text)))),
        "begin": Reader(IDS, lambda text: _shown(begin(text))),
        "Record.parse": Reader(records, lambda text: Record.parse(text).session(begin)),
        "read_levels": Reader(["5", "3,8"], lambda text: read_levels(text, 2)),
        "whole": Reader(["5", "-12", "18446744073709551615"], _argument(whole)),
        "duration": Reader(["0.5", "3", "1e3"], _argument(duration)),
        "language": Reader(["es_ES.UTF-8", "C", "en:es"], lambda text: language({"LANG": text})),
    }
    return {**found, **_files(records), **_talk(records[5]), **_games(games)}


def _files(records: Sequence[str]) -> dict[str, Reader]:
    """What reads files."""
    saved = (Saved("Ana", "José", size, Flight(opening(size), 1)) for size in (7, 9, 13))
    saves = [pack(each).decode("latin-1") for each in saved]
    boards = {
        name: [formats.write(begin(gameid), "board").decode() for gameid in IDS if gameid.startswith(name)]
        for name in ("solitario", "drench", "oca")
    }
    text_games = ["9\n(A,4) (A,3)\n(E,4) (E,3)\n", "7\n", "13\n(B,7) (B,8)\n"]
    every = [*saves, *records, *text_games, *(board for each in boards.values() for board in each)]
    return {
        "formats.read": Reader(every, lambda data: _shown(formats.read(data).restarted()), "latin-1"),
        "text_of": Reader(every[len(saves) :], text_of, "latin-1"),
        "fuga.unpack": Reader(saves, fuga.unpack, "latin-1"),
        "fuga.replay": Reader(text_games, lambda text: list(fuga.replay(text))),
        "solitario.read": Reader(boards["solitario"], solitario.read),
        "drench.read": Reader(boards["drench"], drench.read),
        "oca.read": Reader(boards["oca"], oca.read),
    }


def _talk(record: str) -> dict[str, Reader]:
    """What other programs say."""
    lines = [
        "uci\nposition startpos moves a3-a2\nd\nquit\n",
        "position fen 9\nsetoption name Level value 3\nstop\n",
        "setoption name Game value oca:3\nucinewgame\nd\n",
        "position id drench:5x5,3#1 moves 2 1 3\nd\n",
    ]
    question = json.dumps(Question(1, record, "truth").json())
    advice = Advice(move="d2 d4", line=("d2 d4",), value=Value(1, Unit.SHARE), chances=(0.5, 0.5))
    truth = Truth(advice, won_at=3)
    return {
        "play --json": Reader(["a3 a2\nb4 b5\n", record], _program),
        "engine": Reader(lines, _engine),
        "Question.parse": Reader([question], _parsed(Question.parse)),
        "Advice.parse": Reader([json.dumps(advice.json())], _parsed(Advice.parse)),
        "Truth.parse": Reader([json.dumps(truth.json())], _parsed(Truth.parse)),
        "server": Reader([question, '{"cancel": 1}'], lambda data: _Silent().take(data), "utf-8"),
    }


def _games(games: Sequence[AnySession]) -> dict[str, Reader]:
    """What each game reads: options, positions, moves."""
    found = {}
    for name, rules in GAMES.items():
        own = [session for session in games if session.game.name == name]
        first = own[0]
        dumps = [first.game.dump(state) for state in first.states]
        moves = [first.game.text(move) for move in first.legal]
        found[f"{name}.options"] = Reader([each.game.options for each in own], rules.from_options)
        found[f"{name}.load"] = Reader(dumps, partial(_loaded, first.game))
        found[f"{name}.parse"] = Reader(moves, partial(first.game.parse, first.state))
    return found


def _loaded(game: AnyGame, text: str) -> None:
    state = game.load(text)
    assert game.load(game.dump(state)) == state


class TooLong(BaseException):
    """An input that does not end; no reader can take it for an error of its own."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Stop what goes on inside the block when the time is up."""

    def stop(_number: int, _frame: object) -> None:
        raise TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def peak() -> float:
    """The most memory that the process has had, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # a process that is started counts its parent's memory as its own, but not here
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Fed(NamedTuple):
    """How an input was read: whether it was taken, how long that took, and what was wrong, if anything."""

    taken: bool
    seconds: float
    wrong: str = ""


def feed(read: Callable[[Any], object], given: str | bytes) -> Fed:
    """Have an input read."""
    started, taken, wrong = time.process_time(), False, ""
    try:
        with within(20 * SECONDS):  # on a busy machine; what counts is the time of the processor
            read(given)
        taken = True
    except LudotecaError as error:
        wrong = "" if str(error).isprintable() else f"a sentence that cannot be printed: {error!r}"
    except TooLong:
        wrong = "it does not end"
    except Exception as error:
        wrong = repr(error)[:300]
    seconds = time.process_time() - started
    if peak() > MEMORY:
        wrong = wrong or f"{peak():.0f} MB"
    return Fed(taken, seconds, wrong or ("too slow" if seconds > SECONDS else ""))


def fuzz(inputs: int, seed: int, tell: Callable[[str], None]) -> int:
    """Feed the readers in turn; how many inputs failed."""
    dice, every = random.Random(seed), readers()
    fed, taken, failed, slowest = Counter[str](), Counter[str](), 0, (0.0, "", "")
    for _input, (name, reader) in zip(range(inputs), cycle(every.items()), strict=False):
        given = reader.given(dice)
        done = feed(reader.read, given)
        fed[name] += 1
        taken[name] += done.taken
        slowest = max(slowest, (done.seconds, name, repr(given)[:120]))
        if done.wrong:
            failed += 1
            tell(f"{name}: {done.wrong}\n  {given!r}")
        if failed == MANY:
            break
    for name, count in fed.items():
        tell(f"{name:18} {count:9,} inputs, {taken[name]:9,} taken")
    tell(f"{'all':18} {sum(fed.values()):9,} inputs, {sum(taken.values()):9,} taken, {failed} failed")
    tell(f"slowest: {slowest[0]:.3f} s, {slowest[1]}: {slowest[2]}\npeak memory: {peak():.0f} MB")
    return failed


def main() -> int:
    """Feed as many inputs as the command line says; 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    return 1 if fuzz(args.inputs, args.seed, print) else 0


if __name__ == "__main__":
    sys.exit(main())
