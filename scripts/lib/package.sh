# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
#
# A Debian package and a tarball of the programs, and trees of Debian to try it in.
#
#   out/package/*.deb, *.tar.gz     what scripts/package makes
#   $CACHE/tree/SUITE-ARCH.tar      a minimal Debian
#   $CACHE/tree/SUITE-ARCH          packages that were installed in it

PACKAGE=qemu-gr3d
PACKAGE_OUT=$OUT/package
PACKAGE_ARCH=$(dpkg --print-architecture 2>/dev/null || :)
PACKAGE_QEMUS=(qemu-system-arm qemu-system-aarch64)

package_git() { git -c safe.directory='*' -C "$TOP" "$@"; }

# Sets PACKAGE_VERSION: QEMU's, when was committed, what, and whether the checkout
# has something else; SOURCE_DATE_EPOCH, all files' time.
package_version() {
    local epoch
    package_git rev-parse -q --verify HEAD >/dev/null 2>&1 ||
        die "the package's version is a commit's, and this is no checkout" \
            "clone the repository with git"
    epoch=$(package_git log -1 --format=%ct)
    PACKAGE_VERSION=$(qemu_version_of "$QEMU_PRISTINE")+gr3d$(
        date -u -d "@$epoch" +%Y%m%d%H%M).g$(
        package_git rev-parse HEAD | cut -c 1-8)
    [ -z "$(package_git status --porcelain)" ] || PACKAGE_VERSION+=.modified
    export SOURCE_DATE_EPOCH=$epoch
}

# package_qemu USR: below lib/qemu-gr3d QEMU finds its files by its own place
package_qemu() {
    local lib=$1/lib/$PACKAGE program
    mkdir -p "$lib/bin" "$lib/share/qemu" "$1/bin"
    cp -r "$OUT/qemu/keymaps" "$lib/share/qemu/"
    for program in "${PACKAGE_QEMUS[@]}"; do
        strip -o "$lib/bin/$program" "$OUT/qemu/$program"
        ln -s "../lib/$PACKAGE/bin/$program" "$1/bin/$PACKAGE-${program#qemu-}"
    done
}

