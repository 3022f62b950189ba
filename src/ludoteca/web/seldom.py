"""Warnings that anybody can cause as often as they like, and that the log has once a minute."""

from __future__ import annotations

import logging
from typing import Final

from ludoteca.web.safety import Rate

EACH: Final = 60.0  # seconds between two warnings of one kind

_said = Rate(1 / EACH, 1)


def warn(log: logging.Logger, kind: str, sentence: str, *values: object) -> None:
    """Warn whoever runs the server, unless that was just said of this kind."""
    if _said.allows(kind):
        log.warning(sentence, *values)
