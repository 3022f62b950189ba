"""Computer players at the command line: play --bot, watch, engine and train, as people run them."""

import pytest

from ludoteca.games import begin

pytest.importorskip("numpy")

from support.command import objects, output, refusal


def test_the_computer_answers_from_the_other_seat() -> None:
    first, second = objects("play", "fuga:7", "--bot", "1", "--seed", "5", typed="a3 b3\n")
    assert (first["ply"], first["player"], first["played"]) == (0, 0, [])
    assert (second["ply"], second["player"], len(second["played"])) == (2, 0, 1)
    session = begin("fuga:7")
    for move in ("a3 b3", *second["played"]):
        session.play_text(move)
    assert session.game.dump(session.state) == second["position"]
    assert second["legal"] == [session.game.text(move) for move in session.legal]


def test_from_the_second_seat_the_computer_begins() -> None:
    (first,) = objects("play", "fuga:7", "--bot", "2", "--seat", "2", "--seed", "5")
    assert (first["ply"], first["player"]) == (1, 1)


def test_a_seed_fixes_what_the_computer_plays() -> None:
    one, two = (objects("play", "fuga:7", "--bot", "1", "--seed", "5", typed="a3 b3\n") for _time in "ab")
    assert one == two


def test_what_is_no_move_is_answered_and_changes_nothing() -> None:
    _first, error, second = objects("play", "fuga:7", "--bot", "1", typed="nonsense\na3 b3\n")
    assert "error" in error
    assert second["ply"] == 2


def test_taking_back_takes_back_the_answer_too() -> None:
    typed = "a3 b3\nundo\nshare\nredo\nshare\nquit\n"
    shown = output("play", "fuga:7", "--bot", "1", "--seed", "5", typed=typed)
    assert "end 0\n" in shown
    assert "end 2\n" in shown
    assert shown.count("Defenders: ") == 1


def test_what_only_the_computer_did_is_not_taken_back() -> None:
    shown = output("play", "fuga:7", "--bot", "1", "--seat", "2", "--seed", "5", typed="undo\nshare\nquit\n")
    assert "There is nothing to take back." in shown
    assert shown.count("Attackers: ") == 1
    assert "end 1\n" in shown


def test_the_computer_makes_a_move_for_who_asks() -> None:
    shown = output("play", "2048#3", "--seconds", "0.1", typed="auto\nshare\nquit\n")
    assert "Computer: " in shown
    assert "end 2\n" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "fuga", "--bot", "9"), "from 1 to 8"),
        (("play", "fuga", "--bot", "high"), "from 1 to 8"),
        (("play", "fuga", "--bot", "3", "--seat", "3"), "from 1 to 2"),
        (("play", "solitario", "--bot", "3"), "no other seat"),
        (("watch", "fuga", "--bot", "1,2,3"), "one for each seat (2)"),
        (("watch", "fuga", "--seconds", "soon"), "not a time"),
        (("watch", "fuga", "--seconds", "nan"), "not a time"),
        (("watch", "nothing"), "nothing"),
        (("train", "fuga"), "2048"),
        (("train", "2048", "--cores", "0", "--seconds", "0"), "From 1 to 256"),
        (("engine", "chess"), "chess"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    told = refusal(*arguments)
    assert sentence in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("play", "drench:2x2,3@12/13.0.0.0", "--options", "7x7", "--plain"), "not one of drench:7x7,3"),
        (("odds", "oca:2@1,1.0,0.0.p", "--players", "3"), "not one of oca:3"),
        (
            ("play", f"fuga:9@{'/'.join(['000000000'] * 8)}/00000000R.N", "--options", "11"),
            "11 rows of 11 squares",
        ),
        (("watch", "2048:2,1@2,2/0,0.0.p", "--options", "3"), "3 rows of 3 tiles"),
    ],
)
def test_a_position_that_does_not_fit_other_options_is_a_sentence(words: tuple[str, ...], why: str) -> None:
    assert why in refusal(*words)


def test_a_position_that_fits_other_options_is_played_with_them() -> None:
    said = output("play", "drench:2x2,3@12/13.0.0.0", "--options", "limit=9", "--plain")
    assert "Moves: 0/9." in said
