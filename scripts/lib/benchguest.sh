# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# scripts/bench --guest: frames and jobs through the kernel in the guest.

# bench_record: the frames that the guest draws, and what it runs
bench_record() {
    local root=$OUT/bench-guest/root f
    rm -rf "$root"
    mkdir -p "$root/bench"
    for f in scene textured jobs; do
        "$OUT/engine/tests/bench/bench-record" "$f" 1280 720 "$root/bench/$f"
    done
    cp "$TOP/tests/bench/in-guest" "$root/bench/"
}

# bench_guest SECONDS IDLE-SECONDS BACKEND: boot and report
bench_guest() {
    local log=$OUT/bench-guest/console.log
    bench_record
    guest_ready "$OUT/bench-guest/root"
    stage guest "frames and jobs through the kernel in the guest"
    vm_args 2 "/bench/in-guest $1 $2"
    vm run --log "$log" --timeout 600 -- "${VM_ARGS[@]}" -display none \
        -global "tegra-gr3d.exec=$3" >"$OUT/bench-guest/output" &&
        "$PYTHON" -B "$TOP/tests/bench/guest" "$log" "$OUT/bench-guest.json" &&
        return
    say "the console log is $log"
    return 1
}
