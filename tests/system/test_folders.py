"""Where things are kept, and luck from outside."""

from pathlib import Path

import pytest

from ludoteca.games import begin
from ludoteca.system.disk import FileError, read_bytes, replaces
from ludoteca.system.folders import NOWHERE, NoHome, archive_file, cache_folder, data_folder
from ludoteca.system.luck import deal, fresh_seed


def test_our_own_home_goes_before_the_systems_folders_and_these_before_the_usual_ones() -> None:
    systems = {"XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "/d"}
    own = {"LUDOTECA_HOME": "/own", **systems}
    assert (cache_folder(own), data_folder(own)) == (Path("/own/cache"), Path("/own"))
    assert (cache_folder(systems), data_folder(systems)) == (Path("/c/ludoteca"), Path("/d/ludoteca"))
    home = Path.home()
    assert (cache_folder({}), data_folder({})) == (
        home / ".cache" / "ludoteca",
        home / ".local" / "share" / "ludoteca",
    )
    assert archive_file(own) == Path("/own/archive.sqlite3")


def test_somebody_without_a_home_has_no_archive_to_protect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("LUDOTECA_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert not replaces(str(tmp_path / "archive.sqlite3"))


def test_a_home_that_is_set_to_nothing_is_none() -> None:
    with pytest.raises(NoHome):
        data_folder({"HOME": ""})
    assert cache_folder({"HOME": ""}) == NOWHERE
    assert data_folder({"HOME": "", "XDG_DATA_HOME": "/d"}) == Path("/d/ludoteca")


def test_an_error_names_the_file() -> None:
    for path, named in (
        ("/nowhere/at all", "/nowhere/at all: "),
        ("", "'': "),
        ("n" * 5000, "n" * 200 + ": "),
    ):
        with pytest.raises(FileError) as caught:
            read_bytes(path)
        assert str(caught.value).startswith(named)


def test_a_seed_can_be_read_aloud_and_is_another_every_time() -> None:
    seeds = [fresh_seed() for _time in range(20)]
    assert all(0 <= seed < 1 << 32 for seed in seeds)
    assert len(set(seeds)) > 1


def test_another_game_has_the_same_options_and_new_luck_where_there_is_any() -> None:
    session = begin("drench:5x5,4#1")
    again = deal(session)
    assert again.game == session.game
    assert again.seed != session.seed
    fuga = begin("fuga:7")
    fuga.turn("a3 a2")
    assert (deal(fuga).state, deal(fuga).moves) == (fuga.states[0], [])
