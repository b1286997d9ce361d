# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The Raspberry Pis: register-level tests, QEMU's own among them; and Linux boots
# on a Raspberry Pi 3 and a Raspberry Pi 2, where Mesa draws.

. "$TOP/scripts/checks/qtest.sh"

RASPI_QTESTS=(bcm2835-dma-test bcm2835-i2c-test)

# raspi_guest NAME COMMAND [QEMU-ARGUMENT...]: returns the command's exit status
raspi_guest() {
    local name=$1
    shift
    raspi_vm_args "$@"
    vm run --log "$OUT/$RASPI_BOARD-$name.log" --timeout 600 -- "${VM_ARGS[@]}" \
        -display none
}

# The demo's picture; then kmscube may leave, and the power goes off.
kmscube_right() {
    local base=$OUT/$RASPI_BOARD-kmscube
    rm -f "$base.png"
    raspi_guest kmscube "($(raspi_kmscube "$DEMO_FRAME")) >/tmp/out
until grep -q '^Rendered $DEMO_FRAME frames' /tmp/out; do sleep 0.2; done
cat /tmp/out
echo host: screendump $RASPI_BOARD-kmscube; read -r answer
killall -9 strace"
    log_check raspi "$base.log"
    grep 'reboot: Power down' "$base.log"
    demo_compare "$base.png"
}

# A frame's lists do not fit into what the driver gives at first, a program never
# ends, and in the same boot the demo's picture is right.  When V3D's power comes
# back Linux 6.12 does not enable OUTOMEM, so that only its hang check gets it on; it
# stays enabled if the power is not switched.
trouble() {
    local log=$OUT/raspi3b-trouble.log
    raspi_guest trouble 'control=/sys/bus/platform/devices/3fc00000.v3d/power/control
echo on >$control; v3d-trouble overspill || exit
echo resets: $(dmesg | grep -c "Resetting GPU")
echo auto >$control; v3d-trouble overspill hang' -trace bcm2835_v3d_memory -D "$log.qemu"
    grep -x 'resets: 0' "$log"
    [ "$(grep -c 'Resetting GPU' "$log")" = 2 ]
    [ "$(grep -c 'v3d_memory.*size=0x00080000' "$log.qemu")" -ge 2 ]
    ! log_check raspi "$log" >"$log.check"
    ! grep -v 'missing: \|Resetting GPU' "$log.check"
}

# Files of --add are there, below links of the root, too; the status arrives.
added_and_run() {
    local rc=0
    raspi_guest added 'said-by-the-test; exit 7' >"$OUT/raspi3b-added.out" || rc=$?
    cat "$OUT/raspi3b-added.out"
    grep -qx 'from a directory of ours' "$OUT/raspi3b-added.out"
    [ "$rc" = 7 ]
}

# added_files: what --add names
added_files() {
    local dir=$OUT/raspi3b-add
    mkdir -p "$dir/bin"
    printf '#!/bin/sh\necho from a directory of ours\n' >"$dir/bin/said-by-the-test"
    chmod 755 "$dir/bin/said-by-the-test"
    say "$dir"
}

group_raspi3b() {
    local t names
    names="$(qtest_names bcm2835) ${RASPI_QTESTS[*]}"
    raspi_select raspi3b
    lock
    # shellcheck disable=SC2046,SC2086
    qemu_ready $(printf 'tests/qtest/%s ' $names)
    raspi_programs "$OUT/raspi3b-programs"
    raspi_ready "$(added_files)" "$OUT/raspi3b-programs"
    # the longest, beside the others
    case_start "kmscube, power-off" kmscube_right
    case_start "hang check, overspill" trouble
    case_start "files added, exit status" added_and_run
    raspi_select raspi2b
    raspi_ready
    case_start "Raspberry Pi 2: kmscube, power-off" kmscube_right
    for t in $names; do
        tap_start "$t" qtest_run "$t"
    done
    tests_finish
    unlock
    trimslice_select
}
