# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# QEMU's generic fuzzer on the registers of this repository's devices: all of QEMU
# by clang, in a build directory of its own. tests/fuzz/devices has the targets.

FUZZ_DEVICES=$TOP/tests/fuzz/devices
FUZZ_QEMU_BUILD=build-fuzz
# The program is copied, as another checkout may build in that directory.
FUZZ_QEMU=$FUZZ_OUT/qemu-fuzz-arm

# An input does the same each time: draws have no threads. Messages about a guest's
# errors and trace events are formatted. The fuzzer fails where it steps the clock and
# no timer waits for it: a filter of the network has one, each second.
FUZZ_QEMU_ARGS="-M trimslice -global tegra-gr3d.threads=0 -trace tegra* \
-trace enable=-tegra_host1x_word -trace enable=-tegra_host1x_restart \
-d guest_errors,unimp -D ${FUZZ_QEMU_LOG:-/dev/null} -netdev hubport,id=n,hubid=0 \
-object filter-buffer,id=f,netdev=n,interval=1000000"

# Tests whose accesses are seeds: they run one QEMU at a time, and are quick.
FUZZ_SEED_TESTS=(
    apbdma car dc dc-blend dc-frame dc-regs dc-scanout gpio gr2d gr2d-display gr3d
    gr3d-regs hdmi host1x host1x-access host1x-cmdproc host1x-debug host1x-fifo
    host1x-job host1x-park host1x-regs i2c pmc rtc sdhci soc timer usb
)

fuzz_is_device() { grep -q "^$1 " "$FUZZ_DEVICES"; }

# fuzz_objects TARGET: patterns of the names of its regions
fuzz_objects() { sed -n "s/^$1 [^ ]* //p" "$FUZZ_DEVICES"; }

# fuzz_device_key: a checksum of what is laid over QEMU, and of the patches
fuzz_device_key() {
    local -a files
    mapfile -t files < <(overlay_files | grep -E '^(hw|include|configs)/')
    key_files "${files[@]/#/$TOP/}" "$TOP"/patches/*/* | key
}

fuzz_qemu_options() {
    QEMU_BUILD_NAME=$FUZZ_QEMU_BUILD
    QEMU_CC=clang
    ! command -v ccache >/dev/null || QEMU_CC="ccache clang"
    QEMU_WERROR=no
    QEMU_FEATURES=(--enable-fuzzing --enable-asan --enable-ubsan
        --extra-cflags=-g1)
}

# Whether a build costs no more than what has changed in this repository
fuzz_qemu_cached() {
    fuzz_qemu_options
    lock
    qemu_source >/dev/null
    qemu_tree >/dev/null
    unlock
    [ -x "$QEMU_BUILD/qemu-fuzz-arm" ]
}

fuzz_qemu_build() {
    local tests=("${FUZZ_SEED_TESTS[@]/#/tests/qtest/tegra20-}")
    fuzz_qemu_options
    lock
    qemu_built qemu-fuzz-arm "${tests[@]/%/-test}"
    mkdir -p "$FUZZ_OUT"
    cmp -s "$QEMU_BUILD/qemu-fuzz-arm" "$FUZZ_QEMU" || {
        rm -f "$FUZZ_QEMU"
        cp "$QEMU_BUILD/qemu-fuzz-arm" "$FUZZ_QEMU"
    }
    fuzz_device_logs
    unlock
}

# fuzz_device_log TEST FILE: log what it asks of QEMU. Through a pipe, as each QEMU
# that the test starts would truncate a file.
fuzz_device_log() {
    env -C "$QEMU_BUILD" QTEST_LOG=1 QTEST_QEMU_BINARY=./qemu-system-arm \
        ASAN_OPTIONS=detect_leaks=0 timeout 300 \
        "./tests/qtest/tegra20-$1-test" --tap -k 2>&1 >/dev/null 9>&- |
        cat >"$2" || :
}

# Log what the tests ask of QEMU, once for tests as they are. Sets FUZZ_LOGS.
fuzz_device_logs() {
    local t
    FUZZ_LOGS=$FUZZ_CACHE/device-logs/$(
        key_files "$TOP"/tests/qtest/tegra20-* | key)
    [ ! -d "$FUZZ_LOGS" ] || return 0
    rm -rf "$FUZZ_LOGS.tmp"
    mkdir -p "$FUZZ_LOGS.tmp"
    say "    what ${#FUZZ_SEED_TESTS[@]} tests ask of QEMU"
    for t in "${FUZZ_SEED_TESTS[@]}"; do
        while [ "$(jobs -rp | wc -l)" -ge "$JOBS" ]; do
            wait -n || :
        done
        fuzz_device_log "$t" "$FUZZ_LOGS.tmp/$t.log" &
    done
    wait
    printf '%s\n' 'info mtree -f' quit |
        qemu_lean -monitor stdio >"$FUZZ_LOGS.tmp/mtree" 2>&1
    mv "$FUZZ_LOGS.tmp" "$FUZZ_LOGS"
    keep_newest 2 "$FUZZ_CACHE"/device-logs/*/
}

# The program that was built beside the fuzzer
qemu_lean() {
    ASAN_OPTIONS=detect_leaks=0 "$QEMU_BUILD/qemu-system-arm" -M trimslice \
        -accel qtest -display none "$@" 9>&-
}

# fuzz_device_seeds TARGET
fuzz_device_seeds() {
    "$PYTHON" -B "$TOP/scripts/lib/fuzzseeds.py" "$FUZZ_LOGS/mtree" \
        "$FUZZ_OUT/seeds/$1" "$(fuzz_objects "$1")" "$FUZZ_LOGS"/*.log
    say '"FUZZ"' >"$FUZZ_OUT/seeds/$1.dict"
}

# fuzz_device TARGET ARGUMENT...: run it with these arguments of libFuzzer. QEMU
# blocks its alarm, so an input that hangs is ended from outside.
fuzz_device() {
    timeout -s ABRT $((${FUZZ_LIMIT:-60} + 120)) \
        env QEMU_FUZZ_ARGS="$FUZZ_QEMU_ARGS" \
        QEMU_FUZZ_OBJECTS="$(fuzz_objects "$1")" \
        ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=32 \
        UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
        "$FUZZ_QEMU" --fuzz-target=generic-fuzz -rss_limit_mb=4096 "${@:2}" \
        -timeout=300
}
