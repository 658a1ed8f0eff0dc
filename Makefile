# Two commands are enough to begin: `make up` and `make test`. `make help` lists the rest.

.DEFAULT_GOAL := help
.PHONY: help up chances histories test test-postgresql long quick check check-and-audit check-types check-rest audit fuzz fuzz-words sessions mail-journeys format lock messages clean

PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3; do \
	if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then echo $$name; break; fi; done)
BIN := .venv/bin
UV := UV_PYTHON_DOWNLOADS=never $(BIN)/uv

# requirements.lock is what runs the service; requirements-dev.lock holds that and what tests and
# checks it. Both hold uv: its few lines are cut out to let pip check uv's own hash.
define build
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Installing the packages of $(1) into .venv: a minute or two, once."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@awk '/^uv==/{found=1} found{print} found&&!/\\$$/{exit}' $(1) > .venv/uv.lock.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r .venv/uv.lock.txt
	@$(UV) pip sync --quiet --require-hashes --python $(BIN)/python $(1)
	@touch .venv/.run
endef

.venv/.run: requirements.lock  # an environment for developing stays one
	$(call build,$(if $(wildcard .venv/.dev),requirements-dev.lock,requirements.lock))

.venv/.dev: requirements-dev.lock
	$(call build,requirements-dev.lock)
	@touch $@

.venv: .venv/.run  ## build the environment that runs the service

.venv-dev: .venv/.dev  ## build the environment with everything for tests and checks

help:  ## list the commands
	@awk -F ':.*## ' '/^[.a-z-]+:.*## /{printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

up: .venv/.run  ## run the service with demo matches; OPTIONS="--port 9000" and the like
	@$(BIN)/python manage.py serve --demo $(OPTIONS)

# A developer's own database stays out of the tests. Pure code is tested without Django; the rest on
# SQLite, but for what can differ on PostgreSQL: locks, transactions, raw SQL, counts of queries, and
# every fault. That is tested there, and on SQLite too where `make up` would feel it first.
# `make test-postgresql` runs all on PostgreSQL, and `make long` everything on both, at its full
# size. The drill that restarts its own server waits more than it works, and runs beside the rest;
# it looks through all tests, so that the others find them compiled.
PURE_TESTS := $(addprefix tests/,rules words tournaments/formats tournaments/pairing)
TESTS_ON_BOTH := $(addprefix tests/,commands/test_bench.py \
	$(addprefix games/test_,concurrency.py deadlines.py fixed_queries.py matches.py nudges.py orders.py sweep_leases.py) \
	$(addprefix mail/test_,leases.py outbox.py restore.py) \
	site/test_probes.py tournaments/run/test_run_concurrency.py)
TESTS_ON_POSTGRESQL := $(addprefix tests/,faults commands/test_bench_at_size.py test_production.py \
	$(addprefix games/test_,alarms.py quick_pairing_race.py selectors.py seven_incidents.py substitutes.py) \
	$(addprefix trust/test_,erasure.py export.py pruning.py quotas.py) \
	$(addprefix mail/test_,breaker.py inbound.py senders.py storm.py unread.py whole_match.py) \
	$(addprefix site/test_,api_deeds.py histories.py hostile.py queries.py query_plans.py tournaments_hostile.py) \
	$(addprefix tournaments/ratings/test_,rebuilding.py rating_finished_matches.py) \
	$(addprefix tournaments/run/test_,entering.py sweeping.py))
PYTEST := env -u DATABASE_URL -u REDIS_URL -u PRODUCTION -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest
CORES := $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count(), 7))')
# One process more than there are cores: many tests wait for servers, browsers and leases. Pure ones
# wait for nothing.
SHARED := --numprocesses=$(shell expr $(CORES) + 1) --dist=worksteal
SHARED_PURE := --numprocesses=$(CORES) --dist=worksteal
EXCEPT_PURE := $(addprefix --ignore=,$(PURE_TESTS))

test: .venv/.dev  ## run the tests: pure code, SQLite, and PostgreSQL for what can differ there
	@ran() { "$$@" $(OPTIONS) || { test $$? = 5 && test -n '$(OPTIONS)'; }; }; \
	said() { test $$1 = 0 && echo passed || echo FAILED; }; \
	log=$$(mktemp); ran $(PYTEST) --postgresql -m alone $(EXCEPT_PURE) tests >$$log 2>&1 & drill=$$!; \
	pure=0; ran $(PYTEST) $(SHARED_PURE) $(PURE_TESTS) || pure=1; \
	lite=0; ran $(PYTEST) $(SHARED) $(EXCEPT_PURE) $(addprefix --ignore=,$(TESTS_ON_POSTGRESQL)) tests || lite=1; \
	full=0; ran $(PYTEST) --postgresql $(SHARED) -m "not alone" $(TESTS_ON_POSTGRESQL) $(TESTS_ON_BOTH) || full=1; \
	alone=0; wait $$drill || alone=1; cat $$log; rm -f $$log; \
	echo "Pure code: $$(said $$pure)"; echo "SQLite: $$(said $$lite)"; \
	echo "PostgreSQL: $$(said $$full)"; echo "PostgreSQL, its server restarted: $$(said $$alone)"; \
	test $$pure$$lite$$full$$alone = 0000

