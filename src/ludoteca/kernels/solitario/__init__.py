"""Peg solitaire for speed."""
