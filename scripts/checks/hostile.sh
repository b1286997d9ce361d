# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Random command streams, for half a minute and a third of one, and that a fault
# would be found.

hostile_run() {
    "$TOP/scripts/hostile" --seconds 30
}

hostile_run_v3d() {
    "$TOP/scripts/hostile" --v3d --seconds 20
}

# hostile_lie PROGRAM: it fails if memory is 64 bytes shorter than the engine is
# told.
hostile_lie() {
    local rc=0
    "$OUT/engine-sanitized/tests/gpu/$1" --streams 1000 --lie 64 || rc=$?
    [ "$rc" = 1 ]
}

group_hostile() {
    test_case "random streams, 30 s" hostile_run
    test_case "an access behind a span is found" hostile_lie gr3d-hostile
    test_case "random control lists, 20 s" hostile_run_v3d
    test_case "an access behind RAM is found" hostile_lie v3d/v3d-hostile
}
