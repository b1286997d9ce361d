# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Save and restore, resets, record and replay for scripts/soak. Each ends with a
# line "N passed, N failed, N skipped" and that as its status.

. "$TOP/scripts/lib/tests.sh"

GROUP=soak
# Of a test, or of a virtual machine, however long it was asked for: a day
SOAK_TIMEOUT=86400
SOAK_OPTIONS=()

# soak_count PASSED FAILED
soak_count() {
    PASSED=$((PASSED + $1))
    FAILED=$((FAILED + $2))
}

soak_summary() {
    stage_end
    tests_summary
}

# soak_build NAME: the test tegra20-NAME-test. A copy of it will run, so that the
# build directory is free.
soak_build() {
    lock
    stage build "QEMU, tegra20-$1-test"
    qemu_ready "tests/qtest/tegra20-$1-test"
    cp "$QEMU_BUILD/tests/qtest/tegra20-$1-test" "$OUT/"
    unlock
}

# soak_other SERIES: build another QEMU, out/qemu-system-arm-SERIES
soak_other() {
    local QEMU_SERIES=$1
    lock
    stage build "QEMU $1"
    qemu_built
    cp "$QEMU_BUILD/qemu-system-arm" "$OUT/qemu-system-arm-$1"
    unlock
}

# soak_test NAME TEXT [VARIABLE=VALUE...]: run that copy, and show what it says as
# it comes
soak_test() {
    local log rc=0 pid
    log=$(test_log "$2")
    stage soak "$2"
    mkdir -p "$(dirname "$log")"
    : >"$log"
    timeout "$SOAK_TIMEOUT" env QTEST_QEMU_BINARY="$QEMU_BIN" "${@:3}" \
        "$OUT/tegra20-$1-test" --tap -k "${SOAK_OPTIONS[@]}" >"$log" 2>&1 9>&- &
    pid=$!
    tail -n +1 -f --pid="$pid" "$log" | awk '
        /^# (starting QEMU|Start of|End of)/ { next }
        /^# / { print; fflush() }' || :
    wait "$pid" || rc=$?
    tap_report "$2" "$rc"
}

# soak_linux_args: VM_ARGS without the program and without what ends QEMU where
# the board would start again, as one string
soak_linux_args() {
    local word line=
    for word in "${VM_ARGS[@]:1}"; do
        [ "$word" = -no-reboot ] || line+=" $(printf %q "$word")"
    done
    say "$line"
}

# soak_reset ROUNDS: of a machine without guest, then a tenth of one that boots
# Linux. All its memory is there from the start, and there is little room for
# translated code, so that only what is kept by mistake makes QEMU grow.
soak_reset() {
    local picture=$OUT/soak-reset.png console=$OUT/soak-reset-console.log
    soak_test reset "$1 resets without guest" TEGRA20_RESET_ROUNDS="$1"
    vm_args 2 "$(demo_command "$DEMO_SCENE" "$DEMO_FRAME")" \
        -m 512M -mem-prealloc -accel tcg,tb-size=32 \
        -chardev "file,id=console,path=$console" -serial chardev:console
    rm -f "$picture"
    soak_test reset "$(($1 / 10)) resets with Linux" \
        TEGRA20_RESET_ROUNDS=$(($1 / 10)) \
        TEGRA20_RESET_LINUX="$(soak_linux_args)" \
        TEGRA20_RESET_CONSOLE="$console" TEGRA20_RESET_PICTURE="$picture" \
        TEGRA20_RESET_UP="gr3d-demo: frame $DEMO_FRAME held"
    demo_compare "$picture" || soak_count 0 1
    soak_summary
}

# soak_frames N: what the guest runs: N frames, then the demo's picture
soak_frames() {
    say "gr3d-demo --scene $DEMO_SCENE --frames $1"
    demo_command "$DEMO_SCENE" "$DEMO_FRAME"
}

# soak_replay: one run recorded while the machine is stopped now and then, and
# replayed twice; the same console and pixels
soak_replay() {
    local way mode=stops n=0 bad=0
    local base=$OUT/soak-replay file=$OUT/soak-replay.bin sum
    vm_args 1 "$(soak_frames 20)"
    for way in record replay replay; do
        n=$((n + 1))
        stage soak "$way"
        vm "$mode" --log "$base-$n.log" --png "$base-$n.png" --timeout 1200 \
            --held 'gr3d-demo: frame [0-9]+ held' -- "${VM_ARGS[@]}" \
            -display none -icount "shift=auto,rr=$way,rrfile=$file" &&
            demo_compare "$base-$n.png" && sum=$(picture_sum "$base-$n.png") &&
            [ "$sum" = "$(picture_sum "$base-1.png")" ] &&
            cmp "$base-1.log" "$base-$n.log" || bad=$((bad + 1))
        mode=picture
    done
    rm -f "$file"
    soak_count $((n - bad)) "$bad"
    soak_summary
}

# soak_moved CPUS: sets VM_ARGS, and HELD to what the console then says
soak_moved() {
    if [ "$1" = raspi ]; then
        HELD="Rendered $DEMO_FRAME frames"
        raspi_vm_args "$(raspi_demo_command "$DEMO_FRAME")"
    else
        HELD='gr3d-demo: frame [0-9]+ held'
        vm_args "$1" "$(soak_frames 60)"
    fi
}

# soak_move ROUNDS INTERFACE BOARD: save, load and migrate a machine whose Linux draws
soak_move() {
    local i bad=0 base=$OUT/soak-move cpus=raspi
    [ "$3" = trimslice ] || DEMO_FRAME=400
    for ((i = 1; i <= $1; i++)); do
        stage soak "round $i of $1"
        [ "$3" != trimslice ] || cpus=$((i % 2 + 1))
        soak_moved "$cpus"
        vm move --log "$base-$i.log" --png "$base-$i.png" --timeout 600 \
            --held "$HELD" -- "${VM_ARGS[@]}" -display none &&
            log_check "$cpus" "$base-$i.log" &&
            demo_compare "$base-$i.png" || bad=$((bad + 1))
    done
    soak_count $(($1 - bad)) "$bad"
    soak_summary
}

# soak_uapi ROUNDS: of each test of the kernel's interfaces that repeats something
soak_uapi() {
    local rc=0
    stage soak "tegra-uapi, $1 rounds"
    vm_args 2 "tegra-uapi --slow --rounds $1"
    vm run --log "$OUT/soak-uapi.log" --timeout "$SOAK_TIMEOUT" -- \
        "${VM_ARGS[@]}" -display none || rc=1
    soak_count $((1 - rc)) "$rc"
    soak_summary
}

# soak_submits JOBS INTERFACE: from four processes of one boot. All of the
# machine's memory is there from the start, and there is little room for
# translated code, so that only what is kept by mistake makes QEMU grow.
soak_submits() {
    local log=$OUT/soak-submits.log rc=0
    stage soak "$1 submits, $2"
    vm_args 2 "stty -echo; tegra-soak --submits $1 --uapi $2 --host" \
        -mem-prealloc -accel tcg,tb-size=32
    vm run --log "$log" --timeout "$SOAK_TIMEOUT" -- "${VM_ARGS[@]}" \
        -display none | tee "$OUT/soak.out" |
        grep --line-buffered -v '^host: ' || rc=1
    grep -q '^tegra-soak: .*: 1 passed, 0 failed' "$OUT/soak.out" || rc=1
    log_check recovery "$log" || rc=1
    soak_count $((1 - rc)) "$rc"
    soak_summary
}
