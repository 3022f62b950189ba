"""What an id begins: soon, whatever it asks for, and under one spelling."""

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import AnySession, Dice, LudotecaError
from ludoteca.games import GAMES, begin
from ludoteca.games.g2048 import G2048
from ludoteca.games.solitario import LAYOUTS, Pegs, generate, ways_of

from support.variants import IDS

HANG = 5.0  # seconds of a processor: ten times what the slowest start takes, far below what a hang does
BIG = "9" * 18

# Every option at its largest, its smallest and beyond, to be put together in every way.
EXTREMES: dict[str, dict[str, tuple[str, ...]]] = {
    "solitario": {
        "layout": ("32x32", "1x32", "32x1", "1x1", "english", "/".join(["2" * 7 + "3"] + ["2" * 8] * 7)),
        "steps": (BIG, "1024", "0", "9" * 150),
        "hole": ("a1", "d4", "zz9999"),
        "goal": ("a1", "d4", "z32"),
    },
    "fuga": {"size": ("7", "19", BIG, "9" * 180), "repeats": (BIG, "0", "9" * 150)},
    "drench": {
        "size": ("64x64", "1x64", "64x2", "2x2", f"{BIG}x{BIG}", "1x1"),
        "colours": ("2", "3", "10", BIG),
        "limit": ("10000", "0", "9" * 100),
        "players": ("1", "2"),
        "symmetric": ("yes", "no"),
    },
    "2048": {
        "size": ("256", "2", BIG),
        "initial": ("65536", "65535", "4", "1", BIG),
        "goal": ("8", str(1 << 59), BIG),
        "keep": ("yes", "no"),
    },
    "oca": {
        "players": ("2", "8"),
        "begin": ("0", "1"),
        "dice": ("2",),
        "exact": ("yes",),
        "relieved": ("yes", "no"),
        "track": ("400", "2", BIG, "400.goose." + ".".join(map(str, range(1, 40))), "9" * 120),
    },
}


def extreme_ids() -> list[str]:
    """Ids of up to 200 characters with each option of a game at an extreme, or left out."""
    found = []
    for name, options in EXTREMES.items():
        words = [[f"{key}={value}" for value in ("", *values)] for key, values in options.items()]
        for chosen in product(*words):
            text = f"{name}:{','.join(word for word in chosen if not word.endswith('='))}#{1 << 63}"
            if len(text) <= 200:
                found.append(text)
    return found


def begun_soon(text: str) -> AnySession | None:
    """The game of an id, shown too, or None where it is refused with a sentence; never a hang."""
    started = time.process_time()
    try:
        session = begin(text)
        assert str(session)
        assert session.outcome or session.legal
    except LudotecaError as error:
        assert str(error).isprintable()
        session = None
    assert time.process_time() - started < HANG, text
    return session


