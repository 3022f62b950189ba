"""Signs of life while somebody waits for a mind."""

import pytest

from ludoteca.ai import Limit
from ludoteca.ai.preparation import preparing, telling
from ludoteca.core import LudotecaError
from ludoteca.games import begin
from ludoteca.kernels import compiled
from ludoteca.kernels.compile import COMPILED
from ludoteca.plain import thinking


def test_who_asks_is_told_at_once_that_somebody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before what thinks is imported, which takes seconds on a busy machine."""
    said: list[str] = []
    monkeypatch.setattr(thinking, "progress", said.append)

    def fail(_game: object) -> None:
        raise LudotecaError(str(said))

    monkeypatch.setattr("ludoteca.ai.mind_of", fail)
    with pytest.raises(LudotecaError, match="thinking…"):
        thinking.hint(begin("2048:3"))


@pytest.mark.skipif(not COMPILED, reason="without Numba nothing is compiled")
def test_preparing_says_what_for_and_how_far() -> None:
    said: list[str] = []

    @preparing("nim", kernels=4)
    def prepare(_limit: Limit) -> int:
        for _kernel in range(4):
            for hear in compiled._hearers:
                hear()
        return 7

    assert (prepare(Limit(progress=said.append)), prepare(Limit(progress=said.append))) == (7, 7)
    parts = [f"preparing nim: {percent} %" for percent in (25, 50, 75, 99)]
    assert said == ["preparing nim…", *parts]


def test_nothing_is_heard_any_more_after_a_failure() -> None:
    before = list(compiled._hearers)
    with pytest.raises(ZeroDivisionError), telling("nim", 4, Limit()):
        raise ZeroDivisionError
    assert compiled._hearers == before
