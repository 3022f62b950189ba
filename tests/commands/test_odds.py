"""The odds of a race."""

from pathlib import Path

from support.command import answer, run


def test_the_odds_of_a_race() -> None:
    found = answer("odds", "oca", "--players", "3")
    assert {"win", "expected_turns", "expected_rolls", "distribution"} <= set(found)
    assert abs(sum(found["win"]) - 1) < 1e-12
    assert abs(sum(found["distribution"]) - 1) < 1e-12
    assert found["win"] == sorted(found["win"], reverse=True)
    assert answer("solve", "oca:3,first=2")["win"] == found["win"]


def test_a_chart_is_an_svg(tmp_path: Path) -> None:
    path = tmp_path / "lengths.svg"
    assert run("odds", "oca", "--chart", str(path)).returncode == 0
    assert path.read_text().startswith("<svg")
