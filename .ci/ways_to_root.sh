# shellcheck shell=bash
# Ways to root that were tried against the installed service, tried again; to be sourced by .ci/update, in its booted system.
# Whoever took the service over is `murphy`; whoever owns the checkout is `ann`. What each of them plants is in ways_to_root.py.

fell=()
# held NAME COMMAND...: the way is closed where the command is true.
held() {
  local name=$1
  shift
  if "$@"; then echo "update: a way to root: $name: closed ($SECONDS s)"; else fell+=("$name"); echo "update: a way to root: $name: OPEN ($SECONDS s)"; fi
}
as() { within runuser -u "$1" -- "${@:2}"; }
plants() { as "$1" /opt/murphy/.venv/bin/python /srv/ways_to_root.py "${@:2}"; }
# wished: as a service that was taken over asks, and there is something newer; true once the machine has done what it was asked for.
wished() {
  release "Bait" 'echo >>README.md'
  run=$(of_update InvocationID)
  as murphy touch /var/lib/murphy/update-wanted
  until_true 30 another && until_true 400 idle
}
said() { within cat /run/murphy-update/said; }
nothing_newer() { [ -z "$(within find "$1" -newer /root/mark -not -type d)" ]; }
settings() { within sh -c 'rm -f /var/lib/murphy/murphy.toml; printf "%s\n" "camera = \"none\"" "$@" >/var/lib/murphy/murphy.toml; chown murphy: /var/lib/murphy/murphy.toml' - "$@"; }
mark() { within sh -c 'sleep 0.1; touch /root/mark; sleep 0.1'; }

lines_for_root() {
  settings 'journal = "/var/lib/murphy/90-x.conf"' 'backup = "/etc/sysctl.d"'
  plants murphy lines 90-x.conf
  mark
  wished
  nothing_newer /etc/sysctl.d
}

copies_for_root() {
  within sh -c 'mkdir -p /root/pictures; for n in $(seq -w 30); do echo "a picture" >"/root/pictures/IMG-20260501-1200$n.jpg"; done'
  settings 'journal = "/var/lib/murphy/IMG.jpg"' 'backup = "/root/pictures"'
  plants murphy game IMG.jpg
  wished
  [ "$(within sh -c 'ls /root/pictures | wc -l')" = 30 ]
}

linked_copies() {
  settings
  within mkdir -p -m 700 /root/planted
  within sh -c 'cd /var/lib/murphy && rm -rf backups && runuser -u murphy -- ln -s /root/planted backups'
  wished
  nothing_newer /root/planted
}

endless_settings() {
  within sh -c 'cd /var/lib/murphy && rm -rf backups murphy.toml && runuser -u murphy -- ln -s /dev/zero murphy.toml'
  wished
  said | grep -F "/var/lib/murphy/murphy.toml"
}

program_of_the_owner() {
  settings
  plants ann program
  wished
  local ran=/home/ann/murphy/.venv/ran
  within grep -qx "$(within id -u ann)" $ran || { echo "update: what ann planted does not run at all"; return 1; }
  ! within grep -qx 0 $ran
}

wish_that_stays() {
  as murphy mkdir -p /var/lib/murphy/update-wanted/within
  until_true 30 eval '! within test -e /var/lib/murphy/update-wanted' || true
  until_true 60 idle
  within systemctl is-active -q murphy-update.path && ! within test -e /var/lib/murphy/update-wanted
}

restored_by_root() {
  within systemctl stop murphy
  plants murphy race &
  local race=$! copy
  copy=$(plants murphy copy)
  mark
  for _ in 1 2 3 4 5 6 7 8; do within /opt/murphy/.venv/bin/murphy journal restore "$copy" /var/lib/murphy/evening.journal >/dev/null 2>&1 || true; done
  within touch /var/lib/murphy/raced
  wait $race || true
  nothing_newer /etc/sysctl.d || { echo "update: the race is won"; return 1; }
  # Undisturbed it works, and without root's leaving anything to the service that it cannot write.
  within /opt/murphy/.venv/bin/murphy journal restore "$copy" /var/lib/murphy/evening.journal | grep -q "2000 entries" || return 1
  [ -z "$(within find /var/lib/murphy -name 'evening*' -not -user murphy)" ]
}

ways_to_root() {
  # Not this machine's memory where settings are read without an end.
  within sh -c 'mkdir -p /etc/sysctl.d /run/systemd/system/murphy-update.service.d; printf "[Service]\nLimitAS=2G\n" >/run/systemd/system/murphy-update.service.d/tried.conf; systemctl daemon-reload'
  cp .ci/ways_to_root.py "$root/srv/"
  held "a journal whose kinds are lines, copied into root's folder" lines_for_root
  held "somebody's pictures, taken for old copies" copies_for_root
  held "a link in the place of the copies" linked_copies
  held "settings without an end" endless_settings
  held "the owner's program, with the rights of root" program_of_the_owner
  held "a wish that cannot be taken away" wish_that_stays
  held "a copy that root puts back" restored_by_root
  [ ${#fell[@]} = 0 ] || { echo "update: ${#fell[@]} ways to root are open"; exit 1; }
}
