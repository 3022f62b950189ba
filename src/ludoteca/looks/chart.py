"""A picture of how many turns one player needs: a bar for each number of turns, as SVG text."""

from math import floor, isfinite, log10
from typing import TYPE_CHECKING, Final

from ludoteca.core.words import _, ngettext
from ludoteca.looks.numbers import percent

if TYPE_CHECKING:
    from ludoteca.ai.oca.odds import Alone, Odds

WIDTH: Final = 640
HEIGHT: Final = 320
LEFT: Final = 56
RIGHT: Final = 624
TOP: Final = 44
BOTTOM: Final = 268
SHOWN: Final = 0.999  # the bars end where so much is drawn; the rest is too low to see
MOST_BARS: Final = 400
STYLE: Final = (
    ".oca-chart{color:#1f2328;background:#fff;font:12px system-ui,sans-serif}"
    ".oca-chart .bar{fill:#2f6fb3}.oca-chart .mean{stroke:#b3472f;stroke-width:2}"
    ".oca-chart .label{fill:#b3472f}"
    "@media(prefers-color-scheme:dark){.oca-chart{color:#e6e6e6;background:#16181d}"
    ".oca-chart .bar{fill:#7db3ea}.oca-chart .mean{stroke:#f0977f}.oca-chart .label{fill:#f0977f}}"
)


def chart(odds: "Odds", *, name: str = "oca") -> str:
    """An SVG picture of the distribution, its mean marked, in the language spoken, for light and dark pages.

    `name` begins the ids within, so that one page can hold several pictures.
    """
    alone = odds.alone
    chances = _shown(alone.distribution)
    top = _ceiling(max(chances, default=0.0))
    title = _("Turns that one player alone needs")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="oca-chart" '
        f'role="img" aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{title}</title>',
        f'<desc id="{name}-desc">{_described(alone)}</desc>',
        f"<style>{STYLE}</style>",
        f'<text x="{WIDTH / 2}" y="22" font-size="16" text-anchor="middle" fill="currentColor">'
        f"{title}</text>",
        *_across(top),
        *_bars(chances, top),
        *_along(len(chances)),
        *_mean(alone, len(chances)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _shown(distribution: tuple[float, ...]) -> tuple[float, ...]:
    """The part worth drawing."""
    drawn, wanted = 0.0, SHOWN * sum(distribution)
    for turn, chance in enumerate(distribution[:MOST_BARS], 1):
        drawn += chance
        if drawn >= wanted:
            return distribution[:turn]
    return distribution[:MOST_BARS]


def _described(alone: "Alone") -> str:
    """The picture in words."""
    if not any(alone.distribution):
        return _("The last square is never reached.")
    likely = max(alone.distribution)
    said = ngettext(
        "Most likely {count} turn, chance {chance}.",
        "Most likely {count} turns, chance {chance}.",
        alone.distribution.index(likely) + 1,
        chance=percent(likely, digits=2),
    )
    if isfinite(alone.mean):
        more = _("On average {mean}.", mean=f"{alone.mean:.4g}")
    else:
        more = _(
            "The last square is never reached with chance {chance}.", chance=percent(alone.never, digits=2)
        )
    return f"{said} {more}"


def _ceiling(highest: float) -> float:
    """A round number not below the highest bar: 1, 2 or 5 and noughts."""
    if not highest:
        return 1.0
    unit: float = 10.0 ** floor(log10(highest))
    return next(unit * step for step in (1, 2, 5, 10) if unit * step >= highest * (1 - 1e-12))


def _across(top: float) -> list[str]:
    """The chances at the left, with a line each."""
    parts = []
    for step in range(5):
        y = BOTTOM - (BOTTOM - TOP) * step / 4
        parts.append(f'<path d="M{LEFT} {y:g}H{RIGHT}" stroke="currentColor" opacity=".25"/>')
        parts.append(
            f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end" fill="currentColor">'
            f"{100 * top * step / 4:.3g}%</text>"
        )
    return parts


def _bars(chances: tuple[float, ...], top: float) -> list[str]:
    wide = (RIGHT - LEFT) / max(len(chances), 1)
    parts = ["<g>"]
    for place, chance in enumerate(chances):
        height = (BOTTOM - TOP) * chance / top
        parts.append(
            f'<rect class="bar" x="{LEFT + wide * (place + 0.1):.2f}" y="{BOTTOM - height:.2f}" '
            f'width="{wide * 0.8:.2f}" height="{height:.2f}"/>'
        )
    return [*parts, "</g>"]


def _along(turns: int) -> list[str]:
    """The numbers of turns below, every so many that they do not touch."""
    step = next(step for step in (1, 2, 5, 10, 20, 50) if turns <= 20 * step)
    wide = (RIGHT - LEFT) / max(turns, 1)
    parts = [f'<path d="M{LEFT} {BOTTOM}H{RIGHT}" stroke="currentColor"/>']
    parts += [
        f'<text x="{LEFT + wide * (turn - 0.5):.2f}" y="{BOTTOM + 17}" text-anchor="middle" '
        f'fill="currentColor">{turn}</text>'
        for turn in range(1, turns + 1)
        if turn % step == 0
    ]
    middle = (LEFT + RIGHT) / 2
    label = _("turns, lost ones counted")
    parts.append(
        f'<text x="{middle:g}" y="{BOTTOM + 38}" text-anchor="middle" fill="currentColor">{label}</text>'
    )
    return parts


def _mean(alone: "Alone", turns: int) -> list[str]:
    """A line at the mean, where there is one in the picture."""
    if alone.mean > turns:
        return []
    x = LEFT + (RIGHT - LEFT) / turns * (alone.mean - 0.5)
    side, shift = ("end", -6) if x > (LEFT + RIGHT) / 2 else ("start", 6)
    label = _("mean {mean}", mean=f"{alone.mean:.2f}")
    return [
        f'<path class="mean" d="M{x:.2f} {TOP}V{BOTTOM}"/>',
        f'<text class="label" x="{x + shift:.2f}" y="{TOP + 10}" text-anchor="{side}">{label}</text>',
    ]
