#!/bin/sh
# Write uv.lock anew, and from it what install.sh gives to pip, a file an environment:
#   renew.sh              as far as pyproject.toml has changed
#   renew.sh --upgrade    to the newest that pyproject.toml allows, and package-lock.json to what package.json does
set -eu
cd "$(dirname "$0")/.."

export_to() { # FILE WHAT...
  file=locked/$1 && shift
  .venv/bin/uv export --quiet --frozen --no-header --no-annotate --no-emit-project --output-file "$file" "$@" >/dev/null
}

.venv/bin/uv lock "$@"
export_to system.txt --no-default-groups --group build --extra broker
export_to wheels.txt --no-default-groups --group build --extra broker --extra card --extra opencv
export_to dev.txt --only-group dev
# numpy is the system's own or comes with OpenCV.
export_to bench.txt --only-group bench --no-emit-package numpy

case " $* " in *" --upgrade "*) .venv/bin/npm --silent update --package-lock-only ;; esac
