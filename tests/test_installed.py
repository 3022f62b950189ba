"""What other packages are installed, as importlib.metadata tells it, without its price."""

import os
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from ludoteca.installed import offered, version_of


def test_versions_are_those_that_importlib_tells() -> None:
    for package in ("numba", "numpy", "pytest", "textual"):
        assert version_of(package) == metadata.version(package)


def test_a_package_without_a_record_has_no_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "recordless.py").write_text("")
    assert version_of("recordless") == version_of("not_there_at_all") == ""


def _lay(folder: Path, name: str, lines: str) -> None:
    (folder / f"{name}-1.dist-info").mkdir(parents=True)
    (folder / f"{name}-1.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: 1\n")
    (folder / f"{name}-1.dist-info" / "entry_points.txt").write_text(lines)


def test_offers_come_in_order_of_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    _lay(tmp_path, "later", "[ludoteca.tested]\nzebra = json:dumps\n")
    _lay(tmp_path, "sooner", "[ludoteca.tested]\nape = json:loads\n[other]\nx = y:z\n")
    assert [(each.name, each.value) for each in offered("ludoteca.tested")] == [
        ("ape", "json:loads"),
        ("zebra", "json:dumps"),
    ]
    assert offered("ludoteca.nothing") == []


def test_a_zip_file_on_the_path_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(tmp_path / "inside", "zipped", "[ludoteca.tested]\nzip = json:dumps\n")
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as packed:
        for path in (tmp_path / "inside").rglob("*"):
            if path.is_file():
                packed.write(path, path.relative_to(tmp_path / "inside"))
    monkeypatch.syspath_prepend(str(tmp_path / "packed.zip"))
    assert [each.name for each in offered("ludoteca.tested")] == ["zip"]


def test_nobody_reads_mail_to_find_out_that_there_are_no_other_games() -> None:
    code = "import sys; from ludoteca.games import GAMES; list(GAMES); print('email' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


@pytest.mark.parametrize("damage", ["latin", "no =", "no name", "pipe", "zero", "loop"])
def test_a_neighbour_whose_records_are_damaged_costs_nobody_else(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    _lay(tmp_path, "sound", "[ludoteca.tested]\nape = json:loads\n")
    _lay(tmp_path, "damaged", "[ludoteca.tested]\n")
    lines = tmp_path / "damaged-1.dist-info" / "entry_points.txt"
    match damage:
        case "latin":
            lines.write_bytes(b"[ludoteca.tested]\n\xff = json:loads\n")
        case "no =":
            lines.write_text("[ludoteca.tested]\nape\n")
        case "no name":
            (tmp_path / "damaged-1.dist-info" / "METADATA").unlink()
            lines.parent.rename(tmp_path / "-2.0.dist-info")
        case "pipe":
            lines.unlink()
            os.mkfifo(lines)
        case "zero":
            lines.unlink()
            lines.symlink_to("/dev/zero")
        case _:
            lines.unlink()
            lines.symlink_to(lines)
    assert [each.value for each in offered("ludoteca.tested")] == ["json:loads"]


def test_of_a_package_that_is_there_twice_the_first_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, value in (("b", "json:loads"), ("a", "json:dumps")):
        _lay(tmp_path / place, "same", f"[ludoteca.tested]\nape = {value}\n")
        monkeypatch.syspath_prepend(str(tmp_path / place))
    assert [each.value for each in offered("ludoteca.tested")] == ["json:dumps"]
