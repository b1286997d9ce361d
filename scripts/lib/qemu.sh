# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# QEMU: get its source, lay our files over it, configure, build.
#
#   $CACHE/src/qemu-SERIES      pristine source
#   $CACHE/qemu/KEY             source with patches and overlay; build/ in it,
#                               build-NAME/ of scripts with options of their own
#   out/qemu/                   this checkout's copy of the finished programs
#
# One build directory has a target for each board; what is built of a target is
# what somebody asks for, and most of its objects are those of the other one.

export QEMU_SERIES=${QEMU_SERIES:-10.0}
QEMU_SRC=${QEMU_SRC:-}
QEMU_TARBALL=${QEMU_TARBALL:-}
QEMU_TARBALL_SHA256=${QEMU_TARBALL_SHA256:-}

# qemu_select PROGRAM: which one is meant from here on
qemu_select() {
    QEMU_PROGRAM=$1
    QEMU_BIN=$OUT/qemu/$1
}
qemu_select qemu-system-arm

# What of this repository goes into a QEMU tree; the directories are ours alone.
OVERLAY=(
    hw include configs docs/system docs/specs tests/qtest tests/functional
)

CONFIGURE_FLAGS=(
    "--target-list=arm-softmmu,aarch64-softmmu" --python="$PYTHON"
    --without-default-devices --with-devices-arm=tegra20
    --with-devices-aarch64=raspi
    --without-default-features --disable-install-blobs --disable-docs
    --disable-tools --enable-system --enable-tcg --enable-fdt=system
    --enable-pixman
)
# What a user wants beside that; a build for tests has other options here. Debug
# information would be an eighth of the first build's time.
QEMU_FEATURES=(--enable-png --enable-gtk --enable-vnc --enable-slirp --enable-pa
    --disable-debug-info)

# Suites whose source package may be of the series, the likeliest first.
qemu_suites() {
    case $QEMU_SERIES in
    10.0) say trixie ;;
    10.2) say sid ;;
    *) say trixie-backports forky sid ;;
    esac
}

qemu_version_of() { head -n 1 "$1/VERSION" 2>/dev/null || :; }

# A source tree the user names is copied when its list of files changes.
qemu_src_from_dir() {
    local src version dir
    src=$(cd "$1" 2>/dev/null && pwd -P) ||
        die "--qemu-src: there is no directory $1"
    version=$(qemu_version_of "$src")
    [ -n "$version" ] && [ -x "$src/configure" ] ||
        die "--qemu-src: $src is not a QEMU source tree" \
            "give the directory that holds QEMU's VERSION and configure"
    case $version in
    "$QEMU_SERIES".*) ;;
    *) die "--qemu-src: $src is QEMU $version, our patches are for" \
        "$QEMU_SERIES.x; see 'Another QEMU series' in README.md" ;;
    esac
    dir=$CACHE/src/qemu-$QEMU_SERIES-dir-$(
        { say "$src"; cd "$src" && find . -path ./.git -prune -o \
            -path ./build -prune -o -type f -printf '%p %s %T@\n' |
            LC_ALL=C sort; } | key)
    if [ ! -d "$dir" ]; then
        rm -rf "$dir.tmp"
        mkdir -p "$dir.tmp"
        tar -C "$src" --exclude=./.git --exclude=./build -cf - . |
            tar -C "$dir.tmp" -xf -
        mv "$dir.tmp" "$dir"
    fi
    QEMU_PRISTINE=$dir
}

# "SHA256  NAME" of release tarballs that were built and tested
qemu_known_tarball() {
    awk -v sum="$1" '!/^#/ && $1 == sum { print $2 }' \
        "$TOP/scripts/lib/qemu-sources.sha256"
}

