# Everything lies in this folder: environments in .venv*, nothing global. `make clean` removes it all.
# PYTHON=/path/to/python3 names a Python; otherwise the first one >= 3.11 on the path is taken.

.DEFAULT_GOAL := help
.PHONY: play terminal test test-long lint format bench bench-web clean help dev

SHELL := /bin/sh
GAME ?= kompromat
HOST ?= 127.0.0.1
PORT ?= 8777
find := "$$(tools/find-python || echo false)"

play: ## open the table in the browser; HOST=0.0.0.0 lets phones and friends in
	@$(find) tools/venv.py .venv web
	@.venv/bin/python -m brushpass serve --host $(HOST) --port $(PORT) --data .data

terminal: ## play in the terminal, at once: needs nothing but Python
	@PYTHONPATH=src $(find) -m brushpass play $(GAME)

test: lint ## check everything: format, lint, types, tests
	@.venv/bin/python -m pytest

test-long: dev ## play thousands of random games; BRUSHPASS_SEED=... repeats a run
	@BRUSHPASS_LONG=1 .venv/bin/python -m pytest

lint: dev ## format, lint and types only
	@.venv/bin/ruff format --check --quiet || { echo "make format mends this"; exit 1; }
	@.venv/bin/ruff check --quiet
	@.venv/bin/mypy

format: dev ## lay the code out, and mend what the linter can mend
	@.venv/bin/ruff format
	@.venv/bin/ruff check --fix

bench: ## measure the engine beside its peers
	@$(find) tools/venv.py .venv-bench bench
	@.venv-bench/bin/python -m bench $(BENCH)

bench-web: dev ## measure the browser table beside boardgame.io's server
	@.venv/bin/python -m bench.web $(BENCH)

clean: ## remove all that these commands have made
	@rm -rf .venv .venv-bench .venv-tools-* bench/web/boardgame/node_modules .venv*.lock .mypy_cache .pytest_cache .ruff_cache build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

dev:
	@$(find) tools/venv.py .venv dev
