# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Some of piglit's tests, where Mesa and piglit are in the cache: to build Mesa
# takes longer than all the other groups.

. "$TOP/scripts/lib/engine.sh"
. "$TOP/scripts/lib/mesa.sh"

group_piglit() {
    if ! mesa_cached; then
        skipped "piglit's subset" \
            "Mesa and piglit are not in the cache; scripts/piglit gets them"
        return 0
    fi
    test_case "piglit's subset" "$TOP/scripts/piglit" --subset
}
