"""Numbers as a person reads them; a share is never rounded to all or nothing."""

from ludoteca.core.words import _


def decimal(digits: str) -> str:
    """A number in digits, with the sign for its decimals that the language being spoken has.

    >>> decimal("3.5")
    '3.5'
    """
    return digits.replace(".", _("0.5")[1])  # an example, since a point alone says nothing to a translator


def grouped(count: int) -> str:
    """A whole number with its thousands set apart, as the language being spoken does it.

    >>> grouped(12340)
    '12,340'
    """
    return f"{count:,}".replace(",", "." if decimal(".") == "," else ",")


def about(count: float) -> str:
    """A number that is not known for sure: in three digits, and zeros.

    >>> about(355601.3), about(1234), about(12.4), about(0)
    ('356,000', '1,230', '12', '0')
    """
    whole = round(count)
    return grouped(round(whole, min(0, 3 - len(str(abs(whole))))))


def number(worth: float) -> str:
    """A number with six digits, or as many as it has before the point.

    >>> number(2 / 3), number(1234567.8)
    ('0.666667', '1234568')
    """
    return decimal(f"{worth:.6g}" if abs(worth) < 1e6 else f"{worth:.0f}")


def percent(share: float, *, digits: int = 1) -> str:
    """A share of the whole; it is all or nothing only where it is, not by rounding.

    >>> percent(0.519), percent(0.99999), percent(1.0), percent(1e-9, digits=4)
    ('51.9 %', '> 99.9 %', '100.0 %', '< 0.0001 %')
    """
    least = 10.0**-digits
    shown = f"{100 * share:.{digits}f}"
    if shown == f"{100:.{digits}f}" and share < 1:
        return decimal(f"> {100 - least:.{digits}f} %")
    return decimal(f"< {least:.{digits}f} %" if shown == f"{0:.{digits}f}" and share > 0 else f"{shown} %")