qemu_src_from_tarball() {
    local tarball=$1 sum name dir
    [ -f "$tarball" ] || die "--qemu-tarball: there is no file $tarball"
    sum=$(sha256sum "$tarball" | cut -d ' ' -f 1)
    name=$(qemu_known_tarball "$sum")
    if [ -z "$name" ] && [ "$QEMU_TARBALL_SHA256" != "$sum" ]; then
        die "the checksum of $tarball is not a known one: $sum" \
            "compare it with the release's signature, and if it is right" \
            "give --qemu-tarball-sha256 $sum"
    fi
    dir=$CACHE/src/qemu-$QEMU_SERIES-tar-${sum:0:12}
    if [ ! -d "$dir" ]; then
        rm -rf "$dir.tmp"
        mkdir -p "$dir.tmp"
        tar -C "$dir.tmp" --strip-components=1 -xf "$tarball"
        mv "$dir.tmp" "$dir"
    fi
    case $(qemu_version_of "$dir") in
    "$QEMU_SERIES".*) ;;
    *) die "$tarball is QEMU $(qemu_version_of "$dir"), our patches are" \
        "for $QEMU_SERIES.x; see 'Another QEMU series' in README.md" ;;
    esac
    QEMU_PRISTINE=$dir
}

# A suite may list a newer release than what the mirror has, which keeps an older one
# for a while.
qemu_src_from_pool() {
    local sum name
    while read -r sum name; do
        case $name in "qemu_$QEMU_SERIES."*.dsc)
            apt_pool_source pool/main/q/qemu "$name" "$sum" "$QEMU_PRISTINE" &&
                return 0 ;;
        esac
    done <"$TOP/scripts/lib/qemu-sources.sha256"
    return 1
}

qemu_src_from_debian() {
    local suite
    QEMU_PRISTINE=$CACHE/src/qemu-$QEMU_SERIES
    [ -d "$QEMU_PRISTINE" ] && return 0
    need_packages "${PACKAGES_SOURCES[@]}"
    mkdir -p "$CACHE/src"
    for suite in $(qemu_suites); do
        apt_source "$suite" qemu "*:$QEMU_SERIES.*" "$QEMU_PRISTINE" &&
            return 0
    done
    qemu_src_from_pool && return 0
    die "this machine's mirror gives no source of QEMU $QEMU_SERIES;$(
        ) looked in: $(qemu_suites)" \
        "get the release's tarball and give it as --qemu-tarball FILE, or" \
        "give an unpacked tree as --qemu-src DIR"
}

# Sets QEMU_PRISTINE.
qemu_source() {
    if [ -n "$QEMU_SRC" ]; then
        qemu_src_from_dir "$QEMU_SRC"
    elif [ -n "$QEMU_TARBALL" ]; then
        qemu_src_from_tarball "$QEMU_TARBALL"
    else
        qemu_src_from_debian
    fi
    say "    source: QEMU $(qemu_version_of "$QEMU_PRISTINE")"
}

# Only a download needs the lock.
pristine() {
    if [ -d "$CACHE/src/qemu-$QEMU_SERIES" ]; then
        qemu_source >/dev/null
    else
        lock
        qemu_source >/dev/null
        unlock
    fi
}

# ---- patches and overlay ------------------------------------------------------

# qemu_all_series: those that have patches, the oldest first
qemu_all_series() {
    find "$TOP/patches" -mindepth 2 -name series -printf '%P\n' |
        sed 's|/series$||' | sort -V
}

qemu_patches() {
    [ -f "$TOP/patches/$QEMU_SERIES/series" ] ||
        die "there are no patches for QEMU $QEMU_SERIES" \
            "the series are: $(qemu_all_series | xargs)"
    sed 's/#.*//' "$TOP/patches/$QEMU_SERIES/series"
}

# qemu_patch TREE: every patch as this series spells it, zero fuzz
qemu_patch() {
    local p words
    words=$(overlay_words)
    for p in $(qemu_patches); do
        sed "$words" "$TOP/patches/$QEMU_SERIES/$p" |
            run_logged qemu-patch patch --fuzz=0 --strip=1 --forward --batch \
                --no-backup-if-mismatch --directory="$1"
    done
}

# Files of the overlay, relative to the checkout. Untracked files count, so that
# one can try before "git add".
overlay_files() {
    (
        cd "$TOP"
        if [ -e .git ] && command -v git >/dev/null; then
            git -c safe.directory='*' ls-files --cached --others \
                --exclude-standard -- "${OVERLAY[@]}"
        else
            find "${OVERLAY[@]}" -type f 2>/dev/null || :
        fi
    ) | while read -r f; do
        [ ! -f "$TOP/$f" ] || say "$f"
    done | LC_ALL=C sort -u
}

