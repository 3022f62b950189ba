"""The laws, for everybody's game: what screens, searches, archives and minds rely on.

A package that brings a game runs them in its own tests, on ids that reach every option of the game::

    import pytest
    from ludoteca.testing import LAWS

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    @pytest.mark.parametrize("gameid", ["pig:2#1", "pig:4,goal=20#2"])
    def test_law(law, gameid):
        law(gameid=gameid)

It needs Hypothesis: `pip install 'ludoteca[testing]'`.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.core import CHANCE, OVER, AnySession, Cell, IllegalMove, LudotecaError, Record
from ludoteca.games import begin

Law = Callable[..., None]

_LETTERS: Final = "0123456789abGNRpt/.,xh-"  # of positions, so that random texts come near to some
_lawful: Final = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
_thorough: Final = settings(_lawful, max_examples=40)
_drawn: Final = given(data=st.data())


def walk(gameid: str, choices: Sequence[int]) -> AnySession:
    """A game after moves that numbers choose; nature's too, played like anybody's."""
    session = begin(gameid)
    for choice in choices:
        if session.outcome:
            break
        moves = session.game.legal(session.state)
        session.play(moves[choice % len(moves)])
    return session


def walks(gameid: str, plies: int = 60) -> st.SearchStrategy[AnySession]:
    """Games after some random moves."""
    return st.lists(st.integers(0, 10**6), max_size=plies).map(lambda choices: walk(gameid, choices))


def _played(session: AnySession, data: st.DataObject) -> AnySession:
    """Some decisions at random, with the session's own dice between them."""
    for choice in data.draw(st.lists(st.integers(0, 10**6), max_size=25)):
        while session.player == CHANCE:
            session.roll()
        if session.player == OVER:
            break
        moves = session.game.legal(session.state)
        session.play(moves[choice % len(moves)])
    while session.player == CHANCE:
        session.roll()
    return session


@_lawful
@_drawn
def legal_is_empty_exactly_when_the_game_is_over(gameid: str, data: st.DataObject) -> None:
    """`legal`, `player` and `outcome` agree; there is a name and a score for each seat, and a choice for none
    where skill has no part."""
    session = data.draw(walks(gameid))
    game = session.game
    for state in session.states:
        player = game.player(state)
        assert (player == OVER) == (not game.legal(state)) == (game.outcome(state) is not None)
        assert player in (CHANCE, OVER) or 0 <= player < game.players
        assert game.skill or player < 0 or len(game.legal(state)) == 1
        assert len(game.scores(state)) == len(game.seats) == game.players


@_lawful
@_drawn
def a_move_reads_as_it_is_written(gameid: str, data: st.DataObject) -> None:
    """`parse(text(m)) == m`, whatever its case and blanks; no two moves have one spelling."""
    session = data.draw(walks(gameid))
    game, state = session.game, session.state
    moves = game.legal(state)
    texts = [game.text(move) for move in moves]
    assert len(set(texts)) == len(set(moves)) == len(moves)
    for move, text in zip(moves, texts, strict=True):
        assert text == " ".join(text.split()) == text.lower()
        assert text.isprintable()
        assert game.parse(state, text) == move
        assert game.parse(state, f"  {text.upper()} ") == move


@_lawful
@given(data=st.data(), text=st.text(max_size=30))
def any_text_is_a_legal_move_or_refused_with_a_sentence(gameid: str, data: st.DataObject, text: str) -> None:
    """What `parse` reads is legal; IllegalMove says what is wrong with anything else."""
    session = data.draw(walks(gameid, 10))
    try:
        move = session.game.parse(session.state, text)
    except IllegalMove as error:
        assert str(error)
        assert str(error).isprintable()
    else:
        assert move in session.game.legal(session.state)


@_lawful
@_drawn
def a_position_survives_its_text_form(gameid: str, data: st.DataObject) -> None:
    """`load(dump(s)) == s` with an equal hash, in a text that fits into an id."""
    session = data.draw(walks(gameid))
    game = session.game
    for state in session.states:
        text = game.dump(state)
        assert not set(text) & set(" \t\n#@")
        again = game.load(text)
        assert again == state
        assert hash(again) == hash(state)
        assert game.dump(again) == text


@_thorough
@given(data=st.data(), text=st.text(alphabet=_LETTERS, max_size=60))
def any_text_is_a_position_or_refused_with_a_sentence(gameid: str, data: st.DataObject, text: str) -> None:
    """`load` believes only what it can write again."""
    game = begin(gameid).game
    try:
        state = game.load(text)
    except LudotecaError as error:
        assert str(error)
    else:
        assert game.load(game.dump(state)) == state


