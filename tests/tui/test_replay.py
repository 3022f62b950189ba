"""A game seen again, and a game shared: what is stepped through, copied and written, by keys and by mouse."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from ludoteca import formats
from ludoteca.ai import Advice, Status
from ludoteca.analysis import Truth
from ludoteca.archive import Archive
from ludoteca.core import CHANCE, AnySession
from ludoteca.games import begin
from ludoteca.locale import translator
from ludoteca.tui import stepping
from ludoteca.tui.board import BoardView
from ludoteca.tui.playing import Playing
from ludoteca.tui.replay import Replay
from ludoteca.tui.share import Share
from ludoteca.tui.stepping import Tape

from support.tui_visit import Visit, filled, visit


def marked(tape: Tape) -> list[str]:
    """What is highlighted in the list of moves."""
    segments = (segment for y in range(tape.size.height) for segment in tape.render_line(y))
    return [each.text.strip() for each in segments if each.style and each.style.reverse and each.text.strip()]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with filled(tmp_path / "archive.sqlite3") as opened:
        yield opened


class TestReplay:
    def test_steps_by_every_key_change_nothing_that_is_kept(self, archive: Archive) -> None:
        record = archive.record(2)

        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(2), archive.entry(2)))
            plies = []
            for key in ("right", "l", "left", "d", "end", "h", "a", "home", "down", "up"):
                await person.press(key)
                session = person.screen.session
                plies.append(len(session.moves))
                assert person.screen.query_one(BoardView).cells == session.game.board(session.state)
            assert plies == [1, 2, 1, 2, 3, 2, 1, 0, 1, 0]
            await person.press("end", "right")
            await person.sees("You win")
            await person.sees("move 3 of 3")

        visit(archive, script)
        assert (archive.record(2), len(archive.games())) == (record, 4)

    def test_what_nature_does_belongs_to_the_step(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(4)))
            assert len(person.screen.session.moves) == 0
            await person.press("right")
            assert person.screen.session.record.moves == archive.record(4).moves[:2]
            assert person.screen.session.player == 0

        visit(archive, script)

    def test_the_move_that_led_here_is_marked_and_a_click_goes_to_another(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(3)))
            await person.press("right")
            tape = person.screen.query_one(Tape)
            assert marked(tape) == ["a4 a3"]
            await person.click("e4 e3")
            assert len(person.screen.session.moves) == 2
            assert marked(tape) == ["e4 e3"]
            await person.click("a4 a3")
            assert len(person.screen.session.moves) == 1

        visit(archive, script)

    def test_the_marked_move_is_in_the_middle_but_for_the_ends(self, archive: Archive) -> None:
        session = begin("2048:4,2#5")
        while len(session.moves) < 80:
            session.roll() if session.player == CHANCE else session.play(session.legal[0])

        async def script(person: Visit) -> None:
            await person.open(Replay(session))
            tape, row, rows = person.screen.query_one(Tape), 0, len(session.moves) // 2
            while row < rows:
                await person.press("right")
                row, height = len(person.screen.session.moves) // 2, tape.size.height
                strips = [tape.render_line(y) for y in range(height)]
                marked = [any(each.style and each.style.reverse for each in strip) for strip in strips]
                above = marked.index(True)
                if above < height // 2:
                    assert above == row - 1  # the beginning
                elif above > height // 2:
                    assert height - above == rows - row + 1  # the end
            assert above == height - 1

        visit(archive, script)

    def test_the_mouse_steps_on_the_board_and_on_the_line_of_keys(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(3)))
            board = person.screen.query_one(BoardView)
            middle = board.region.center
            plies = []
            for across in (8, 8, -8):
                await person.pilot.click(offset=(int(middle[0]) + across, int(middle[1])))
                await person.pilot.pause()
                plies.append(len(person.screen.session.moves))
            for word in ("next", "previous"):
                await person.click(word)
                plies.append(len(person.screen.session.moves))
            assert plies == [1, 2, 1, 2, 1]

        visit(archive, script)

    @pytest.mark.parametrize("animation", ["on", "off"])
    def test_it_runs_by_itself_and_stops(
        self, archive: Archive, monkeypatch: pytest.MonkeyPatch, animation: str
    ) -> None:
        monkeypatch.setattr(stepping, "PACE", 0.02)
        archive.set("animation", animation)

        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(2)))
            await person.press("space")
            await person.sees("You win")
            monkeypatch.setattr(stepping, "PACE", 60.0)
            await person.press("p")
            assert len(person.screen.session.moves) == 0, "at the end it begins anew"
            assert person.screen._ticker is not None
            await person.press("right")
            assert person.screen._ticker is None, "a step by hand stops it"

        visit(archive, script)

    def test_where_luck_alone_decides_nobody_is_asked_to_look_for_mistakes(self, archive: Archive) -> None:
        session = archive.keep(begin("oca:2,first=1#1"))
        session.turn("roll")

        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(session.number or 0)))
            await person.sees("c play on")
            assert [
                word for word in ("review", "mistake", "better") if word in "\n".join(person.lines[-2:])
            ] == []

        visit(archive, script)

    def test_playing_on_begins_a_game_of_its_own_with_the_moves_so_far(self, archive: Archive) -> None:
        before = archive.record(2)

        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(2), archive.entry(2)))
            await person.press("end", "c")
            assert isinstance(person.screen, Replay)
            await person.sees("The game is over here")
            await person.press("home", "right", "c")
            assert isinstance(person.screen, Playing)
            await person.press("3")
            assert archive.record(5).moves == ("1", "3")
            await person.press("q")
            assert len(person.screen.session.moves) == 1, "the replay is where it was"

        visit(archive, script)
        assert archive.record(2) == before

    def test_a_win_that_is_taken_over_from_a_replay_had_help(self, archive: Archive) -> None:
        session = archive.keep(begin("drench:1x4,3#2"))
        for move in "31":
            with session.helped("computer"):
                session.play_text(move)
        won = archive.entry(session.number or 0)

        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(won.number), won))
            await person.press("end", "left", "c")
            assert isinstance(person.screen, Playing)
            await person.press("1")
            await person.sees("With help (computer's moves: 2, rewinds: 1).")
            entry = archive.games()[0]
            assert (entry.number > won.number, entry.result) == (True, "won")
            assert entry.seconds > won.seconds == entry.carried

        visit(archive, script)

    def test_the_truth_is_that_of_the_position_shown(self, archive: Archive) -> None:
        asked = []

        class Client:
            async def truth(self, session: AnySession, **_wish: object) -> Truth:
                asked.append(len(session.moves))
                return Truth(Advice(status=Status.WIN, proven=True))

            async def close(self) -> None:
                pass

        async def script(person: Visit) -> None:
            person.app.analysis = Client()  # type: ignore[assignment]
            await person.open(Replay(archive.resume(3)))
            await person.press("right", "t")
            await person.until(lambda: asked == [1])
            await person.press("right")
            await person.until(lambda: asked == [1, 2])
            await person.press("t", "left")
            assert not person.screen.truth.has_class("shown")
            assert asked == [1, 2]

        visit(archive, script)

    @pytest.mark.parametrize("code", ["en", "es"])
    def test_it_speaks(self, archive: Archive, code: str) -> None:
        async def script(person: Visit) -> None:
            await person.open(Replay(archive.resume(1), archive.entry(1)))
            await person.press("end")
            await person.sees(translator(code).gettext("won"))
            await person.sees(translator(code).gettext("You win"))
            await person.press("x")
            assert isinstance(person.screen, Share)
            await person.press("q", "question_mark", "q", "q")
            assert person.is_outside

        visit(archive, script, code=code)


class TestShare:
    @pytest.mark.parametrize("hand", ["keys", "mouse"])
    @pytest.mark.parametrize("code", ["en", "es"])
    def test_the_id_and_the_record_go_to_the_clipboard(self, archive: Archive, code: str, hand: str) -> None:
        session, say = archive.resume(2), translator(code).gettext

        async def script(person: Visit) -> None:
            await person.open(Share(session))
            for key, word, copied in (
                ("i", "copy id", str(session.id)),
                ("r", "copy record", str(session.record)),
            ):
                await (person.press(key) if hand == "keys" else person.click(say(word)))
                assert person.app.clipboard == copied
            await person.sees(say("The record was sent to the clipboard; not every terminal takes it."))

        visit(archive, script, code=code)

    def test_a_record_is_written_and_read_again(self, archive: Archive, tmp_path: Path) -> None:
        path = tmp_path / "my game [1].record"

        async def script(person: Visit) -> None:
            await person.open(Share(archive.resume(2)))
            await person.press("f")
            person.screen.query_one(Input).value = str(path)
            await person.press("enter")
            await person.until(path.exists)
            await person.sees("Written to")

        visit(archive, script)
        assert formats.load(str(path)).record == archive.record(2)

    def test_after_that_the_name_can_be_edited_again(self, archive: Archive, tmp_path: Path) -> None:
        async def script(person: Visit) -> None:
            await person.open(Share(archive.resume(2)))
            name = person.screen.query_one(Input)
            await person.press("f")
            name.value = str(tmp_path / "a.svg")
            await person.press("enter")
            await person.sees("Written to")
            await person.press("end", *["backspace"] * 3, *"record", "enter")
            await person.until((tmp_path / "a.record").exists)
            await person.sees("Written to")
            await person.press("escape", "f")
            assert person.screen.focused is name, "it is written already"

        visit(archive, script)

    @pytest.mark.parametrize(
        ("name", "first"),
        [("a.svg", "<svg"), ("a.replay.svg", "<svg"), ("a.cast", "{"), ("a.board", "1 4 3")],
    )
    def test_the_name_tells_the_form(self, archive: Archive, tmp_path: Path, name: str, first: str) -> None:
        async def script(person: Visit) -> None:
            await person.open(Share(archive.resume(2)))
            await person.click("name of a file")
            person.screen.query_one(Input).value = str(tmp_path / name)
            await person.click("write file")
            await person.until((tmp_path / name).exists)

        visit(archive, script)
        assert (tmp_path / name).read_text("utf-8").startswith(first)

    def test_only_a_game_with_a_form_of_its_own_offers_it(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            for number, own in ((1, (True, False)), (3, (True, True)), (4, (False, False))):
                await person.open(Share(archive.resume(number)))
                await person.sees(".replay.svg")
                assert (".board" in person.seen, ".bin" in person.seen) == own
                await person.press("q")

        visit(archive, script)

    def test_a_file_that_is_there_is_written_over_only_when_asked_twice(
        self, archive: Archive, tmp_path: Path
    ) -> None:
        path = tmp_path / "old.txt"
        path.write_text("precious")

        async def script(person: Visit) -> None:
            await person.open(Share(archive.resume(2)))
            await person.press("f")
            person.screen.query_one(Input).value = str(path)
            await person.press("enter")
            await person.sees("is there already")
            assert path.read_text() == "precious"
            await person.press("enter")
            await person.until(lambda: path.read_text() != "precious")

        visit(archive, script)

    def test_the_archive_is_not_written_over_even_when_asked_twice(
        self, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
        link = tmp_path / "link.txt"
        link.symlink_to(archive.path)

        async def script(person: Visit) -> None:
            await person.open(Share(archive.resume(2)))
            await person.press("f")
            person.screen.query_one(Input).value = str(link)
            await person.press("enter")
            await person.sees("your games are kept there")
            await person.press("enter")
            await person.sees("your games are kept there")

        visit(archive, script)
        assert archive.games()

    def test_why_a_file_cannot_be_written_is_said(self, archive: Archive, tmp_path: Path) -> None:
        async def script(person: Visit) -> None:
            await person.open(Share(archive.resume(2)))
            await person.press("f", "enter")
            await person.sees("Type the name of a file first.")
            for name, reason in (("no/such/folder.txt", "No such"), ("a.pdf", "a.pdf' does not")):
                person.screen.query_one(Input).value = str(tmp_path / name)
                await person.press("enter")
                await person.until(lambda: reason.lower() in " ".join(person.seen.lower().split()))  # noqa: B023
            await person.press("escape", "j", "q")
            assert person.is_outside

        visit(archive, script, size=(160, 24))
        assert list(tmp_path.glob("*.pdf")) == []
