# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash

group_lint() {
    local c
    for c in $("$TOP/scripts/lint" --list); do
        case_start "$c" "$TOP/scripts/lint" "$c"
    done
    tests_finish
}