# package_tools ROOT: what the build without QEMU installs, but for what one
# compiles with
package_tools() {
    engine_build engine-package --prefix=/usr --libdir=lib -Dtests=false
    DESTDIR=$1 meson_run install --no-rebuild --strip -C "$OUT/engine-package"
    rm -r "$1"/usr/include "$1"/usr/lib/{pkgconfig,*.a}
    gzip -9n "$1"/usr/share/man/man1/*
}

# package_docs DIR: licences, and the pages that README names
package_docs() {
    local d
    mkdir -p "$1/qemu"
    cp -r "$TOP"/{README.md,CONTRIBUTING.md,LICENSE,docs} "$1/"
    for d in LICENSE COPYING COPYING.LIB MAINTAINERS; do
        cp "$QEMU_TREE/$d" "$1/qemu/"
    done
    cat >"$1/copyright" <<END
These are QEMU $(qemu_version_of "$QEMU_PRISTINE") with the devices of qemu-gr3d, and
the latter's tools. Version: $PACKAGE_VERSION

Source: qemu-gr3d's commit $(package_git rev-parse HEAD),
laid over QEMU's source by its scripts/overlay; with ".modified" in the version,
what was not committed, too.

Copyright: the qemu-gr3d maintainers; QEMU's are named in each of its files,
and who looks after them in qemu/MAINTAINERS.

License: GPL-2.0-or-later, in LICENSE here and in
/usr/share/common-licenses/GPL-2 on Debian. Parts of QEMU are under the licences
that qemu/LICENSE names; as a whole it is under the GPL's version 2.
END
}

# package_depends ROOT: the packages that have the libraries of its programs
package_depends() {
    local dir=$PACKAGE_OUT/depends
    mkdir -p "$dir/debian"
    printf 'Source: %s\n\nPackage: %s\nArchitecture: any\n' \
        "$PACKAGE" "$PACKAGE" >"$dir/debian/control"
    find "$1/usr" -type f -exec sh -c 'for f; do
        head -c 4 "$f" | grep -q ELF && printf "%s\0" "$f"; done' _ {} + |
        env -C "$dir" xargs -0 dpkg-shlibdeps -O | sed -n 's/^shlibs:Depends=//p'
    rm -r "$dir"
}

package_control() {
    mkdir "$1/DEBIAN"
    cat >"$1/DEBIAN/control" <<END
Package: $PACKAGE
Version: $PACKAGE_VERSION
Architecture: $PACKAGE_ARCH
Maintainer: $(package_git log -1 --format='%an <%ae>')
Installed-Size: $(du -ks --apparent-size "$1/usr" | cut -f 1)
Depends: $2
Section: otherosfs
Priority: optional
Description: QEMU with 3D engines of NVIDIA's Tegra20 and of VideoCore IV
 qemu-gr3d-system-arm has the board trimslice, qemu-gr3d-system-aarch64 the
 Raspberry Pis; both draw what Linux's tegra and vc4 drivers ask for. With them
 come assemblers, disassemblers, replay of captures and a preloaded driver for
 either engine. Nothing of Debian's QEMU is replaced.
END
    (cd "$1" && find usr -type f -print0 | sort -z | xargs -0 md5sum) \
        >"$1/DEBIAN/md5sums"
}

# package_tar USR FILE: what is in USR, below a directory named as the version
package_tar() {
    tar -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --format=gnu \
        --owner=0 --group=0 --numeric-owner \
        --transform="flags=r;s|^[.]|$(basename "$2" .tar.gz)|" -c . |
        gzip -n >"$2"
}

# package_make: both files, of what is in out/qemu; sets DEB and TARBALL
package_make() {
    local root=$PACKAGE_OUT/root depends
    rm -rf "$PACKAGE_OUT"
    mkdir -p "$root/usr"
    DEB=$PACKAGE_OUT/${PACKAGE}_${PACKAGE_VERSION}_$PACKAGE_ARCH.deb
    TARBALL=$PACKAGE_OUT/$PACKAGE-$PACKAGE_VERSION-$PACKAGE_ARCH.tar.gz
    run_logged package-tools package_tools "$root"
    package_qemu "$root/usr"
    package_docs "$root/usr/share/doc/$PACKAGE"
    chmod -R u=rwX,go=rX "$root"
    depends=$(package_depends "$root" 2>"$LOGS/package-depends.log")
    [ -n "$depends" ] || die "dpkg-shlibdeps found no library's package" \
        "what it says is in $LOGS/package-depends.log"
    package_control "$root" "$depends"
    run_logged package-deb dpkg-deb --root-owner-group -Zgzip -b "$root" "$DEB"
    cp "$TOP/scripts/lib/package-run" "$root/usr/run"
    say "${depends//, /$'\n'}" >"$root/usr/libraries"
    package_tar "$root/usr" "$TARBALL"
    rm -r "$root"
}

# package_ready: build what goes in, and make both files
package_ready() {
    local program
    need_packages "${PACKAGES_PACKAGE[@]}"
    lock
    for program in "${PACKAGE_QEMUS[@]}"; do
        qemu_select "$program"
        qemu_ready
    done
    unlock
    package_version
    engine_env
    package_make
}

# ---- trees to try it in -------------------------------------------------------

# tree_tar SUITE: a minimal Debian, from the mirror that this machine uses
tree_tar() {
    local tar=$CACHE/tree/$1-$PACKAGE_ARCH.tar
    [ ! -f "$tar" ] || return 0
    mkdir -p "$CACHE/tree"
    apt_private deb "$1" "$PACKAGE_ARCH"
    apt_acquire >"$CACHE/tree/apt.conf"
    run_logged "tree-$1" as_root mmdebstrap --variant=minbase --format=tar \
        --architectures="$PACKAGE_ARCH" --aptopt="$CACHE/tree/apt.conf" \
        --dpkgopt=force-unsafe-io \
        "$1" "$tar.tmp" "$APT_DIR/sources.list"
    mv "$tar.tmp" "$tar"
}

# tree_new SUITE: unpack it. Sets TREE, and TREE_DEBS, where packages are kept.
tree_new() {
    need_packages "${PACKAGES_TREE[@]}"
    lock
    tree_tar "$1"
    unlock
    TREE=$OUT/tree-$1
    TREE_DEBS=$CACHE/tree/$1-$PACKAGE_ARCH
    tree_remove
    mkdir -p "$TREE" "$TREE_DEBS"
    as_root tar -C "$TREE" -xf "$CACHE/tree/$1-$PACKAGE_ARCH.tar"
    as_root cp /etc/resolv.conf /etc/hosts "$TREE/etc/"
    as_root mkdir "$TREE/try"
}

tree_remove() { as_root rm -rf --one-file-system "$TREE"; }

# tree_run ID COMMAND...: in the tree, as that user
tree_run() {
    as_root unshare --mount --pid --fork --mount-proc --root="$TREE" --wd=/ \
        --setgid="$1" --setuid="$1" env -i PATH=/usr/bin:/usr/sbin:/bin:/sbin \
        HOME=/try LC_ALL=C DEBIAN_FRONTEND=noninteractive "${@:2}" </dev/null
}

tree_install() {
    as_root cp "$1" "$TREE/try/package.deb"
    as_root cp -r "$TREE_DEBS/." "$TREE/var/cache/apt/archives/"
    tree_run 0 apt-get update
    tree_run 0 apt-get install -y --no-install-recommends /try/package.deb
    cp -n "$TREE"/var/cache/apt/archives/*.deb "$TREE_DEBS/"
    tree_run 0 dpkg -V "$PACKAGE"
}

# tree_purge: what the package has brought is gone
tree_purge() {
    local left
    tree_run 0 dpkg -L "$PACKAGE" >"$OUT/package-list"
    tree_run 0 apt-get purge -y "$PACKAGE"
    left=$(while read -r f; do
        [ -d "$TREE$f" ] || [ ! -e "$TREE$f" ] || say "$f"
    done <"$OUT/package-list"
        tree_run 0 find / -xdev -path /proc -prune -o -name '*gr3d*' -print)
    [ -z "$left" ] || die "the package has left: $left"
}

# tree_says REGEX COMMAND...: as nobody; it succeeds, and a line matches
tree_says() {
    local log=$LOGS/tree-says.log
    tree_run 65534 "${@:2}" >"$log" 2>&1 || {
        cat "$log"
        die "failed: ${*:2}"
    }
    tr -d '\r' <"$log" | grep -E -m 1 "$1" || {
        tail -n 20 "$log"
        die "does not say $1: ${*:2}"
    }
}

# tree_boot: the machine of VM_ARGS, whose files are copied; the guest's command
# succeeds
tree_boot() {
    local i f args=("${VM_ARGS[@]:3}")     # not the program, nor its -L
    for i in "${!args[@]}"; do
        f=${args[i]}
        [ -f "$f" ] || continue
        as_root install -m 644 "$f" "$TREE/try/"
        args[i]=/try/${f##*/}
    done
    tree_says '^gr3d-run: exit status 0$' timeout 300 \
        "$PACKAGE-${QEMU_PROGRAM#qemu-}" "${args[@]}" \
        -serial stdio -monitor none -display none
}

# package_try SUITE: install DEB there, run what it has, boot both boards, remove it
package_try() {
    local arm=$PACKAGE-system-arm aarch64=$PACKAGE-system-aarch64
    stage "$1" "a fresh tree of Debian"
    tree_new "$1"
    run_logged "install-$1" tree_install "$DEB"
    tree_says '^trimslice ' "$arm" -M help
    tree_says '^raspi3b ' "$aarch64" -M help
    tree_says '^  gr3d-as ' gr3d-as --help
    tree_says '^[.]TH GR3D-AS ' zcat /usr/share/man/man1/gr3d-as.1.gz
    tree_says '/tegra-drm-shim[.]so$' tegra-drm-shim cat /proc/self/maps
    stage "$1" "Linux on the TrimSlice"
    trimslice_select
    vm_args 2 gr3d-smoke
    tree_boot
    stage "$1" "Linux on the Raspberry Pi 3"
    raspi_select raspi3b
    raspi_vm_args 'test -c /dev/dri/renderD128'
    tree_boot
    run_logged "purge-$1" tree_purge
    tree_remove
    stage_end
}
