PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd') $(shell find web/src web/public -type f) web/package-lock.json

.PHONY: play test lint bench soak pictures docs build clean

play: build  ## the server on SQLite; prints the address
	@$(BIN)/sectors

test: build lint  ## everything that must hold
	@$(BIN)/python scripts/chromium.py
	@$(BIN)/python scripts/postgres.py
	$(BIN)/python scripts/build_web.py test
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: build
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/lint-imports

bench: build  ## speed, as ratios to references measured in the same run
	$(BIN)/pip install --quiet --editable '.[bench]'
	for script in bench/*.py; do $(BIN)/python $$script || exit 1; done

soak: build  ## the long forms of tests that `make test` runs in short
	SECTORS_SOAK=1 $(BIN)/python -m pytest -n 2 --dist loadfile

pictures: build  ## the pictures of the guides, drawn anew
	$(BIN)/python -m sectors.kit.pictures

docs: build  ## the documentation as a site, under build/site
	$(BIN)/pip install --quiet --editable '.[docs]'
	$(BIN)/mkdocs build --strict

build: .venv/built

.venv/built: pyproject.toml setup.py scripts/build_web.py $(SOURCES)
	@test -d .venv || $(PYTHON) -m venv .venv
	@echo "Setting up: the compiled core, the page and what they need; a few minutes the first time."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

clean:
	rm -rf .venv build src/sectors/server/page web/node_modules
	find src -name '*.so' -delete
