# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash

_lib=$(dirname "${BASH_SOURCE[0]}")
. "$_lib/common.sh"
. "$_lib/packages.sh"
. "$_lib/apt.sh"
. "$_lib/qemu.sh"
. "$_lib/guest.sh"
. "$_lib/uboot.sh"
. "$_lib/raspi.sh"

# Options that every entry understands. Sets OPTION_WORDS, or returns 1.
common_option() {
    OPTION_WORDS=2
    case $1 in
    --no-install) INSTALL=no; OPTION_WORDS=1; return 0 ;;
    --qemu | --qemu-src | --qemu-tarball | --qemu-tarball-sha256) ;;
    *) return 1 ;;
    esac
    [ $# -ge 2 ] || die "$1 needs a value" "see $SELF --help"
    case $1 in
    --qemu) QEMU_SERIES=$2 ;;
    --qemu-src) QEMU_SRC=$2 ;;
    --qemu-tarball) QEMU_TARBALL=$2 ;;
    --qemu-tarball-sha256) QEMU_TARBALL_SHA256=$2 ;;
    esac
}
