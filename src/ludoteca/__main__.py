"""`python -m ludoteca` is the command `ludoteca`."""

from ludoteca.commands.main import main

if __name__ == "__main__":
    raise SystemExit(main())
