"""Solve, hint, analyse and odds, as people and programs run them."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.command import answer, run


@pytest.mark.parametrize(
    "words", [("solitario", "sample"), ("solitario:sample",), ("solitario", "solitario:sample")]
)
def test_a_winnable_board_is_solved_by_a_line_that_wins(words: tuple[str, ...]) -> None:
    from ludoteca.games import begin

    found = answer("solve", *words)
    assert (found["status"], found["proven"]) == ("win", True)
    assert {"nodes", "seconds", "moves"} <= set(found)
    session = begin("solitario:sample")
    for move in found["moves"]:
        session.play_text(move)
    assert session.outcome == (0, "the last peg is on the goal")


def test_a_board_comes_from_a_file_or_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("1 3\n2 2 1\n0 2\n")
    assert answer("solve", "solitario", str(path))["moves"] == ["a1 a3"]
    assert answer("solve", str(path))["moves"] == ["a1 a3"]
    assert answer("solve", "solitario", "-", typed=path.read_bytes())["moves"] == ["a1 a3"]
    assert answer("hint", "solitario", "-", typed=path.read_bytes())["move"] == "a1 a3"


def test_what_is_proved_impossible_has_a_status_of_its_own() -> None:
    found = answer("solve", "solitario", "french,hole=d4,goal=d4", status=1)
    assert (found["status"], found["proven"], found["moves"]) == ("lost", True, [])
    assert answer("solve", "drench", "1x4,4,limit=2@1234", status=1)["status"] == "lost"


@pytest.mark.parametrize(
    ("words", "value", "unit"), [("drench:1x4,3#2", -2, "moves"), ("solitario:sample", 1, "share")]
)
def test_the_value_of_a_hint_is_a_number_in_its_unit(words: str, value: int, unit: str) -> None:
    found = answer("hint", words)
    assert (found["value"], found["unit"]) == (value, unit)


def test_the_status_of_a_hint_is_the_same_in_words_and_as_json() -> None:
    lost, won = ("solitario", "french,hole=d4,goal=d4"), ("solitario:sample",)
    for words, status in ((lost, 1), (won, 0)):
        answer("hint", *words, status=status)
        assert run("hint", *words).returncode == status


@pytest.mark.parametrize(
    ("board", "status"), [("drench:40x40,10#3", "win"), ("solitario:32x32,steps=900#1", "unknown")]
)
def test_a_limit_that_runs_out_has_a_status_of_its_own(board: str, status: str) -> None:
    found = answer("solve", board, "--seconds", "0.3", status=3)
    assert (found["status"], found["proven"]) == (status, False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "chess"),
        ("solve", "a", "b", "c"),
        ("solve", "solitario", "marble"),
        ("hint", "missing.txt"),
        ("analyse", "missing.txt"),
        ("odds", "drench"),
        ("odds", "oca", "--players", "9"),
        ("solve", "solitario", "sample", "--seconds", "soon"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr
    assert b"Traceback" not in done.stderr


def test_a_flood_board_has_its_par() -> None:
    found = answer("solve", "drench", "1x4,4@1234")
    assert (found["par"], found["moves"], found["status"]) == (3, ["2", "3", "4"], "win")


def test_perfect_play_on_a_small_2048() -> None:
    found = answer("hint", "2048:2,1@2,2/4,0.0.p")
    assert found["proven"] is True
    assert found["move"] in found["values"]


def test_a_flood_game_over_par_can_be_won_and_is_no_gift() -> None:
    played = run("play", "drench:6x6,4#5", "--over-par", "0", typed=b"solve\n").stdout.decode()
    par = answer("solve", "drench:6x6,4#5")["par"]
    assert f"Moves: 0/{par}." in played
    assert "This can be won: proved." in played


def test_the_fewest_moves_count_a_chain_as_one() -> None:
    chain = answer("solve", "solitario:221/002/003", "--fewest")
    assert (chain["moves"], chain["fewest"], chain["proven"]) == (["a1 a3", "a3 c3"], 1, True)


def test_hints_work_while_playing() -> None:
    done = run("play", "solitario:223", typed=b"hint\nsolve\nb9\na1 a3\nhint\n")
    assert done.returncode == 0
    printed = done.stdout.decode()
    assert "Best move: a1 a3" in printed
    assert "This can be won: proved." in printed
    assert b"Best move: " in run("play", "fuga:7", "--seconds", "0.1", typed=b"hint\n").stdout


def test_what_is_only_thought_is_not_called_proved() -> None:
    found = answer("solve", "fuga:7", "--seconds", "0.2", status=3)
    assert (found["status"], found["proven"]) == ("unknown", False)
    assert "Not proved; estimate: " in run("solve", "fuga:7", "--seconds", "0.2").stdout.decode()


def test_a_king_with_a_free_way_has_won_and_the_proof_says_in_how_many() -> None:
    found = answer("solve", "fuga:7@0000000/0R00000/0000000/0000000/00000N0/0000000/0000000.G")
    assert (found["status"], found["proven"], found["win_in"]) == ("win", True, 3)
    lost = answer("solve", "fuga:7@0000000/0R00000/0000000/0000000/00000N0/0000000/0000000.N", status=1)
    assert (lost["status"], lost["lost_in"]) == ("lost", 4)


def test_several_best_lines_are_told_with_their_ends() -> None:
    position = "fuga:7@0000000/0R00000/0000000/0000000/00000N0/0000000/0000000.G"
    lines = answer("hint", position, "--lines", "3")["lines"]
    assert len({line["moves"][0] for line in lines}) == 3
    assert [line["win_in"] for line in lines] == [3, 3, 3]
    printed = run("hint", position, "--lines", "3").stdout.decode().splitlines()
    assert printed[-1] == f"win in 2  {', '.join(lines[-1]['moves'])}"
    for wrong in (
        ("hint", "fuga", "--lines", "0"),
        ("hint", "fuga", "--lines", "21"),
        ("hint", "oca", "--lines", "2"),
        ("solve", "solitario:sample", "--fewest", "--lines", "2"),
    ):
        refused = run(*wrong)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"lines" in refused.stderr


def test_without_numpy_a_race_is_still_known_and_the_rest_says_what_it_needs() -> None:
    code = """if True:
        import sys
        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in ("numpy", "numba"):
                    raise ModuleNotFoundError(name=name.partition(".")[0])
        sys.meta_path.insert(0, Missing())
        from ludoteca.commands.main import main
        sys.exit(main(sys.argv[1:]))
    """

    def bare(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
        )

    assert bare("odds", "oca").returncode == 0
    for arguments in (
        ("solve", "drench"),
        ("solve", "solitario"),
        ("generate", "solitario", "--difficulty", "easy"),
    ):
        done = bare(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert "This needs NumPy" in done.stderr


def test_a_finished_game_is_told_as_finished_and_by_whose_win() -> None:
    """The king is on a castle; it would be the attackers' turn, and they have lost."""
    castle = "fuga:7@R000000/0000000/0000000/0000000/00000N0/0000000/0000000.N"
    assert run("solve", castle).stdout == b"Winner: Defenders\n"
    told = answer("solve", castle)
    assert (told["status"], told["seat"], told["value"]) == ("win", 1, 1.0)
    race = "oca:3@63,1,1.0,0,0.1.p"
    assert (run("hint", race).stdout, run("hint", race).returncode) == (b"Winner: Player 1\n", 0)
    done = run("hint", "--json", "drench:2x2,2@11/11.3.0.0")
    assert done.returncode == 0, "nothing was left undecided"


@pytest.mark.parametrize("board", ["solitario:4", "solitario:1x1#3"])
def test_what_is_won_already_takes_no_more_moves(board: str) -> None:
    assert answer("solve", board, "--fewest")["status"] == "win"
    assert answer("solve", board, "--fewest")["moves"] == []


@pytest.mark.parametrize(
    "words",
    [
        ("play", "drench", "--over-par=-5", "--plain"),
        ("history", "--limit=-5"),
        ("watch", "fuga", "--moves=-1"),
    ],
)
def test_a_count_is_not_below_nothing(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"is below 0" in done.stderr


def test_a_board_on_which_no_peg_can_jump_is_not_looked_for() -> None:
    done = run("generate", "solitario", "--difficulty", "hard", "--rows", "1", "--cols", "2")
    assert (done.returncode, done.stderr) == (2, b"ludoteca: No peg can jump on 1x2.\n")
