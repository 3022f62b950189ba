"""Colour as numbers: contrast for readers, distance as eyes see it, and what colour-blind eyes see."""

from functools import cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

Rgb = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1.0; applied to linear light.
DEFICIENCIES: Final[dict[str, tuple[Rgb, Rgb, Rgb]]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of '#rrggbb', from 0 to 255.

    >>> channels("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def spelled(red: float, green: float, blue: float) -> str:
    """The colour of three channels from 0 to 255."""
    return "#" + "".join(f"{min(255, max(0, round(value))):02x}" for value in (red, green, blue))


@cache
def mix(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the other.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(one), channels(other), strict=True)
    return spelled(*(a + (b - a) * share for a, b in pairs))


@cache
def linear(colour: str) -> Rgb:
    """Red, green and blue as amounts of light, from 0 to 1."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (value / 255 for value in channels(colour))
    )
    return red, green, blue


def _shown(light: float) -> float:
    light = min(1.0, max(0.0, light))
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1, as WCAG counts it."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG counts it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@cache
def readable(ground: str) -> str:
    """Black or white, whichever reads better on a ground; never below 4.5 of contrast.

    >>> readable("#ffffff"), readable("#000080")
    ('#000000', '#ffffff')
    """
    return max("#000000", "#ffffff", key=lambda ink: contrast(ink, ground))


def seen(colour: str, deficiency: str) -> str:
    """What a colour looks like to eyes that lack one kind of cone; unknown kinds see it as it is."""
    if deficiency not in DEFICIENCIES:
        return colour
    light = linear(colour)
    rows = DEFICIENCIES[deficiency]
    return spelled(*(_shown(sum(a * b for a, b in zip(row, light, strict=True))) for row in rows))


@cache
def lab(colour: str) -> Rgb:
    """The colour in CIE L*a*b* under D65."""
    red, green, blue = linear(colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str) -> float:
    """How different two colours look: CIEDE2000; about 1 is just noticeable."""
    return ciede2000(lab(one), lab(other))


def ciede2000(one: Rgb, other: Rgb) -> float:
    """The distance of two L*a*b* colours, with the names of Sharma, Wu and Dalal (2005).

    >>> round(ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)), 4)
    2.0425
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    g = (1 - sqrt(mean7 / (mean7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1) - 360 * ((h2 - h1 > 180) - (h2 - h1 < -180)) if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2
    if c1 * c2:
        hm = hm / 2 if abs(h1 - h2) <= 180 else (hm + 360) / 2 if hm < 360 else (hm - 360) / 2
    t = 1 - 0.17 * cos(radians(hm - 30)) + 0.24 * cos(radians(2 * hm))
    t += 0.32 * cos(radians(3 * hm + 6)) - 0.20 * cos(radians(4 * hm - 63))
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rc = 2 * sqrt(cm**7 / (cm**7 + 25**7))
    rt = -sin(radians(60 * exp(-(((hm - 275) / 25) ** 2)))) * rc
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))
