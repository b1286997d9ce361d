# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Random command streams, for half a minute, and that a fault would be found.

hostile_run() {
    "$TOP/scripts/hostile" --seconds 30
}

# gr3d-hostile fails if spans are 64 bytes shorter than the engine is told.
hostile_lie() {
    local rc=0
    "$OUT/engine-sanitized/tests/gpu/gr3d-hostile" --streams 1000 --lie 64 ||
        rc=$?
    [ "$rc" = 1 ]
}

group_hostile() {
    test_case "random streams, 30 s" hostile_run
    test_case "an access behind a span is found" hostile_lie
}
