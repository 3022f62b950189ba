"""The disk, handled with care: whole files in, whole files out, and a sentence for all that can go wrong."""

import errno
import io
import os
from pathlib import Path

import pytest

from ludoteca import formats
from ludoteca.core import FormatError
from ludoteca.games import begin
from ludoteca.system.disk import LIMIT, FileError, read_bytes, read_stream, replaces, text_of, write_bytes


def test_a_game_comes_back_from_its_file(tmp_path: Path) -> None:
    session = begin("2048:4,2#7")
    session.play_text("up")
    session.roll()
    path = str(tmp_path / "partida número 1.txt")
    formats.save(session, path)
    again = formats.load(path)
    assert again.states == session.states
    assert os.listdir(tmp_path) == ["partida número 1.txt"]


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "huge").write_bytes(b"1" * (LIMIT + 1))
    for path, why in [
        ("", "no such file"),
        ("missing", "no such file"),
        ("huge/x", "no such file"),
        (".", "a folder"),
        ("pipe", "not an ordinary file"),
        ("/dev/zero", "not an ordinary file"),
        ("huge", "too large"),
        ("a\0b", "not a file name"),
        ("n" * 5000, "too long"),
    ]:
        target = path if path.startswith("/") or not path else str(tmp_path / path)
        with pytest.raises(FileError, match=why):
            formats.load(target)


def test_what_cannot_be_written_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("before")
    for path, why in [
        ("", "no such file"),
        (".", "a folder"),
        ("no/such", "no such"),
        ("n" * 300, "too long"),
        ("a\0b", "not a file name"),
    ]:
        with pytest.raises(FileError, match=why):
            write_bytes(str(tmp_path / path) if path else "", b"after")
    assert sorted(os.listdir(tmp_path)) == ["kept"]


def full_device(folder: Path) -> Path:
    """A device where every write fails; the system's own only for those who cannot replace it by mistake."""
    device = Path("/dev/full")
    if not device.exists():
        pytest.skip("this system has no /dev/full")
    if os.access(device.parent, os.W_OK):
        status, device = device.stat(), folder / "full"
        try:
            os.mknod(device, status.st_mode, status.st_rdev)
            device.open("wb").close()
        except PermissionError:
            pytest.skip("no device of our own can be made here")
    return device


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_whole(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = tmp_path / "kept"
    kept.write_text("before")

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if call == "write":
        kept = full_device(tmp_path_factory.mktemp("dev"))
    else:
        monkeypatch.setattr(os, call, full)
    with pytest.raises(FileError, match="disk is full"):
        write_bytes(str(kept), b"after" * 10_000)
    assert (tmp_path / "kept").read_text() == "before"
    assert os.listdir(tmp_path) == ["kept"]


def test_the_archive_is_written_over_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    archive, link = tmp_path / "archive.sqlite3", tmp_path / "link"
    archive.write_text("games")
    link.symlink_to(archive)
    for path in (archive, link, tmp_path / "archive.sqlite3-wal"):
        for call in (lambda path: write_bytes(path, b"after"), replaces):
            with pytest.raises(FileError, match="your games are kept there"):
                call(str(path))
    assert archive.read_text() == "games"
    assert not replaces(str(tmp_path / "other"))


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    write_bytes(str(link), b"after")
    assert link.is_symlink()
    assert target.read_text() == "after"
    assert target.stat().st_mode & 0o777 == 0o640


def test_four_million_bytes_are_read_and_not_one_more(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"1" * 4_000_000)
    assert len(read_bytes(str(file))) == len(read_stream(io.BytesIO(b"1" * 4_000_000))) == 4_000_000
    with file.open("ab") as more:
        more.write(b"1")
    with pytest.raises(FileError, match="too large"):
        read_bytes(str(file))
    with pytest.raises(FileError, match="too large"):
        read_stream(io.BytesIO(b"1" * 4_000_001))


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        (b"\xff", 1, "not text in UTF-8"),
        (b"1\n2\n\xff\n", 3, "not text in UTF-8"),
        (b"\n\xff", 2, "not text in UTF-8"),
        (b"\0", 1, "a binary file"),
        (b"\n\0", 2, "a binary file"),
        (b"1\n2\0\n", 2, "a binary file"),
    ],
)
def test_what_is_no_text_is_named_by_its_line(data: bytes, line: int, why: str) -> None:
    with pytest.raises(FormatError, match=why) as caught:
        text_of(data)
    assert caught.value.line == line


def test_a_file_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert not replaces(str(file))
    file.write_text("before")
    assert replaces(str(file))
    os.mkfifo(tmp_path / "pipe")
    for path, why in (("pipe", "not an ordinary file"), (".", "a folder"), ("file/", "a folder")):
        with pytest.raises(FileError, match=why):
            replaces(f"{tmp_path}/{path}")


def test_a_new_file_may_be_read_by_those_the_system_lets_read(tmp_path: Path) -> None:
    before = os.umask(0o026)
    try:
        write_bytes(str(tmp_path / "new"), b"game")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
