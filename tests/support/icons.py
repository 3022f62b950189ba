"""Draws the icons of an installed page from `icon.svg`: without round corners, and as a PNG.

`python -m support.icons` in `tests/` writes them; a test compares what is there with what it would write.
"""

import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

from ludoteca import web

FOLDER = Path(web.__file__).parent / "static"
SIZE, FINE = 192, 4  # pixels, and samples of each in a row
BOX = 48
NAMESPACE = "{http://www.w3.org/2000/svg}"

Colour = tuple[float, float, float]


def square(svg: str) -> str:
    """The icon without round corners: whoever shows it cuts it as they like."""
    return svg.replace(' rx="10"', "")


def rows(svg: str) -> bytes:
    """The icon as lines of pixels, each after a zero, as a PNG has them."""
    root = ElementTree.fromstring(svg)
    [ground] = root.findall(f"{NAMESPACE}rect")
    circles = root.findall(f"{NAMESPACE}circle")

    def sample(x: float, y: float) -> Colour:
        colour = channels(ground.attrib["fill"])
        for circle in circles:
            away = (x - float(circle.attrib["cx"])) ** 2 + (y - float(circle.attrib["cy"])) ** 2
            if away <= float(circle.attrib["r"]) ** 2:
                share, over = float(circle.get("fill-opacity", "1")), channels(circle.attrib["fill"])
                colour = tuple(one + (other - one) * share for one, other in zip(colour, over, strict=True))
        return colour

    def pixel(column: int, row: int) -> bytes:
        steps = [(at + 0.5) / FINE for at in range(FINE)]
        samples = [sample((column + x) * BOX / SIZE, (row + y) * BOX / SIZE) for y in steps for x in steps]
        return bytes(round(sum(channel) / len(samples)) for channel in zip(*samples, strict=True))

    return b"".join(b"\0" + b"".join(pixel(x, y) for x in range(SIZE)) for y in range(SIZE))


def channels(colour: str) -> Colour:
    """Red, green and blue of `#rgb` or `#rrggbb`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


def png(lines: bytes) -> bytes:
    """Lines of pixels as a PNG."""
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    packed = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def lines_of(picture: bytes) -> bytes:
    """The lines of pixels in a PNG that we packed."""
    at = picture.index(b"IDAT")
    [size] = struct.unpack(">I", picture[at - 4 : at])
    return zlib.decompress(picture[at + 4 : at + 4 + size])


def main() -> None:
    svg = square((FOLDER / "icon.svg").read_text())
    (FOLDER / "mask.svg").write_text(svg)
    (FOLDER / "touch.png").write_bytes(png(rows(svg)))


if __name__ == "__main__":
    main()
