"""A room: a game under way with seats, and the rules of sharing it; nothing in it waits or knows the time."""

from __future__ import annotations

from typing import Any, Final

from msgspec import structs

from ludoteca.core import CHANCE, OVER, AnySession, IllegalMove, Outcome
from ludoteca.core.words import _
from ludoteca.games import begin
from ludoteca.web import back
from ludoteca.web.clocks import Clocks
from ludoteca.web.ends import Ended
from ludoteca.web.messages import Action, Answer, May, Play, Propose, Question, Resign, Sit, Undo
from ludoteca.web.names import shown_name
from ludoteca.web.proposal import NOTHING, Proposal
from ludoteca.web.refusal import Refusal, refuse
from ludoteca.web.seating import Seating, check_levels
from ludoteca.web.store import Event, Head, Kind, Listing

LONGEST: Final = 20_000  # plies of a game


class Room:
    """All that happened in a room, from its head and events; it says what an action would add, and adds it.

    `person` is who acts, by the hash of a secret; '' is nobody in particular.
    """

    def __init__(self, head: Head) -> None:
        self.head = head
        self.session: AnySession = begin(head.game)
        check_levels(head.levels, self.session.game.players)
        while self.session.player == CHANCE:  # what nature does first is the same for everybody
            self.session.roll()
        self.number = 0  # of the next event
        self._actions: dict[str, int] = {}  # of clients, and how many plies there were after them
        self.seating = Seating.of(head.levels)
        self.proposal = NOTHING
        self.wants_next, self.next_room = False, ""
        self.decisions = 0  # moves that were chosen, and not thrown
        self.helps = 0  # moves taken back alone, and positions in which a player was told something
        self._asked: frozenset[str] = frozenset()  # the kinds of questions that were answered here
        self.ended: Ended | None = None  # otherwise than by the rules of the game
        self.clocks = Clocks.of(head.clock, seats=len(head.levels), moment=head.made)
        self._last_action = ""

    # How it stands

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or otherwise."""
        return self.session.outcome if self.ended is None else self.ended.outcome

    @property
    def player(self) -> int:
        """Who acts."""
        return OVER if self.outcome else self.session.player

    @property
    def running(self) -> int:
        """The seat whose clock runs, once all sit and somebody has moved; -1 for none, as where the computer
        is to move, which may have to wait for its turn to think."""
        runs = self.head.clock and self.decisions and not self.outcome and not self.seating.has_room
        return self.player if runs and self.player not in self.seating.computers else -1

    @property
    def verdict(self) -> str:
        """How it ended, in a sentence."""
        ended, session = self.ended, self.session
        return session.verdict if ended is None else ended.verdict(session.game)

    def seat_of(self, person: str) -> int:
        """Where a person sits; -1 for nowhere. Who has several seats sits where it is to move."""
        seats = self.seating.seats_of(person)
        return self.player if self.player in seats else seats[0] if seats else -1

    def left_at(self, moment: float) -> list[float | None]:
        """The seconds that each seat has left; None for one without a clock."""
        left = self.clocks.left_at(moment, running=self.running)
        is_timed = self.head.clock is not None
        return [
            each if is_timed and not level else None
            for each, level in zip(left, self.head.levels, strict=True)
        ]

    @property
    def is_shared(self) -> bool:
        """Whether it is a running game between people, whose players are told nothing."""
        return self.seating.is_for_people and not self.outcome and not self.seating.is_of_one

    def may(self, person: str) -> list[May]:
        """What a person may do now."""
        seat, acts = self.seat_of(person), list[May]()
        is_shared, has_room, is_free = self.is_shared, self.seating.has_room, not self.proposal.deal
        if seat >= 0 and self.proposal.may_answer(person, alone=self.seating.has_one_person):
            acts.append("answer")
        if self.outcome:
            if seat >= 0 and is_free and not self.next_room:
                acts.append("next")
            if seat >= 0 and back.can_reopen(self) and back.is_possible(self, seat):
                acts.append("undo")
            return [*acts, "truth", "review"]
        if seat >= 0:
            if self.player == seat and not has_room:
                acts.append("play")
            if back.is_possible(self, seat) and (is_free or not is_shared):
                acts.append("back" if is_shared else "undo")
            if is_shared and is_free and not has_room:
                acts.append("draw")
            acts.append("resign")
        if not is_shared and (seat >= 0 or not self.head.daily):
            acts += ["hint", "truth"]
        if has_room and (seat < 0 or self.seating.is_for_people):
            acts.append("sit")
        return acts

    def standing(self) -> Listing:
        """What lists tell of it."""
        outcome, session = self.outcome, self.session
        result = ""
        if outcome is not None:
            nobody = "nobody" if session.game.players == 1 else "draw"
            if self.head.daily and self.ended:  # only who ends today's board by its rules has won it
                outcome = Outcome(None, "")
            result = nobody if outcome.winner is None else f"seat {outcome.winner}"
        return Listing(
            plies=len(session.moves), decisions=self.decisions, player=self.player, result=result,
            score=session.game.scores(session.state)[0] if len(self.head.levels) == 1 else 0.0,
            names=self.seating.names, has_room=self.seating.has_room and not outcome,
            helps=self.helps + (self.seating.is_of_one and session.game.skill),
        )  # fmt: skip

    # What an action adds

    def event(self, action: Action, person: str, moment: float, *, refused: str = "") -> Event:
        """What an action of a person would add; Refusal says why it adds nothing. `refused` is the action
        that was refused last, after which another may come that its client sent before it knew."""
        event = self._of(action, person, moment, refused)
        return structs.replace(event, action=named(action.id, person))

    def _of(self, action: Action, person: str, moment: float, refused: str) -> Event:
        seat = self.seat_of(person)
        if isinstance(action, Sit):
            return self._sat(action, person, moment)
        if seat < 0:
            refuse("forbidden", _("You only watch this game."))
        is_reopened = isinstance(action, Undo) and back.can_reopen(self)
        if self.outcome and not is_reopened and not isinstance(action, Propose | Answer):
            refuse("illegal", _("The game is over."))
        if not self._is_timely(action, person, refused):
            refuse("stale", _("The game has gone on meanwhile."))
        match action:
            case Play():
                return self._played(action, seat, moment)
            case Undo():
                if self.is_shared:
                    refuse("forbidden", _("Between people a move is taken back only if both agree."))
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

    def stands_as(self, other: Room) -> bool:
        """Whether the same game is as far here as in another room: not only by as many moves."""
        return self.session.moves == other.session.moves

    def asked(self, what: Question, person: str, moment: float) -> Event | None:
        """What an answer about this position adds, told to a player of the running game: that they had
        help."""
        seat, outcome = self.seat_of(person), self.outcome
        is_over = outcome and not (self.head.daily and (self.ended or outcome.winner != seat))
        if seat < 0 or is_over or what in self._asked:  # of today's board one may learn for the next try
            return None
        return self._event("help", seat, "", moment, text=what, ply=len(self.session.moves))

    def out_of_time(self, moment: float) -> Event | None:
        """What the clock adds, if the one to move has no time left."""
        seat = self.running
        is_left = seat < 0 or self.clocks.left_at(moment, running=seat)[seat] > 0
        return None if is_left else self._event("time", seat, "", moment)

    def knows(self, action: str, person: str) -> bool:
        """Whether a person's action is done already."""
        return named(action, person) in self._actions

    def plies_after(self, action: str, person: str) -> int:
        """How many plies there were after a person's action."""
        return self._actions[named(action, person)]

    def _is_timely(self, action: Play | Undo | Propose | Answer | Resign, person: str, refused: str) -> bool:
        """Whether an action is meant for the position that there is: right after one that its client had not
        been told about yet, or else after as many plies as it had seen."""
        if isinstance(action, Play | Undo) and action.after:
            return named(action.after, person) in (refused, self._last_action)
        return action.ply == len(self.session.moves)

    def _event(self, kind: Kind, seat: int, action: str, moment: float, **more: Any) -> Event:
        return Event(number=self.number, kind=kind, seat=seat, action=action, moment=moment, **more)

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
            refuse("forbidden", _("It is not your turn."))
        if self.seating.has_room:
            refuse("forbidden", _("Wait until everybody sits."))
        plies = len(self.session.moves)
        if plies >= LONGEST:
            refuse("illegal", _("Here a game has at most {count} moves.", count=LONGEST))
        return self._event("play", seat, action.id, moment, moves=self._turned(action.move), ply=plies)

    def _back(self, action: str, seat: int, moment: float) -> Event:
        return self._event("back", seat, action, moment, ply=back.ply_of(self, seat))

    def _proposes(self, action: Propose, seat: int, moment: float) -> Event:
        if action.deal == "next":
            if not self.outcome:
                refuse("illegal", _("The game is not over yet."))
            if self.next_room:
                refuse("illegal", _("The next game has begun."))
        elif self.outcome or not self.is_shared:
            refuse("illegal", _("There is nobody to agree with."))
        if self.proposal.deal:
            refuse("illegal", _("Something else is proposed already."))
        if action.deal == "back":
            self._back("", seat, moment)  # refuses what cannot be taken back
        return self._event("propose", seat, action.id, moment, text=action.deal)

    def _answers(self, action: Answer, seat: int, moment: float) -> Event:
        if self.proposal.deal != action.deal:
            refuse("stale", _("This is not proposed any more."))
        if action.yes and not self.proposal.may_answer(
            self.seating.persons[seat], alone=self.seating.has_one_person
        ):
            refuse("forbidden", _("The other has to answer."))
        ply = 0
        if action.yes and action.deal == "back":
            ply = self._back("", self.proposal.seat, moment).ply
        return self._event("answer", seat, action.id, moment, text="yes" if action.yes else "no", ply=ply)

    def _sat(self, action: Sit, person: str, moment: float) -> Event:
        if not person:
            refuse("forbidden", _("Say first who you are."))
        if not 0 <= action.seat < len(self.head.levels) or not self.seating.is_open(action.seat):
            refuse("forbidden", _("This seat is taken."))
        if self.outcome:
            refuse("illegal", _("The game is over."))
        name = shown_name(action.name)
        return self._event("sit", action.seat, action.id, moment, text=name, person=person)

    # Adding

    def after(self, event: Event) -> Room:
        """The room as it will be after an event; this one stays as it is."""
        other = Room.__new__(Room)
        other.__dict__ |= self.__dict__
        other.session, other._actions = self.session.copy(), dict(self._actions)
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
                self.proposal, self._asked = NOTHING, frozenset()
            case "back":
                self._step_back(event)
                self.proposal = NOTHING
                self.helps += self.session.game.skill
            case "help":
                self.helps += self.session.game.skill and not self._asked  # once for a position
                self._asked |= {event.text}
            case "sit":
                self.seating = self.seating.taken(event.seat, event.person, event.text)
            case "propose":
                self.proposal = Proposal(event.text, event.seat, self.seating.persons[event.seat])
            case "answer":
                self._agree(event)
            case "resign":
                self.ended = Ended("resign", event.seat, len(self.head.levels))
                self.proposal = NOTHING
            case "time":
                self.proposal = NOTHING
                self.clocks = self.clocks.run_out(event.seat)
                self.ended = Ended("time", event.seat, len(self.head.levels))
            case "next":
                self.wants_next, self.next_room = False, event.text
        self.number += 1
        if event.kind != "help":
            self._last_action = event.action
        if event.action:
            self._actions[event.action] = len(self.session.moves)

    def _agree(self, event: Event) -> None:
        """One says no, and it is off; or yes, and if all others have, it is done."""
        asked = self.proposal.agreed_by(self.seating.persons[event.seat])
        self.proposal = asked if event.text == "yes" else NOTHING
        if event.text == "yes" and asked.holds_for(self.seating.persons):
            self.proposal = NOTHING
            if asked.deal == "draw":
                self.ended = Ended("draw", seats=len(self.head.levels))
            elif asked.deal == "back":
                self._step_back(event)
            else:
                self.wants_next = True

    def _step_back(self, event: Event) -> None:
        self._asked = frozenset()
        self.clocks = self.clocks.pressed(event.moment, running=self.running)
        self.decisions -= self._decided(event.ply)
        self.session.back_to(event.ply)

    def _decided(self, since: int) -> int:
        """How many of the moves from a ply on were chosen."""
        return sum(map(self.session.decided, range(since, len(self.session.moves))))


def named(action: str, person: str) -> str:
    """What a person's action is called in the room: two people may call theirs alike."""
    return f"{person[:16]} {action}" if action else ""
