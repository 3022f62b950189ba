"""Names are seen, and hide nothing beside them."""

import pytest

from ludoteca.web.messages import NAME, Sit
from ludoteca.web.names import MARKS, shown_name
from ludoteca.web.room import Room

from support.rooms import head


@pytest.mark.parametrize(
    "blank",
    ["", " ", "\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0 \u3164", "\u0301" * 5, " \u0301",
     "\u3164\u0301",
     "\ufe0f", "\u200b", "\u00ad", "\u2066", "\u034f"],
)  # fmt: skip
def test_what_would_not_be_seen_is_no_name(blank: str) -> None:
    assert shown_name(blank) == ""


@pytest.mark.parametrize(
    "name",
    ["Ana", "José María", "Nguyễn Thị Thuỳ", "Łukasz", "שָׁלוֹם", "สมชาย น้ำ", "クリス", "हिन्दी", "김민준", "🙂",
     "O'Neill-2"],
)  # fmt: skip
def test_names_of_people_stay(name: str) -> None:
    from unicodedata import normalize

    assert shown_name(name) == shown_name(normalize("NFD", name)) == normalize("NFC", name)


def test_no_more_marks_are_on_a_letter_than_a_language_has() -> None:
    assert shown_name("Z" + "\u0335" * 29 + "o") == "Z" + "\u0335" * MARKS + "o"


def test_a_name_is_cut_and_its_blanks_are_single() -> None:
    assert shown_name("\u3164Ana\u3164\u2800 " + "x" * 99) == "Ana " + "x" * (NAME - 4)


def test_who_sits_down_is_called_so() -> None:
    room = Room(head("r"))
    assert room.event(Sit("s", "r", 0, "A\u3164\n\u202eb"), "ana", 1.0).text == "A b"
