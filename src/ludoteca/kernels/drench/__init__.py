"""Zyan Drench for speed."""
