# make demo: the main job on a bundled model. make test: the quick suite. Both set up .venv by themselves.
# make docs: the site of docs/ and examples/gallery, in build/docs/html; DOCS_RUN=0 leaves the examples unrun, for a quick look.
# make lint: style, and types of the public API and the model. make wheel: the wheel, tried in an empty environment of each
# Python from 3.11 to 3.13 that is here.
# make page: the page of `drystone view` from its source.
# make test-lowest, test-latest: the quick suite with the oldest packages that pyproject.toml allows and with the newest,
# each in an environment of its own; PYTHON=python3.13 make test-latest for another Python.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

DOCS_RUN ?= 1

.PHONY: setup setup-docs docs demo warm page test test-all test-lowest test-latest lint wheel clean

# what a user has: enough for the demo, and installed in half the time
$(VENV)/.core: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e .
	touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@

setup: $(VENV)/.installed

# the tools of the site go into the same environment: its examples are run with what is tested
$(VENV)/.installed-docs: pyproject.toml $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[docs]"
	touch $@

setup-docs: $(VENV)/.installed-docs

# a warning is an error; no network is asked
docs: setup-docs
	$(BIN)/python -m sphinx -q -W --keep-going -b html -D plot_gallery=$(DOCS_RUN) -d build/docs/doctrees docs build/docs/html
	@echo "build/docs/html/index.html"

demo: $(VENV)/.core
	$(BIN)/drystone demo

lint: setup
	$(BIN)/ruff check src tests examples
	$(BIN)/mypy

wheel:
	PYTHON=$(PYTHON) .ci/wheel

# kernels are compiled once, before the workers start, or each worker would compile its own
warm: setup
	$(BIN)/python -m drystone.simulation.warmup
	$(BIN)/python -m drystone.simulation.warmup dem

# the page of `drystone view`, from page/source into the package: needs node and npm; the same bytes every time
page:
	cd page && npm ci --no-audit --no-fund && npm run --silent build

test: setup lint warm
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadfile --durations=30 --durations-min=3

test-all: setup setup-docs lint warm
	DRYSTONE_SEARCH=1 $(BIN)/python -m pytest -n 2 --dist loadfile

# uv chooses versions from the lower end too, which pip cannot; it lives in the environment that it fills
.venv-%/.installed: pyproject.toml
	$(PYTHON) -m venv --clear .venv-$*
	.venv-$*/bin/python -m pip install --quiet --disable-pip-version-check uv
	.venv-$*/bin/uv pip install --quiet --python .venv-$*/bin/python --resolution \
		$(if $(filter lowest,$*),lowest-direct,highest) -e ".[dev]"
	touch $@

test-lowest test-latest: test-%: .venv-%/.installed
	.venv-$*/bin/uv pip list --python .venv-$*/bin/python
	.venv-$*/bin/python -m drystone.simulation.warmup
	.venv-$*/bin/python -m pytest -m "not slow" -n 2 --dist loadfile --durations=30 --durations-min=3

clean:
	rm -rf $(VENV) .venv-lowest .venv-latest build dist src/*.egg-info page/node_modules docs/gallery
