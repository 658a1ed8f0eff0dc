# Two commands are enough to begin: `make up` and `make test`. `make help` lists the rest.

.DEFAULT_GOAL := help
.PHONY: help up test check audit fuzz format lock messages clean

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

up: .venv/.synced  ## run the service with demo matches; OPTIONS="--port 9000" and the like
	@$(BIN)/python manage.py serve --demo $(OPTIONS)

# Tests that can share a machine are shared out among the processors; those that start whole services,
# browsers and workers want it to themselves. What stores anything runs a second time, on PostgreSQL. A
# developer's own database stays out of it.
SHARED_TESTS := $(addprefix tests/,rules words presentation tournaments games mail site trust commands)
STORING_TESTS := $(addprefix tests/,games mail site trust tournaments/run tournaments/ratings)
PYTEST := env -u DATABASE_URL -u REDIS_URL -u PRODUCTION $(BIN)/python -m pytest
SHARED := --numprocesses=auto --maxprocesses=8 --dist=worksteal

test: .venv/.synced  ## run every test on SQLite, then what stores anything on PostgreSQL
	@ran() { "$$@" $(OPTIONS) || { test $$? = 5 && test -n '$(OPTIONS)'; }; }; \
	said() { test $$1 = 0 && echo passed || echo FAILED; }; \
	lite=0; ran $(PYTEST) $(SHARED) $(SHARED_TESTS) || lite=1; \
	whole=0; ran $(PYTEST) $(addprefix --ignore=,$(SHARED_TESTS)) || whole=1; \
	full=0; ran $(PYTEST) --postgresql $(SHARED) $(STORING_TESTS) || full=1; \
	faults=0; ran $(PYTEST) --postgresql tests/faults || faults=1; \
	echo "SQLite: $$(said $$lite)"; echo "Whole services, browsers, workers: $$(said $$whole)"; \
	echo "PostgreSQL, what stores: $$(said $$full)"; echo "PostgreSQL, faults: $$(said $$faults)"; \
	test $$lite$$whole$$full$$faults = 0000

check: .venv/.synced  ## formatting, lint, types, migrations, settings, templates, arrows, documents
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/bandit --quiet --configfile pyproject.toml --severity-level medium --recursive games tournaments wildcards_site manage.py
	$(BIN)/mypy
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --fail-level WARNING
	$(BIN)/djlint --quiet --lint templates
	$(PYTEST) --quiet tests/test_arrows.py tests/test_docs.py tests/test_project.py

audit: .venv/.synced  ## look for known faults of the pinned packages; asks the index's advisory service
	$(BIN)/pip-audit --requirement requirements.lock --no-deps --disable-pip --progress-spinner off

fuzz: .venv/.synced  ## read mails with random faults; OPTIONS="--count 100000 --seed 2"
	@$(BIN)/python -m tests.mail.fuzz $(OPTIONS)

format: .venv/.synced  ## put the code into the form that check asks for
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: .venv/.synced  ## resolve the pins of pyproject.toml into requirements.lock
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
		--all-extras --group dev pyproject.toml --output-file requirements.lock

LANGUAGES := it es nl

messages: .venv/.synced  ## gather texts for translation (needs gettext) and compile what is translated
	mkdir -p locale
	$(BIN)/python manage.py makemessages $(addprefix --locale=,$(LANGUAGES)) --no-obsolete --no-location --extension=html,txt,py,text,subject --ignore=.venv --ignore=var
	$(BIN)/python manage.py compilemessages --ignore=.venv

clean:  ## remove the environment and every file that was made; var/ with its matches stays
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './var/*' -prune -exec rm -rf {} +
