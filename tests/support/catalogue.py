"""Keeps the catalogues: collects every sentence of the code, merges it into each language, compiles that.

`make messages` runs this; what is then untranslated in a `.po` file is for a person to fill in.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ludoteca import locale as languages

SOURCE = Path(languages.__file__).parent.parent


METHODS = [("**.py", "python"), ("**.js", "javascript")]
OPTIONS = {"**.js": {"parse_template_string": "true"}}
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}


def collected() -> Catalog:
    """Every sentence that the code marks for translation."""
    catalogue = Catalog(project="Ludoteca", charset="utf-8", fuzzy=False)
    found = extract_from_dir(SOURCE, method_map=METHODS, options_map=OPTIONS, keywords=KEYWORDS)
    for filename, _line, message, _comments, _context in found:
        catalogue.add(message, locations=[(filename, 0)])
    for message in ARGPARSE:
        catalogue.add(message, locations=[("argparse", 0)])
    return catalogue


# What Python's own argparse may print to a person; it asks the same catalogue.
ARGPARSE = (
    "usage: ",
    "options",
    "positional arguments",
    "show this help message and exit",
    "%(prog)s: error: %(message)s\n",
    "argument %(argument_name)s: %(message)s",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "expected one argument",
    "not allowed with argument %s",
)


def is_translated(message: Message) -> bool:
    """Whether a sentence, and each of its plural forms, has a translation."""
    return all(message.string if message.pluralizable else (message.string,))


def po_path(code: str) -> Path:
    return Path(languages.FOLDER) / code / "LC_MESSAGES" / "ludoteca.po"


def read(code: str) -> Catalog:
    with po_path(code).open("rb") as file:
        return read_po(file, locale=code)


def compiled(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    for code in languages.LANGUAGES:
        if code == "en":
            continue
        catalogue = (
            read(code) if po_path(code).exists() else Catalog(locale=code, project="Ludoteca", fuzzy=False)
        )
        catalogue.update(collected(), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with po_path(code).open("wb") as file:
            write_po(
                file,
                catalogue,
                width=100,
                omit_header=False,
                no_location=False,
                include_lineno=False,
                sort_output=True,
            )
        po_path(code).with_suffix(".mo").write_bytes(compiled(catalogue))
        missing = [message.id for message in catalogue if message.id and not is_translated(message)]
        print(f"{code}: {len(catalogue)} sentences, {len(missing)} without a translation")


if __name__ == "__main__":
    main()
