.DEFAULT_GOAL := help

help: ## say what can be made
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

install: ## set up .venv and the apt packages it needs; leaves .venv/bin/murphy
	@./install.sh

play: ## start the companion: the camera's table, or the painted one where there is no camera; PORT=8001: not at port 8000
	@./install.sh && .venv/bin/murphy play $(addprefix --port ,$(PORT))

# A page whose browser came to no end within a minute is tried once more, and named.
PASS = ./install.sh dev && .venv/bin/python -m pytest -n auto --dist worksteal --pages-again -rR

test: ## set up what the tests need, and pass a sample of all of them
	@$(PASS) -m "not slow and not prove"

slow: ## the rest that a change owes: more pages, pictures and whole games
	@$(PASS) -m "slow and not prove"

check: ## lint, format and types, of the Python and of the JavaScript
	@./install.sh dev && .venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy && .venv/bin/codespell && .venv/bin/npm --silent run check

format: ## put Python, JavaScript and style sheets into their form
	@./install.sh dev && .venv/bin/ruff format . && .venv/bin/npm --silent run format

prove: ## what takes long: kills, soak, long fuzzing, exhaustive counts
	@./install.sh dev && .venv/bin/python -m pytest -m "prove or slow or hypothesis" --hypothesis-profile=searching -ra --durations=12

mutants: ## put plausible bugs in, one at a time, and see whether the tests notice: ROOM=web, COUNT=100, SEED=2, CHANGED=1 (since REV=main), LIST=bugs.json, FRESH=1
	@./install.sh dev && nice -n 15 .venv/bin/python -m benchmarks.mutants $(addprefix --room ,$(ROOM)) $(addprefix --count ,$(COUNT)) $(addprefix --seed ,$(SEED)) $(if $(CHANGED),--changed $(or $(REV),main)) $(addprefix --list ,$(LIST)) $(if $(FRESH),--fresh)

test-picamera2: ## the real picamera2 on libcamera's software camera, in a Debian in the cache folder (root, Debian)
	@./install.sh dev && .venv/bin/python -m pytest -m prove -rs tests/picamera2

test-arm64: ## both commands on the Pi's processors, emulated, and the same readings as here (root, Debian)
	@.ci/arm64 || [ $$? = 77 ]

lock: ## renew what is locked: the newest of everything that pyproject.toml and package.json allow
	@./install.sh dev && ./locked/renew.sh --upgrade

outdated: ## say what of the locked has something newer
	@./install.sh dev && .venv/bin/uv tree --frozen --all-groups --outdated | sed -n 's/^[^a-z]*\(.*(latest: .*)\).*/\1/p' | sort -u
	@.venv/bin/npm --silent outdated || true

deb: ## a Debian package for trixie with all it needs from PyPI in it, in build/; ARCH=arm64: for a Pi
	@./install.sh dev && ./packaging/deb/build.sh $(ARCH)

card: ## BOOT=FOLDER: have a fresh card of Raspberry Pi OS (trixie) come up as the companion; the package for it is made first
	@$(if $(BOOT),,$(error which card? make card BOOT=FOLDER names its first partition, as /media/you/bootfs))./install.sh dev && package=$$(./packaging/deb/build.sh arm64) && .venv/bin/murphy card --boot "$(BOOT)" --package "$$package"

test-card: ## a card's first boot in a bare trixie, by Debian's cloud-init: power cuts, no network, full, what others wrote, a stick; ARCH=arm64: emulated (root, Debian)
	@./install.sh dev && package=$$(./packaging/deb/build.sh $(ARCH)) && .ci/card "$$package" || [ $$? = 77 ]

test-deb: ## that package in a bare trixie that systemd has booted: installed, upgraded in a game, purged (root, Debian)
	@./install.sh dev && package=$$(./packaging/deb/build.sh) && .ci/deb "$$package" || [ $$? = 77 ]

test-update: ## the installed service in a bare trixie that systemd has booted: a newer version at the host's button, one that fails taken back, ways to root tried (root, Debian)
	@.ci/update || [ $$? = 77 ]

sbom: ## what is in a release: build/murphy.cdx.json (CycloneDX), from uv.lock
	@./install.sh dev && mkdir -p build && .venv/bin/uv export --quiet --frozen --no-default-groups --extra opencv --format cyclonedx1.5 --preview-features sbom-export --output-file build/murphy.cdx.json >/dev/null && echo build/murphy.cdx.json

holes: ## look up known holes of what is locked (OSV's list, on the internet)
	@./install.sh dev && .venv/bin/uv audit --frozen --preview-features audit && .venv/bin/npm --silent audit

reference: ## every public name, from its docstring and types: build/reference/index.html
	@./install.sh dev && PYTHONPATH=. .venv/bin/python docs/reference.py build/reference && echo build/reference/index.html

hooks: ## have git check what is committed, as `make check` does
	@./install.sh dev && .venv/bin/pre-commit install

evenings: ## VERSION=1.2.3: journals of every game as this version writes them, for all later ones to read
	@./install.sh dev && .venv/bin/python -m tests.journal.evenings "$(VERSION)"

release: ## VERSION=1.2.3: changelog, tag, packages for both architectures, what is in them, checksums; in build/
	@./install.sh dev && .venv/bin/python packaging/release.py "$(VERSION)"

install-service: ## install the companion as a service that starts with the machine; again: upgrade
	@./systemd/service.sh install

uninstall-service: ## take the service away; games stay
	@./systemd/service.sh uninstall

screenshots: ## take the pictures of the pages in docs/pictures anew
	@./install.sh dev && .venv/bin/python -m benchmarks.screenshots

.PHONY: help install play test slow check format prove mutants test-picamera2 test-arm64 lock outdated deb card test-card test-deb test-update sbom holes install-service uninstall-service screenshots reference hooks evenings release
