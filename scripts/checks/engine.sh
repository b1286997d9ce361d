# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The engine without QEMU: its unit tests, plain and with sanitizers.

meson_run() {
    qemu_env "$PYTHON" -c 'import sys
from mesonbuild import mesonmain
sys.argv[0] = "meson"
sys.exit(mesonmain.main())' "$@"
}

# engine_build NAME MESON-OPTION...
engine_build() {
    local dir=$OUT/$1
    shift
    if [ ! -f "$dir/build.ninja" ]; then
        rm -rf "$dir"
        meson_run setup "$dir" "$TOP" "$@"
    fi
    ninja_run -C "$dir" -j "$JOBS"
}

ninja_run() { qemu_env ninja "$@"; }

# Every tests/gpu/test-*.c must have become a program, and every one runs.
engine_run() {
    local t
    for t in $(cd "$TOP/tests/gpu" && ls test-*.c); do
        test_tap "$1 ${t%.c}" env UBSAN_OPTIONS=print_stacktrace=1 \
            timeout 600 "$OUT/$1/tests/gpu/${t%.c}" --tap
    done
    test_tap "$1 scenes" env UBSAN_OPTIONS=print_stacktrace=1 \
        timeout 600 "$TOP/tests/gpu/scenes/check" \
        --run "$OUT/$1/tools/gr3d-run"
}

group_engine() {
    lock
    meson_env
    ccache_env
    unlock
    test_case "build" engine_build engine
    engine_run engine
    test_case "build with sanitizers" engine_build engine-sanitized \
        -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args=-fno-sanitize-recover=all
    engine_run engine-sanitized
    test_tap "scenes selftest" "$TOP/tests/gpu/scenes/selftest"
    test_case "the demo's streams" "$TOP/tests/gpu/check-demo-stream" \
        "$OUT/engine/tests/gpu/demo-stream"
    test_case "the demo's expected pictures" \
        "$TOP/tests/guest/expected/selftest"
}
