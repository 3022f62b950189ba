"""A browser for the tests: the system's Chromium, and a server in a thread of its own."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without windows."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def served(make: Callable[[], Any]) -> Iterator[str]:
    """The address of an application while it is served."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = uvicorn.Config(make, factory=True, port=port, log_level="error", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    server.force_exit = True
    thread.join(10)


class Visitor:
    """Somebody with a browser of their own, in which nothing may go wrong unseen."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=address, reduced_motion="reduce", **options
        )
        self.context.set_default_timeout(10_000)
        self.page: Page = self.context.new_page()
        self.problems = list[str]()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on(
            "console", lambda said: said.type in ("error", "warning") and self.problems.append(said.text)
        )

    def leave(self) -> None:
        self.context.close()
        assert self.problems == []
