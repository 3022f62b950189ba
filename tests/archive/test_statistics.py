"""Statistics and plots: numbers that a person can check by hand, and by Python's own statistics."""

import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.archive import Archive, Entry, Help
from ludoteca.archive.statistics import Against, records_of, statistics_of
from ludoteca.games import begin

from support.clock import Clock


def entry(number: int, result: str = "won", **facts: object) -> Entry:
    plain = Entry(
        number, id="2048:4,2#1", game="2048", board="2048:4,2", began=0.0, changed=float(number), plies=10,
        seconds=5.0, result=result, winner=None, reason="", score=0.0, seats={}, daily="", moves=10,
        imported=False,
    )  # fmt: skip
    return plain._replace(**facts)


class TestStatistics:
    def test_by_hand(self) -> None:
        games = [
            entry(1, "won", score=100.0, seconds=30.0, moves=12),
            entry(2, "won", score=400.0, seconds=20.0, moves=15),
            entry(3, "lost", score=50.0, seconds=1.0, moves=3),
            entry(4, "won", score=200.0, seconds=25.0, moves=11),
            entry(5, "", score=999.0, seconds=7.0, moves=1),
            entry(6, "over", score=999.0, seconds=8.0, moves=1),
            entry(7, "won", score=999.0, seconds=9.0, moves=1, imported=True),
        ]
        found = statistics_of("2048:4,2", games)
        assert (found.games, found.finished, found.won, found.lost, found.drawn) == (7, 4, 3, 1, 0)
        assert (found.share, found.best, found.average, found.median) == (0.75, 400, 187.5, 150)
        assert (found.streak, found.longest, found.fastest, found.fewest) == (1, 2, 20, 11)
        assert found.seconds == 100
        assert found.scores == (100, 400, 50, 200)
        assert found.moves == (12, 15, 3, 11)

    def test_of_nothing(self) -> None:
        found = statistics_of("fuga:9", [])
        assert (found.games, found.finished, found.streak, found.longest, found.seconds) == (0, 0, 0, 0, 0)
        assert {found.share, found.best, found.average, found.median, found.fastest, found.fewest} == {None}

    @given(st.lists(st.tuples(st.sampled_from(["won", "lost", "draw"]), st.integers(-50, 50)), min_size=1))
    def test_by_another_program(self, games: list[tuple[str, int]]) -> None:
        entries = [entry(n, result, score=float(score)) for n, (result, score) in enumerate(games)]
        found = statistics_of("2048:4,2", entries)
        scores = [score for _result, score in games]
        assert found.average == pytest.approx(statistics.fmean(scores))
        assert found.median == statistics.median(scores)
        assert found.won + found.lost + found.drawn == found.finished == len(games)
        letters = "".join(result[0] for result, _score in games)
        runs = letters.replace("l", " ").replace("d", " ").split(" ")
        assert (found.longest, found.streak) == (max(map(len, runs)), len(runs[-1]))


class TestHelp:
    def test_games_with_help_are_counted_apart(self) -> None:
        games = [
            entry(1, "won", score=100.0, seconds=30.0, moves=12),
            entry(2, "won", score=400.0, seconds=20.0, moves=11, help=Help(hints=1)),
            entry(3, "lost", score=500.0, help=Help(undos=1)),
            entry(4, "", help=Help(computer=1)),
        ]
        found = statistics_of("2048:4,2", games)
        assert (found.games, found.finished, found.won, found.lost) == (4, 1, 1, 0)
        assert (found.helped, found.helped_won) == (2, 1)
        assert (found.best, found.fastest, found.fewest) == (100, 30, 12)
        assert (found.scores, found.moves) == ((100,), (12,))

    @pytest.mark.parametrize("kind", Help._fields)
    def test_every_kind_of_help_counts(self, kind: str) -> None:
        assert statistics_of("2048:4,2", [entry(1, help=Help().plus(kind))]).helped == 1

    @pytest.mark.parametrize(
        ("results", "now", "most"),
        [("www", 3, 3), ("wWw", 2, 2), ("W", 0, 0), ("wwL", 0, 2), ("wLw", 1, 1), ("wwlW", 0, 2)],
    )
    def test_a_win_with_help_is_no_part_of_a_streak_and_a_loss_with_help_ends_it(
        self, results: str, now: int, most: int
    ) -> None:
        games = [
            entry(n, {"w": "won", "l": "lost"}[each.lower()], help=Help(hints=int(each.isupper())))
            for n, each in enumerate(results)
        ]
        found = statistics_of("2048:4,2", games)
        assert (found.streak, found.longest) == (now, most)

    def test_no_record_is_set_or_held_with_help(self) -> None:
        helped = Help(computer=1)
        others = [entry(1, "won", score=5.0), entry(2, "won", score=9.0, seconds=1.0, help=helped)]
        assert records_of(entry(3, "won", score=99.0, help=helped), others) == frozenset()
        assert records_of(entry(3, "won", score=7.0), others) == {"score"}

    def test_in_a_game_of_luck_there_is_no_help_no_streak_and_no_record(self) -> None:
        goose = {"id": "oca:2#1", "game": "oca", "board": "oca:2", "seats": {1: 3}}
        games = [entry(n, "won", score=n, help=Help(computer=9), **goose) for n in (1, 2)]
        found = statistics_of("oca:2", games)
        assert (found.won, found.helped, found.streak, found.longest, found.against) == (2, 0, 0, 0, ())
        assert not found.skill
        assert records_of(games[1], games[:1]) == frozenset()
        assert statistics_of("", games).streak == 0

    def test_a_game_that_nobody_knows_any_more_counts_like_others(self) -> None:
        chess = {"id": "chess:8", "game": "chess", "board": "chess:8", "seats": {1: 3}}
        found = statistics_of("chess:8", [entry(1, **chess), entry(2, help=Help(hints=1), **chess)])
        assert (found.won, found.helped, found.against, found.skill) == (1, 1, (), True)


