"""2048 for speed."""
