"""Keys from a terminal whose characters are not ours."""

from typing import cast

from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """The driver of a platform, to which bytes that are no UTF-8, and what came in one go with them, are keys
    that do nothing: a terminal may write in Latin 1, and tell of the mouse in bytes."""
    if not hasattr(driver, "run_input_thread"):
        return driver

    def run_input_thread(self: Driver) -> None:
        while True:
            try:
                driver.run_input_thread(self)
            except UnicodeDecodeError:
                continue
            return

    return cast("type[Driver]", type("Forgiving", (driver,), {"run_input_thread": run_input_thread}))
