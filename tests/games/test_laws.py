"""Every law on every registered game; the laws themselves are in `ludoteca.testing`, for everybody's game."""

import pytest

from ludoteca import testing
from ludoteca.games import GAMES
from ludoteca.testing import LAWS, Law

from support.paths import PERFT, TRANSCRIPTS
from support.variants import IDS


@pytest.mark.parametrize("name", GAMES)
def test_a_registered_game_has_variants_here_a_transcript_and_a_perft_file(name: str) -> None:
    assert IDS[name]
    assert list((TRANSCRIPTS / name).glob("*.txt"))
    assert (PERFT / f"{name}.perft").exists()


@pytest.mark.parametrize("gameid", [gameid for ids in IDS.values() for gameid in ids])
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Law, gameid: str) -> None:
    law(gameid=gameid)


def test_no_law_is_left_out() -> None:
    named = [each for name, each in vars(testing).items() if name.startswith(("a_", "any_", "the_"))]
    assert set(named) <= set(LAWS)
    assert len(LAWS) == 18
