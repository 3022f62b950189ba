"""Every law, every registered game: what screens, searches and archives rely on."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core import CHANCE, OVER, Cell, IllegalMove, LudotecaError, Record, Session
from ludoteca.games import GAMES, begin

from variants import IDS, walks

HERE = Path(__file__).parent
EVERY_ID = [gameid for ids in IDS.values() for gameid in ids]
every_variant = pytest.mark.parametrize("gameid", EVERY_ID)
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_registered_game_has_variants_here_a_transcript_and_a_perft_file(name: str) -> None:
    assert IDS[name]
    assert list((HERE / "transcripts" / name).glob("*.txt"))
    assert (HERE / "perft" / f"{name}.perft").exists()


@every_variant
@settings(max_examples=25)
@given(data=st.data())
def test_legal_is_empty_exactly_when_the_game_is_over(gameid: str, data: st.DataObject) -> None:
    session = data.draw(walks(gameid))
    game = session.game
    for state in session.states:
        player = game.player(state)
        assert (player == OVER) == (not game.legal(state)) == (game.outcome(state) is not None)
        assert player in (CHANCE, OVER) or 0 <= player < game.players
        assert len(game.scores(state)) == len(game.seats) == game.players


@every_variant
@settings(max_examples=20)
@given(data=st.data())
def test_a_move_reads_as_it_is_written(gameid: str, data: st.DataObject) -> None:
    session = data.draw(walks(gameid))
    game, state = session.game, session.state
    moves = game.legal(state)
    texts = [game.text(move) for move in moves]
    assert len(set(texts)) == len(moves)
    for move, text in zip(moves, texts, strict=True):
        assert text == " ".join(text.split()) == text.lower()
        assert text.isprintable()
        assert game.parse(state, text) == move
        assert game.parse(state, f"  {text.upper()} ") == move


@every_variant
@settings(max_examples=20)
@given(data=st.data(), text=st.text(max_size=30))
def test_any_text_is_a_legal_move_or_an_illegal_one_with_a_sentence(
    gameid: str, data: st.DataObject, text: str
) -> None:
    session = data.draw(walks(gameid, 10))
    try:
        move = session.game.parse(session.state, text)
    except IllegalMove as error:
        assert str(error)
        assert str(error).isprintable()
    else:
        assert move in session.game.legal(session.state)


@every_variant
@settings(max_examples=20)
@given(data=st.data())
def test_a_position_survives_its_text_form(gameid: str, data: st.DataObject) -> None:
    session = data.draw(walks(gameid))
    game = session.game
    for state in session.states:
        text = game.dump(state)
        assert not set(text) & set(" \t\n#@")
        again = game.load(text)
        assert again == state
        assert hash(again) == hash(state)
        assert game.dump(again) == text


@every_variant
@settings(max_examples=40)
@given(data=st.data(), text=st.text(alphabet="0123456789abGNRpt/.,xh-", max_size=60))
def test_any_text_is_a_position_or_refused_with_a_sentence(
    gameid: str, data: st.DataObject, text: str
) -> None:
    game = begin(gameid).game
    try:
        state = game.load(text)
    except LudotecaError as error:
        assert str(error)
    else:
        assert game.load(game.dump(state)) == state


@every_variant
@settings(max_examples=40)
@given(data=st.data(), at=st.integers(0, 10**6), char=st.sampled_from("0123456789abGNRpt/.,xh-"))
def test_a_position_with_one_character_changed_is_another_or_refused(
    gameid: str, data: st.DataObject, at: int, char: str
) -> None:
    session = data.draw(walks(gameid, 8))
    game, text = session.game, session.game.dump(session.state)
    at %= len(text)
    changed = text[:at] + char + text[at + 1 :]
    try:
        state = game.load(changed)
    except LudotecaError as error:
        assert str(error)
    else:  # whatever is believed must be playable
        assert (game.player(state) == OVER) == (not game.legal(state))
        assert game.load(game.dump(state)) == state


@every_variant
@settings(max_examples=20)
@given(data=st.data())
def test_play_is_pure(gameid: str, data: st.DataObject) -> None:
    session = data.draw(walks(gameid))
    game = session.game
    for before, move, after in zip(session.states, session.moves, session.states[1:], strict=False):
        text = game.dump(before)
        assert game.play(before, move) == game.play(before, move) == after
        assert game.dump(before) == text
        assert hash(before) is not None


@every_variant
@settings(max_examples=20)
@given(data=st.data())
def test_odds_sum_to_one_and_are_what_nature_may_do(gameid: str, data: st.DataObject) -> None:
    session = data.draw(walks(gameid))
    game = session.game
    for state in session.states:
        if game.player(state) == CHANCE:
            odds = game.odds(state)
            assert sum(chance for _, chance in odds) == Fraction(1)
            assert all(chance > 0 for _, chance in odds)
            assert [move for move, _ in odds] == list(game.legal(state))


@every_variant
@settings(max_examples=20)
@given(data=st.data())
def test_undo_after_play_is_the_identity_and_redo_undoes_that(gameid: str, data: st.DataObject) -> None:
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


@every_variant
@settings(max_examples=15)
@given(data=st.data())
def test_undo_takes_back_one_decision_with_the_luck_after_it(gameid: str, data: st.DataObject) -> None:
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


@every_variant
@settings(max_examples=15)
@given(data=st.data())
def test_a_record_replays_to_the_same_state(gameid: str, data: st.DataObject) -> None:
    session = _played(begin(gameid), data)
    record = Record.parse(str(session.record))
    assert record == session.record
    again = record.session(begin)
    assert again.states == session.states
    assert again.game == session.game
    assert str(again.id) == str(session.id)


@every_variant
def test_the_same_id_gives_the_same_luck(gameid: str) -> None:
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


@every_variant
@settings(max_examples=15)
@given(data=st.data())
def test_the_board_shows_cells_with_unique_names(gameid: str, data: st.DataObject) -> None:
    session = data.draw(walks(gameid))
    board = session.game.board(session.state)
    names = [cell.name for row in board for cell in row if cell.name]
    assert len(set(names)) == len(names)
    assert len({len(row) for row in board}) == 1
    assert all(isinstance(cell, Cell) and cell.role for row in board for cell in row)


@every_variant
@settings(max_examples=15)
@given(data=st.data())
def test_pieces_go_over_cells_of_the_board_and_only_where_it_changes(
    gameid: str, data: st.DataObject
) -> None:
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


@every_variant
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_told_is_sentences(gameid: str, data: st.DataObject) -> None:
    session = data.draw(walks(gameid))
    game = session.game
    for state, move in zip(session.states, session.moves, strict=False):
        for line in (*game.status(state), *game.tell(state, move)):
            assert line
            assert line.isprintable()


@every_variant
def test_a_game_is_its_options(gameid: str) -> None:
    game = begin(gameid).game
    assert type(game).from_options(game.options) == game
    assert hash(type(game).from_options(game.options)) == hash(game)
    assert str(begin(gameid).id) == gameid


def _played(session: Session[Any, Any], data: st.DataObject) -> Session[Any, Any]:
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
