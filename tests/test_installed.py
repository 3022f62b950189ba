"""What other packages are installed, as importlib.metadata tells it, without its price."""

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
