# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Our register-level tests, and QEMU's generic ones for our machine. The build
# directory stays locked: the tests run in it. One test draws with gr3d-run what
# the 3D engine's device dumped.

. "$TOP/scripts/lib/engine.sh"

QTEST_GENERIC=(qom-test device-introspect-test test-hmp)

# These run alone: they measure a processor's time, or how soon the monitor answers.
QTEST_ALONE=(tegra20-gr3d-perf-test tegra20-exhaust-test)

# qtest_names PREFIX: of our tests
qtest_names() {
    find "$TOP/tests/qtest" -maxdepth 1 -name "$1-*-test.c" \
        -printf '%f\n' | sed 's/\.c$//' | LC_ALL=C sort
}

# qtest_run TEST [OPTION...]: by QTEST_PREFIX, if a script has set it
QTEST_PREFIX=()
qtest_run() {
    env -C "$QEMU_BUILD" QTEST_QEMU_BINARY="./$QEMU_PROGRAM" \
        G_TEST_DBUS_DAEMON="$QEMU_TREE/tests/dbus-vmstate-daemon.sh" \
        MALLOC_PERTURB_=117 timeout "${QTEST_TIMEOUT:-600}" \
        "${QTEST_PREFIX[@]}" "./tests/qtest/$1" --tap -k "${@:2}"
}

group_qtest() {
    local t names targets=()
    names=$(qtest_names tegra20)
    [ -n "$names" ] || failed "there is no tests/qtest/tegra20-*-test.c"
    for t in $names "${QTEST_GENERIC[@]}"; do
        targets+=("tests/qtest/$t")
    done
    engine_env
    test_case "build gr3d-run, gr3d-replay" engine_build engine
    export GR3D_RUN=$OUT/engine/tools/gr3d-run
    export GR3D_REPLAY=$OUT/engine/tools/gr3d-replay
    lock
    qemu_ready "${targets[@]}"
    local JOBS=$((JOBS + 1))            # each waits for QEMU now and then
    for t in $names "${QTEST_GENERIC[@]}"; do
        [[ " ${QTEST_ALONE[*]} " == *" $t "* ]] || tap_start "$t" qtest_run "$t"
    done
    tests_finish
    for t in "${QTEST_ALONE[@]}"; do
        test_tap "$t" qtest_run "$t"
    done
    unlock
}
