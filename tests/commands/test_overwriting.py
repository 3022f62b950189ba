"""No file is written over unasked, and the archive never, wherever a person names a file to write."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.archive import Archive

from support.command import output, run
from support.terminal import Terminal

FUGA = "1\n7\nEva\nAna\n"
WRITERS: dict[str, tuple[tuple[str, ...], Callable[[str], str]]] = {
    "play": (("play", "fuga:7", "--plain"), "save {}\nquit\n".format),
    "menu": ((), "fuga:7\nsave {}\nquit\nquit\n".format),
    "classic save": (("classic", "fuga"), (FUGA + "save {}\nquit\nn\n4\n").format),
    "classic quit": (("classic", "fuga"), (FUGA + "quit\ns\n{}\nn\n4\n").format),
    "export": (("export", "fuga:7", "--form", "record", "-o", "{}"), str),
    "generate": (("generate", "drench", "--seed", "1", "-o", "{}"), str),
    "proof": (("generate", "solitario", "--steps", "2", "--seed", "1", "--proof", "{}"), str),
    "chart": (("odds", "oca", "--chart", "{}"), str),
}
IN_DIALOGUE = ("play", "menu", "classic save", "classic quit")
REFUSALS = (
    "games are kept there",
    "guardan tus partidas",
    "folder",
    "carpeta",
    "ordinary file",
    "archivo normal",
)
writers = pytest.mark.parametrize("writer", WRITERS)


def write(writer: str, path: Path, *words: str, **environ: str) -> tuple[int, str]:
    """Status and all that is printed when a command is told in a pipe to write a file."""
    arguments, typed = WRITERS[writer]
    lines = typed(str(path)) if writer in IN_DIALOGUE else ""
    done = run(*(word.replace("{}", str(path)) for word in arguments), *words, typed=lines, **environ)
    return done.returncode, (done.stdout + done.stderr).decode()


@writers
def test_in_a_pipe_what_is_there_stays_unless_force_was_given(writer: str, tmp_path: Path) -> None:
    if writer in ("proof", "chart"):
        pytest.importorskip("numpy")
    path, link = tmp_path / "there", tmp_path / "link"
    path.write_text("precious")
    link.symlink_to(path)
    for name in (path, link):
        status, said = write(writer, name)
        assert "--force" in said
        assert status == (0 if writer in IN_DIALOGUE else 2)
        assert path.read_text() == "precious"
    status, said = write(writer, path, "--force")
    assert (status, "Traceback" in said) == (0, False)
    assert path.read_bytes() != b"precious"
    status, said = write(writer, tmp_path / "new")
    assert status == 0
    assert (tmp_path / "new").stat().st_size


@writers
def test_the_archive_folders_and_devices_are_never_written_over(writer: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Archive.open(home / "archive.sqlite3"):
        before = {path.name: path.read_bytes() for path in home.iterdir()}
        assert {"archive.sqlite3-wal", "archive.sqlite3-shm"} < before.keys()
        (tmp_path / "soft").symlink_to(home / "archive.sqlite3")
        os.link(home / "archive.sqlite3", tmp_path / "hard")
        (tmp_path / "way").symlink_to(home)
        names = [home / name for name in before]
        names += [tmp_path / "soft", tmp_path / "hard", tmp_path / "way" / "archive.sqlite3", home]
        for path in (*names, Path("/dev/null")):
            status, said = write(writer, path, "--force", LUDOTECA_HOME=str(home))
            assert any(word in said for word in REFUSALS), path
            assert status == (0 if writer in IN_DIALOGUE else 2)
        assert {path.name: path.read_bytes() for path in home.iterdir()} == before


def test_not_even_where_the_archive_will_be(tmp_path: Path) -> None:
    for name in ("archive.sqlite3", "archive.sqlite3-wal"):
        status, said = write("export", tmp_path / name, "--force", LUDOTECA_HOME=str(tmp_path))
        assert (status, "kept there" in said) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("end", ["/", "//", "/."])
def test_a_name_with_a_slash_behind_it_is_no_file(end: str, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("precious")
    said = output("play", "fuga:7", "--plain", "--force", typed=f"save {tmp_path}/there{end}\nquit\n")
    assert "that is a folder" in said
    assert (tmp_path / "there").read_text() == "precious"


def test_a_strange_name_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    said = output("play", "fuga:7", "--plain", typed=f"save {tmp_path}/\x1b[31mred\nsave\nload\nquit\n")
    assert (tmp_path / "\x1b[31mred").exists()
    assert "Saved in" in said
    assert "\x1b" not in said
    assert "Name a file too: save FILE\n> load\nName a file too: load FILE\n" in said


def test_a_board_and_its_proof_do_not_share_a_file(tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    done = run("generate", "solitario", "--steps", "2", "-o", path, "--proof", path, "--force")
    assert (done.returncode, b"a file each" in done.stderr) == (2, True)
    assert not (tmp_path / "x").exists()


def test_force_may_stand_before_the_command(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("precious")
    words = ("export", "fuga:7", "--form", "record", "-o", str(tmp_path / "there"))
    assert run("--force", *words).returncode == 0
    assert (tmp_path / "there").read_text() != "precious"


@pytest.mark.parametrize(
    ("language", "question", "yes"),
    [("en", "Write over it? (y/n): ", "Y"), ("es", "¿Escribir encima? (S/N): ", "s")],
)
def test_at_a_terminal_plain_asks(language: str, question: str, yes: str, tmp_path: Path) -> None:
    path = tmp_path / "there"
    path.write_text("precious")
    with Terminal("play", "fuga:7", "--plain", "--lang", language) as terminal:
        terminal.wait_for("> ")
        for answer in ("maybe", "n"):
            terminal.type(f"save {path}\n" if answer == "maybe" else "maybe\n")
            terminal.wait_for(question)
        terminal.type("n\n")
        terminal.wait_for("\n> ")
        assert path.read_text() == "precious"
        terminal.type(f"save {path}\n")
        terminal.wait_for(question)
        terminal.type(f"{yes}\n")
        terminal.wait_for("\n> ")
        assert path.read_text().startswith("ludoteca record 1\ngame fuga:7\n")


def test_at_a_terminal_classic_fuga_asks_in_spanish(tmp_path: Path) -> None:
    path = tmp_path / "there"
    path.write_text("precious")
    with Terminal("classic", "fuga") as terminal:
        terminal.wait_for("Opción: ")
        terminal.type(FUGA)
        terminal.wait_for("Juega Ana")
        terminal.type(f"save {path}\n")
        terminal.wait_for("¿Escribir encima? (S/N): ")
        terminal.type("n\n")
        terminal.wait_for("Juega Ana")
        assert path.read_text() == "precious"
        terminal.type(f"quit\ns\n{path}\n")
        terminal.wait_for("¿Escribir encima? (S/N): ")
        terminal.type("n\n")
        terminal.wait_for("¿Quieres guardar la partida? (S/N): ")
        terminal.type(f"s\n{path}\ns\n")
        terminal.wait_for("Partida guardada en")
        assert path.read_bytes().startswith(b"Ana\nEva\n")


@pytest.mark.parametrize(
    ("answer", "status", "kept"),
    [("n\n", 1, True), ("\x04", 1, True), ("\x03", 130, True), ("y\n", 0, False)],
)
def test_at_a_terminal_export_asks(answer: str, status: int, kept: bool, tmp_path: Path) -> None:
    path = tmp_path / "there.record"
    path.write_text("precious")
    with Terminal("export", "fuga:7", "-o", str(path)) as terminal:
        terminal.wait_for("Write over it? (y/n): ")
        terminal.type(answer)
        assert terminal.process.wait(timeout=20) == status
    assert (path.read_text() == "precious") is kept