test-postgresql: .venv/.dev  ## run every test that needs Django on PostgreSQL
	$(PYTEST) --postgresql $(SHARED) -m "not alone" $(EXCEPT_PURE) $(OPTIONS) tests
	$(PYTEST) --postgresql -m alone $(OPTIONS) tests/faults

long: .venv/.dev  ## run everything at its full size, on both databases: an hour or more
	LONG_TESTS=1 $(MAKE) test OPTIONS="$(OPTIONS)"
	LONG_TESTS=1 $(PYTEST) $(SHARED) $(TESTS_ON_POSTGRESQL) $(OPTIONS)
	LONG_TESTS=1 $(MAKE) test-postgresql OPTIONS="$(OPTIONS)"

quick: .venv/.dev  ## lint, types by a daemon, and the tests nearest to what changed: seconds
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	@$(BIN)/dmypy run -- --no-error-summary
	@nearest=$$($(BIN)/python -m tests.nearest); test -z "$$nearest" || $(PYTEST) --quiet -x $$nearest

# Types take as long as all else together: the two halves share the cores.
TOGETHER := --no-print-directory --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync)

check: .venv/.dev  ## formatting, lint, types, migrations, settings, templates, arrows, documents
	@$(MAKE) $(TOGETHER) check-types check-rest

check-and-audit: .venv/.dev
	@$(MAKE) $(TOGETHER) check-types check-rest audit

check-types: .venv/.dev
	$(BIN)/mypy

check-rest: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/bandit --quiet --configfile pyproject.toml --severity-level medium --recursive games tournaments wildcards_site manage.py
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --fail-level WARNING
	$(BIN)/djlint --quiet --lint templates
	$(PYTEST) --quiet tests/test_arrows.py tests/test_docs.py tests/test_project.py

audit: .venv/.dev  ## look for known faults of the pinned packages; asks the index's advisory service
	$(BIN)/pip-audit --requirement requirements-dev.lock --no-deps --disable-pip --progress-spinner off

fuzz: .venv/.dev  ## read mails with random faults; OPTIONS="--count 100000 --seed 2"
	@$(BIN)/python -m tests.mail.fuzz $(OPTIONS)

fuzz-words: .venv/.dev  ## read 10,000 random phrases as orders, and 20,000 that say what they mean; OPTIONS="--count 100 --seed 2"
	@$(BIN)/python -m tests.words.fuzz $(OPTIONS)
	@$(BIN)/python -m tests.words.meant $(OPTIONS)

trf-drill: .venv/.dev  ## compare the standings of 1,500 chance events with FIDE’s server; OPTIONS="--seed 2 --files 100"
	@$(BIN)/python -m tests.tournaments.trf.drill $(OPTIONS)

chances: .venv/.dev  ## whether entrants’ chances come true as told, over 1,000 tournaments: an hour; OPTIONS="--events 100"
	@$(BIN)/python manage.py tournament chances $(OPTIONS)

histories: .venv/.dev  ## 10,000 random histories of tournaments, and 1,000 through the services: hours
	HISTORIES=10000 $(PYTEST) --quiet --timeout=0 $(SHARED) tests/tournaments/run/test_random_histories.py $(OPTIONS)
	SERVICE_HISTORIES=1000 $(PYTEST) --quiet --timeout=0 $(SHARED) tests/tournaments/run/test_histories_in_service.py $(OPTIONS)

sessions: .venv/.dev  ## 1,000 random mail sessions: every mail accounted for within five minutes
	LONG_TESTS=1 $(PYTEST) --quiet -s tests/sessions $(OPTIONS)

mail-journeys: .venv/.dev  ## a match and a tournament from a mailbox, in four languages; every mail in var/mail-journeys/
	LONG_TESTS=1 TRANSCRIPTS=var/mail-journeys $(PYTEST) --quiet --timeout=0 $(SHARED) tests/mail/test_life_by_mail.py $(OPTIONS)

format: .venv/.dev  ## put the code into the form that check asks for
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --all-extras

lock: .venv/.dev  ## resolve the pins of pyproject.toml into both lock files
	$(COMPILE) --group dev pyproject.toml --output-file requirements-dev.lock
	$(COMPILE) --group environment --constraint requirements-dev.lock pyproject.toml --output-file requirements.lock

LANGUAGES := $(notdir $(wildcard locale/*))

messages: .venv/.dev  ## gather texts for translation (needs gettext) and compile what is translated
	mkdir -p locale
	$(BIN)/python manage.py makemessages $(addprefix --locale=,$(LANGUAGES)) --no-obsolete --no-location --extension=html,txt,py,text,subject --ignore=.venv --ignore=var
	$(BIN)/python manage.py compilemessages --ignore=.venv

clean:  ## remove the environment and every file that was made; var/ with its matches stays
	-$(BIN)/dmypy stop 2>/dev/null
	rm -rf .venv .dmypy.json .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './var/*' -prune -exec rm -rf {} +
