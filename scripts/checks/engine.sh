# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The engine without QEMU: its unit tests, plain and with sanitizers.

. "$TOP/scripts/lib/engine.sh"

# Run all unit tests, several at a time; each must have become a program.
engine_start() {
    local t
    for t in $(engine_tests); do
        tap_start "$1 ${t#*/}" env UBSAN_OPTIONS=print_stacktrace=1 \
            timeout 600 "$OUT/$1/tests/$t" --tap
    done
    for t in "$TOP"/tests/fuzz/regress/*/; do
        t=$(basename "$t")
        ! grep -q "^$t " "$TOP/tests/fuzz/devices" || continue
        case_start "$1 fuzz-$t, what was found" env \
            UBSAN_OPTIONS=print_stacktrace=1 timeout 600 \
            "$OUT/$1/tests/fuzz/fuzz-$t" "$TOP/tests/fuzz/regress/$t"
    done
    tap_start "$1 scenes" env UBSAN_OPTIONS=print_stacktrace=1 \
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
    test_case "build with sanitizers" engine_build_sanitized
    tap_start "scenes selftest" "$TOP/tests/gpu/scenes/selftest"
    case_start "the demo's streams" "$TOP/tests/gpu/check-demo-stream" \
        "$OUT/engine/tests/gpu/demo-stream"
    engine_start engine
    engine_start engine-sanitized
    case_start "the sheet of scenes" "$TOP/tools/gr3d-sheet" --check \
        --run "$OUT/engine/tools/gr3d-run"
    case_start "gr3d-as and gr3d-dis" "$TOP/tests/gpu/check-text-tools" \
        "$OUT/engine-sanitized/tools/gr3d-as" \
        "$OUT/engine-sanitized/tools/gr3d-dis"
    case_start "the disassembler and the manual" \
        "$TOP/tests/gpu/check-text-isa" "$OUT/engine/tools/gr3d-dis"
    tests_finish
}
