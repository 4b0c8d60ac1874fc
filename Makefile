# The only list of commands. `make run` and `make test` are all a newcomer needs.
PYTHON ?= python3.11
VENV := .venv
BENCHMARKS := encode extract layout main_path startup map topics
BIN := $(VENV)/bin
export HF_HUB_OFFLINE := 1
export TOKENIZERS_PARALLELISM := false

.PHONY: help setup run test check lint types contracts licences test-long bench bundle docs lock clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/:/'

setup: $(VENV)/.ready  ## create .venv with the locked dependencies and Qt's system libraries

$(VENV)/.ready: requirements.lock pyproject.toml tools/setup.sh
	PYTHON="$(PYTHON)" VENV="$(VENV)" bash tools/setup.sh
	@touch $@

run: setup  ## open the window on the sample corpus (without a display: the same, headless)
	@$(BIN)/python -m phrase_explorer demo

test: setup  ## the tests, under ten minutes
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q --durations=15

test-long: setup  ## the tests marked slow
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q -m slow

check: lint types contracts licences  ## lint, types, import contracts, licences

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

contracts: setup
	$(BIN)/lint-imports

licences: setup
	$(BIN)/python tools/check_licences.py

bench: setup  ## every benchmark; writes docs/benchmarks.md
	$(BIN)/python -m tools.write_benchmarks $(BENCHMARKS)

bundle: setup  ## the PyInstaller one-folder program in dist/phrase-explorer/
	$(BIN)/pyinstaller --noconfirm --clean build.spec

docs: setup  ## render the pictures of the window in docs/
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tools.render_pictures
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tools.render_map_pictures

lock: setup  ## write requirements.lock again from pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-annotate --extra dev --extra bench --output-file requirements.lock pyproject.toml

clean:  ## remove what the commands made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
