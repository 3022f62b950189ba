"""A room: a game under way with seats, and the rules of sharing it; it knows no socket, store or clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from ludoteca.core import CHANCE, OVER, AnySession, IllegalMove, LudotecaError, OptionError, Outcome
from ludoteca.core.game import LEVELS
from ludoteca.core.words import N_, _
from ludoteca.games import begin
from ludoteca.web.clocks import Clocks
from ludoteca.web.messages import NAME, Action, Answer, Play, Propose, Resign, Sit, Undo
from ludoteca.web.store import Event, Head, Listing

RESIGNED: Final = N_("the other gave up")
OUT_OF_TIME: Final = N_("the other ran out of time")
AGREED: Final = N_("agreed")


class Refusal(LudotecaError):  # noqa: N818 - the protocol's word
    """An action that is not done; `code` says why to a program."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Room:
    """All that happened in a room, from its head and events; it says what an action would add, and adds it.

    `person` is who acts, by the hash of a secret; '' is nobody in particular.
    """

    def __init__(self, head: Head) -> None:
        self.head = head
        self.session: AnySession = begin(head.game)
        if len(head.levels) != self.session.game.players or not all(
            level in LEVELS or level == 0 for level in head.levels
        ):
            raise OptionError(_("Every seat has a level from 1 to 8, or 0 for a person."))
        while self.session.player == CHANCE:  # what nature does first is the same for everybody
            self.session.roll()
        self.number = 0  # of the next event
        self.actions: dict[str, int] = {}  # of clients, and how many plies there were after them
        self.persons = [""] * len(head.levels)
        self.names = [""] * len(head.levels)
        self.proposed, self.proposed_by = "", -1
        self.next_room = ""
        self.decisions = 0  # moves that were chosen, and not thrown
        self.helps = 0  # moves taken back and questions answered in the running game
        self._asked = ("", -1)  # the last question of these, and the ply
        self.ended: Outcome | None = None  # otherwise than by the rules of the game
        self.clocks = Clocks.of(head.clock, seats=len(head.levels), moment=head.made)
        self._last_action = ""

    # How it stands

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or otherwise."""
        return self.ended or self.session.outcome

    @property
    def player(self) -> int:
        """Who acts."""
        return OVER if self.outcome else self.session.player

    @property
    def people(self) -> int:
        """How many seats are for persons."""
        return self.head.levels.count(0)

    @property
    def has_room(self) -> bool:
        """Whether a seat is open."""
        seats = zip(self.head.levels, self.persons, strict=True)
        return any(not level and not person for level, person in seats)

    @property
    def running(self) -> int:
        """The seat whose clock runs, once all sit and somebody has moved; -1 for none."""
        begun = any(map(self.session.decided, range(min(2, len(self.session.moves)))))
        return self.player if self.head.clock and begun and not self.outcome and not self.has_room else -1

    @property
    def verdict(self) -> str:
        """How it ended, in a sentence."""
        if self.ended is None:
            return self.session.verdict
        seats, reason = self.session.game.seats, _(self.ended.reason)
        if self.ended.winner is None:
            result = _("You lose") if len(seats) == 1 else _("Draw")
        else:
            result = _("Winner: {player}", player=seats[self.ended.winner])
        return _("The game is over. {result}: {reason}.", result=result, reason=reason)

    def sits(self, person: str) -> bool:
        """Whether a person has a seat."""
        return bool(person) and person in self.persons

    def is_open(self, seat: int) -> bool:
        """Whether a person may still sit down there."""
        return not self.head.levels[seat] and not self.persons[seat]

    def seat_of(self, person: str) -> int:
        """Where a person sits; -1 for nowhere. Who sits everywhere sits where it is to move."""
        if not person:
            return -1
        seats = [seat for seat, other in enumerate(self.persons) if other == person]
        return self.player if self.player in seats else seats[0] if seats else -1

    def left_at(self, moment: float) -> tuple[float, ...]:
        """The seconds that each seat has left."""
        return self.clocks.left_at(moment, running=self.running)

    @property
    def is_shared(self) -> bool:
        """Whether it is a running game between people, whose players are told nothing."""
        return self.people > 1 and not self.outcome and not self._is_alone

    @property
    def _is_alone(self) -> bool:
        """Whether one person plays for several."""
        return self.people > 1 and len(set(self.persons) - {""}) == 1

    def may(self, person: str) -> list[str]:
        """What a person may do now."""
        seat, acts, is_shared = self.seat_of(person), list[str](), self.is_shared
        if self.outcome:
            return ["next", "truth", "review"] if seat >= 0 else ["truth", "review"]
        if seat >= 0:
            if self.player == seat:
                acts.append("play")
            if self.decisions:
                acts.append("back" if is_shared else "undo")
            if is_shared:
                acts.append("draw")
            acts.append("resign")
        if not is_shared and (seat >= 0 or not self.head.daily):
            acts += ["hint", "truth"]
        if (seat < 0 or self.people > 1) and self.has_room:
            acts.append("sit")
        return acts

    def standing(self) -> Listing:
        """What lists tell of it."""
        outcome, session = self.outcome, self.session
        result = ""
        if outcome is not None:
            nobody = "nobody" if session.game.players == 1 else "draw"
            result = nobody if outcome.winner is None else f"seat {outcome.winner}"
        return Listing(
            plies=len(session.moves), decisions=self.decisions, player=self.player, result=result,
            score=session.game.scores(session.state)[0] if len(self.names) == 1 else 0.0,
            names=tuple(self.names), has_room=self.has_room and not outcome,
            helps=self.helps + (self._is_alone and session.game.skill),
        )  # fmt: skip

    # What an action adds

    def event(self, action: Action, person: str, moment: float) -> Event:
        """What an action of a person would add; Refusal says why it adds nothing."""
        seat = self.seat_of(person)
        if isinstance(action, Sit):
            return self._sat(action, person, moment)
        if seat < 0:
            _refuse("forbidden", _("You only watch this game."))
        if self.outcome and not isinstance(action, Propose | Answer):
            _refuse("illegal", _("The game is over."))
        if action.ply != len(self.session.moves) and not self._follows(action):
            _refuse("stale", _("The game has gone on meanwhile."))
        match action:
            case Play():
                try:
                    return self._played(action, seat, moment)
                except Refusal:  # what was typed after it may be right all the same
                    self._last_action = action.id
                    raise
            case Undo():
                if self.is_shared:
                    _refuse("forbidden", _("Between people a move is taken back only if both agree."))
                return self._back(action.id, seat, moment)
            case Propose():
                return self._proposes(action, seat, moment)
            case Answer():
                return self._answers(action, seat, moment)
            case Resign():
                return self._event("resign", seat, action.id, moment)

    def thought(self, move: str, moment: float, player: int) -> Event:
        """What the computer's move adds."""
        return self._event("play", player, "", moment, moves=self._turned(move), ply=len(self.session.moves))

    def asked(self, what: str, person: str, moment: float) -> Event | None:
        """What a question of a player adds while the game runs: that they had help, once for a position."""
        seat, asked = self.seat_of(person), (what, len(self.session.moves))
        if seat < 0 or self.outcome or asked == self._asked:
            return None
        return self._event("help", seat, "", moment, text=what, ply=asked[1])

    def out_of_time(self, moment: float) -> Event | None:
        """What the clock adds, if the one to move has no time left."""
        seat = self.running
        return None if seat < 0 or self.left_at(moment)[seat] > 0 else self._event("time", seat, "", moment)

    def _follows(self, action: Action) -> bool:
        """Whether an action comes right after one that its client has not been told about yet."""
        after = action.after if isinstance(action, Play) else ""
        return bool(after) and after == self._last_action

    def _event(self, kind: str, seat: int, action: str, moment: float, **more: object) -> Event:
        return Event(number=self.number, kind=kind, seat=seat, action=action, moment=moment, **more)  # type: ignore[arg-type]

    def _turned(self, text: str) -> tuple[str, ...]:
        """The texts of a move and of what nature does after it."""
        trial, before = self.session.copy(), len(self.session.moves)
        try:
            trial.turn(text)
        except IllegalMove as error:
            raise Refusal("illegal", str(error)) from None
        return tuple(trial.game.text(move) for move in trial.moves[before:])

    def _played(self, action: Play, seat: int, moment: float) -> Event:
        if self.player != seat:
            _refuse("forbidden", _("It is not your turn."))
        if self.has_room:
            _refuse("forbidden", _("Wait until everybody sits."))
        plies = len(self.session.moves)
        return self._event("play", seat, action.id, moment, moves=self._turned(action.move), ply=plies)

    def _back(self, action: str, seat: int, moment: float) -> Event:
        trial = self.session.copy()
        computers = [at for at, level in enumerate(self.head.levels) if level]
        try:
            trial.undo(computers)
        except IllegalMove as error:
            raise Refusal("illegal", str(error)) from None
        return self._event("back", seat, action, moment, ply=len(trial.moves))

    def _proposes(self, action: Propose, seat: int, moment: float) -> Event:
        if action.deal == "next":
            if not self.outcome:
                _refuse("illegal", _("The game is not over yet."))
            if self.next_room:
                _refuse("illegal", _("The next game has begun."))
        elif self.outcome or not self.is_shared:
            _refuse("illegal", _("There is nobody to agree with."))
        if self.proposed:
            _refuse("illegal", _("Something else is proposed already."))
        if action.deal == "back":
            self._back("", seat, moment)  # refuses what cannot be taken back
        return self._event("propose", seat, action.id, moment, text=action.deal)

    def _answers(self, action: Answer, seat: int, moment: float) -> Event:
        if self.proposed != action.deal:
            _refuse("stale", _("This is not proposed any more."))
        if action.yes and seat == self.proposed_by and self.is_shared:
            _refuse("forbidden", _("The other has to answer."))
        ply = self._back("", seat, moment).ply if action.yes and action.deal == "back" else 0
        return self._event("answer", seat, action.id, moment, text="yes" if action.yes else "no", ply=ply)

    def _sat(self, action: Sit, person: str, moment: float) -> Event:
        if not person:
            _refuse("forbidden", _("Say first who you are."))
        if not 0 <= action.seat < len(self.persons) or not self.is_open(action.seat):
            _refuse("forbidden", _("This seat is taken."))
        if self.outcome:
            _refuse("illegal", _("The game is over."))
        name = " ".join("".join(filter(str.isprintable, action.name)).split())[:NAME]
        return self._event("sit", action.seat, action.id, moment, text=name, person=person)

    # Adding

    def after(self, event: Event) -> Room:
        """The room as it will be after an event; this one stays as it is."""
        other = Room.__new__(Room)
        other.__dict__ |= self.__dict__
        other.session, other.actions = self.session.copy(), dict(self.actions)
        other.persons, other.names = list(self.persons), list(self.names)
        other.add(event)
        return other

    def add(self, event: Event) -> None:
        """Make an event happen; they come in order."""
        assert event.number == self.number, "a gap in the events of a room"
        match event.kind:
            case "play":
                self.clocks = self.clocks.pressed(event.moment, running=self.running, gains=self.player)
                for text in event.moves:
                    self.session.play_text(text)
                self.decisions += self._decided(event.ply)
                self.proposed, self.proposed_by = "", -1
            case "back":
                self._step_back(event)
                self.helps += self.session.game.skill
            case "help":
                self.helps += self.session.game.skill
                self._asked = event.text, event.ply
            case "sit":
                self.persons[event.seat], self.names[event.seat] = event.person, event.text
            case "propose":
                self.proposed, self.proposed_by = event.text, event.seat
            case "answer":
                self._agree(event)
            case "resign":
                self.ended = Outcome(self._other(event.seat), RESIGNED)
            case "time":
                self.clocks = self.clocks.run_out(event.seat)
                self.ended = Outcome(self._other(event.seat), OUT_OF_TIME)
            case "next":
                self.next_room = event.text
        self.number += 1
        if event.kind != "help":
            self._last_action = event.action
        if event.action:
            self.actions[event.action] = len(self.session.moves)

    def _agree(self, event: Event) -> None:
        deal, self.proposed, self.proposed_by = self.proposed, "", -1
        if event.text == "yes" and deal == "draw":
            self.ended = Outcome(None, AGREED)
        elif event.text == "yes" and deal == "back":
            self._step_back(event)

    def _step_back(self, event: Event) -> None:
        self.clocks = self.clocks.pressed(event.moment, running=self.running)
        self.decisions -= self._decided(event.ply)
        self.session.back_to(event.ply)

    def _decided(self, since: int) -> int:
        """How many of the moves from a ply on were chosen."""
        return sum(map(self.session.decided, range(since, len(self.session.moves))))

    def _other(self, seat: int) -> int | None:
        """Who wins when a seat gives up: the only other one, if there is one."""
        others = [other for other in range(len(self.persons)) if other != seat]
        return others[0] if len(others) == 1 else None


def of_events(head: Head, events: Sequence[Event]) -> Room:
    """The room that a head and its events make."""
    room = Room(head)
    for event in events:
        room.add(event)
    return room


def _refuse(code: str, sentence: str) -> NoReturn:
    raise Refusal(code, sentence)
