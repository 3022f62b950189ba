"""No input is too much: streams without end, huge files, deep nesting, and what is no file at all."""

import json
import os
import resource
import shlex
import socket
import subprocess
from pathlib import Path

import pytest

from ludoteca import formats
from ludoteca.core import FormatError, Record
from ludoteca.core.record import MAX_MOVES
from ludoteca.games import begin
from ludoteca.system.disk import LIMIT, FileError, write_bytes

from support.command import COMMAND, output, run

MEMORY = 400 << 20  # bytes that a process may have; it starts with less than a tenth of that
LUDOTECA = shlex.join(COMMAND)
DEEP = "[" * 100_000


def small(line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of a shell whose processes have little memory."""
    return subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        timeout=120,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )


@pytest.mark.parametrize(
    "words", ["solve -", "hint -", "show -", "replay -", "solve fuga -", "export -", "play -"]
)
@pytest.mark.parametrize("stream", ["yes 1", "cat /dev/zero", "yes | tr -d '\\n'"])
def test_a_stream_without_end_is_refused(words: str, stream: str) -> None:
    done = small(f"{stream} | {LUDOTECA} {words}")
    assert done.returncode == 2
    assert b"too large" in done.stderr


HUGE = {
    "numbers": b"1 " * (LIMIT // 2),
    "one number": b"1" * LIMIT,
    "a text game": b"9\n" + b"(A,4) (A,3)\n(E,4) (D,4)\n(A,3) (A,4)\n(D,4) (E,4)\n" * (LIMIT // 60),
    "a track": b"400 " + b"goose 1 2 3 " * (LIMIT // 12 - 1),
    "moves": b"ludoteca record 1\ngame drench:1x3,3@123.0.0.0\n"
    + b"2\n1\n" * (LIMIT // 5)
    + b"end %d\n" % (LIMIT // 5 * 2),
    "moves of a large board": b"ludoteca record 1\ngame drench:64x64,10#1\n"
    + b"2\n1\n" * (MAX_MOVES // 3)
    + b"end %d\n" % (MAX_MOVES // 3 * 2),
    "a long move": b"ludoteca record 1\ngame fuga:9\n" + b"a4 " * (LIMIT // 4) + b"\nend 1\n",
    "a long id": b"ludoteca record 1\ngame fuga:" + b"9" * (LIMIT - 100) + b"\nend 0\n",
    "blank lines": b"9\n" + b"\n" * (LIMIT - 10),
    "names": b"a" * (LIMIT // 2) + b"\n" + b"b" * (LIMIT // 3) + b"\n\0\0\0\0",
    "a seed": b"ludoteca record 1\ngame 2048:4,2#" + b"9" * 10_000 + b"\nend 0\n",
}


@pytest.mark.parametrize("what", HUGE)
def test_a_huge_file_is_refused_within_little_memory(tmp_path: Path, what: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(HUGE[what])
    done = small(f"{LUDOTECA} show {file}")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"ludoteca: ")
    assert len(done.stderr) < 1000


def test_what_is_too_long_to_be_read_is_not_written() -> None:
    session = begin("drench:64x64,10#1")
    session.moves = [1, 2] * 100_000  # as after so many moves
    with pytest.raises(FormatError, match="too long for a record"):
        formats.write(session)
    text = str(Record(session.id, ("1",) * 20_000))
    with pytest.raises(FormatError, match="too long for a record"):
        formats.read(text.encode())


def test_a_long_game_of_2048_is_not_too_long() -> None:
    session = begin("2048:4,2,keep=yes#1")
    session.moves = ["up"] * 200_000
    assert formats.write(session).endswith(b"end 200000\n")


FILES = [
    ("show", "{}"), ("replay", "{}"), ("analyse", "{}"), ("solve", "{}"), ("hint", "drench", "{}"),
    ("import", "{}"),
    ("play", "{}"), ("play", "oca", "{}"), ("watch", "{}"), ("export", "{}"), ("odds", "{}"),
    ("perft", "{}", "1"),
    ("engine", "{}"), ("classic", "drench", "{}"), ("export", "fuga", "-o", "{}", "--form", "record"),
    ("generate", "drench", "-o", "{}"), ("odds", "oca", "--chart", "{}"),
]  # fmt: skip


@pytest.mark.parametrize("words", FILES, ids=" ".join)
def test_what_is_no_file_is_said_and_not_waited_for(tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as plug:
        plug.bind(str(tmp_path / "plug"))
        for name in ("pipe", "plug", ""):
            done = run(*(word.format(tmp_path / name) for word in words))
            assert done.returncode == 2, (name, done.stderr)
            assert done.stderr.startswith(b"ludoteca: ")


def test_a_pipe_is_written_to_if_somebody_reads_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="nobody is at the other end"):
        write_bytes(str(pipe), b"x")
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        with open(pipe, "wb"):  # waits until the reader has opened it too
            write_bytes(str(pipe), b"x" * 50_000)
        assert reader.communicate(timeout=60)[0] == b"x" * 50_000


@pytest.mark.parametrize(
    "typed", [DEEP, "9" * 5_000_000, "{" + '"a":{' * 50_000, "\0" * 70_000, "a4 " * 1_000_000]
)
def test_programs_are_told_what_is_too_much(typed: str) -> None:
    turn, error, again = output("play", "fuga", "--json", typed=f"{typed}\na4 a3\n").splitlines()
    assert json.loads(turn)["ply"] == 0
    assert json.loads(error)["error"]
    assert json.loads(again)["ply"] == 1
    told = output(
        "engine", "fuga", typed=f"{typed}\nposition fen {typed}\ngo depth {'9' * 5000}\nstop\nd\nquit\n"
    )
    assert "info string" in told
    assert told.splitlines()[-1].endswith(".N")


def test_the_input_of_a_conversation_is_not_taken_for_a_file() -> None:
    assert "'-' is no file" in output(typed="-\nfuga\nquit\nquit\n")
    assert "'-' is no file" in output("engine", "fuga", typed="setoption name Game value -\nd\nquit\n")


@pytest.mark.parametrize("word", ["9" * 41, "9" * 5000, "1_000", "٣", "+5", " 5", "--5", "1e3", ""])
def test_numbers_have_one_spelling(word: str) -> None:
    done = run("perft", "fuga", "--", word)
    assert (done.returncode, b"is not a whole number" in done.stderr) == (2, True)
    assert len(done.stderr) < 400
