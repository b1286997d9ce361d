# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# ThreadSanitizer on the tests that use the engine's threads, and the device's.

. "$TOP/scripts/lib/engine.sh"

# The longest first: several run at a time.
TSAN_TESTS=(
    gpu/test-tiles gpu/test-batch gpu/test-threads gpu/test-draw
    device/test-pool device/test-worker device/test-pause device/test-v3d
    gpu/v3d/test-v3d-tiles gpu/v3d/test-v3d-both
)
# Of some tests a part is enough: of test-pool, which is test-threads on the device's
# pool, the streams of hazards; of test-tiles the cases with more threads than the
# caller's; of the device's tests those with one thread and with three; of V3D's
# tiles what is stopped, what changes, what is given up; of its lists those that do not
# write what the other one reads.
declare -A TSAN_ONLY=(
    [device/test-pool]=/threads/hazard
    [gpu/test-tiles]="/tiles/threads/3 /tiles/threads/8"
    [gpu/v3d/test-v3d-both]="/v3d/both/threads /v3d/both/wait"
    [gpu/v3d/test-v3d-tiles]="/v3d/tiles/stop /v3d/tiles/changed /v3d/tiles/threads/error"
    [device/test-worker]="/gr3d/worker/1 /gr3d/worker/3"
    [device/test-pause]="/gr3d/pause/1 /gr3d/pause/3"
)

tsan_build() {
    local t targets=()
    engine_setup engine-tsan -Db_sanitize=thread -Db_lundef=false
    for t in "${TSAN_TESTS[@]}"; do
        targets+=("tests/$t")
    done
    ninja_run -C "$OUT/engine-tsan" -j "$JOBS" "${targets[@]}"
}

# Its shadow memory wants addresses that are not random.
group_tsan() {
    local t paths
    engine_env
    test_case "build with ThreadSanitizer" tsan_build
    for t in "${TSAN_TESTS[@]}"; do
        read -ra paths <<<"${TSAN_ONLY[$t]:-}"
        tap_start "tsan ${t#*/}" env TSAN_OPTIONS=halt_on_error=1 setarch -R \
            timeout 600 "$OUT/engine-tsan/tests/$t" --tap \
            "${paths[@]/#/-p=}"
    done
    tests_finish
}
