# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# ThreadSanitizer on the tests that use the engine's threads.

. "$TOP/scripts/lib/engine.sh"

TSAN_TESTS=(test-threads test-tiles test-sched)

tsan_build() {
    local t targets=()
    engine_setup engine-tsan -Db_sanitize=thread -Db_lundef=false
    for t in "${TSAN_TESTS[@]}"; do
        targets+=("tests/gpu/$t")
    done
    ninja_run -C "$OUT/engine-tsan" -j "$JOBS" "${targets[@]}"
}

# Its shadow memory wants addresses that are not random.
group_tsan() {
    local t
    engine_env
    test_case "build with ThreadSanitizer" tsan_build
    for t in "${TSAN_TESTS[@]}"; do
        test_tap "tsan $t" env TSAN_OPTIONS=halt_on_error=1 setarch -R \
            timeout 600 "$OUT/engine-tsan/tests/gpu/$t" --tap
    done
}
