PYTHON ?= python3
BIN := .venv/bin
SOURCES := pyproject.toml setup.py $(wildcard scripts/*.py) $(shell find src -name '*.py' -o -name '*.pxd') \
	$(shell find web/src web/public -type f) web/package-lock.json

.PHONY: play test lint bench soak pictures docs build clean

play: .venv/ready-server,terminal  ## the server on SQLite; prints the address
	@$(BIN)/sectors

test: .venv/ready-test lint  ## everything that must hold
	@$(BIN)/python scripts/chromium.py
	@$(BIN)/python scripts/services.py
	@$(BIN)/python scripts/test.py

lint: .venv/ready-test
	$(BIN)/python scripts/check_text.py
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/lint-imports

bench: .venv/ready-test,bench  ## speed, as ratios to references measured in the same run
	for script in bench/*.py; do $(BIN)/python $$script || exit 1; done

soak: .venv/ready-test  ## the long forms of tests that `make test` runs in short
	SECTORS_SOAK=1 $(BIN)/python -m pytest -n 2 --dist loadfile

pictures: .venv/ready-server,terminal  ## the pictures of the guides, drawn anew
	$(BIN)/python -m sectors.kit.pictures

docs: .venv/ready-server,terminal,docs  ## the documentation as a site, under build/site
	$(BIN)/mkdocs build --strict

build: .venv/ready-server,terminal

.venv/ready-%: $(SOURCES)  ## the core, the page and the packages of these extras
	@$(PYTHON) scripts/prepare.py $*
	@touch $@

clean:
	rm -rf .venv build src/sectors/server/page web/node_modules
	find src -name '*.so' -delete
