# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The engine without QEMU: its unit tests, plain and with sanitizers.

. "$TOP/scripts/lib/engine.sh"

# Each must have become a program, and every one runs.
engine_run() {
    local t
    for t in $(engine_tests); do
        tap_start "$1 ${t#*/}" env UBSAN_OPTIONS=print_stacktrace=1 \
            timeout 600 "$OUT/$1/tests/$t" --tap
    done
    tap_finish
    for t in "$TOP"/tests/fuzz/regress/*/; do
        t=$(basename "$t")
        ! grep -q "^$t " "$TOP/tests/fuzz/devices" || continue
        test_case "$1 fuzz-$t, what was found" env \
            UBSAN_OPTIONS=print_stacktrace=1 timeout 600 \
            "$OUT/$1/tests/fuzz/fuzz-$t" "$TOP/tests/fuzz/regress/$t"
    done
    test_tap "$1 scenes" env UBSAN_OPTIONS=print_stacktrace=1 \
        timeout 600 "$TOP/tests/gpu/scenes/check" \
        --run "$OUT/$1/tools/gr3d-run"
}

# ninja calls meson again, by the command that meson has noted.
engine_again() {
    touch "$TOP/meson.build"
    engine_build engine
}

group_engine() {
    engine_env
    test_case "build" engine_build engine
    test_case "build after a change of meson.build" engine_again
    engine_run engine
    test_case "build with sanitizers" engine_build_sanitized
    engine_run engine-sanitized
    test_tap "scenes selftest" "$TOP/tests/gpu/scenes/selftest"
    test_case "the sheet of scenes" "$TOP/tools/gr3d-sheet" --check \
        --run "$OUT/engine/tools/gr3d-run"
    test_case "gr3d-as and gr3d-dis" "$TOP/tests/gpu/check-text-tools" \
        "$OUT/engine-sanitized/tools/gr3d-as" \
        "$OUT/engine-sanitized/tools/gr3d-dis"
    test_case "the disassembler and the manual" \
        "$TOP/tests/gpu/check-text-isa" "$OUT/engine/tools/gr3d-dis"
    test_case "the demo's streams" "$TOP/tests/gpu/check-demo-stream" \
        "$OUT/engine/tests/gpu/demo-stream"
    test_case "the demo's expected pictures" \
        "$TOP/tests/guest/expected/selftest"
}
