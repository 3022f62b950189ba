"""How soon the pages are there, next to an empty page of the same server, and what Lighthouse says of them.

    python bench/web.py                # both; npm fetches Lighthouse into a temporary folder
    python bench/web.py --alone        # the times only
    python bench/web.py --only         # Lighthouse only

Each time is the median of fresh contexts, which have no file yet, interleaved on localhost: the largest paint
is the browser's own record of it, and a page is playable when one can begin to play, in the lobby with its
first button, in a room with the first move. The empty page is /healthz, one word of text.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

CHROMIUM: Final = shutil.which("chromium") or shutil.which("google-chrome") or ""
LIGHTHOUSE: Final = "lighthouse@12.8.2"  # 13 wants a newer node than many systems have
CATEGORIES: Final = ("accessibility", "best-practices", "performance")
TRIES: Final = 3  # now and then the browser traces nothing
FORMS: Final = {"mobile": (), "desktop": ("--preset=desktop",)}

PLAYABLE: Final = "[data-play], .board.open"
# Remember when the first of these was there.
WATCH: Final = f"""
new MutationObserver((_all, watch) => {{
  if (!document.querySelector("{PLAYABLE}")) return;
  globalThis.playable = performance.now();
  watch.disconnect();
}}).observe(document, {{ subtree: true, childList: true, attributes: true }});
"""
LARGEST: Final = """
() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
  .observe({ type: "largest-contentful-paint", buffered: true }))
"""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server in a process of its own, with its rooms in a folder."""
    env = {**os.environ, "LANG": "C.UTF-8", "LUDOTECA_HOME": str(folder)}
    command = ["-m", "ludoteca", "serve", "--port", "0", "--unlimited", "--database", str(folder / "rooms")]
    server = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert server.stdout is not None
        yield "http://" + server.stdout.readline().split("http://")[1].split("/")[0]
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser, without windows."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def timed(browser: Browser, address: str, page: str, game: str) -> tuple[float, float]:
    """Milliseconds until the largest paint of a page, and until one can play, if that can be."""
    context = browser.new_context(base_url=address)
    path = page
    if page == "room":  # one's own, so that it can be played
        context.request.post("/api/me", data={})
        path = f"/r/{context.request.post('/api/rooms', data={'game': game}).json()['room']}"
    shown = context.new_page()
    shown.add_init_script(WATCH)
    shown.goto(path)
    if page != "/healthz":
        shown.wait_for_selector(PLAYABLE)
    shown.wait_for_load_state("networkidle")
    found = shown.evaluate(LARGEST), shown.evaluate("globalThis.playable ?? 0")
    context.close()
    return found


def paints(browser: Browser, address: str, game: str, times: int) -> None:
    """Measure and print the times of the pages."""
    pages = {"empty": "/healthz", "lobby": "/", "room": "room"}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in pages}
    for _time in range(times):
        for name, page in pages.items():
            taken[name].append(timed(browser, address, page, game))
    empty = median(paint for paint, _playable in taken["empty"])
    print(f"{'page':8} {'largest paint ms':>17} {'ratio':>6} {'playable ms':>12}   (medians of {times})")
    for name, both in taken.items():
        paint, playable = (median(column) for column in zip(*both, strict=True))
        print(f"{name:8} {paint:17.0f} {paint / empty:6.1f} {playable or empty:12.0f}")


def fetched(folder: Path) -> Path:
    """Lighthouse, as npm installs it."""
    command = ["npm", "install", "--silent", "--no-save", "--prefix", str(folder), LIGHTHOUSE]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "node_modules" / ".bin" / "lighthouse"


def judged(lighthouse: Path, url: str, secret: str, form: str) -> dict[str, Any]:
    """What Lighthouse says of a page to one who has a secret."""
    flags = [
        *FORMS[form],
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless --no-sandbox",
    ]
    headers = json.dumps({"Cookie": f"ludoteca={secret}"})
    command = [str(lighthouse), url, "--quiet", "--output=json", f"--extra-headers={headers}", *flags]
    env = {**os.environ, "CHROME_PATH": CHROMIUM}
    for left in reversed(range(TRIES)):
        said = subprocess.run(command, check=not left, stdout=subprocess.PIPE, env=env)
        if said.returncode == 0:
            break
    report: dict[str, Any] = json.loads(said.stdout)
    return report


def missed(report: dict[str, Any]) -> Iterator[str]:
    """Each audit that is not passed, and what it found."""
    for category in CATEGORIES:
        for reference in report["categories"][category]["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if audit["score"] is not None and audit["score"] < 0.9:  # Lighthouse's own green
                found = audit.get("displayValue") or audit["title"]
                yield f"{category}: {audit['id']} {audit['score']:.2f} ({found})"


def lighthouse(browser: Browser, address: str, game: str, kept: Path | None) -> None:
    """Have each page judged, and print the points and what is missed."""
    asked = browser.new_context(base_url=address).request
    secret = asked.post("/api/me", data={}).json()["secret"]
    room = asked.post("/api/rooms", data={"game": game}).json()["room"]
    pages = {"lobby": "/", "room": f"/r/{room}", "rules": f"/rules/{game.split(':')[0]}"}
    with tempfile.TemporaryDirectory() as folder:
        program = fetched(Path(folder))
        print(f"{'page':8} {'form':8} " + " ".join(f"{category:>14}" for category in CATEGORIES))
        for name, path in pages.items():
            for form in FORMS:
                report = judged(program, address + path, secret, form)
                points = [100 * report["categories"][category]["score"] for category in CATEGORIES]
                print(f"{name:8} {form:8} " + " ".join(f"{each:14.0f}" for each in points), flush=True)
                for each in missed(report):
                    print(f"  {each}")
                if kept:
                    (kept / f"{name}-{form}.json").write_text(json.dumps(report))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--game", default="solitario:english", help="what is played in the room, by one")
    parser.add_argument("--alone", action="store_true", help="leave Lighthouse out")
    parser.add_argument("--only", action="store_true", help="Lighthouse only")
    parser.add_argument("--keep", type=Path, help="a folder for what Lighthouse says in full")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, chromium() as browser:
        if not args.only:
            paints(browser, address, args.game, args.times)
        if not args.alone:
            lighthouse(browser, address, args.game, args.keep)


if __name__ == "__main__":
    main()
