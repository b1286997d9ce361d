# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A run of the guest that is recorded, and replayed from
#
#   FILE        what QEMU records
#   FILE.args   QEMU's arguments
#   FILE.qcow2  an image for the snapshots that going backwards takes

# rr_args record|replay FILE: let VM_ARGS do so
rr_args() {
    VM_ARGS+=(-icount "shift=auto,rr=$1,rrfile=$2"
        -drive "if=none,format=qcow2,file=$2.qcow2")
}

# rr_record FILE: let VM_ARGS be recorded
rr_record() {
    printf '%s\0' "${VM_ARGS[@]}" >"$1.args"
    env -C "$TOP/scripts/lib" "$PYTHON" -B -c \
        'import sys, vmmove; vmmove.write_disk(sys.argv[1])' "$1.qcow2"
    rr_args record "$1"
}

# rr_replay FILE: set VM_ARGS to what was recorded
rr_replay() {
    [ -f "$1.args" ] || die "there is no $1.args" "scripts/demo --record makes it"
    mapfile -d '' VM_ARGS <"$1.args"
    [ -x "${VM_ARGS[0]}" ] || die "the QEMU that recorded is gone: ${VM_ARGS[0]}"
    rr_args replay "$1"
}
