PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test build lint bench clean

play: build
	$(BIN)/sectors

test: build
	$(BIN)/python -m pytest

build: .venv/built

.venv/built: pyproject.toml setup.py $(shell find src -name '*.py' -o -name '*.pxd') $(shell find web/src web/public web/package-lock.json -type f)
	test -d .venv || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable '.[test]'
	touch $@

clean:
	rm -rf .venv build
