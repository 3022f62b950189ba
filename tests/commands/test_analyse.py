"""Reviews of whole games."""

from pathlib import Path

import pytest

from support.command import answer, run
from support.paths import RECORDS


def test_an_analysis_tells_where_a_game_was_lost(tmp_path: Path) -> None:
    won = answer("analyse", str(RECORDS / "solitario-sample.txt"))
    assert (won["status"], won["lost_at"]) == ("win", None)
    assert all(row["status"] == "win" for row in won["moves"])
    # By hand: after b2 d2 the pegs on b1 and b4 are alone for good; b1 b3 wins.
    path = tmp_path / "lost.txt"
    path.write_text("ludoteca record 1\ngame solitario:0000/2212/0200/0123\nb2 d2\nend 1\n")
    lost = answer("analyse", str(path))
    assert (lost["status"], lost["lost_at"]) == ("lost", 1)
    assert lost["moves"][0]["best"] == "b1 b3"
    assert b"costs 100.00 %; better: b1 b3" in run("analyse", str(path)).stdout


def test_an_analysis_of_a_flood_counts_moves_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "flood.txt"
    path.write_text("ludoteca record 1\ngame drench:1x3,3@123.0.0.0#0\n3\n2\n3\nend 3\n")
    found = answer("analyse", str(path))
    assert [row["cost"] for row in found["moves"]] == [1, 0, 0]


def test_an_analysis_of_a_game_for_two_takes_each_sides_view(tmp_path: Path) -> None:
    path = tmp_path / "flight.txt"
    start = "fuga:7@R000000/0000000/0000000/0000000/00000N0/0000000/0000000.G".replace("R000000", "0R00000")
    path.write_text(f"ludoteca record 1\ngame {start}\na2 b2\ne6 e5\nb2 b1\ne5 e4\nb1 a1\nend 5\n")
    rows = answer("analyse", str(path), "--seconds", "5")["moves"]
    # The king could have gone to a1 or a7 at once; then both sides do nothing that changes who wins.
    assert rows[0]["best"] in ("a2 a1", "a2 a7")
    assert (rows[0]["cost"], rows[0]["cost_unit"]) == (2, "moves"), "three king's moves, not one"
    assert b"winning    costs 2 moves; better: a2 a" in run("analyse", str(path), "--seconds", "5").stdout
    assert [row["status"] for row in rows] == ["win", "lost", "win", "lost", "win"]
    said = run("analyse", str(path), "--seconds", "5").stdout.decode().splitlines()
    assert [line.split()[0] for line in said[:5]] == ["1.", "2.", "2…", "3.", "3…"], "as its list has them"


def test_an_analysis_of_a_race_says_what_each_throw_did_to_every_chance(tmp_path: Path) -> None:
    path = tmp_path / "race.txt"
    path.write_text("ludoteca record 1\ngame oca:2,first=1@57,1.0,0.0.p#0\nroll\n1\nroll\n2\nend 4\n")
    one, two = run("analyse", str(path)).stdout.decode().splitlines()
    # From 57 a 1 is death, back to the first square.
    assert one.startswith("   1. 1          Player 1 ")
    assert two.startswith("   2. 2          Player 1 ")
    lost = float(one.split("(")[1].split(")")[0])
    assert -60 < lost < -40, "death takes half of all chances"
    rows = answer("analyse", str(path))["moves"]
    assert [sum(row["gains"]) for row in rows] == [pytest.approx(0, abs=1e-12)] * 2
    assert all(len(row["chances"]) == 2 for row in rows)


def test_an_analysis_that_cannot_prove_keeps_to_its_time_and_never_finds_more_than_the_best(
    tmp_path: Path,
) -> None:
    path = tmp_path / "flight.txt"
    moves = "a3 b3", "c3 c2", "b3 a3", "c2 c3"
    path.write_text(f"ludoteca record 1\ngame fuga:7\n{chr(10).join(moves)}\nend {len(moves)}\n")
    rows = answer("analyse", str(path), "--seconds", "1")["moves"]
    assert len(rows) == len(moves)
    assert all(row["cost"] is None or row["cost"] >= 0 for row in rows)


def test_an_analysis_speaks_spanish(tmp_path: Path) -> None:
    path = tmp_path / "lost.txt"
    path.write_text("ludoteca record 1\ngame solitario:0000/2212/0200/0123\nb2 d2\nend 1\n")
    assert b"perdida" in run("analyse", str(path), "--lang", "es").stdout
