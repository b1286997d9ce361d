# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A mistake on the command line gets one clear sentence.

# QEMU itself adds a hint below two of its messages.
HINTS='^(Use -machine help|The only valid type is)'

# refuses REGEX QEMU-ARGUMENT...: QEMU ends by itself, not with success and not
# by a signal, and says one line that matches
refuses() {
    local regex=$1 rc=0 text
    shift
    text=$(timeout 30 "$QEMU_BIN" -L "$OUT/qemu" -display none -serial null \
        -monitor none "$@" 2>&1 9>&- </dev/null) || rc=$?
    printf '%s\n' "$text"
    [ "$rc" = 1 ] || {
        say "the exit status is $rc"
        return 1
    }
    [ "$(printf '%s\n' "$text" | grep -cvE "$HINTS")" = 1 ] || {
        say "that is not one line"
        return 1
    }
    grep -qE "$regex" <<<"$text" || {
        say "that does not say: $regex"
        return 1
    }
}

# warns REGEX QEMU-ARGUMENT...: QEMU says one line that matches (^$: it says
# nothing) and goes on
warns() {
    local regex=$1 rc=0 text
    shift
    text=$(timeout 3 "$QEMU_BIN" -L "$OUT/qemu" -display none -serial null \
        -monitor none "$@" 2>&1 9>&- </dev/null) || rc=$?
    printf '%s\n' "$text"
    [ "$rc" = 124 ] || {
        say "it ended, with status $rc"
        return 1
    }
    text=$(printf '%s\n' "$text" | grep -v 'terminating on signal' || :)
    [[ $text =~ $regex ]] && [ "$(printf '%s\n' "$text" | wc -l)" = 1 ] || {
        say "that is not one line with: $regex"
        return 1
    }
}

group_badinput() {
    local m=(-M trimslice) kernel none=/nonexistent/file
    lock
    qemu_ready
    linux_ready
    unlock
    kernel=(-kernel "$LINUX_DIR/zImage")
    case_start "unknown machine option" refuses "nosuch" -M trimslice,nosuch=1
    case_start "unknown machine" refuses "unsupported machine" -M trimslize
    case_start "three CPUs" refuses "max CPUs .* 2" "${m[@]}" -smp 3
    case_start "another CPU" refuses "[Ii]nvalid CPU" "${m[@]}" -cpu cortex-a15
    case_start "too many threads" refuses "threads must be 0 to 64" \
        "${m[@]}" -global tegra-gr3d.threads=65
    case_start "unknown backend" refuses \
        "exec=fast: there is no such backend.*; exec=auto takes the best" \
        "${m[@]}" -global tegra-gr3d.exec=fast
    case_start "too much memory" refuses "RAM|memory" "${m[@]}" -m 3G
    case_start "no kernel file" refuses "kernel.*$none" \
        "${m[@]}" -kernel "$none"
    case_start "no DTB file" refuses "dtb.*$none" \
        "${m[@]}" "${kernel[@]}" -dtb "$none"
    case_start "no initrd file" refuses "initrd.*$none" "${m[@]}" \
        "${kernel[@]}" -dtb "$LINUX_DIR/tegra20-trimslice.dtb" -initrd "$none"
    case_start "a kernel, but no DTB" refuses "dtb|DTB|device tree" \
        "${m[@]}" "${kernel[@]}"
    case_start "a boot ROM" refuses "zImage.*-bios.*-kernel.*-device loader" \
        "${m[@]}" -bios "$LINUX_DIR/zImage"
    case_start "no boot ROM file" refuses "$none.*-bios.*-kernel" \
        "${m[@]}" -bios "$none"
    case_start "nothing to run" warns "nothing to run.*-kernel" "${m[@]}"
    case_start "a loader brings what to run" warns '^$' \
        "${m[@]}" -device "loader,addr=0,data=0xeafffffe,data-len=4"
    case_start "a DTB that is none" refuses "dtb|DTB|device tree" \
        "${m[@]}" "${kernel[@]}" -dtb "$LINUX_DIR/zImage"
    tests_finish
}
