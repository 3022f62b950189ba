"""A game on the screen that changes: what is done to it, in order, and on the disk before it is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from ludoteca.archive import BusyError
from ludoteca.core import CHANCE, IllegalMove, LudotecaError
from ludoteca.core.words import _
from ludoteca.tui.gestures import Gestures
from ludoteca.tui.scene import Scene
from ludoteca.tui.truth_bar import TruthBar
from ludoteca.tui.writing import AGAIN


class UnderWay(Scene):
    """A game that people, nature and the computer change; what fails has changed nothing."""

    def _open(self) -> None:
        """Let nature act, where it begins, and whoever is to move then."""
        if self.session.player == CHANCE:
            self.session.roll()
        self._go_on()
        self._wake()

    def attempt(self, act: Callable[..., object], *rest: object) -> None:
        """What a person does to the game; whoever thinks about the position before stops."""
        self.in_order(self._attempt, act, *rest)

    def _attempt(self, act: Callable[..., object], *rest: object) -> None:
        self._rest()
        act(*rest)
        self._go_on()
        self._wake()

    def in_order(self, act: Callable[..., object], *rest: object) -> None:
        """Do something that may change the game, after what is still to be written; what fails has changed
        nothing, and a sentence says why."""
        self.app.writing.do(partial(self._do, act, *rest), waits=self._saving, failed=self._failed)

    def _do(self, act: Callable[..., object], *rest: object) -> None:
        if self.is_open:
            act(*rest)

    def _saving(self) -> None:
        self.say(_("saving…"))

    def _failed(self, error: LudotecaError) -> None:
        if self.is_open:
            self._refuse(error)
            self._wake()

    async def _kept(self, act: Callable[..., object], *rest: object) -> bool:
        """Do something to the game that no person did, in its turn; whether it was done."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def do() -> None:
            if not done.done():  # else nobody wants it any more
                act(*rest)
                self._go_on()
                done.set_result(True)

        def failed(error: LudotecaError) -> None:
            if not done.done():
                self._refuse(error)
                done.set_result(False)

        self.app.writing.do(do, waits=self._saving, failed=failed)
        return await done

    def _refuse(self, error: LudotecaError) -> None:
        """Show the game as it stands, and say why nothing has changed."""
        self._go_on()
        if isinstance(error, IllegalMove):
            if not self.session.outcome:  # how it ended stays
                self.say("")
            self.remark(str(error))
            return
        busy = _("Another program has held the archive for too long: nothing has been played.")
        self.say(busy if isinstance(error, BusyError) else str(error), self.session.verdict)

    def _computers_turn(self, move: str) -> None:
        """A move of the computer: for a person, where it is not its turn."""
        if self.session.player in self.computers:
            self.session.turn(move)
        else:
            with self.session.helped("computer"):
                self.session.turn(move)

    def on_truth_bar_hinted(self, event: TruthBar.Hinted) -> None:
        """The bar tells a good move, which is as good as a hint."""
        self.in_order(self.session.hinted, event.state)

    def on_unmount(self) -> None:
        """The whole app is left."""
        if self.app.is_leaving:
            self._keep_time()

    def _keep_time(self) -> None:
        """Write the time spent so far; nobody stays because that fails."""
        self.app.write(self.session.pause, failed=lambda _error: None)

    def _go_on(self) -> None:
        """Let nature act, and show all that happened."""
        session = self.session
        try:
            while session.player == CHANCE:
                session.roll()
        except BusyError:  # what was done stands; nature acts once it can be kept
            self._saving()
            self.set_timer(AGAIN, partial(self.in_order, self._open))
        except LudotecaError as error:
            self.say(str(error))
        mine = session.player >= 0 and session.player not in self.computers
        self._gestures = Gestures.of(session) if mine else Gestures(())
        self.present()
        self.ask_truth()

    def _wake(self) -> None:
        """Let the computer think, if it is its turn."""
        raise NotImplementedError

    def _rest(self) -> None:
        """Whoever thinks about the position before stops."""
        raise NotImplementedError
