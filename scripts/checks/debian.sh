# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The Debian system, where its card is in the cache: to install it takes the board
# longer than any other group.

. "$TOP/scripts/lib/boots.sh"
. "$TOP/scripts/lib/debian.sh"

# debian_run NAME COMMAND: power off, and the file system is clean
debian_run() {
    local PATH=$PATH:/sbin:/usr/sbin
    debian_args 2 "$2"
    vm run --log "$OUT/debian-$1.log" --timeout 900 -- "${VM_ARGS[@]}" -display none
    e2fsck -fn "$DEBIAN_DISK?offset=1048576"
}

debian_desktop() {
    local base=$OUT/debian-desktop
    debian_args 2 "$(debian_demo_command)"
    vm picture --log "$base.log" --png "$base.png" --timeout 300 \
        --held "$DEBIAN_HELD" -- "${VM_ARGS[@]}" -display none
    log_check 2 "$base.log" && debian_compare "$base.png"
}

debian_shell() {
    local base=$OUT/debian-shell
    printf '%s\n' 'tty' '? ^\S*/dev/ttyS0$' 'systemctl is-system-running --wait' \
        '? ^\S*running$' >"$base.commands"
    debian_args 2 ""
    vm type --log "$base.log" --commands "$base.commands" --timeout 300 -- \
        "${VM_ARGS[@]}" -display none
}

# What was installed is there at the next start, for a user who logs in by ssh.
debian_ssh() {
    local i ask=$OUT/debian-password options=(-p "$DEBIAN_SSH_PORT"
        -o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no)
    printf '%s\n' '#!/bin/sh' 'echo debian' >"$ask"
    chmod +x "$ask"
    debian_run ssh 'until [ -e /run/logged-in ]; do sleep 1; done' &
    for ((i = 0; i < 100; i++)); do
        SSH_ASKPASS=$ask SSH_ASKPASS_REQUIRE=force ssh "${options[@]}" \
            debian@localhost 'hello && sudo touch /run/logged-in' && break
        sleep 3
    done
    wait $!
}

group_debian() {
    # what debian_select sets is not for other groups
    local LINUX_FRAGMENTS=("${LINUX_FRAGMENTS[@]}") VM_ROOT VM_INIT DEMO_SCENE \
        DEMO_SCENES DEMO_FRAME DEBIAN_DISK DEBIAN_SSH_PORT
    if [ ! -f "$(debian_image)" ]; then
        skipped "Debian" "its card is not in the cache; scripts/demo --debian makes it"
        return 0
    fi
    need_packages openssh-client
    debian_select
    DEBIAN_DISK=$OUT/check-debian.img
    DEBIAN_SSH_PORT=$((20000 + $$ % 10000))
    rm -f "$DEBIAN_DISK"
    lock
    qemu_ready
    linux_ready
    debian_ready
    unlock
    test_case "Debian: apt" debian_run apt \
        'apt-get -q update && apt-get -q install -y hello'
    test_case "Debian: ssh" debian_ssh
    test_case "Debian: a shell" debian_shell
    test_case "Debian: the desktop's picture" debian_desktop
    rm -f "$DEBIAN_DISK"
}
