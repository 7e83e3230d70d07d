# shellcheck shell=bash
# A bare Debian in a folder, and commands in it; to be sourced. Needs root, Debian, its mirror.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/murphy-ci
fresh_days=7

ours() { git -c safe.directory='*' "$@"; }

# cannot: why this machine cannot make one; nothing where it can.
cannot() {
  if [ "$(id -u)" != 0 ]; then echo "not root"
  elif ! [ -e /etc/debian_version ] || ! command -v apt-get >/dev/null; then echo "no Debian"
  elif ! unshare --mount --pid --fork --mount-proc true 2>/dev/null; then echo "no mounts of its own (unshare)"
  elif ! { command -v mmdebstrap || install_tools mmdebstrap; } >/dev/null; then echo "no mmdebstrap"
  fi
}

# emulate: have the kernel run programs for arm64 by qemu, in bare systems too, until `unemulate`; why not, where it cannot.
emulate() {
  local binfmt=/proc/sys/fs/binfmt_misc magic mask
  hash qemu-aarch64-static arch-test 2>/dev/null || install_tools qemu-user-static arch-test || { echo "no qemu-user-static"; return; }
  [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt || { echo "no binfmt_misc"; return; }
  [ ! -e $binfmt/qemu-aarch64 ] || return 0
  # The first bytes of a program for aarch64; O, C and F: sudo works, and nothing of qemu is needed inside.
  magic='\x7f\x45\x4c\x46\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  echo ":$emulated:M::$magic:$mask:$(command -v qemu-aarch64-static):OCF" >$binfmt/register || echo "no binfmt_misc"
}
emulated=murphy-aarch64-$$
unemulate() { [ ! -e /proc/sys/fs/binfmt_misc/$emulated ] || echo -1 >/proc/sys/fs/binfmt_misc/$emulated; }

install_tools() {
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@"
} >/dev/null 2>&1

# base SUITE ARCHITECTURE PACKAGES: the archive of a minimal system with an ordinary user who may use sudo.
base() {
  local made mirror
  made=$cache/$1-$2-$(echo "$3" | cksum | cut -d' ' -f1).tar
  if [ -z "$(find "$made" -mtime -$fresh_days 2>/dev/null)" ]; then
    mkdir -p "$cache"
    mirror=$(apt-get indextargets 'Origin: Debian' 'Label: Debian' --format "\$(SITE)" | head -n 1)
    # The machine's own way to the mirror: proxies, and how strictly dates are taken.
    apt-config dump | grep -E '^Acquire::(http|https|Check-)' >"$cache/apt.conf" || true
    # shellcheck disable=SC2016 # $1 is mmdebstrap's
    mmdebstrap --quiet --variant=apt --architectures="$2" --aptopt="$cache/apt.conf" --aptopt='Acquire::Languages "none"' \
      --include="ca-certificates,git,make,passwd,python3,sudo${3:+,$3}" \
      --customize-hook='chroot "$1" useradd --create-home --shell /bin/bash ann' \
      --customize-hook='echo "ann ALL=(ALL) NOPASSWD: ALL" >"$1/etc/sudoers.d/ann"' \
      "$1" "${made%.tar}.new.tar" "${mirror:-http://deb.debian.org/debian}" >&2 && mv "${made%.tar}.new.tar" "$made" || return 1
  fi
  echo "$made"
}

# unpack ARCHIVE FOLDER: with this machine's names, certificates and pip configuration.
unpack() {
  mkdir -p "$2"
  tar -C "$2" -xf "$1" --exclude='./dev/*'
  cp -L /etc/resolv.conf /etc/hosts "$2/etc/"
  cp -L /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
  ! [ -e /etc/pip.conf ] || cp -L /etc/pip.conf "$2/etc/"
}

# inside FOLDER USER COMMAND...: with processes and mounts of its own, which end with it. Beside the user's home,
# or what MURPHY_SHARED names there, lies ../shared; /srv/murphy.git is this checkout; pip's files are kept.
inside() {
  local root=$1 user=$2 home
  shift 2
  home=$([ "$user" = root ] && echo /root || echo "/home/$user")
  mkdir -p "$cache/pip" "$root/srv/murphy.git" "$root/srv/pip" "$root$home/shared"
  chmod 1777 "$cache/pip"
  # shellcheck disable=SC2016 # the inner shell's
  env -i HOME="$home" USER="$user" LOGNAME="$user" LANG=C.UTF-8 CI=true PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin \
    PIP_CACHE_DIR=/srv/pip ${QEMU_CPU:+QEMU_CPU="$QEMU_CPU"} \
    "${own[@]}" \
    unshare --mount --propagation private --pid --fork --kill-child=KILL /bin/bash -euc '
      root=$1 user=$2 home=$3 checkout=$4 git=$5 cache=$6; shift 6
      mount --rbind /dev "$root/dev"
      mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
      mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
      mount -t proc proc "$root/proc"
      mount -t sysfs -o ro sysfs "$root/sys"
      mount --bind "$cache/pip" "$root/srv/pip"
      mount --bind "$git" "$root/srv/murphy.git"
      ! [ -d "$checkout/../shared" ] || mount --bind -o ro "$checkout/../shared" "$root$home/shared"
      # Not exec: who changes his user forgets to end with who started him.
      chroot --userspec="$user" "$root" /usr/bin/env --chdir="$home" "$@" || exit
      exit 0
    ' bash "$root" "$user" "$home" "$PWD" "$(ours rev-parse --path-format=absolute --git-common-dir)" "$cache" "$@"
}

# The machine's own pip and npm configuration, where its environment holds it; its folders are not in there.
mapfile -t own < <(env | grep -E '^(PIP_[A-Z_]+|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS|[a-zA-Z]+_(proxy|PROXY))=' | grep -vE '^PIP_(CACHE_DIR|FIND_LINKS)=')

booted='' booting='' group=''

# boot ROOT: the system in a folder as its systemd starts it, until everything of it is started. Where it does not start: why, and status 1.
boot() {
  local state=
  launch "$1" || return
  for _ in $(seq 150); do
    state=${booted:+$(within systemctl is-system-running 2>/dev/null || true)}
    case $state in running | degraded) return ;; esac
    sleep 0.2
    booted=$(pgrep -P $booting -x systemd || true)
  done
  cat "$1/boot.log"
  echo "systemd does not boot here"
  return 1
}

