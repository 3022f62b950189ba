"""Records: strict, versioned, and told what is wrong by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import (
    FormatError,
    Record,
)
from ludoteca.games import begin


class TestRecords:
    TEXT = "ludoteca record 1\ngame fuga:7\na3 a2\nc3 b3\nend 2\n"

    def test_a_record_is_text_a_person_can_read(self) -> None:
        session = begin("fuga:7")
        session.play_text("a3 a2")
        session.play_text("(C,3) (B,3)")
        assert str(session.record) == self.TEXT

    def test_a_record_may_come_from_another_system(self) -> None:
        for text in ("\ufeff" + self.TEXT, self.TEXT.replace("\n", "\r\n"), self.TEXT.rstrip("\n")):
            assert str(Record.parse(text)) == self.TEXT

    @pytest.mark.parametrize(
        ("text", "line", "why"),
        [
            ("", 1, "begins with"),
            ("ludoteca record 2\n", 1, "another version"),
            ("ludoteca record 1", 2, "second line"),
            ("ludoteca record 1\nfuga:7\n", 2, "second line"),
            ("ludoteca record 1\ngame fuga 7\n", 2, "not a game id"),
            ("ludoteca record 1\ngame chess:7\nend 0\n", 2, "no game"),
            ("ludoteca record 1\ngame fuga:8\nend 0\n", 2, "odd"),
            ("ludoteca record 1\ngame fuga:7\n", 3, "must stand"),
            ("ludoteca record 1\ngame fuga:7", 2, "breaks off"),
            ("ludoteca record 1\ngame fuga:7\na3 a2", 3, "breaks off"),
            ("ludoteca record 1\ngame fuga:7\na3  a2\nend 1\n", 3, "must stand"),
            ("ludoteca record 1\ngame fuga:7\na3\x1ba2\nend 1\n", 3, "must stand"),
            ("ludoteca record 1\ngame fuga:7\na3 a2\nend 2\n", 4, "the moves before are 1"),
            ("ludoteca record 1\ngame fuga:7\na3 a2\nend 1\nc3 b3\n", 5, "nothing may follow"),
            ("ludoteca record 1\ngame fuga:7\na3 a9\nend 1\n", 3, "off the board"),
            ("ludoteca record 1\ngame fuga:7\na3 c3\nend 1\n", 3, "in the way"),
            ("ludoteca record 1\ngame fuga:7\nA3 A2\nend 1\n", 3, "write this move as 'a3 a2'"),
            ("ludoteca record 1\ngame solitario:223\na1 a3\na3 a1\nend 2\n", 4, "over"),
        ],
    )
    def test_what_is_wrong_is_named_by_line_and_reason(self, text: str, line: int, why: str) -> None:
        with pytest.raises(FormatError, match=why) as caught:
            Record.parse(text).session(begin)
        assert caught.value.line == line
        assert f"line {line}:" in str(caught.value)

    @given(st.integers(0, len(TEXT) - 2))
    def test_no_cut_off_copy_is_taken_for_the_whole(self, length: int) -> None:
        with pytest.raises(FormatError):
            Record.parse(self.TEXT[:length])

    @given(st.text(max_size=200))
    def test_any_text_after_the_head_is_refused_or_reads_back(self, text: str) -> None:
        try:
            record = Record.parse("ludoteca record 1\ngame fuga:7\n" + text)
        except FormatError:
            return
        assert Record.parse(str(record)) == record

    def test_a_huge_text_is_refused_before_it_is_read(self) -> None:
        with pytest.raises(FormatError, match="too long"):
            Record.parse("x" * 5_000_000)
