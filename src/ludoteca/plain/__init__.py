"""Play in lines: for a pipe, a screen reader, a bare terminal or a program."""
