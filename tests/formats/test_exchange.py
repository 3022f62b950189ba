"""Games out of the archive and into it, in every form there is."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludoteca import formats
from ludoteca.archive import Archive
from ludoteca.core import LudotecaError, OptionError
from ludoteca.formats import FORMS, form_of
from ludoteca.formats.fuga import Saved, pack
from ludoteca.games import GAMES, begin
from ludoteca.games.fuga import Flight, opening

from support.paths import FILES

SAMPLE = FILES / "sample.txt"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class TestFiles:
    @pytest.mark.parametrize("name", GAMES)
    def test_a_record_goes_out_and_comes_back(self, home: Path, tmp_path: Path, name: str) -> None:
        session = begin(name)
        for _ply in range(5):
            session.play(session.legal[-1])
        path = str(tmp_path / "game.record")
        formats.save(session, path)
        with Archive.open() as archive:
            kept = archive.keep(formats.load(path), at_once=True)
            again = archive.resume(kept.number or 0)
        assert (again.id, again.states) == (session.id, session.states)

    @pytest.mark.parametrize(
        ("data", "gameid"),
        [
            (SAMPLE.read_bytes(), "solitario:000000/122200/220400/121100/212222/000200"),
            (b"1 3 2  1 2 1", "drench:1x3,2@121.0.0.0#0"),
            (b"9\n(A,4) (A,3)\n", "fuga:9,repeats=0"),
            (b"20  goose 5 20  inn 7 1", "oca:2,track=20.goose.5.20.inn.7.1#0"),
            (
                pack(Saved("Ana", "Eva", 9, Flight(opening(9), 1))),
                f"fuga:9@{begin('fuga:9').game.dump(Flight(opening(9), 1))}",
            ),
        ],
    )
    def test_every_form_of_the_documents_is_taken_in(
        self, home: Path, tmp_path: Path, data: bytes, gameid: str
    ) -> None:
        (tmp_path / "file").write_bytes(data)
        with Archive.open() as archive:
            number = archive.keep(formats.load(str(tmp_path / "file")), at_once=True).number or 0
            assert str(archive.resume(number).id) == archive.games()[0].id == gameid

    @pytest.mark.parametrize(
        "data", [b"", b"\xff\xfe", b"ludoteca record 1\ngame fuga:9\na4 a3\n", b"9\nx y\n"]
    )
    def test_what_is_no_game_is_refused_and_not_kept(self, home: Path, tmp_path: Path, data: bytes) -> None:
        (tmp_path / "file").write_bytes(data)
        with Archive.open() as archive:
            with pytest.raises(LudotecaError):
                archive.keep(formats.load(str(tmp_path / "file")), at_once=True)
            assert archive.games() == []

    def test_a_board_is_written_in_its_documents_form(self, tmp_path: Path) -> None:
        path = tmp_path / "board.txt"
        formats.save(formats.load(str(SAMPLE)), str(path), form="board")
        assert path.read_text() == SAMPLE.read_text()

    def test_the_name_tells_the_form(self) -> None:
        assert [form_of(f"x{end}") for end in (".SVG", ".replay.svg", ".cast", ".txt", ".ludoteca")] == [
            "svg", "replay", "cast", "record", "record",
        ]  # fmt: skip
        with pytest.raises(OptionError, match="does not end in one of"):
            form_of("game.png")

    def test_a_form_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match="no form 'gif'; forms: replay, svg, cast, record, board, save"):
            formats.save(begin("fuga:9"), str(tmp_path / "x"), form="gif")
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize("name", GAMES)
    def test_pictures_and_films(self, tmp_path: Path, name: str) -> None:
        session = begin(name)
        for _ply in range(3):
            session.play(session.legal[0])
        for form in ("svg", "replay"):
            formats.save(session, str(tmp_path / form), form=form)
            assert ElementTree.parse(tmp_path / form).getroot().tag.endswith("svg")
        formats.save(session, str(tmp_path / "game.cast"))
        head, *events = (tmp_path / "game.cast").read_text().splitlines()
        assert json.loads(head)["version"] in (2, 3)
        assert all(isinstance(json.loads(event), list) for event in events)

    def test_every_form_has_an_end_of_a_name(self) -> None:
        assert [form_of(f"x{suffix}") for form in FORMS.values() for suffix in form.suffixes] == [
            name for name, form in FORMS.items() for _suffix in form.suffixes
        ]
