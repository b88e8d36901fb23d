# make demo: the main job on a bundled model. make test: the quick suite. Both set up .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup demo test test-all lint clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@

setup: $(VENV)/.installed

demo: setup
	$(BIN)/drystone demo

lint: setup
	$(BIN)/ruff check src tests

test: setup lint
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadfile

test-all: setup lint
	$(BIN)/python -m pytest -n 2 --dist loadfile

clean:
	rm -rf $(VENV) build dist src/*.egg-info
