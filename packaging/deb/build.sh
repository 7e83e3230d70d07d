#!/bin/sh
# Make the Debian package of what is committed, with all that comes from PyPI in it:
#   build.sh [amd64|arm64]     build/murphy-companion_VERSION_ARCHITECTURE.deb
# On arm64 OpenCV, numpy and picamera2 are the system's own, as install.sh has it on a Pi. VERSION names another version.
set -eu
cd "$(dirname "$0")/../.."
architecture=${1:-$(dpkg --print-architecture)}
suite_python=3.13 # trixie's

case $architecture in
  amd64) machine=x86_64 locked=wheels depends= recommends= ;;
  arm64) machine=aarch64 locked=system depends=", python3-numpy, python3-opencv" recommends="python3-lgpio, python3-picamera2" ;;
  *) echo "usage: build.sh [amd64|arm64]" >&2; exit 2 ;;
esac

python=.venv/bin/python
commit=$(git rev-parse --short HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
number=$($python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
version=${VERSION:-$number+$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S).$commit}
wheels=${XDG_CACHE_HOME:-$HOME/.cache}/murphy-deb/$architecture
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root library=$work/root/usr/lib/murphy

pip() { $python -m pip "$@" -q --disable-pip-version-check --no-deps; }
# for_there COMMAND...: as pip of that machine would choose, of what is locked only.
for_there() {
  pip "$@" --require-hashes --only-binary :all: --implementation cp --python-version $suite_python \
    --platform "manylinux_2_28_$machine" --platform "manylinux_2_27_$machine" --platform "manylinux_2_17_$machine" \
    --platform "manylinux2014_$machine" -r "$work/wanted.txt"
}

mkdir -p "$work/source" "$wheels" "$library" build
git archive HEAD | tar -C "$work/source" -x
# setuptools builds, and is not needed to play.
sed '/^setuptools==/,/[^\\]$/d' "locked/$locked.txt" >"$work/wanted.txt"
# Whatever was fetched before is not asked for again.
for_there install --no-index --find-links "$wheels" --target "$library" 2>/dev/null || {
  for_there download -d "$wheels" >&2
  for_there install --no-index --find-links "$wheels" --target "$library"
}
pip wheel --no-index --no-build-isolation -w "$work" "$work/source"
PYTHONWARNINGS=ignore pip install --no-index --upgrade --target "$library" "$work"/murphy_companion-*.whl
rm -rf "$library/bin" "$library/share"
find "$library" -name __pycache__ -prune -exec rm -rf {} +

install -D -m 755 packaging/deb/murphy "$root/usr/bin/murphy"
install -D -m 644 systemd/murphy.service "$root/usr/lib/systemd/system/murphy.service"
sed -i 's#@PREFIX@/.venv/bin/#/usr/bin/#; s#@PREFIX@#/usr/share/doc/murphy-companion#' "$root/usr/lib/systemd/system/murphy.service"
install -D -m 644 systemd/backoff.conf "$root/usr/lib/systemd/system/murphy.service.d/backoff.conf"
install -D -m 644 -t "$root/usr/lib/systemd/system" systemd/murphy-stick@.service
install -D -m 644 -t "$root/usr/lib/udev/rules.d" systemd/90-murphy-stick.rules
install -D -m 644 systemd/murphy.avahi.service "$root/etc/avahi/services/murphy.service"
install -D -m 644 -t "$root/usr/share/doc/murphy-companion" README.md SECURITY.md CHANGELOG.md packaging/deb/copyright
(cd "$root/usr/share/doc/murphy-companion" && gzip -9n CHANGELOG.md)

mkdir "$root/DEBIAN"
install -m 755 packaging/deb/preinst packaging/deb/postinst packaging/deb/prerm packaging/deb/postrm "$root/DEBIAN"
install -m 644 packaging/deb/templates "$root/DEBIAN"
echo /etc/avahi/services/murphy.service >"$root/DEBIAN/conffiles"
(cd "$root" && find usr -type f -exec md5sum {} + | sort -k 2 >DEBIAN/md5sums)
chmod -R u=rwX,go=rX "$root"
cat >"$root/DEBIAN/control" <<CONTROL
Package: murphy-companion
Version: $version
Architecture: $architecture
Maintainer: The makers of murphy <root@localhost>
Section: games
Priority: optional
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: debconf | debconf-2.0, libzbar0, openssl, passwd, python3 (>= $suite_python~), python3 (<< 3.$((${suite_python#*.} + 1))), systemd$depends
${recommends:+Recommends: $recommends
}Description: camera companion for card games on a real table
 Looks down on a table through a camera, reads cards, dice and pawns, knows
 the rules and tells the people on their phones what happened.
 What comes from PyPI is in this package, in the versions that were tested.
CONTROL
dpkg-deb --root-owner-group -Zzstd --build "$root" build >&2
echo "build/murphy-companion_${version}_$architecture.deb"
