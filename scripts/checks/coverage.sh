# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What the engine's tests reach: rows of its tables, lines of its code.

group_coverage() {
    test_case "rows and lines that the tests reach" "$TOP/scripts/coverage"
}
