# Two commands: `make play` sets up and plays, `make test` sets up and tests. Both install once.
# What else there is: CONTRIBUTING.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play serve test lint wheel messages clean

play: $(VENV)/.prepared
	@$(BIN)/ludoteca || [ $$? -eq 130 ]  # Ctrl-C is a way to leave, not an error

# The games in a browser, on this machine.
serve: $(VENV)/.prepared $(VENV)/.serve
	@$(BIN)/ludoteca serve || [ $$? -eq 130 ]

test: $(VENV)/.test
	@$(BIN)/pytest -n auto --dist worksteal

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Builds what `pip install` gets.
wheel: $(VENV)/.test
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

# Collects every sentence a player may read, merges it into the Spanish catalogue and compiles that.
messages: $(VENV)/.test
	PYTHONPATH=tests $(BIN)/python -m support.catalogue

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludoteca needs Python 3.11 or newer; name one: make PYTHON=python3.12")'
	@echo "Setting up $(VENV) (once)…"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.play: $(VENV)/.made pyproject.toml
	@$(BIN)/python -m pip install --quiet --editable ".[fast,tui]"
	@touch $@

$(VENV)/.serve: $(VENV)/.made pyproject.toml
	@$(BIN)/python -m pip install --quiet --editable ".[fast,tui,web]"
	@touch $@

# What the computer needs is compiled here, not while a player waits for its first move.
$(VENV)/.prepared: $(VENV)/.play $(wildcard src/ludoteca/kernels/*.py src/ludoteca/kernels/*/*.py)
	@echo "Compiling the computer players (once)…"
	@$(BIN)/ludoteca prepare
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml
	@echo "Installing what the tests need (once)…"
	@$(BIN)/python -m pip install --quiet --editable ".[fast,tui,web,postgres]" --group dev
	@touch $@ $(VENV)/.play
