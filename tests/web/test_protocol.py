"""docs/protocol.md is what strangers have: where it tells of a message, it names every field of it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from ludoteca.web import messages, shell
from ludoteca.web.app import make_app
from ludoteca.web.wishes import RoomWish

from support.memory_store import MemoryStore

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
# Where the page tells of what has no row in a table: from these words to the end of the paragraph or list.
TOLD = {
    messages.State: "A `state` has",
    messages.Seat: "- `seats`, each with",
    messages.SceneView: "A `scene` has",
    messages.CellView: "A cell is",
    messages.Finding: "A `told` has",
    RoomWish: "The body of `POST /api/rooms`",
}


def paragraph(beginning: str) -> str:
    """What the page tells, from its beginning to the next empty line; a list goes with what leads to it, a
    line of a list stands alone."""
    assert PAGE.count(beginning) == 1, beginning
    text = PAGE[PAGE.index(beginning) :]
    end = re.search(r"\n\n|\n- " if beginning.startswith("- ") else r"\n\n(?!- )", text)
    return text[: end.start()] if end else text


def row(tag: str, table: str) -> str:
    """The row of a message in a table."""
    text = PAGE[PAGE.index(table) :]
    return next(line for line in text.splitlines() if line.startswith(f"| `{tag}` |"))


def words(text: str) -> set[str]:
    """What stands between backticks and quotes, and in a list of fields."""
    spelled = re.findall(r"`\[?([a-z_, ]+)\]?`|\"([a-z_]+)\"", text)
    return {word for found in spelled for part in found for word in part.replace(",", " ").split()}


@pytest.mark.parametrize(
    "struct",
    [messages.Seat, messages.SceneView, messages.CellView, RoomWish],
    ids=lambda struct: struct.__name__,
)
def test_every_field_is_told_where_its_message_is(struct: Any) -> None:
    assert set(struct.__struct_fields__) - words(paragraph(TOLD[struct])) == set()


@pytest.mark.parametrize("struct", get_args(messages.Said), ids=lambda struct: struct.__name__)
def test_what_a_client_may_say_is_a_row_of_the_table(struct: Any) -> None:
    found = row(struct.__struct_config__.tag, "## What a client says")
    assert set(re.findall(r"`([a-z]+)`", found.split("|")[2])) == set(struct.__struct_fields__)


@pytest.mark.parametrize("struct", get_args(messages.Sent), ids=lambda struct: struct.__name__)
def test_what_the_server_says_is_a_row_of_the_table(struct: Any) -> None:
    told = words(row(struct.__struct_config__.tag, "## What the server says"))
    if struct in TOLD:
        told |= words(paragraph(TOLD[struct]))
    assert set(struct.__struct_fields__) - told == set()


def test_every_word_of_the_protocol_is_told() -> None:
    deals = words(row("propose", "## What a client says"))
    assert set(get_args(messages.Deal)) - deals == set()
    assert set(get_args(messages.Question)) - words(row("ask", "## What a client says")) == set()
    assert (
        set(get_args(messages.Code))
        - words(paragraph("Where an action in the room that one is shown is refused"))
        == set()
    )
    assert set(get_args(messages.May)) - words(paragraph("- `may`, what you may do now")) == set()


def keys(answer: Any, *, within: bool = True) -> Iterator[str]:
    """All names of fields in an answer; the names of games and drawings are none."""
    if isinstance(answer, dict):
        yield from answer if within else ()
        for key, value in answer.items():
            if key != "looks":
                yield from keys(value, within=key != "today")
    elif isinstance(answer, list):
        for each in answer:
            yield from keys(each)


async def test_every_field_of_an_answer_is_told() -> None:
    app = make_app(MemoryStore(), pages=shell.routes())
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        await client.post("/api/me", json={})
        day = (await client.get("/api/lobby")).json()
        daily = next(game["daily"] for game in day["games"] if game["name"] == "drench")
        made = await client.post("/api/rooms", json={"game": daily, "daily": day["day"], "listed": True})
        assert made.status_code == 201
        told = words(PAGE[PAGE.index("## Who one is") : PAGE.index("## The socket")])
        for path in ("/api/lobby", "/api/mine", "/api/plan/fuga", "/api/rules/oca"):
            found = set(keys((await client.get(path)).json()))
            assert found - told == set(), path


@pytest.mark.parametrize("length", [0, 41])
def test_an_id_has_1_to_40_signs(length: int) -> None:
    text = msgspec.json.encode({"type": "ping", "id": "x" * length})
    with pytest.raises(msgspec.ValidationError):
        messages.parse(text)