# launch ROOT: the same without waiting, in a control group, a network and mounts of its own, which `within` reaches and
# `halt` ends, as a power cut does.
launch() {
  local all
  booted=''
  all=$(findmnt -no TARGET -t cgroup2 | head -n 1)
  [ -n "$all" ] || { echo "no second version of control groups"; return 1; }
  group=$all/$(basename "$1")
  mkdir "$group"
  # shellcheck disable=SC2016 # the inner shell's
  (echo "$BASHPID" >"$group/cgroup.procs"
  exec unshare --mount --propagation private --pid --fork --kill-child=KILL --cgroup --uts --ipc --net /bin/bash -euc '
    root=$1
    mount --bind "$root" "$root"
    for part in run tmp; do mount -t tmpfs tmpfs "$root/$part"; done
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    for device in null zero full random urandom tty; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
    mkdir "$root/dev/pts" "$root/dev/shm"
    ln -s pts/ptmx "$root/dev/ptmx"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    ip link set lo up
    # No chroot: in one the unit may have no users of its own.
    mkdir -p "$root/.outside"
    cd "$root"
    pivot_root . .outside
    umount -l .outside
    exec /usr/bin/env -i container=murphy PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
  ' bash "$1") >"$1/boot.log" 2>&1 </dev/null &
  booting=$!
  for _ in $(seq 150); do
    booted=$(pgrep -P $booting -x systemd || true)
    [ -z "$booted" ] || return 0
    sleep 0.2
  done
  cat "$1/boot.log"
  echo "systemd does not boot here"
  return 1
}

halt() {
  [ -z "$booted" ] || kill -KILL "$booted" || true
  [ -z "$booting" ] || wait "$booting" || true
  [ -z "$group" ] || find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
}

# within COMMAND...: in the booted system; nobody can be asked there.
within() {
  timeout "${PATIENCE:-200}" nsenter -t "$booted" --mount --pid --uts --ipc --net --cgroup --root --wd \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive "$@" || {
    local status=$?
    [ $status != 124 ] || echo "not within ${PATIENCE:-200} s (PATIENCE): $*" >&2
    return $status
  }
}
