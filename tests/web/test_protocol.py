"""docs/protocol.md is what strangers have: it names every message, and every field of it."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from ludoteca.web import messages
from ludoteca.web.wishes import RoomWish

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
WORDS = set(re.findall(r"`([a-z_]+)`", PAGE)) | set(re.findall(r'"([a-z_]+)"', PAGE))
STRUCTS = [*get_args(messages.Said), *get_args(messages.Sent), messages.SceneView, messages.Seat, RoomWish]


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_field_is_told(struct: Any) -> None:
    assert set(struct.__struct_fields__) - WORDS == set()


@pytest.mark.parametrize("struct", get_args(messages.Said), ids=lambda struct: struct.__name__)
def test_what_a_client_may_say_is_a_row_of_the_table(struct: Any) -> None:
    tag = struct.__struct_config__.tag
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{tag}` |"))
    assert set(re.findall(r"`([a-z]+)`", row.split("|")[2])) == set(struct.__struct_fields__)


def test_every_word_of_the_protocol_is_told() -> None:
    for words in (messages.Code, messages.Deal, messages.Question):
        assert set(get_args(words)) - WORDS == set()


@pytest.mark.parametrize("length", [0, 41])
def test_an_id_has_1_to_40_signs(length: int) -> None:
    text = msgspec.json.encode({"type": "ping", "id": "x" * length})
    with pytest.raises(msgspec.ValidationError):
        messages.parse(text)