# overlay_words: for sed, how this series spells what our files say as the newest
# does: the words of patches/SERIES are for that series and those before it
overlay_words() {
    local file series
    for file in "$TOP"/patches/*/overlay.sed; do
        series=$(basename "$(dirname "$file")")
        dpkg --compare-versions "$series" lt "$QEMU_SERIES" || cat "$file"
    done
}

# overlay_texts DIR: into it what standard input names, as it goes into the tree;
# the engine and the pages know no interface of QEMU
overlay_texts() {
    local words
    words=$(overlay_words)
    rm -rf "$1"
    mkdir "$1"
    (cd "$TOP" && xargs cp --parents -t "$1")
    (
        cd "$1"
        find . -type f ! -path './docs/*' ! -path './hw/gpu/gr3d/*' \
            ! -path './hw/gpu/v3d/*' ! -path './hw/gpu/lib/*' \
            -exec sed -i "$words" {} +
    )
}

# overlay_changed TEXTS TREE: the files of TEXTS that are not the same in TREE
overlay_changed() {
    (cd "$1" && find . -type f -exec sha256sum {} +) |
        (cd "$2" && sha256sum --check --quiet 2>/dev/null || :) |
        sed -n 's/: FAILED.*//p'
}

# overlay_sync TREE: copy what differs, delete what is gone, and leave the rest
# untouched, so that ninja rebuilds only what changed.
overlay_sync() {
    local tree=$1 manifest=$1/.gr3d-overlay f changed gone
    touch "$manifest"
    overlay_files >"$manifest.new"
    for f in $(LC_ALL=C comm -13 "$manifest" "$manifest.new"); do
        [ ! -e "$tree/$f" ] ||
            die "QEMU $(qemu_version_of "$tree") has a file $f of its own" \
                "the overlay must not replace it: rename ours"
    done
    overlay_texts "$manifest.texts" <"$manifest.new"
    changed=$(overlay_changed "$manifest.texts" "$tree")
    (cd "$manifest.texts" &&
        xargs -r cp --parents --remove-destination -t "$tree") <<<"$changed"
    gone=$(LC_ALL=C comm -23 "$manifest" "$manifest.new")
    (cd "$tree" && xargs rm -f) <<<"$gone"
    rm -r "$manifest.texts"
    mv "$manifest.new" "$manifest"
    say "    overlay: $(wc -l <"$manifest") files," \
        "$(grep -c . <<<"$changed"$'\n'"$gone" || :) changed"
}

