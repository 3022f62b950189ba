"""A thousand keys, clicks, drags and sizes at random: the app stands them; bench/monkey.py does many more."""

import monkey


def test_nothing_that_anybody_does_ends_the_app_in_any_other_way_than_leaving() -> None:
    per_screen, crashes = monkey.run(1000, 7, life=500)
    assert not crashes, crashes[0]
    assert per_screen.total() == 1000
    assert {"Lobby", "Playing"} <= set(per_screen)
    assert len(per_screen) >= 5, "where else it comes depends on how fast the machine is"
