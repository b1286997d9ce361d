# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Building the engine, its tools and its tests without QEMU. Call engine_env
# first.

engine_env() {
    lock
    meson_env
    ccache_env
    unlock
}

meson_run() { qemu_env "$PYTHON" -m mesonbuild.mesonmain "$@"; }

# engine_setup NAME MESON-OPTION...
engine_setup() {
    local dir=$OUT/$1
    shift
    if [ ! -f "$dir/build.ninja" ]; then
        rm -rf "$dir"
        meson_run setup "$dir" "$TOP" "$@"
    fi
}

# engine_build NAME MESON-OPTION...
engine_build() {
    engine_setup "$@"
    ninja_run -C "$OUT/$1" -j "$JOBS"
}

ninja_run() { qemu_env ninja "$@"; }

# Unit tests, as they are below tests/ where they are built: each test-*.c of a room
# of either engine, and those of the device's threads. The shim's has to be preloaded.
engine_tests() {
    local t
    for t in "$TOP"/tests/gpu/{,v3d/}*/test-*.c; do
        t=${t#"$TOP/tests/"}
        [ "$t" = gpu/v3d/shim/test-vc4-drm-shim.c ] ||
            say "${t%/*/*}/$(basename "$t" .c)"
    done
    printf 'device/%s\n' test-pool test-worker test-pause
}

engine_build_sanitized() {
    engine_build engine-sanitized -Db_sanitize=address,undefined \
        -Db_lundef=false -Dc_args=-fno-sanitize-recover=all
}
