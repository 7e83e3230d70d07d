#!/bin/sh
# A Debian trixie, which is the userland of Raspberry Pi OS, with libcamera and its software camera, in a folder.
#   build.sh DIR    builds it where it is not there yet or was built otherwise (a minute or two, 1.5 GB)
#   build.sh DIR run COMMAND...    runs a command in it
# Needs root, Debian's mirror and PyPI. ARCHITECTURE=arm64 makes one for the Pi's processor, where programs for it run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${1:?a folder} && shift

inside() { # a command in DIR, with its own mounts
  unshare --mount --propagation private sh -euc '
    root=$1; shift
    mount --rbind /dev "$root/dev"; mount -t proc proc "$root/proc"
    exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 CI=1 ${QEMU_CPU:+QEMU_CPU="$QEMU_CPU"} "$@"
  ' sh "$dir" "$@"
}

if [ "${1:-}" = run ]; then shift; inside "$@"; exit; fi

stamp=$(cksum <"$here/build.sh")
[ "$(cat "$dir.built" 2>/dev/null)" != "$stamp" ] || exit 0
rm -rf "$dir" "$dir.built"
mkdir -p "$(dirname "$dir")"

command -v mmdebstrap >/dev/null || {
  apt-get update -qq && apt-get install -qy --no-install-recommends mmdebstrap
} >/dev/null
mirror=$(apt-get indextargets 'Origin: Debian' 'Label: Debian' --format "\$(SITE)" | head -n 1)
# The software camera fills in what picamera2 waits for from libcamera 0.5 on: backports have it.
mmdebstrap --quiet --variant=apt --architectures="${ARCHITECTURE:-$(dpkg --print-architecture)}" --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' \
  --include=ca-certificates,git,make,gcc,libc6-dev,python3,python3-dev,python3-venv,python3-pip,libzbar0,python3-numpy,python3-opencv,python3-pil,python3-piexif,python3-prctl \
  --customize-hook="echo 'deb $mirror trixie-backports main' >\$1/etc/apt/sources.list.d/backports.list
    chroot \$1 apt-get update -qq
    chroot \$1 apt-get install -qy --no-install-recommends -t trixie-backports python3-libcamera >/dev/null" \
  trixie "$dir" "${mirror:-http://deb.debian.org/debian}"

cp -L /etc/resolv.conf /etc/hosts "$dir/etc/"
# Where a company's or a laboratory's own authority signs, the folder must trust it as well.
cp -L /etc/ssl/certs/ca-certificates.crt "$dir/etc/ssl/certs/"
# On Raspberry Pi OS picamera2 is a package of the system's Python; here it comes from PyPI, to the same place.
inside pip install -q --root-user-action=ignore --no-deps --target /usr/lib/python3/dist-packages \
  picamera2==0.3.38 simplejpeg==1.9.0 videodev2==0.0.4 PiDNG==4.0.9
echo "$stamp" >"$dir.built"
