# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# libFuzzer for 15 seconds on each group of targets, after what was found earlier.

fuzz_smoke() {
    "$TOP/scripts/fuzz" --smoke
}

# A fuzzer fails whose spans are 64 bytes shorter than the engine is told.
fuzz_lie() {
    ! FUZZ_LIE=64 "$OUT/engine-fuzz/tests/fuzz/fuzz-fetch" -runs=5000 -seed=1 \
        -artifact_prefix="$OUT/fuzz/run/lie-" "$OUT/fuzz/seeds/fetch"
}

# Pass if scripts/fuzz has a line for a target of the devices, or say why not.
fuzz_devices_ran() {
    if grep -q 'display-regs .* executions' "$(test_log "each fuzzer")"; then
        passed "QEMU's generic fuzzer on the devices"
    else
        skipped "QEMU's generic fuzzer on the devices" "the cache has no QEMU $(
            )with a fuzzer: scripts/fuzz devices builds it"
    fi
}

group_fuzz() {
    test_case "each fuzzer" fuzz_smoke
    fuzz_devices_ran
    test_case "an access behind a span is found" fuzz_lie
}
