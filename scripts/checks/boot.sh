# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Linux boots and GR3D draws: three boots in a row, one and two CPUs, the same
# pixels. And what else people do with the machine.

. "$TOP/scripts/lib/boots.sh"

guest_status() {
    local rc=0
    vm_args 2 "echo hello from the guest; exit 7"
    vm run --log "$OUT/boot-status.log" --timeout 120 -- "${VM_ARGS[@]}" \
        -display none >"$OUT/boot-status.out" || rc=$?
    cat "$OUT/boot-status.out"
    grep -qx 'hello from the guest' "$OUT/boot-status.out"
    [ "$rc" = 7 ]
}

group_boot() {
    lock
    qemu_ready
    linux_ready
    guest_ready
    unlock
    rm -f "$OUT/boot-pixels"
    test_case "boot 1, 2 CPUs" boot_once 2 1
    test_case "boot 2, 1 CPU" boot_once 1 2
    test_case "boot 3, 2 CPUs" boot_once 2 3
    test_case "exit status of a guest command" guest_status
}
