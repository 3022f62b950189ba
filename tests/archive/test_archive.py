"""The archive: a kept game is on the disk as the session holds it, move by move, with its time and result."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ludoteca import archive as package
from ludoteca.archive import Archive, ArchiveError, Help, Kept
from ludoteca.core import CHANCE, AnySession, IllegalMove, Session
from ludoteca.games import GAMES, begin

from support.clock import Clock
from support.variants import IDS


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def archive(tmp_path: Path, clock: Clock) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive.sqlite3", now=clock) as opened:
        yield opened


def held(session: AnySession) -> tuple[Any, ...]:
    return session.id, session.states, session.moves


def test_public_names_exist_and_are_sorted() -> None:
    assert all(hasattr(package, name) for name in package.__all__)
    assert sorted(package.__all__) == package.__all__


class TestKeeping:
    def test_folders_that_are_not_there_are_made(self, tmp_path: Path) -> None:
        with Archive.open(tmp_path / "one" / "two" / "archive.sqlite3") as archive:
            assert archive.games() == []

    def test_a_move_is_in_the_file_before_play_returns(self, archive: Archive) -> None:
        kept = archive.keep(begin("fuga:9"))
        kept.play_text("a4 a3")
        with Archive.open(archive.path) as other:
            assert other.record(1).moves == ("a4 a3",)

    def test_a_game_without_a_move_is_not_listed(self, archive: Archive) -> None:
        kept = archive.keep(begin("fuga:9"))
        assert (kept.number, archive.games()) == (None, [])
        kept.play_text("a4 a3")
        assert (kept.number, [entry.number for entry in archive.games()]) == (1, [1])

    def test_looking_at_a_game_whose_end_was_taken_back_takes_no_time(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("drench:1x4,3#2"))
        for move in "31":
            clock.time += 5
            kept.play_text(move)
        assert (kept.outcome is not None, archive.entry(1).seconds) == (True, 5.0)
        kept.undo()
        clock.time += 60
        kept.pause()
        assert archive.entry(1).seconds == 5.0

    def test_another_thread_may_read(self, archive: Archive) -> None:
        archive.keep(begin("fuga:9")).play_text("a4 a3")
        with ThreadPoolExecutor() as pool:
            assert len(pool.submit(archive.resume, 1).result().moves) == 1

    def test_unless_it_was_asked_for(self, archive: Archive) -> None:
        assert archive.keep(begin("fuga:9"), at_once=True).number == 1
        assert archive.resume(1).moves == []

    def test_moves_that_were_there_are_written_at_once(self, archive: Archive) -> None:
        session = begin("2048:4,2#5")
        session.play_text("left")
        session.roll()
        kept = archive.keep(session)
        assert held(archive.resume(kept.number or 0)) == held(session)
        assert archive.entry(1).imported

    @pytest.mark.parametrize("gameid", [ids[0] for ids in IDS.values()])
    def test_a_position_that_was_set_up_comes_back(self, archive: Archive, gameid: str) -> None:
        other = begin(gameid)
        for _ply in range(3):
            other.play(other.legal[-1])
        session = Session(other.game, seed=other.seed, position=other.state)
        kept = archive.keep(session)
        kept.play(kept.legal[0])
        assert held(archive.resume(kept.number or 0)) == held(kept)
        assert kept.id == session.id

    def test_what_is_illegal_changes_nothing(self, archive: Archive) -> None:
        kept = archive.keep(begin("fuga:9"))
        for wrong in ("a1 a9", "nonsense"):
            with pytest.raises(IllegalMove):
                kept.play_text(wrong)
        with pytest.raises(IllegalMove, match="nothing to take back"):
            kept.undo()
        assert archive.games() == []

    def test_the_luck_of_a_resumed_game_is_the_luck_it_would_have_had(self, archive: Archive) -> None:
        kept = archive.keep(begin("2048:4,2#5"))
        kept.play_text("left")
        resumed = archive.resume(1)
        assert resumed.player == CHANCE
        plain = begin("2048:4,2#5")
        plain.play_text("left")
        assert resumed.roll() == plain.roll()

    def test_seats_and_the_day_are_kept(self, archive: Archive) -> None:
        kept = archive.keep(begin("oca:3#1"), seats={0: 3, 2: 8}, daily="2026-11-16")
        kept.play_text("roll")
        resumed = archive.resume(1)
        assert (resumed.seats, resumed.daily) == ({0: 3, 2: 8}, "2026-11-16")
        assert archive.entry(1).seats == {0: 3, 2: 8}

    def test_a_computers_answer_is_taken_back_with_the_move(self, archive: Archive) -> None:
        kept = archive.keep(begin("fuga:9"), seats={1: 1})
        kept.play_text("a4 a3")
        kept.play(kept.legal[0])
        kept.undo(kept.seats)
        assert archive.record(1).moves == ()
        kept.redo(kept.seats)
        assert len(archive.record(1).moves) == 2

    def test_a_number_is_never_used_again(self, archive: Archive) -> None:
        for _game in range(2):
            archive.keep(begin("fuga:9")).play_text("a4 a3")
        archive.delete(2)
        kept = archive.keep(begin("fuga:9"))
        kept.play_text("a4 a3")
        assert kept.number == 3
        assert archive.record(3).moves == ("a4 a3",)


class TestTwoWindows:
    def test_the_one_that_is_too_late_is_told_and_nothing_changes(self, archive: Archive) -> None:
        archive.keep(begin("fuga:9")).play_text("a4 a3")
        with Archive.open(archive.path) as other:
            here, there = archive.resume(1), other.resume(1)
            there.play(there.legal[0])
            for late in (lambda: here.play(here.legal[0]), here.undo):
                before = held(here), held(archive.resume(1))
                with pytest.raises(ArchiveError, match="gone on in another window; open it again"):
                    late()
                assert (held(here), held(archive.resume(1))) == before
            assert held(archive.resume(1)) == held(there)

    def test_the_same_number_of_other_moves_is_noticed_too(self, archive: Archive) -> None:
        kept = archive.keep(begin("fuga:9"))
        kept.play_text("a4 a3")
        with Archive.open(archive.path) as other:
            there = other.resume(1)
            there.undo()
            there.play_text("a4 a2")
        with pytest.raises(ArchiveError):
            kept.play(kept.legal[0])
        assert archive.record(1).moves == ("a4 a2",)

    def test_what_was_taken_back_can_still_be_played_again_after_a_refusal(self, archive: Archive) -> None:
        kept = archive.keep(begin("2048:4,2#1"))
        kept.play_text("left")
        kept.roll()
        kept.undo()
        with Archive.open(archive.path) as other:
            other.resume(1).play_text("up")
            for late in (kept.redo, lambda: kept.play_text("up")):
                with pytest.raises(ArchiveError):
                    late()
                assert (len(kept.moves), len(kept._undone)) == (0, 2)

    def test_a_game_deleted_elsewhere_does_not_come_back(self, archive: Archive) -> None:
        kept = archive.keep(begin("fuga:9"))
        kept.play_text("a4 a3")
        archive.delete(1)
        with pytest.raises(ArchiveError):
            kept.play(kept.legal[0])
        assert archive.games() == []


class TestTime:
    def test_each_move_has_its_seconds_and_the_game_their_sum(self, archive: Archive, clock: Clock) -> None:
        kept = archive.keep(begin("solitario:english"))
        for thought in (3.0, 4.5, 2.0):
            clock.time += thought
            kept.play(kept.legal[0])
        assert archive._db.execute("SELECT seconds FROM moves").fetchall() == [(0.0,), (4.5,), (2.0,)]
        entry = archive.entry(1)
        assert (entry.began, entry.changed, entry.seconds) == (1003.0, 1009.5, 6.5)
        clock.time += 1
        assert kept.seconds == 7.5

    @pytest.mark.parametrize("gameid", ["solitario:english", "2048:4,2#1", "oca:2#1"])
    def test_the_clock_starts_with_the_first_move_that_somebody_decides(
        self, gameid: str, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin(gameid))
        while kept.player == CHANCE:
            kept.roll()
        clock.time += 30
        assert kept.seconds == 0
        kept.pause()
        kept.play(kept.legal[0])
        assert kept.seconds == 0
        clock.time += 5
        assert kept.seconds == 5
        kept.undo() if kept.game.skill else kept.pause()
        clock.time += 2
        assert kept.seconds == 7, "also where all is taken back: it has begun"

    def test_no_time_passes_while_the_computer_prepares_or_thinks(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("fuga:9"))
        clock.time += 3
        kept.play_text("a4 a3")
        with kept.resting():
            clock.time += 60
            assert kept.seconds == 0
        assert kept.seconds == 0
        clock.time += 1.5
        with kept.resting():
            clock.time += 60
        clock.time += 0.5
        assert kept.seconds == 2
        kept.play(kept.legal[0])
        assert archive.entry(1).seconds == kept.seconds == 2
        assert archive._db.execute("SELECT seconds FROM moves").fetchall() == [(0.0,), (2.0,)]

    def test_a_move_taken_back_while_the_computer_thinks_starts_the_clock(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("fuga:9"))
        kept.play_text("a4 a3")
        clock.time += 3
        kept.play(kept.legal[0])
        with kept.resting():
            clock.time += 60
            kept.undo()
            clock.time += 1
        clock.time += 2
        assert kept.seconds == 5

    def test_time_between_sittings_and_beyond_ten_minutes_does_not_count(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        clock.time += 2
        kept.play(kept.legal[0])
        clock.time += 90_000
        resumed = archive.resume(1)
        assert resumed.seconds == 2
        clock.time += 3600
        resumed.play(resumed.legal[0])
        assert archive.entry(1).seconds == resumed.seconds == 602

    def test_what_was_thought_before_leaving_is_kept(self, archive: Archive, clock: Clock) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        clock.time += 2
        kept.play(kept.legal[0])
        clock.time += 40
        kept.pause()
        assert archive.entry(1).seconds == kept.seconds == 42
        clock.time += 5
        resumed = archive.resume(1)
        clock.time += 3
        resumed.play(resumed.legal[0])
        assert archive.entry(1).seconds == 45
        kept.pause()  # too late, which is no error: the game has gone on elsewhere
        assert archive.entry(1).seconds == 45

    def test_leaving_a_game_without_a_move_writes_nothing(self, archive: Archive) -> None:
        archive.keep(begin("solitario:english")).pause()
        assert archive.games() == []

    def test_time_is_spent_even_on_what_is_taken_back_and_never_given_back(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        for action in (lambda: kept.play(kept.legal[0]), kept.undo):
            clock.time += 10
            action()
        assert archive.entry(1).seconds == 20
        clock.time -= 500  # somebody sets the clock
        kept.redo()
        assert archive.entry(1).seconds == 20

    def test_what_nature_did_took_no_thought(self, archive: Archive, clock: Clock) -> None:
        kept = archive.keep(begin("2048:4,2#1"))
        for way in ("left", "right"):
            kept.play_text(way)
            kept.roll()
        kept.undo()
        clock.time += 3
        kept.redo()
        told = archive._db.execute("SELECT seconds FROM moves").fetchall()
        assert told == [(0.0,), (0.0,), (3.0,), (0.0,)]
        assert archive.entry(1).seconds == 3

    def test_a_game_that_is_over_takes_no_more_time(self, archive: Archive, clock: Clock) -> None:
        kept = archive.keep(begin("drench:1x4,3#2"))
        kept.play_text("3")
        clock.time += 5
        kept.play_text("1")
        clock.time += 100
        assert kept.seconds == archive.entry(1).seconds == 5


def finish(kept: Kept) -> None:
    while not kept.outcome:
        kept.play(kept.legal[0])


class TestResults:
    @pytest.mark.parametrize(
        ("gameid", "result", "winner", "score"),
        [("solitario:223", "won", 0, -1), ("drench:1x2,2,limit=1#0", "won", 0, -1)],
    )
    def test_alone_won(self, archive: Archive, gameid: str, result: str, winner: int, score: float) -> None:
        finish(archive.keep(begin(gameid)))
        entry = archive.entry(1)
        assert (entry.result, entry.winner, entry.score) == (result, winner, score)

    def test_alone_a_game_that_nobody_won_is_lost(self, archive: Archive) -> None:
        finish(archive.keep(begin("2048:2,1#0")))
        entry = archive.entry(1)
        assert (entry.result, entry.winner, entry.reason) == ("lost", None, "nothing can move any more")
        assert entry.moves == sum(text in ("up", "down", "left", "right") for text in archive.record(1).moves)

    def test_what_the_computer_plays_alone_is_just_over(self, archive: Archive) -> None:
        finish(archive.keep(begin("solitario:223"), seats={0: 5}))
        assert archive.entry(1).result == "over"

    @pytest.mark.parametrize("seats", [{}, {0: 1, 1: 1}])
    def test_between_people_or_between_computers_it_is_just_over(
        self, archive: Archive, seats: dict[int, int]
    ) -> None:
        finish(archive.keep(begin("oca:2#5"), seats=seats))
        entry = archive.entry(1)
        assert (entry.result, entry.winner in (0, 1)) == ("over", True)

    def test_against_the_computer_the_winner_decides(self, archive: Archive) -> None:
        for seat in (0, 1):
            kept = archive.keep(begin("oca:2#5"), seats={1 - seat: 3})
            finish(kept)
            entry = archive.entry(seat + 1)
            assert entry.result == ("won" if entry.winner == seat else "lost")
            assert entry.score == kept.game.scores(kept.state)[seat]
        assert {archive.entry(1).result, archive.entry(2).result} == {"won", "lost"}

    def test_a_repeated_position_is_a_draw(self, archive: Archive) -> None:
        kept = archive.keep(begin("fuga:9"), seats={1: 3})
        while not kept.outcome:
            for text in ("a4 a3", "d4 d3", "a3 a4", "d3 d4"):
                if not kept.outcome:
                    kept.play_text(text)
        assert (archive.entry(1).result, archive.entry(1).winner) == ("draw", None)


class TestAfterTheEnd:
    """A game that is over stays in the history as it ended."""

    def test_a_win_that_is_taken_back_is_still_won(self, archive: Archive, clock: Clock) -> None:
        kept = archive.keep(begin("drench:1x4,3#2"))
        for move in "31":
            kept.play_text(move)
        won = archive.entry(1)
        clock.time += 50
        kept.undo()
        assert (kept.outcome, len(kept.moves), kept.seconds) == (None, 1, won.seconds)
        kept.hinted(kept.state)
        kept.undo()
        kept.pause()
        assert (archive.games(), archive.record(1).moves) == ([won], ("3", "1"))
        assert archive.statistics(won.board).won == 1

    def test_playing_it_again_is_the_same_game(self, archive: Archive) -> None:
        kept = archive.keep(begin("2048:2,1#0"))
        finish(kept)
        before = archive.entry(1), held(kept)
        for _move in range(3):
            kept.undo()
        for _move in range(3):
            kept.redo()
        assert (archive.entry(1), held(kept)) == before
        assert len(archive.games()) == 1

    def test_another_move_begins_another_game_there_which_had_help(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("drench:1x4,3#2"), daily="2026-01-01")
        for move in "31":
            kept.play_text(move)
        won = archive.entry(1)
        kept.undo()
        clock.time += 7
        kept.play_text("2")
        other = archive.entry(2)
        assert archive.entry(1) == won
        assert (kept.number, other.result, other.moves, other.seconds) == (2, "", 2, 7)
        assert (other.daily, other.help, other.imported) == ("2026-01-01", Help(undos=1), False)
        assert held(archive.resume(2)) == held(kept)
        assert archive.statistics(won.board).finished == 1

    def test_the_other_game_has_the_time_so_far_which_is_spent_once(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("drench:1x4,3,limit=2#2"))
        for move in "13":
            clock.time += 110
            kept.play_text(move)
        kept.back_to(0)
        assert kept.seconds == 110
        for move in "31":
            clock.time += 30
            kept.play_text(move)
        assert (archive.entry(1).seconds, archive.entry(2).seconds, kept.seconds) == (110, 170, 170)
        assert archive.resume(2).seconds == 170
        assert archive.statistics(archive.entry(2).board).seconds == 170

    def test_so_does_the_way_back_to_where_it_could_be_won(self, archive: Archive) -> None:
        kept = archive.keep(begin("drench:1x4,3,limit=2#2"))
        for move in "13":
            kept.play_text(move)
        assert archive.entry(1).result == "lost"
        kept.back_to(0)
        for move in "31":
            kept.play_text(move)
        assert (archive.entry(1).result, archive.entry(2).result) == ("lost", "won")
        assert archive.entry(2).help == Help(rewinds=1)

    def test_nothing_changes_where_the_other_game_cannot_be_written(
        self, archive: Archive, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = archive.keep(begin("drench:1x4,3#2"))
        for move in "31":
            kept.play_text(move)
        kept.undo()
        with monkeypatch.context() as patch:
            patch.setattr(archive, "commit", fails)
            with pytest.raises(ArchiveError):
                kept.play_text("2")
        assert (kept.number, len(kept.moves), kept.help, len(archive.games())) == (1, 1, Help(undos=1), 1)
        kept.play_text("2")
        assert kept.number == 2


class TestGoingOn:
    """A game may be gone on with from an earlier position, as a game of its own."""

    def test_it_has_the_help_and_the_time_of_the_other_and_a_way_back(
        self, archive: Archive, clock: Clock
    ) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        clock.time += 40
        with kept.helped("computer"):
            kept.play(kept.legal[0])
        other = archive.keep(kept.at(1), after=kept)
        assert archive.entry(2).help == other.help == Help(computer=1, rewinds=1)
        clock.time += 5
        other.play(other.legal[0])
        assert (archive.entry(2).seconds, archive.entry(2).carried) == (45, 40)
        assert archive.resume(2).help == Help(computer=1, rewinds=1)

    def test_at_its_end_nothing_was_taken_back(self, archive: Archive) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        assert archive.keep(kept.copy(), after=kept).help == Help()


def fails(*_words: object) -> int:
    raise ArchiveError("not today")


class TestHelp:
    def test_it_is_in_the_file_with_the_change_that_it_was(self, archive: Archive) -> None:
        kept = archive.keep(begin("solitario:english"))
        with kept.helped("computer"):
            kept.play(kept.legal[0])
        assert archive.entry(1).help == Help(computer=1)
        kept.play(kept.legal[0])
        assert archive.entry(1).help == Help(computer=1)
        kept.undo()
        assert archive.entry(1).help == Help(computer=1, undos=1)
        kept.play(kept.legal[0])
        kept.play(kept.legal[0])
        kept.back_to(1)
        assert archive.entry(1).help == kept.help == Help(computer=1, undos=1, rewinds=1)
        assert archive.resume(1).help == kept.help

    def test_a_hint_is_in_the_file_at_once_and_once_for_a_position(self, archive: Archive) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        for _ask in range(2):
            kept.hinted(kept.state)
            assert archive.entry(1).help == Help(hints=1)
        kept.play(kept.legal[0])
        kept.hinted(kept.state)
        assert archive.entry(1).help == Help(hints=2)

    def test_before_the_first_move_it_is_written_with_that(self, archive: Archive) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.hinted(kept.state)
        assert archive.games() == []
        kept.play(kept.legal[0])
        assert archive.entry(1).help == Help(hints=1)

    def test_what_failed_was_no_help(self, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        with monkeypatch.context() as patch:
            patch.setattr(archive, "commit", fails)
            patch.setattr(archive, "note_help", fails)
            for act in (kept.undo, lambda: kept.hinted(kept.state)):
                with pytest.raises(ArchiveError):
                    act()
        assert kept.help == archive.entry(1).help == Help()
        kept.play(kept.legal[0])
        assert archive.entry(1).help == Help()
        kept.hinted(kept.state)
        assert archive.entry(1).help == Help(hints=1)

    def test_another_window_cannot_lose_it(self, archive: Archive) -> None:
        kept = archive.keep(begin("solitario:english"))
        kept.play(kept.legal[0])
        late = archive.resume(1)
        kept.hinted(kept.state)
        for act in (lambda: late.play(late.legal[0]), lambda: late.hinted(late.state)):
            with pytest.raises(ArchiveError, match="gone on in another window"):
                act()
        assert archive.entry(1).help == Help(hints=1)

    def test_nobody_is_told_anything_in_a_session_that_is_not_kept(self) -> None:
        session = begin("solitario:english")
        with session.helped("computer"):
            session.play(session.legal[0])
        session.hinted(session.state)
        session.pause()
        assert len(session.moves) == 1


class TestHistory:
    @pytest.fixture
    def filled(self, archive: Archive, clock: Clock) -> Archive:
        for number, gameid in enumerate(("fuga:9", "solitario:223", "drench:15x15,6#77", "2048:4,2#1"), 1):
            clock.time = 1000.0 + number
            kept = archive.keep(
                begin(gameid), seats={1: 7} if number == 1 else {}, daily=f"2026-01-0{number}"
            )
            kept.play(kept.legal[0])
        return archive

    def test_newest_first_in_pages(self, filled: Archive, clock: Clock) -> None:
        assert [entry.number for entry in filled.games()] == [4, 3, 2, 1]
        assert [entry.number for entry in filled.games(limit=2, offset=1)] == [3, 2]
        clock.time = 2000.0
        kept = filled.resume(1)
        kept.play(kept.legal[0])
        assert filled.games()[0].number == 1

    def test_by_game_and_whether_it_is_over(self, filled: Archive) -> None:
        assert [entry.number for entry in filled.games(game="drench")] == [3]
        assert [entry.number for entry in filled.games(finished=True)] == [2]
        assert [entry.number for entry in filled.games(finished=False)] == [4, 3, 1]

    @pytest.mark.parametrize(
        ("text", "found"),
        [("#77", [3]), ("1=7", [1]), ("2026-01-02", [2]), ("a4 b", [1]), ("%", []), ("_", []), ("\\", []),
         ("FUGA", [1]), ("\udcff", []), ("'; DROP TABLE games; --", [])],
    )  # fmt: skip
    def test_by_text(self, filled: Archive, text: str, found: list[int]) -> None:
        assert [entry.number for entry in filled.games(text=text)] == found

    def test_by_the_day_that_a_line_shows(self, filled: Archive, clock: Clock) -> None:
        clock.time = datetime(2026, 11, 19, 21, 40).timestamp()
        filled.keep(begin("oca:2#1")).play_text("roll")
        for shown in ("2026-11-19", "11-19", "2026-11-19 21:40"):
            assert [entry.number for entry in filled.games(text=shown)] == [5]

    def test_by_boards_whose_name_has_the_text(self, filled: Archive) -> None:
        found = filled.games(text="flood", boards=["drench:15x15,6", "fuga:19"])
        assert [entry.number for entry in found] == [3]
        assert filled.games(text="flood") == []

    def test_boards_are_ids_without_position_and_seed(self, filled: Archive) -> None:
        assert filled.boards() == ["2048:4,2", "drench:15x15,6", "solitario:223", "fuga:9"]

    @pytest.mark.parametrize("number", [0, -1, 99, 10**30])
    def test_a_number_that_is_not_there(self, filled: Archive, number: int) -> None:
        for ask in (filled.entry, filled.record, filled.resume, filled.delete):
            with pytest.raises(ArchiveError, match=r"no game|too large"):
                ask(number)
        assert len(filled.games()) == 4

    def test_a_deleted_game_takes_its_moves_along(self, filled: Archive) -> None:
        filled.delete(1)
        assert filled._db.execute("SELECT count(*) FROM moves WHERE game = 1").fetchone() == (0,)


def test_settings_are_remembered(archive: Archive) -> None:
    assert archive.setting("language", "en") == "en"
    archive.set("language", "es")
    archive.set("language", "español 🦢")
    with Archive.open(archive.path) as again:
        assert again.setting("language", "en") == "español 🦢"


class KeptAgainstPlain(RuleBasedStateMachine):
    """Whatever is done to a kept session, it stays equal to a plain one, and to what the file gives back."""

    store: Archive

    @initialize(gameid=st.sampled_from([each for ids in IDS.values() for each in ids]), data=st.data())
    def start(self, gameid: str, data: st.DataObject) -> None:
        self.plain = begin(gameid)
        several = self.plain.game.players > 1
        self.computers = {1: 4} if several and data.draw(st.booleans()) else {}
        self.kept = self.store.keep(begin(gameid), seats=self.computers)

    def both(self, action: Any) -> None:
        answers = []
        for session in (self.plain, self.kept):
            try:
                answers.append(action(session))
            except IllegalMove as error:
                answers.append(str(error))
        assert answers[0] == answers[1]

    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        moves = self.plain.legal
        if moves:
            self.both(lambda session: session.play(moves[choice % len(moves)]))

    @precondition(lambda self: self.plain.player == CHANCE)
    @rule()
    def roll(self) -> None:
        self.both(lambda session: session.roll())

    @rule()
    def undo(self) -> None:
        self.both(lambda session: session.undo(self.computers))

    @rule()
    def redo(self) -> None:
        self.both(lambda session: session.redo(self.computers))

    @invariant()
    def same(self) -> None:
        if not hasattr(self, "kept"):
            return
        assert held(self.kept) == held(self.plain)
        assert self.kept._undone == self.plain._undone
        if self.kept.number is None:
            return
        resumed, entry = self.store.resume(self.kept.number), self.store.entry(self.kept.number)
        if entry.result and not self.plain.outcome:  # the end is taken back, and stays in the file
            assert resumed.moves[: len(self.plain.moves)] == self.plain.moves
            assert resumed.outcome
            return
        assert held(resumed) == held(self.plain)
        assert (entry.plies, bool(entry.result)) == (len(self.plain.moves), bool(self.plain.outcome))
        decided = sum(self.plain.game.player(state) != CHANCE for state in self.plain.states[:-1])
        assert entry.moves == decided


def test_a_kept_session_is_the_plain_one_and_the_file(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "archive.sqlite3") as opened:
        opened._db.execute("PRAGMA synchronous = OFF")  # thousands of moves; elsewhere the disk is tried
        machine = type("Machine", (KeptAgainstPlain,), {"store": opened})
        machine.TestCase.settings = settings(max_examples=25, stateful_step_count=16)
        machine.TestCase().runTest()


def test_every_game_is_kept_to_its_end(archive: Archive) -> None:
    archive._db.execute("PRAGMA synchronous = OFF")
    quick = ("solitario:sample", "drench:6x6,4#2", "2048:2,1#0", "oca:2#5", "fuga:7")
    assert {begin(gameid).game.name for gameid in quick} == set(GAMES)
    for gameid in quick:
        kept = archive.keep(begin(gameid))
        for ply in range(300):
            if kept.outcome:
                break
            kept.play(kept.legal[ply * 7919 % len(kept.legal)])
        assert held(archive.resume(kept.number or 0)) == held(kept)
