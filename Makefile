# make demo: the main job on a bundled model. make test: the quick suite. Both set up .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup demo warm test test-all lint clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@

setup: $(VENV)/.installed

demo: setup
	$(BIN)/drystone demo

lint: setup
	$(BIN)/ruff check src tests examples

# kernels are compiled once, before the workers start, or each worker would compile its own
warm: setup
	$(BIN)/python -m drystone.simulation.warmup

test: setup lint warm
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadfile

test-all: setup lint warm
	$(BIN)/python -m pytest -n 2 --dist loadfile

clean:
	rm -rf $(VENV) build dist src/*.egg-info