@_thorough
@given(data=st.data(), at=st.integers(0, 10**6), char=st.sampled_from(_LETTERS))
def a_position_with_one_character_changed_is_another_or_refused(
    gameid: str, data: st.DataObject, at: int, char: str
) -> None:
    """Whatever is believed can be played."""
    session = data.draw(walks(gameid, 8))
    game, text = session.game, session.game.dump(session.state)
    at %= len(text)
    changed = text[:at] + char + text[at + 1 :]
    try:
        state = game.load(changed)
    except LudotecaError as error:
        assert str(error)
    else:
        assert (game.player(state) == OVER) == (not game.legal(state))
        assert game.load(game.dump(state)) == state


@_lawful
@_drawn
def play_is_pure(gameid: str, data: st.DataObject) -> None:
    """The same move from the same position leads to the same one, and changes neither."""
    session = data.draw(walks(gameid))
    game = session.game
    for before, move, after in zip(session.states, session.moves, session.states[1:], strict=False):
        text = game.dump(before)
        assert game.play(before, move) == game.play(before, move) == after
        assert game.dump(before) == text
        assert hash(before) is not None


@_lawful
@_drawn
def odds_sum_to_one_and_are_what_nature_may_do(gameid: str, data: st.DataObject) -> None:
    """Exactly one, and nothing that cannot happen."""
    session = data.draw(walks(gameid))
    game = session.game
    for state in session.states:
        if game.player(state) == CHANCE:
            assert game.uses_dice, "else its id keeps no seed, and means another game each time"
            odds = game.odds(state)
            assert sum(chance for _, chance in odds) == Fraction(1)
            assert all(chance > 0 for _, chance in odds)
            assert [move for move, _ in odds] == list(game.legal(state))


@_lawful
@_drawn
def undo_after_play_is_the_identity_and_redo_undoes_that(gameid: str, data: st.DataObject) -> None:
    """A move taken back was never made; played again, it was."""
    session = data.draw(walks(gameid, 20))
    if session.player in (CHANCE, OVER):
        return
    before, record = session.state, session.record
    session.play(data.draw(st.sampled_from(session.game.legal(session.state))))
    after = session.state
    session.undo()
    assert (session.state, session.record) == (before, record)
    session.redo()
    assert session.state == after


@_lawful
@_drawn
def undo_takes_back_one_decision_with_the_luck_after_it(gameid: str, data: st.DataObject) -> None:
    """Undo stops where somebody decides, and redo meets the same luck."""
    session = _played(begin(gameid), data)
    while session.moves:
        count, state, record = len(session.moves), session.state, session.record
        try:
            session.undo()
        except IllegalMove:
            assert session.record == record
            break
        assert session.game.player(session.state) not in (CHANCE, OVER)
        assert len(session.moves) < count
        session.redo()
        assert (session.state, session.record) == (state, record)
        session.undo()


@_lawful
@_drawn
def a_record_replays_to_the_same_state(gameid: str, data: st.DataObject) -> None:
    """A whole game is its id and its moves."""
    session = _played(begin(gameid), data)
    record = Record.parse(str(session.record))
    assert record == session.record
    again = record.session(begin)
    assert again.states == session.states
    assert again.game == session.game
    assert str(again.id) == str(session.id)


@_lawful
@_drawn
def other_sessions_of_a_game_go_their_own_way(gameid: str, data: st.DataObject) -> None:
    """`copy` and `at` share nothing that could change, and answer as a session played there would."""
    session = _played(begin(gameid), data)
    ply = data.draw(st.integers(0, len(session.moves)))
    states, there, twin = list(session.states), session.at(ply), session.copy()
    assert (there.states, there.moves) == (session.states[: ply + 1], session.moves[:ply])
    assert (twin.record, twin.outcome, twin.player) == (session.record, session.outcome, session.player)
    for other in (there, twin):
        if other.legal:
            other.play(data.draw(st.sampled_from(other.legal)))
    assert session.states == states


def the_same_id_gives_the_same_luck(gameid: str) -> None:
    """Two games of one id stay the same as long as the same is decided."""
    one, two = begin(gameid), begin(gameid)
    assert one.state == two.state
    for _ply in range(30):
        if one.outcome:
            break
        for session in (one, two):
            if session.player == CHANCE:
                session.roll()
            else:
                session.play(session.game.legal(session.state)[-1])
    assert one.states == two.states


