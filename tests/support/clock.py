"""Time in the hands of a test."""


class Clock:
    """A clock that a test sets, or that somebody who types lets run."""

    time = 1000.0

    def __call__(self) -> float:
        return self.time
