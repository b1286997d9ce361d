# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The Raspberry Pis: register-level tests, QEMU's own among them.  The picture is
# scripts/demo --board raspi3b.

. "$TOP/scripts/checks/qtest.sh"

RASPI_QTESTS=(bcm2835-dma-test bcm2835-i2c-test)

group_raspi3b() {
    local t names
    names="$(qtest_names bcm2835) ${RASPI_QTESTS[*]}"
    raspi_select
    lock
    # shellcheck disable=SC2046,SC2086
    qemu_ready $(printf 'tests/qtest/%s ' $names)
    for t in $names; do
        tap_start "$t" qtest_run "$t"
    done
    tests_finish
    unlock
    trimslice_select
}
