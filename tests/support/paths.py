"""Where the tests find what they compare with."""

from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
FILES, RECORDS, PERFT, PICTURES, TRANSCRIPTS = (
    TESTS / name for name in ("files", "records", "perft", "pictures", "transcripts")
)
