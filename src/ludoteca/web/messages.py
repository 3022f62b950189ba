"""What a client and the server say to each other over a socket, in JSON; docs/protocol.md tells strangers."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

VERSION: Final = 1
LONGEST: Final = 4096  # bytes of what a client says at once
NAME: Final = 30  # signs of a person's name
ROOM: Final = 40  # of a room's

ActionId = Annotated[str, Meta(min_length=1, max_length=40)]  # a client's own, of what it does
Ply = Annotated[int, Meta(ge=0, le=1_000_000_000)]
RoomName = Annotated[str, Meta(max_length=ROOM)]
Deal = Literal["back", "draw", "next"]  # what one may propose to the other
Code = Literal["stale", "illegal", "forbidden", "unknown", "busy", "malformed", "version"]
Question = Literal["hint", "truth", "review"]
May = Literal["play", "undo", "resign", "sit", "answer", Deal, Question]  # `answer`: say yes


# From a client. `id` is the client's own, of what it does: said twice, it is done once. `ply` is how
# many plies it had seen; `after` is what it had just done and was not yet told about.


class Join(Struct, tag="join", forbid_unknown_fields=True):
    """Show me a room, and what happens there from now on."""

    room: RoomName
    version: int
    lang: str = "en"


class Play(Struct, tag="play", forbid_unknown_fields=True):
    """I play a move."""

    id: ActionId
    room: RoomName
    ply: Ply
    move: str
    after: str = ""


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """I take my last decision back; between people it has to be proposed."""

    id: ActionId
    room: RoomName
    ply: Ply
    after: str = ""


class Propose(Struct, tag="propose", forbid_unknown_fields=True):
    """I propose something to the others."""

    id: ActionId
    room: RoomName
    ply: Ply
    deal: Deal


class Answer(Struct, tag="answer", forbid_unknown_fields=True):
    """I agree with what was proposed, or not."""

    id: ActionId
    room: RoomName
    ply: Ply
    deal: Deal
    yes: bool


class Resign(Struct, tag="resign", forbid_unknown_fields=True):
    """I give up."""

    id: ActionId
    room: RoomName
    ply: Ply


class Sit(Struct, tag="sit", forbid_unknown_fields=True):
    """I take an open seat, under a name."""

    id: ActionId
    room: RoomName
    seat: int
    name: str = ""


class Ask(Struct, tag="ask", forbid_unknown_fields=True):
    """What is true of this position?"""

    id: ActionId
    room: RoomName
    ply: Ply
    what: Question


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    id: ActionId


Said = Join | Play | Undo | Propose | Answer | Resign | Sit | Ask | Ping
Action = Play | Undo | Propose | Answer | Resign | Sit


# From the server


class CellView(Struct, array_like=True, frozen=True):
    """A place of the board: which look draws it, its name, the words that a click on it may say, what it is
    in words, and its marks."""

    look: str
    name: str
    words: tuple[str, ...]
    label: str
    marks: tuple[str, ...]


class SceneView(Struct, kw_only=True):
    """What there is to see of a position, in the language of whoever sees it."""

    board: list[list[CellView]] | None  # null where it is as it was, but for what is `changed`
    changed: list[tuple[int, int, CellView]] = []
    rows: list[str]
    cols: list[str]
    legal: list[str]
    player: int
    status: list[str]
    told: list[str]
    ways: list[list[str]]
    prompts: list[str]
    buttons: dict[str, str]
    thrown: int | None = None
    verdict: str = ""
    winner: int | None = None


class Seat(Struct, kw_only=True):
    """Who has a seat: a person by name, the computer at a level, or nobody yet."""

    title: str
    name: str = ""
    level: int = 0
    is_open: bool = False
    is_here: bool = False
    is_you: bool = False
    left: float | None = None  # seconds on the clock


class State(Struct, tag="state", kw_only=True):
    """How a room stands now: the whole truth, but of the moves only those from `moves_from` on."""

    room: str
    number: int
    ply: int
    game: str
    id: str
    title: str
    moves_from: int
    moves: list[str]
    numbers: list[int]  # of each move: the number it has in a list of moves, as people count
    by: list[int]  # of each move: the seat, or -1 for nature
    seats: list[Seat]
    scene: SceneView | msgspec.Raw  # written once for all who see it in one language
    looks: dict[str, str]
    proposed: str = ""
    proposed_by: int | None = None
    may: list[May]  # what you may do; of deals, propose them
    next_room: str = ""
    clock: tuple[float, float] | None = None  # seconds for each player, and what every move adds
    running: bool = False  # whether a clock runs
    helps: int = 0  # moves taken back alone, and positions in which a player was told something


class Done(Struct, tag="done"):
    """What you did is stored."""

    id: str
    room: str
    ply: int


class Refused(Struct, tag="refused"):
    """What you wanted is not done, and why; of the room that you are shown a `state` follows."""

    id: str
    code: Code
    sentence: str


class Thinking(Struct, tag="thinking"):
    """Somebody works on your question, or on the computer's move, and what at."""

    id: str
    sentence: str


class Finding(Struct, tag="told", kw_only=True):
    """What is true, so far or at last."""

    id: str
    what: Question
    ply: int
    is_last: bool
    bar: str = ""
    sentences: list[str] = []
    move: str = ""
    worths: dict[str, str] = {}
    course: list[float | None] = []
    mistakes: list[tuple[int, str]] = []


class Pong(Struct, tag="pong"):
    """I am here."""

    id: str


class Bye(Struct, tag="bye"):
    """The server is about to stop; come again after so many seconds."""

    seconds: float


class Identified(Struct):
    """Whatever has an id."""

    id: ActionId = ""


Sent = State | Done | Refused | Thinking | Finding | Pong | Bye

_decoder: Final[msgspec.json.Decoder[Said]] = msgspec.json.Decoder(Said)
_identified: Final = msgspec.json.Decoder(Identified)
_encoder: Final = msgspec.json.Encoder()


def parse(text: str | bytes) -> Said:
    """Read what a client says; ValueError where it is none of the above.

    >>> parse('{"type": "ping", "id": "1"}')
    Ping(id='1')
    """
    return _decoder.decode(text)


def id_in(text: str | bytes) -> str:
    """The id in what is no message, if there is one.

    >>> id_in('{"id": "7", "type": "nonsense"}'), id_in("nonsense")
    ('7', '')
    """
    try:
        return _identified.decode(text).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""


def spelled(message: Sent) -> bytes:
    """What is sent for a message.

    >>> spelled(Pong("1"))
    b'{"type":"pong","id":"1"}'
    """
    return _encoder.encode(message)