def test_games_by_seat_and_level_without_help() -> None:
    fuga = {"id": "fuga:9", "game": "fuga", "board": "fuga:9"}
    games = [
        entry(1, "won", seats={1: 3}, **fuga), entry(2, "lost", seats={1: 3}, **fuga),
        entry(3, "draw", seats={0: 3}, **fuga), entry(4, "won", seats={1: 8}, **fuga),
        entry(5, "won", seats={1: 8}, help=Help(hints=1), **fuga), entry(6, "over", seats={}, **fuga),
        entry(7, "", seats={1: 3}, **fuga),
    ]  # fmt: skip
    assert statistics_of("fuga:9", games).against == (
        Against(0, (3,), 2, 1), Against(0, (8,), 1, 1), Against(1, (3,), 1, 0),
    )  # fmt: skip
    assert statistics_of("2048:4,2", [entry(1)]).against == ()


class TestRecords:
    def test_a_first_game_beats_nobody(self) -> None:
        assert records_of(entry(1), [entry(1)]) == frozenset()

    def test_more_points_than_any_other(self) -> None:
        others = [entry(1, "lost", score=5.0), entry(2, "won", score=7.0)]
        assert records_of(entry(3, "lost", score=8.0), others) == {"score"}
        assert records_of(entry(3, "lost", score=7.0), others) == frozenset()

    def test_a_faster_and_a_shorter_win(self) -> None:
        others = [entry(1, "lost", seconds=1.0, moves=1), entry(2, "won", seconds=9.0, moves=9)]
        assert records_of(entry(3, "won", seconds=8.0, moves=9), others) == {"seconds"}
        assert records_of(entry(3, "won", seconds=9.0, moves=8), others) == {"moves"}
        assert records_of(entry(3, "lost", seconds=8.0, moves=8), others) == frozenset()

    def test_against_others_only_a_win_counts(self) -> None:
        others = [entry(1, "lost", seats={1: 3})]
        assert records_of(entry(2, "lost", score=9.0, seats={1: 3}), others) == frozenset()
        assert records_of(entry(2, "won", score=9.0, seats={1: 3}), others) == {"score"}

    def test_unfinished_shared_and_imported_games_are_none(self) -> None:
        others = [entry(1, "lost")]
        for facts in ({"result": ""}, {"result": "over"}, {"imported": True}):
            assert records_of(entry(2, score=9.0)._replace(**facts), others) == frozenset()


def test_the_archive_counts_what_was_played(tmp_path: Path) -> None:
    clock = Clock()
    with Archive.open(tmp_path / "a.sqlite3", now=clock) as archive:
        for _game in range(2):
            kept = archive.keep(begin("drench:1x4,3#2"))
            for colour in "31":
                kept.play_text(colour)
                clock.time += 10
        archive.keep(begin("drench:1x4,3#2"), at_once=True)
        found = archive.statistics("drench:1x4,3")
        assert (found.games, found.finished, found.won, found.best, found.seconds) == (3, 2, 2, -2, 20)
        assert not archive.is_record(archive.entry(2))
        assert archive.statistics("fuga:9").games == 0
