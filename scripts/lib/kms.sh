# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# kms-check in the guest, and the pictures that it shows compared on the host.

# The guest's time follows its instructions: what it measures does not depend on
# how busy this machine is, and it waits for no frame.
KMS_ICOUNT=(-icount 'shift=2,sleep=off')

# kms_run NAME [OPTION-OF-KMS-CHECK...]: fails if a test or a picture is wrong, or
# if the driver did something that a display device had to complain about. Leaves
# out/NAME.log, out/NAME.qemu and out/NAME/*.png.
kms_run() {
    local name=$1 rc=0
    shift
    rm -rf "${OUT:?}/$name"
    mkdir -p "$OUT/$name"
    vm_args 1 "dmesg -n 1; kms-check --host $*" "${KMS_ICOUNT[@]}" -d guest_errors,unimp \
        -D "$OUT/$name.qemu"
    vm run --log "$OUT/$name.log" --png "$OUT/$name" --timeout 1200 -- \
        "${VM_ARGS[@]}" -display none || rc=$?
    "$PYTHON" -B "$GUEST_DIR/expected/kms-expected" "$OUT/$name.log" \
        "$OUT/$name" || rc=1
    if grep -E '^tegra-(dc|hdmi)' "$OUT/$name.qemu"; then
        rc=1
    fi
    return "$rc"
}