@_lawful
@_drawn
def the_board_shows_cells_with_unique_names(gameid: str, data: st.DataObject) -> None:
    """Rows of equal length; labels, where there are any, for each row and each column."""
    session = data.draw(walks(gameid))
    board, labels = session.game.board(session.state), session.game.labels(session.state)
    names = [cell.name for row in board for cell in row if cell.name]
    assert len(set(names)) == len(names)
    assert len({len(row) for row in board}) == 1
    assert all(isinstance(cell, Cell) and cell.role for row in board for cell in row), "void is a role too"
    assert (len(labels.rows), len(labels.cols)) in ((0, 0), (len(board), len(board[0])))
    assert str(session)


@_lawful
@_drawn
def pieces_go_over_cells_of_the_board_and_only_where_it_changes(gameid: str, data: st.DataObject) -> None:
    """One piece, one way; where one leaves or enters, the board looks different."""
    session = data.draw(walks(gameid))
    game, state = session.game, session.state
    before = {cell.name: cell for row in game.board(state) for cell in row if cell.name}
    for move in session.legal[:12]:
        after = {cell.name: cell for row in game.board(game.play(state, move)) for cell in row if cell.name}
        ways = game.ways(state, move)
        left, entered = {way[0] for way in ways}, {way[-1] for way in ways}
        assert len(left) == len(ways), "one piece, one way"
        assert all(len(way) > 1 and before.keys() >= set(way) for way in ways)
        for name in left ^ entered:  # where one piece leaves and another enters, both may look alike
            assert before[name] != after[name]


@_lawful
@_drawn
def what_is_told_is_sentences(gameid: str, data: st.DataObject) -> None:
    """`status`, `tell` and `noted` can be printed; so can the rules."""
    session = data.draw(walks(gameid))
    game = session.game
    for state, move in zip(session.states, session.moves, strict=False):
        assert all(line and line.isprintable() for line in (*game.status(state), *game.tell(state, move)))
        assert game.noted(state, move).isprintable()
    for language in ("en", "es", "xx"):
        rules = game.rules(language)
        assert rules.strip()
        assert all(line.isprintable() for line in rules.splitlines())


@_lawful
@_drawn
def what_stands_beside_the_board_fits_it(gameid: str, data: st.DataObject) -> None:
    """A seat's sentence names it, no throw is below 0, and seats hold no more than all of the board."""
    session = data.draw(walks(gameid))
    game, state = session.game, session.state
    assert all(word.split() == [word] and isinstance(role, str) for word, role in dict(game.buttons).items())
    stands, held = game.stands(state), game.holds(state)
    assert {len(stands), len(held)} <= {0, game.players}
    assert set(stands) <= set(game.status(state))
    assert all(name in said for name, said in zip(game.seats, stands, strict=False))
    assert 0 <= min(held, default=0) <= sum(held) <= 1 + 1e-9
    assert session.player != CHANCE or all((game.thrown(move) or 0) >= 0 for move in session.legal)


def a_game_is_its_options(gameid: str) -> None:
    """The options that an id writes make the same game, and the game writes the same id."""
    game = begin(gameid).game
    assert type(game).from_options(game.options) == game
    assert hash(type(game).from_options(game.options)) == hash(game)
    assert str(begin(gameid).id) == gameid, "the game spells this id in another way"


LAWS: Final[tuple[Law, ...]] = (
    legal_is_empty_exactly_when_the_game_is_over,
    a_move_reads_as_it_is_written,
    any_text_is_a_legal_move_or_refused_with_a_sentence,
    a_position_survives_its_text_form,
    any_text_is_a_position_or_refused_with_a_sentence,
    a_position_with_one_character_changed_is_another_or_refused,
    play_is_pure,
    odds_sum_to_one_and_are_what_nature_may_do,
    undo_after_play_is_the_identity_and_redo_undoes_that,
    undo_takes_back_one_decision_with_the_luck_after_it,
    a_record_replays_to_the_same_state,
    other_sessions_of_a_game_go_their_own_way,
    the_same_id_gives_the_same_luck,
    the_board_shows_cells_with_unique_names,
    pieces_go_over_cells_of_the_board_and_only_where_it_changes,
    what_is_told_is_sentences,
    what_stands_beside_the_board_fits_it,
    a_game_is_its_options,
)