class TestSoon:
    @pytest.mark.parametrize(
        "text",
        ["2048:256,65536#1", "2048:256,65535,goal=8,keep=yes#2", f"solitario:32x32,steps={BIG}#3",
         "drench:64x64,10#4", "drench:64x64,3,players=2#5", "oca:8,track=400#6"],
    )  # fmt: skip
    def test_the_largest_games_begin(self, text: str) -> None:
        assert begun_soon(text) is not None

    def test_every_option_at_its_largest_with_every_other(self) -> None:
        ids = extreme_ids()
        begun = [text for text in ids[:: max(1, len(ids) // 400)] if begun_soon(text)]
        assert {text.partition(":")[0] for text in begun} == set(EXTREMES)

    @given(size=st.integers(2, 6), share=st.floats(0, 1), seed=st.integers(0, (1 << 64) - 1))
    def test_the_first_tiles_of_2048_fall_as_the_odds_say(self, size: int, share: float, seed: int) -> None:
        game, dice = G2048(size, 1 + int(share * (size**2 - 1))), Dice(seed)
        state = G2048(size, 1).start(Dice(0))._replace(tiles=(0,) * size**2, due=True)
        for _tile in range(game.initial):
            state = game.play(state, dice.pick(game.odds(state)))._replace(due=True)
        assert game.start(Dice(seed)) == state._replace(due=False)

    @given(rows=st.integers(1, 9), cols=st.integers(1, 9), seed=st.integers(0, 1 << 32))
    def test_a_generated_board_is_made_as_its_contract_says(self, rows: int, cols: int, seed: int) -> None:
        dice = Dice(seed)
        goal = dice.below(rows * cols)
        usable = pegs = 1 << goal
        for _step in range(30):
            back = [way for way in ways_of(rows, cols) if pegs & way.hole and not pegs & way.two]
            if not back:
                break
            hole = dice.choice(sorted({way.hole for way in back}))
            way = dice.choice([way for way in back if way.hole == hole])
            pegs ^= way.hole | way.two
            usable |= pegs
        assert generate(Dice(seed), rows, cols, min(30, rows * cols))[0] == Pegs(usable, pegs, goal)


class TestOneSpelling:
    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            ("solitario:english,hole=D3", "solitario:english,hole=d3"),
            ("solitario:english,hole=d3---", "solitario:english,hole=d3"),
            ("solitario:english,hole=d03,goal=D3", "solitario:english,hole=d3,goal=d3"),
            ("solitario:english,hole=D4,goal=d4-", "solitario:english"),
            ("solitario:07x007#3", "solitario:7x7#3"),
            ("solitario:223,hole=a1", "solitario:124"),
            ("solitario:223,goal=A2", "solitario:241"),
            (f"solitario:sample@{LAYOUTS['sample']}", "solitario:sample"),
            ("fuga:009,repeats=3", "fuga:9"),
            ("fuga:repeats=0,size=7", "fuga:7,repeats=0"),
            ("drench:05x5,06,limit=00#007", "drench:5x5,6#7"),
            ("2048:2,1@00,02/2,2.007.p#1", "2048:2,1@0,2/2,2.7.p#1"),
            ("oca:2,track=020.inn.7.01.goose.5.20#0", "oca:2,track=20.goose.5.20.inn.7.1#0"),
            ("oca:2,track=20.bridge.9.4#0", "oca:2,track=20.bridge.4.9#0"),
        ],
    )  # fmt: skip
    def test_an_id_comes_back_in_its_one_spelling(self, text: str, canonical: str) -> None:
        assert str(begin(text).id) == canonical
        assert str(begin(canonical).id) == canonical
        assert begin(text).states == begin(canonical).states
        assert begin(text).game == begin(canonical).game

    @pytest.mark.parametrize(
        "spelling", ["d4\xa0", "\u2003d4", "d\uff14", "\u212a4", "d4\x1b", "d 4", "d4@", "d4#"]
    )
    def test_no_option_has_strange_signs(self, spelling: str) -> None:
        with pytest.raises(LudotecaError) as refused:
            GAMES["solitario"].from_options(f"wiegleb,hole={spelling}")
        assert str(refused.value).isprintable()

    @pytest.mark.parametrize("name", GAMES)
    @given(data=st.data())
    def test_options_are_refused_or_have_one_spelling(self, name: str, data: st.DataObject) -> None:
        known = [text.partition("#")[0].partition(":")[2] for text in IDS[name]]
        signs = st.sampled_from(
            [*"0123456789,=x./-abdDgG ", "\xa0", "\uff11", "yes", "no", "track=", "hole="]
        )
        pieces = st.lists(st.one_of(signs, st.sampled_from(known)), max_size=4).map("".join)
        base, cut, piece = data.draw(st.sampled_from(known)), data.draw(st.integers(0, 60)), data.draw(pieces)
        text = base[:cut] + piece + base[cut + data.draw(st.integers(0, 3)) :]
        try:
            session = begin(f"{name}:{text}")
        except LudotecaError as error:
            assert str(error).isprintable()
            return
        again = begin(str(session.id))
        assert (again.game, again.states, again.seed) == (session.game, session.states, session.seed)
        assert str(again.id) == str(session.id)
        assert GAMES[name].from_options(session.game.options) == session.game
        spelled_out = begin(f"{name}:{_with_zeros(text)}")
        assert spelled_out.game == session.game
        assert str(spelled_out.id) == str(session.id)


def _with_zeros(text: str) -> str:
    """The same options, each number that stands alone written with another zero."""
    return ",".join(
        key + is_ + (f"0{value}" if value.isdigit() and len(value) < 9 else value)
        for key, is_, value in (word.partition("=") for word in text.split(","))
    )
