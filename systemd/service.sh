#!/bin/sh
# Install the companion as a service, or take it away.
#   service.sh install     copies the program to /opt/murphy, sets it up there, starts it; a second time: upgrades
#   service.sh uninstall   stops and removes it; games stay in /var/lib/murphy
# DESTDIR=DIR writes below DIR and starts nothing (for packagers and tests).
set -eu
# Root runs no program, and writes into no folder, that whoever called may have named.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
unset TMPDIR TEMP TMP
umask 022
cd "$(dirname "$0")/.."
root=${DESTDIR:-}
prefix=/opt/murphy

say() { printf 'murphy: %s\n' "$*" >&2; }
run() { [ -n "$root" ] || "$@"; }

[ "$(id -u)" = 0 ] || [ -n "$root" ] || { say "needs root: 'sudo make ${1:-install}-service'"; exit 1; }
[ -n "$root" ] || command -v systemctl >/dev/null ||
  { say "needs systemd, which is not here: start 'murphy play' by whatever starts programs on this machine"; exit 1; }

# The account is the service's alone: what it writes is trusted by nobody else.
make_account() {
  # The group first, and each by itself: power may fail between them. An account whose group was lost has its number still.
  getent group murphy >/dev/null || groupadd --system $(id -g murphy 2>/dev/null | sed 's/^/--gid /') murphy
  getent passwd murphy >/dev/null || useradd --system --gid murphy --no-create-home --shell /usr/sbin/nologin murphy
  [ "$(id -u murphy)" -lt 1000 ] ||
    { say "the account murphy is somebody's who logs in: the service needs that name for an account of its own"; exit 1; }
  # Camera and pins are opened by their groups; a machine without pins has no group for them.
  for group in video gpio; do
    ! getent group $group >/dev/null || id -nG murphy | grep -qw $group || usermod -aG $group murphy
  done
}

# What the unit of updates may write beside the service: the checkout, and git's folder where that lies elsewhere.
of_the_checkout() {
  as_owner=
  [ "$(id -u)" != 0 ] || as_owner="setpriv --reuid=$(stat -c %u .) --regid=$(stat -c %g .) --clear-groups env HOME=/"
  printf '[Service]\n'
  { pwd -P; $as_owner git rev-parse --path-format=absolute --git-common-dir 2>/dev/null || true; } |
    sed 's/[\\"]/\\&/g; s/%/%%/g; s/.*/ReadWritePaths="-&"/'
}

has_package() { [ -e "$root/usr/lib/systemd/system/murphy.service" ]; }

install_service() {
  # Its unit would be hidden by this one's.
  ! has_package || { say "the Debian package is installed: 'apt-get remove murphy-companion' first, the games stay"; exit 1; }
  run make_account

  fresh=$root$prefix/fresh unfinished="not finished"
  trap '[ -z "$unfinished" ] || { rm -rf "$fresh" || true; say "$unfinished: put right what is said above, then run this again"; }' EXIT
  # Beside it first: where the plug is pulled in the middle of copying, or the disk is full, what was there is whole, and goes on.
  parts="pyproject.toml README.md install.sh Makefile locked companion vision hardware web systemd"
  rm -rf "$fresh"
  mkdir -p "$fresh" "$root/etc/systemd/system"
  for part in $parts; do cp -R "$part" "$fresh/$part"; done
  # Python would run what was compiled elsewhere.
  find "$fresh" -name __pycache__ -prune -exec rm -rf {} +
  chmod -R u=rwX,go=rX "$fresh"
  run sync
  # A camera's process that is opened in the middle of an upgrade would be half old and half new.
  unfinished="not finished, and the companion stands still"
  run sh -c 'systemctl stop murphy.service 2>/dev/null || true'
  for part in $parts; do
    rm -rf "$root$prefix/$part"
    mv "$fresh/$part" "$root$prefix/$part"
  done
  rmdir "$fresh"
  # Where `murphy update` finds what is newer.
  pwd -P >"$root$prefix/checkout"
  run sh -c "cd $prefix && ./install.sh"

  sed "s#@PREFIX@#$prefix#g" systemd/murphy.service >"$root/etc/systemd/system/murphy.service"
  version=$(systemctl --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9]*\).*/\1/p')
  if [ "${version:-0}" -ge 254 ]; then
    mkdir -p "$root/etc/systemd/system/murphy.service.d"
    cp systemd/backoff.conf "$root/etc/systemd/system/murphy.service.d/backoff.conf"
  fi
  for unit in murphy-update.path murphy-update.service; do
    sed "s#@PREFIX@#$prefix#g" systemd/$unit >"$root/etc/systemd/system/$unit"
  done
  mkdir -p "$root/etc/systemd/system/murphy-update.service.d"
  of_the_checkout >"$root/etc/systemd/system/murphy-update.service.d/checkout.conf"
  if [ -d /etc/avahi ] || [ -n "$root" ]; then
    mkdir -p "$root/etc/avahi/services"
    cp systemd/murphy.avahi.service "$root/etc/avahi/services/murphy.service"
  fi

  run systemctl daemon-reload
  run systemctl enable murphy.service
  run systemctl enable --now murphy-update.path
  unfinished=
  run systemctl restart murphy.service || { say "installed, but it does not start: 'systemctl status murphy' says why"; exit 1; }
  say "installed; its settings: /var/lib/murphy/murphy.toml, the host's PIN: journalctl -u murphy"
}

uninstall_service() {
  ! has_package || [ -e "$root$prefix" ] ||
    { say "only the Debian package is installed: 'apt-get remove murphy-companion' takes it away"; exit 1; }
  run systemctl disable --now murphy.service murphy-update.path || true
  rm -rf "$root/etc/systemd/system/murphy.service" "$root/etc/systemd/system"/murphy-update.* "$root/etc/systemd/system/murphy.service.d" \
    "$root/etc/avahi/services/murphy.service" "$root$prefix"
  run systemctl daemon-reload
  say "removed; the games are still in /var/lib/murphy"
}

case ${1:-} in
  install) install_service ;;
  uninstall) uninstall_service ;;
  *) say "usage: service.sh install|uninstall"; exit 2 ;;
esac
