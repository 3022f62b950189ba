"""The pages as people find them: in two clicks, in their language, on their screen, with a screen reader."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from ludoteca.games import begin

from .conftest import Visits
from .test_playing import PHONE
from support.tools import lack

AXE = "axe-core@4.10.2"


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, which knows what pages owe to those who cannot see or use a mouse."""
    npm = shutil.which("npm") or lack("npm")
    folder = tmp_path_factory.mktemp("axe")
    subprocess.run(
        [npm, "install", "--silent", "--no-save", "--prefer-offline", AXE],
        cwd=folder, check=True, timeout=120, capture_output=True,
    )  # fmt: skip
    return Path(folder, "node_modules", "axe-core", "axe.min.js").read_text()


def violations(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found: dict[str, Any] = page.evaluate("(tags) => axe.run({ runOnly: tags })", rules)
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def test_two_clicks_lead_from_the_address_to_playing(visit: Visits) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Play: 2048").click()
    expect(visitor.page.locator(".prompt")).to_have_text("Push the tiles")
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Play: The Game of the Goose").click()
    visitor.page.locator("dialog").get_by_role("button", name="Play").click()
    expect(visitor.page.locator(".seats b")).to_have_text(["Player 1", "Computer"])
    visitor.page.goto("/")
    expect(visitor.page.locator(".lists .rooms a")).to_have_count(2)


def test_what_was_set_up_last_is_there_again(visit: Visits) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Set up: Flood").click()
    dialog = visitor.page.locator("dialog")
    expect(dialog.get_by_label("Player 2")).to_have_count(0)
    dialog.get_by_label("players").select_option("2")
    dialog.get_by_label("Player 2").select_option("me")
    dialog.get_by_label("Your name").fill("Ana")
    dialog.get_by_role("button", name="Play").click()
    expect(visitor.page.locator(".seats b")).to_have_text(["Ana", "Player 2"])
    expect(visitor.page.locator(".prompt")).to_have_text("Your turn: choose a colour")
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Set up: Flood").click()
    expect(dialog.get_by_label("Player 2")).to_have_value("me")
    expect(dialog.get_by_label("Your name")).to_have_value("Ana")


def test_a_friend_by_a_link_waits_with_the_link_to_send(visit: Visits) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Play: The King's Flight").click()
    dialog = visitor.page.locator("dialog")
    dialog.get_by_label("Defenders").select_option("link")
    dialog.get_by_label("Clock").select_option("300 5")
    dialog.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/r/*")
    expect(visitor.page.locator(".invitation input")).to_have_value(visitor.page.url)
    expect(visitor.page.locator(".clock")).to_have_text(["5:00", "5:00"])


def test_the_link_is_shared_as_a_picture_that_cameras_read(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("2048#1"))
    visitor.page.get_by_role("button", name="Share").click()
    expect(visitor.page.locator("dialog .copied input").first).to_have_value(visitor.page.url)
    drawn = visitor.page.get_by_role("img", name="The link as a QR code")
    expect(drawn).to_be_visible()
    assert drawn.evaluate("async (picture) => { await picture.decode(); return picture.naturalWidth; }") > 0


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "Choose a peg"), ("es-AR", "Elige una ficha")])
def test_a_page_speaks_the_language_of_the_browser_and_of_the_menu(
    visit: Visits, locale: str, said: str
) -> None:
    visitor = visit(locale=locale)
    visitor.enter(visitor.make("solitario:sample"))
    expect(visitor.page.locator(".prompt")).to_have_text(said)
    other = "es" if said == "Choose a peg" else "en"
    visitor.page.locator(".menu summary").click()
    visitor.page.locator(".menu select").first.select_option(other)
    expect(visitor.page.locator("html")).to_have_attribute("lang", other)
    expect(visitor.page.locator(".prompt")).not_to_have_text(said)


def test_a_private_link_that_is_not_whole_takes_nobodys_games(visit: Visits) -> None:
    visitor, other = visit(), visit()
    secret = visitor.context.request.post("/api/me", data={}).json()["secret"]
    theirs = other.context.request.post("/api/me", data={}).json()["secret"]
    visitor.page.on("dialog", lambda dialog: dialog.accept())
    visitor.page.goto(f"/me#{theirs[:20]}")
    expect(visitor.page.locator(".error")).to_contain_text("not whole")
    assert visitor.context.request.post("/api/me", data={}).json()["secret"] == secret
    visitor.page.goto("/")
    visitor.page.goto(f"/me#{theirs}")
    expect(visitor.page.locator("h1")).to_be_visible()
    expect(visitor.page.locator(".error")).to_be_empty()
    assert visitor.context.request.post("/api/me", data={}).json()["secret"] == theirs


def test_earlier_positions_are_shown_and_the_game_goes_on(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("solitario:english"))
    label = visitor.cell("d4").get_attribute("aria-label")
    visitor.cell("d2").click()
    visitor.cell("d4").click()
    expect(visitor.cell("d4")).not_to_have_attribute("aria-label", label or "")
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.cell("d4")).to_have_attribute("aria-label", label or "")
    expect(visitor.page.locator(".slider output")).to_have_text("0 / 1")
    visitor.page.get_by_role("button", name="Back to the game").click()
    expect(visitor.cell("d4")).not_to_have_attribute("aria-label", label or "")
    visitor.page.get_by_role("button", name="Undo").click()
    expect(visitor.page.locator(".course")).to_be_hidden()


def test_a_hint_is_marked_on_the_board_and_the_truth_is_told(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("drench:3x3,3#2"))
    visitor.page.keyboard.press("i")
    expect(visitor.page.locator(".word.hint")).to_have_count(1, timeout=30_000)
    visitor.page.keyboard.press("t")
    expect(visitor.page.get_by_role("button", name="Truth")).to_have_attribute("aria-pressed", "true")
    expect(visitor.page.locator(".bar")).not_to_be_empty()


def test_a_review_finds_the_mistake_and_a_key_leads_there(visit: Visits) -> None:
    visitor = visit()
    session = begin("drench:6x6,4#77")
    visitor.enter(visitor.make(str(session.id)))
    for move in "1423124321":  # nine would do
        visitor.play(session, move, "keys")
    visitor.page.get_by_role("button", name="Review").click()
    expect(visitor.page.locator(".graph polyline")).to_have_count(1, timeout=30_000)
    expect(visitor.page.locator(".moves .mistake")).to_have_text(["2"], timeout=30_000)
    visitor.page.keyboard.press("Shift+N")
    expect(visitor.page.locator(".slider output")).to_have_text("9 / 10")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/me", "/rules/oca", "room", "end"])
def test_nobody_is_shut_out_of_a_page(visit: Visits, axe: str, path: str, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    if path in ("room", "end"):
        visitor.enter(visitor.make("drench:3x3,3#2" if path == "end" else "fuga:7"))
        visitor.sit_everywhere()
        for key in "1231" if path == "end" else "":
            visitor.page.keyboard.press(key)
        visitor.page.locator(".ending h2" if path == "end" else ".acts button").first.wait_for()
    else:
        visitor.page.goto(path)
        visitor.page.locator("h1").wait_for(state="attached")
    assert violations(visitor.page, axe) == []


@pytest.mark.parametrize("game", ["solitario:english", "fuga:13", "drench:14x14,6#1", "2048#1", "oca#1"])
def test_on_a_narrow_phone_nothing_is_cut_and_each_cell_can_be_touched(visit: Visits, game: str) -> None:
    visitor = visit(**PHONE)
    visitor.enter(visitor.make(game))
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 360
    box = visitor.page.locator(".board [data-name] .mark").first.bounding_box()
    assert box is not None
    assert box["width"] * 48 / 42 >= 24


@pytest.mark.parametrize("locale", ["en", "es"])
def test_no_page_is_wider_than_a_narrow_phone(visit: Visits, locale: str) -> None:
    visitor = visit(**PHONE, locale=locale)
    visitor.page.on("dialog", lambda dialog: dialog.accept())
    for game in ("fuga:9", "drench"):
        visitor.enter(visitor.make(game, levels=[0] + [3] * (begin(game).game.players - 1)))
        visitor.page.locator(".acts [data-act=resign]").tap()
        expect(visitor.page.locator(".ending")).to_be_visible()
    for path in ("/", "/me", "/rules/oca", "/rules/2048", "/nothing"):
        visitor.page.goto(path)
        expect(visitor.page.locator("#main h1")).to_be_attached()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360, path
    visitor.problems.clear()


def test_a_board_of_40_by_40_is_quick(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("drench:40x40,6#1"))
    visitor.page.evaluate("""() => {
        globalThis.changed = 0;
        new MutationObserver((all) => { changed += all.length; })
          .observe(document.querySelector('.board'), { childList: true, subtree: true });
    }""")
    before = visitor.page.locator(".board use").count()
    visitor.page.keyboard.press("2")
    visitor.page.keyboard.press("3")
    expect(visitor.page.locator(".slider output")).not_to_have_text("0 / 0")
    assert visitor.page.locator(".board use").count() == before == 1600
    assert 0 < visitor.page.evaluate("changed") < 200


@pytest.mark.parametrize(
    ("path", "asked"), [("/", "/api/lobby"), ("/me", "/api/mine"), ("/rules/oca", "/api/rules")]
)
@pytest.mark.parametrize("status", [429, None])
def test_a_page_says_why_it_is_empty_and_tries_again(
    visit: Visits, path: str, asked: str, status: int | None
) -> None:
    visitor = visit()

    def fails(route: Route) -> None:
        if status is None:
            route.abort()
        else:
            route.fulfill(status=status, json={"error": "Too often."})

    visitor.page.route(f"**{asked}*", fails)
    visitor.page.route(f"**{asked}/*", fails)
    visitor.page.goto(path)
    said = "Too often." if status else "The server does not answer. Try again later."
    expect(visitor.page.get_by_role("alert")).to_have_text(said)
    visitor.page.unroute_all()
    visitor.page.get_by_role("button", name="Try again").click()
    expect(visitor.page.get_by_role("alert").filter(has_text=said)).to_have_count(0)
    expect(visitor.page.locator("#main h1")).to_be_attached()
    visitor.problems.clear()  # the browser itself tells of the answers that failed


def test_where_there_is_no_page_one_finds_back(visit: Visits) -> None:
    visitor = visit(locale="es")
    answer = visitor.page.goto("/nothing/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(visitor.page.locator("h1")).to_have_text("No existe esa página.")
    visitor.page.get_by_role("link", name="Otros juegos").click()
    expect(visitor.page.locator("[data-play]").first).to_be_visible()
    visitor.problems.clear()


@pytest.mark.parametrize("game", ["drench", "fuga"])
def test_from_the_rules_one_begins_to_play(visit: Visits, game: str) -> None:
    visitor = visit()
    visitor.page.goto(f"/rules/{game}")
    visitor.page.get_by_role("button", name="Play").click()
    if game == "fuga":
        visitor.page.locator("[data-begin]").click()
    visitor.page.wait_for_url("**/r/*")
    expect(visitor.page.locator(".board.open")).to_be_visible()


def test_who_watches_somebody_alone_is_told_so(visit: Visits) -> None:
    ana, third = visit(), visit()
    third.enter(ana.make("2048#1"))
    expect(third.page.locator(".prompt")).to_have_text("You watch this game.")


def test_where_there_is_no_room_of_that_name_one_finds_back(visit: Visits) -> None:
    visitor = visit()
    visitor.page.goto("/r/zzzzzzzzzz")
    expect(visitor.page.get_by_role("alert")).to_have_text("There is no room of this name.")
    visitor.page.get_by_role("link", name="Other games").click()
    expect(visitor.page.locator("[data-play]").first).to_be_visible()
