# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# libFuzzer for a few seconds on each target, after what was found earlier.

fuzz_smoke() {
    "$TOP/scripts/fuzz" --smoke
}

group_fuzz() {
    test_case "each fuzzer, ${FUZZ_SECONDS:-10} s" fuzz_smoke
}