# Sets QEMU_TREE and QEMU_BUILD.
qemu_tree() {
    local id
    id=$(
        {
            say "$QEMU_PRISTINE" "$(cat "$QEMU_PRISTINE/.version" \
                "$QEMU_PRISTINE/VERSION" 2>/dev/null)"
            overlay_words
            # shellcheck disable=SC2046
            cd "$TOP/patches/$QEMU_SERIES" && cat $(qemu_patches)
        } | key
    )
    QEMU_TREE=$CACHE/qemu/$id
    QEMU_BUILD=$QEMU_TREE/${QEMU_BUILD_NAME:-build}
    if [ ! -d "$QEMU_TREE" ]; then
        rm -rf "$QEMU_TREE.tmp"
        mkdir -p "$CACHE/qemu"
        cp -al "$QEMU_PRISTINE" "$QEMU_TREE.tmp"
        qemu_patch "$QEMU_TREE.tmp"
        mv "$QEMU_TREE.tmp" "$QEMU_TREE"
    fi
    touch "$QEMU_TREE"
    keep_newest 3 "$CACHE"/qemu/*/
    overlay_sync "$QEMU_TREE"
}

# ---- build --------------------------------------------------------------------

# QEMU 10 wants meson 1.5; what Debian 12 has is older. A newer one is unpacked
# into the cache and put in PYTHONPATH for configure and ninja only.
meson_env() {
    local have
    have=$("$PYTHON" -c 'import mesonbuild.coredata as c; print(c.version)' \
        2>/dev/null || :)
    PYTHON_PATH=
    if [ -z "$have" ] || dpkg --compare-versions "$have" lt 1.5; then
        python_package trixie meson "$CACHE/meson"
    fi
}

# configure of a newer QEMU makes Python packages, and wants two that Debian 12 does
# not have.
python_env() {
    meson_env
    case $QEMU_SERIES in 10.*) return 0 ;; esac
    need_packages python3-pip python3-setuptools python3-wheel
    python_package trixie python3-pycotap "$CACHE/python/pycotap"
    python_package trixie-backports python3-qemu-qmp "$CACHE/python/qemu-qmp"
}

# python_package SUITE PACKAGE DIR: unpack it there, and have it in PYTHON_PATH
python_package() {
    [ -d "$3" ] || apt_deb "$1" "$(dpkg --print-architecture)" "$2" "$3"
    PYTHON_PATH+=${PYTHON_PATH:+:}$3/usr/lib/python3/dist-packages
}

# Objects of one tree serve another one at a different path. What an object depends on
# is read from the compiler's list: no preprocessor runs first.
ccache_env() {
    export CCACHE_DIR=${CCACHE_DIR:-$CACHE/ccache} CCACHE_DEPEND=1
    export CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=time_macros
    export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-5G}
    export CCACHE_BASEDIR=$CACHE
}

qemu_env() {
    env ${PYTHON_PATH:+PYTHONPATH="$PYTHON_PATH"} PYTHONDONTWRITEBYTECODE=1 "$@"
}

# The compilers of Debian 12 and 13 must find nothing to warn about; newer ones
# may, and that is no reason to refuse to build. QEMU_WERROR=no: nor is what a
# sanitizer's checks make of QEMU's own files.
qemu_werror() {
    case ${QEMU_WERROR:-$(gcc -dumpversion | cut -d . -f 1)} in
    12 | 14) say --enable-werror ;;
    *) say --disable-werror ;;
    esac
}

# What was configured without ccache goes on without it: all would be built anew.
qemu_configure() {
    local flags stamp=$QEMU_BUILD/.gr3d-configured cc=gcc was
    command -v ccache >/dev/null && cc="ccache gcc"
    cc=${QEMU_CC:-$cc}
    flags=("${CONFIGURE_FLAGS[@]}" "${QEMU_FEATURES[@]}" "$(qemu_werror)"
        --cc="$cc")
    was=$(cat "$stamp" 2>/dev/null || :)
    if [ -f "$QEMU_BUILD/build.ninja" ] && [[ $was = "${flags[*]}" ||
        $was = "${flags[*]/#--cc=ccache /--cc=}" ]]; then
        return 0
    fi
    rm -rf "$QEMU_BUILD"
    mkdir -p "$QEMU_BUILD"
    REMEDY="if a library is missing, its -dev package belongs into $(
        )scripts/lib/packages.sh"
    run_logged qemu-configure qemu_env env -C "$QEMU_BUILD" \
        ../configure "${flags[@]}"
    REMEDY=
    say "${flags[*]}" >"$stamp"
}

qemu_ninja() {
    run_logged qemu-build qemu_env ninja -C "$QEMU_BUILD" -j "$JOBS" "$@"
}

# The cache's tree may be rebuilt from another checkout while ours runs.
qemu_take() {
    mkdir -p "$OUT/qemu"
    cmp -s "$QEMU_BUILD/$QEMU_PROGRAM" "$QEMU_BIN" || {
        rm -f "$QEMU_BIN"
        cp "$QEMU_BUILD/$QEMU_PROGRAM" "$QEMU_BIN"
    }
    rm -rf "$OUT/qemu/keymaps"
    cp -r "$QEMU_TREE/pc-bios/keymaps" "$OUT/qemu/keymaps"
}

# qemu_built [TARGET...]: everything up to the program in the build directory
qemu_built() {
    qemu_patches >/dev/null
    need_packages "${PACKAGES_QEMU[@]}" "${PACKAGES_SOURCES[@]}"
    qemu_source
    qemu_tree
    python_env
    ccache_env
    qemu_configure
    qemu_ninja "$QEMU_PROGRAM" "$@"
}

# qemu_ready [TARGET...]: everything up to the program in out/qemu
qemu_ready() {
    qemu_built "$@"
    qemu_take
}

# qemu_run ARGS...
qemu_run() { "$QEMU_BIN" -L "$OUT/qemu" "$@" 9>&-; }
