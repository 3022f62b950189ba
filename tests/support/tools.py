"""Programs of the system that a bare machine may lack."""

import os
from typing import NoReturn

import pytest


def lack(name: str) -> NoReturn:
    """Skip the tests that need a program, in sight; where LUDOTECA_ALL_TOOLS is set fail them."""
    missing = f"{name} is not installed"
    if os.environ.get("LUDOTECA_ALL_TOOLS"):
        pytest.fail(missing)
    pytest.skip(missing)
