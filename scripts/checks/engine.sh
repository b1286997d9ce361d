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

shim_start() {
    local shim=$OUT/engine/tools/vc4-drm-shim/vc4-drm-shim.so
    if [ -f "$shim" ]; then
        tap_start "vc4-drm-shim" env LD_PRELOAD="$shim" \
            "$OUT/engine/tests/gpu/v3d/test-vc4-drm-shim" --tap
    else
        skipped "vc4-drm-shim" "no libdrm-dev"
    fi
    shim=$OUT/engine/tools/tegra-drm-shim/tegra-drm-shim
    if [ -f "$shim.so" ]; then
        tap_start "tegra-drm-shim" timeout 900 "$TOP/tests/guest/check-shim" \
            "$shim" "$OUT/engine/tests/guest"
        case_start "captures by tegra-drm-shim" timeout 300 \
            "$TOP/tests/guest/check-captures" "$shim" "$OUT/engine/tests/guest" \
            "$OUT/engine/tools/gr3d-replay" "$OUT/engine/tools/gr3d-report"
    else
        skipped "tegra-drm-shim" "no libdrm-dev"
    fi
}

report_page() {
    local page=$OUT/engine/report.html
    "$OUT/engine/tests/gpu/stream-capture" \
        "$TOP/tests/gpu/scenes/stencil-ops.gr3d" "$OUT/engine/report.capture"
    "$OUT/engine/tools/gr3d-report" -o "$page" "$OUT/engine/report.capture"
    timeout 600 "$TOP/tests/gpu/check-report-page" "$page"
}

# What the page of a real scene costs to load
scene_page() {
    local capture=$OUT/engine/scene.capture page=$OUT/engine/scene.html
    TEGRA_DRM_SHIM_CAPTURE=$capture \
        "$OUT/engine/tools/tegra-drm-shim/tegra-drm-shim" \
        "$OUT/engine/tests/guest/gr3d-demo" --frames 5
    "$OUT/engine/tools/gr3d-report" -o "$page" "$capture"
    timeout 600 "$TOP/tests/gpu/check-report-page" --load "$page"
}

report_page_start() {
    if (need_packages "${PACKAGES_BROWSER[@]}") >"$LOGS/browser.log" 2>&1; then
        case_start "gr3d-report's page in Chromium" report_page
        [ ! -f "$OUT/engine/tools/tegra-drm-shim/tegra-drm-shim.so" ] ||
            case_start "the page of gr3d-demo in Chromium" scene_page
    else
        skipped "gr3d-report's page in Chromium" "no chromium, see $LOGS/browser.log"
    fi
}

# Into a directory of its own, from which nothing of the build is used
installed() {
    local dir=$OUT/engine-installed
    rm -rf "$dir"
    meson_run install -C "$OUT/engine" --no-rebuild --destdir "$dir"
    "$TOP/tests/gpu/check-installed" "$dir/usr/local"
}

group_engine() {
    local tools=$OUT/engine/tools
    engine_env
    test_case "build" engine_build engine
    test_case "build after a change of meson.build" engine_again
    test_case "build with sanitizers" engine_build_sanitized
    shim_start
    tap_start "scenes selftest" "$TOP/tests/gpu/scenes/selftest"
    case_start "the demo's streams" "$TOP/tests/gpu/check-demo-stream" \
        "$OUT/engine/tests/gpu/demo-stream"
    engine_start engine
    engine_start engine-sanitized
    case_start "what is installed" installed
    case_start "the sheet of scenes" "$TOP/tools/gr3d-sheet" --check \
        --run "$tools/gr3d-run"
    case_start "gr3d-replay" "$TOP/tests/gpu/check-replay-tool" \
        "$tools/gr3d-replay" "$tools/gr3d-run" "$OUT/engine/tests/gpu/stream-capture"
    case_start "gr3d-import" "$TOP/tests/gpu/check-import-tool" \
        "$OUT/engine/tests/gpu/stream-capture" "$tools"/gr3d-{import,run,replay,dump,report}
    case_start "gr3d-dump" "$TOP/tests/gpu/check-dump-tool" \
        "$tools/gr3d-dump" "$OUT/engine/tests/gpu/stream-capture"
    case_start "my triangle is black" "$TOP/tests/gpu/check-page" \
        "$TOP/docs/black-triangle.rst" "$OUT/engine/tests/gpu/stream-capture" \
        "$tools"/gr3d-{dump,replay,run}
    case_start "gr3d-report" "$TOP/tests/gpu/check-report-tool" \
        "$tools/gr3d-report" "$OUT/engine/tests/gpu/stream-capture"
    report_page_start
    case_start "v3d-as, v3d-dis and v3d-run" "$TOP/tests/gpu/v3d/check-tools" \
        "$tools/v3d-as" "$tools/v3d-dis" "$tools/v3d-run"
    case_start "gr3d-as and gr3d-dis" "$TOP/tests/gpu/check-text-tools" \
        "$OUT/engine-sanitized/tools/gr3d-as" \
        "$OUT/engine-sanitized/tools/gr3d-dis"
    case_start "the disassembler and the manual" \
        "$TOP/tests/gpu/check-text-isa" "$tools/gr3d-dis"
    tests_finish
}
