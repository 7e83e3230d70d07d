#!/bin/sh
# Set up what the companion needs: apt packages by name, then .venv.
#   ./install.sh        what playing needs
#   ./install.sh dev    what the tests need as well
set -eu
cd "$(dirname "$0")"
want=${1:-play}

python=${PYTHON:-python3}
[ -x .venv/bin/python ] || "$python" -m venv .venv
extras=vision
[ "$want" = dev ] && extras=vision,dev
stamp=.venv/.installed-$extras
if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ]; then
  .venv/bin/pip install -q -e ".[$extras]"
  touch "$stamp"
fi
