# Each target makes the virtual environment it needs, one per SDK version, from a hashed lock file.
# PYTHON=… chooses the interpreter; the first one of 3.11 or newer is found otherwise.

SDK_OLDEST  := 1.38.0
SDK_NEWEST  := 1.45.2
SDK_BETWEEN := 1.40.0 1.43.0
FRAMEWORKS  := $(patsubst examples/%/requirements.in,%,$(wildcard examples/*/requirements.in))

IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach each,python3 python3.13 python3.12 python3.11,\
	$(shell $(each) -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo $(each))))
NEWEST := .venv-$(SDK_NEWEST)

.PHONY: help
help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: demo
demo: $(NEWEST)/installed ## Run a small agent three times and see its scores; OTLP=http://localhost:4318 sends them too
	@$(NEWEST)/bin/python examples/demo/demo.py $(if $(OTLP),--otlp $(OTLP))

.PHONY: test
test: ## Check the code, then run the tests on the oldest SDK supported and on the newest (minutes; it says how many)
	@echo "Lint, then the tests on opentelemetry-sdk $(SDK_OLDEST) and $(SDK_NEWEST): two to three minutes on two idle cores, on busy ones"
	@echo "twice that; the first time some more, to make two environments of 200 MB each. A step that fails stops no other."
	@MAKE='$(MAKE)' .ci/steps environments lint test-$(SDK_OLDEST) test-$(SDK_NEWEST)

.PHONY: environments
environments: .venv-$(SDK_OLDEST)/installed $(NEWEST)/installed

.PHONY: test-sdks
test-sdks: ## Run the tests on two SDK versions in between
	@MAKE='$(MAKE)' .ci/steps $(SDK_BETWEEN:%=test-%)

test-$(SDK_NEWEST): COVERAGE := --cov
test-%: .venv-%/installed
	@echo "── tests on opentelemetry-sdk $*"
	@.venv-$*/bin/python -m pytest -q -n auto --dist worksteal $(COVERAGE)

.PHONY: lint
lint: $(NEWEST)/installed ## Ruff, its format and mypy --strict
	@failed=0; \
	$(NEWEST)/bin/ruff check --quiet --output-format concise . || failed=1; \
	$(NEWEST)/bin/ruff format --check --quiet . || { failed=1; echo "make format lays it out"; }; \
	$(NEWEST)/bin/mypy || failed=1; \
	exit $$failed

.PHONY: format
format: $(NEWEST)/installed ## Lay the code out and sort its imports
	@$(NEWEST)/bin/ruff format --quiet .
	@$(NEWEST)/bin/ruff check --quiet --select I --fix .

.PHONY: captures
captures: $(NEWEST)/installed ## The table of all span captures: run, output, question, sources, status
	@$(NEWEST)/bin/python tests/captures_table.py

.PHONY: bench
bench: $(NEWEST)/installed ## Time, memory, hostile text, against their budgets (minutes); ONLY=memory chooses by name
	@echo "All benchmarks take about five minutes on two idle cores, on busy ones ten; each figure is told as it comes."
	@$(NEWEST)/bin/python benchmarks $(if $(ONLY),-k '$(ONLY)')

.PHONY: examples
examples: $(FRAMEWORKS:%=example-%) ## Run the example of each framework in an environment of its own

example-%: examples/%/.venv/installed
	@echo "── $*"
	@cd examples/$* && .venv/bin/python agent.py

.PHONY: locks
locks: ## Write the lock files anew; UV=… names the uv to do it with
	@for each in $(basename $(wildcard requirements/sdk-*.in)); do \
		$(LOCK) --extra all --extra dev pyproject.toml requirements/build.in $$each.in -o $$each.txt; done
	@for each in $(FRAMEWORKS:%=examples/%/requirements); do $(LOCK) pyproject.toml requirements/build.in $$each.in -o $$each.txt; done

UV   ?= uv
LOCK := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make locks'

.PHONY: clean
clean: ## Remove every virtual environment and what tools left behind
	rm -rf .venv-* examples/*/.venv .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

# An environment is made anew when its lock changes; the project is put into it anew when its metadata change.
.PRECIOUS: .venv-%/locked examples/%/.venv/locked %/installed

.venv-%/locked: requirements/sdk-%.txt
	$(call make_environment,$(@D),$<)

examples/%/.venv/locked: examples/%/requirements.txt
	$(call make_environment,$(@D),$<)

%/installed: %/locked pyproject.toml
	@$*/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --editable .
	@touch $@

define make_environment
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: none was found, name one with PYTHON=…"; exit 1; }
	@$(PYTHON) requirements/environment.py $1 $2
	@touch $@
endef
