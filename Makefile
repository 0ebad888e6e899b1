# Everything runs from .venv, which is made from the pinned requirements when they change.
PY := .venv/bin/python
READY := .venv/.ready
PLAY_READY := .venv/.ready-to-play
RUN_READY := .venv/.ready-to-run
SITE_READY := .venv/.ready-for-the-site
PORT ?= 8100
# Without it each of the tests' many processes compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play run test pytest cpu-budgets check check-types check-style check-imports check-limits check-licences bench bench-compare oracle mutants mutate soak docs pictures site replay

$(READY): requirements.txt requirements-sandbox.txt requirements-dev.txt
	$(call install,requirements-dev.txt)
	@touch $(RUN_READY) $(PLAY_READY) $@

$(PLAY_READY): requirements.txt requirements-sandbox.txt
	$(call install,requirements-sandbox.txt)
	@touch $(RUN_READY) $@

$(RUN_READY): requirements.txt
	$(call install,requirements.txt)
	@touch $@

$(SITE_READY): $(READY) requirements-site.txt
	$(call install,requirements-site.txt)
	@touch $@

define install
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Leithian needs Python 3.11 or newer as python3."; exit 1; }
	python3 -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --no-compile -r $(1)
endef

help:  ## These lines
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 15

play: $(PLAY_READY)  ## The bot: in Discord with a token, else in the sandbox's page
	@PORT=$(PORT) $(PY) bot.py

run: $(RUN_READY)  ## The bot in Discord, without the sandbox
	@$(PY) bot.py run

check: $(READY)  ## Style, types, the direction of imports, limits on sizes and names, licences
	@$(MAKE) --no-print-directory -j2 --output-sync check-types check-style check-imports check-limits check-licences

check-types:
	@$(PY) -m mypy

check-style:
	@$(PY) -m ruff check --quiet . && $(PY) -m ruff format --quiet --check .

check-imports:
	@.venv/bin/lint-imports

check-limits:
	@$(PY) -m tests.checks

# Only git knows which files are the project's. What is staged is read, from a copy: in the tree itself
# Python and mypy write their caches meanwhile, and reuse fails on a file that is gone again.
check-licences:
	@if git rev-parse --git-dir > /dev/null 2>&1; then \
		copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && \
		git checkout-index --all --prefix="$$copy/" && .venv/bin/reuse --root "$$copy" lint --lines; \
	fi

test: $(READY)  ## All tests but the soak, and the checks
	@$(MAKE) --no-print-directory -j2 --keep-going check pytest

# Journeys mostly wait: three workers play them beside the work of two others. The processor
# time of each folder is shown beside tests/checks/cpu_budgets.py. Collected once before, the tests are
# compiled once, and not by each worker.
pytest: $(READY)
	-@$(PY) -m pytest --collect-only -m "not soak" > /dev/null
	@$(PY) -m pytest -n 5 --dist loadfile --no-loadscope-reorder -m "not soak" --cpu-budgets=show

cpu-budgets: $(READY)  ## The tests, failing where a folder takes twice its processor time
	@$(PY) -m pytest -n 5 --dist loadfile --no-loadscope-reorder -m "not soak" --cpu-budgets=hold

bench: $(READY)  ## One JSON object a line
	@$(PY) -m tests.bench

bench-compare: $(READY)  ## The same for OLD, an older checkout's folder, and here, by turns. NAMES="turns"
	@$(PY) -m tests.compare_benchmarks $(OLD) $(NAMES)

oracle: $(READY)  ## FILES="view paths" (all when not given), LEITHIAN_ORACLE=DIR
	@$(PY) -m tests.oracle $(FILES)

mutants: $(READY)  ## Small faults in the code: a test must fail on each. N=300 SEEDS="1 2" FOLDERS=cogs TESTS=tests/cogs
	@$(PY) -m tests.mutants $(FOLDERS) --count $(or $(N),100) --seeds $(or $(SEEDS),1) $(if $(TESTS),--tests $(TESTS))

mutate: $(READY)  ## Each ability, spell, item, power and terrain off in turn: a test must fail. NAMES="delve"
	@$(PY) -m tests.switched_off $(NAMES)

soak: $(READY)  ## Long runs, all or a part: PART=duels (python -m tests.soak_parts lists them)
	@HYPOTHESIS_PROFILE=soak $(PY) -m pytest -n 2 --dist worksteal \
	  -m "soak$(if $(PART),(part='$(PART)'))" -o faulthandler_timeout=0 $(OPTIONS)

pictures: $(READY)  ## The README's film and pictures, recorded anew from the page
	@$(PY) bot.py demo --film docs/pictures

site: $(SITE_READY)  ## The documents as a site in var/site
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet
	@echo "Open var/site/index.html."

replay: $(RUN_READY)  ## var/site/verify.html with the rules, to replay games in a browser (needs npm)
	@$(PY) docs/replay/build.py var/site
	@echo "Serve var/site with any web server, and open verify.html."

docs: $(READY)  ## docs/coverage.md from the tests' markers, docs/limits.md from two minutes of play
	@$(PY) -m tests.covers
	@$(PY) -m tests.limits
