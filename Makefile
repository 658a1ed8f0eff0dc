# Two commands are enough to begin: `make up` and `make test`. `make help` lists the rest.

.DEFAULT_GOAL := help
.PHONY: help up test check format lock messages clean

PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3; do \
	if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then echo $$name; break; fi; done)
BIN := .venv/bin
UV := UV_PYTHON_DOWNLOADS=never $(BIN)/uv

# The lock file holds uv as well: its few lines are cut out to let pip check uv's own hash.
.venv/.synced: requirements.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python3.11"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	awk '/^uv==/{found=1} found{print} found&&!/\\$$/{exit}' requirements.lock > .venv/uv.lock.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r .venv/uv.lock.txt
	$(UV) pip sync --quiet --require-hashes --python $(BIN)/python requirements.lock
	touch $@

.venv: .venv/.synced  ## build the environment from the lock file

help:  ## list the commands
	@awk -F ':.*## ' '/^[.a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

lock: .venv/.synced  ## resolve the pins of pyproject.toml into requirements.lock
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
		--all-extras --group dev pyproject.toml --output-file requirements.lock
