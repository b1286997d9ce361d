# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# U-Boot for the board, from Debian's source package, as it is.
#
#   $CACHE/src/u-boot           the source
#   $CACHE/u-boot/KEY           u-boot.elf: U-Boot and its device tree
#   out/uboot.img               a disk for it: an SD card or a USB stick

UBOOT_SUITE=bookworm
UBOOT_DISK=$OUT/uboot.img

uboot_make() {
    # The one tool that wants PYLIBFDT makes images for the board's flash.
    cross_make -C "$1" O="$2" CONFIG_PYLIBFDT= SOURCE_DATE_EPOCH=1735689600 \
        "${@:3}"
}

# uboot_ready: sets UBOOT
uboot_ready() {
    local src=$CACHE/src/u-boot tmp dir
    need_packages "${PACKAGES_GUEST[@]}" "${PACKAGES_SOURCES[@]}" \
        "${PACKAGES_DISK[@]}"
    ccache_env
    [ -f "$src/.version" ] || apt_source "$UBOOT_SUITE" u-boot '*' "$src" ||
        die "$UBOOT_SUITE has no u-boot on this machine's mirror"
    say "    source: u-boot $(cat "$src/.version")"
    dir=$CACHE/u-boot/$(say "$(cat "$src/.version")" \
        "$(${CROSS}gcc -dumpfullversion)" | key)
    UBOOT=$dir/u-boot.elf
    [ ! -f "$UBOOT" ] || return 0
    tmp=$dir.tmp
    rm -rf "$tmp"
    mkdir -p "$tmp" "$dir"
    run_logged uboot-config uboot_make "$src" "$tmp" trimslice_defconfig
    run_logged uboot-build uboot_make "$src" "$tmp" -j "$JOBS" u-boot.elf
    mv "$tmp/u-boot.elf" "$UBOOT"
    rm -rf "$tmp"
}

# uboot_disk APPEND: one partition with kernel, device tree and initramfs, which
# U-Boot boots with the command line APPEND when nobody stops it
uboot_disk() {
    local dir=$OUT/uboot mib=64
    rm -rf "$dir"
    mkdir -p "$dir/extlinux"
    cp "$LINUX_DIR/zImage" "$LINUX_DIR/tegra20-trimslice.dtb" "$INITRAMFS" "$dir"
    cat >"$dir/extlinux/extlinux.conf" <<END
timeout 10
label linux
    linux /zImage
    fdt /tegra20-trimslice.dtb
    initrd /initramfs.gz
    append $1
END
    say "bootargs=$1" >"$dir/bootargs"
    until [ "$(du -sm "$dir" | cut -f 1)" -lt $((mib / 2)) ]; do
        mib=$((mib * 2))        # QEMU's SD cards have a power of two
    done
    disk_image "$UBOOT_DISK" "$mib" "$dir"
}

# Where the disk is plugged in, as arguments of QEMU
uboot_drive() {
    case $1 in
    mmc) say -drive "if=sd,format=raw,file=$UBOOT_DISK" ;;
    usb) say -drive "if=none,id=disk,format=raw,file=$UBOOT_DISK" \
        -device usb-storage,drive=disk,bus=usb-bus.0,port=1 ;;
    esac
}

crc_of() {
    "$PYTHON" -c 'import sys, zlib
print("%08x" % zlib.crc32(sys.stdin.buffer.read()))'
}

# ---- what is typed at its prompt, and (after ?) what it must say ----------------

# 2 MiB from an address that is no boundary of SDMA: four of 512 KiB are crossed.
uboot_read() {
    local crc
    crc=$(head -c 2M "$UBOOT_DISK" | crc_of)
    cat <<END
mmc dev 0
mmc read 0x4100200 0 0x1000
? 4096 blocks read: OK
crc32 0x4100200 0x200000
? ==> $crc
END
}

# A variable, kept in the flash over a reset. U-Boot's device tree for the board
# does not name the flash, so its start does not find the environment.
uboot_environment() {
    local probe="sf probe 0:0 25000000"
    cat <<END
setenv demo kept over a reset
$probe
? Detected w25q80bl .* total 1 MiB
saveenv
? OK$
reset
? DRAM:
$probe
sf read 0x4000000 0xfe000 0x2000
env import -c 0x4000000 0x2000
echo \$demo
? ^kept over a reset
END
}

# uboot_load MEDIUM FILE ADDRESS
uboot_load() {
    cat <<END
load $1 0:1 $3 $2
? $(stat -c %s "$OUT/uboot/$2") bytes read
crc32 $3 \$filesize
? ==> $(crc_of <"$OUT/uboot/$2")
END
}

uboot_boot() {
    uboot_load "$1" zImage \$kernel_addr_r
    uboot_load "$1" tegra20-trimslice.dtb \$fdt_addr_r
    uboot_load "$1" bootargs 0x4000000
    say "env import -t 0x4000000 \$filesize"
    uboot_load "$1" initramfs.gz \$ramdisk_addr_r
    say "bootz \$kernel_addr_r \$ramdisk_addr_r:\$filesize \$fdt_addr_r"
}

# uboot_type NAME MIB MEDIUM [OPTION...]: run what standard input says to type
uboot_type() {
    local base=$OUT/uboot-$1
    cat >"$base.commands"
    # shellcheck disable=SC2046
    vm type --log "$base.log" --commands "$base.commands" --timeout 300 \
        "${@:4}" -- "$QEMU_BIN" -L "$OUT/qemu" -M trimslice -m "$2" \
        -kernel "$UBOOT" $(uboot_drive "$3") -nic user -display none || return 1
    ! grep -E 'Timeout|ERROR' "$base.log"
}

# Its own driver of the host bridge: behind the port of x4 is the Ethernet.
uboot_pci() {
    printf '%s\n' "pci enum" "pci 0" "? 00.01.00 +0x10de +0x0bf0" \
        "pci 1" "? 01.00.00 +0x8086 +0x10d3"
}

# uboot_short: the prompt, memory, USB, PCIe, SD, reset
uboot_short() {
    uboot_disk "console=ttyS0,115200n8"
    {
        printf '%s\n' bdinfo "? size +=? 0x20000000$" "usb start" \
            "? 0 Storage Device"
        uboot_pci
        uboot_read
        uboot_environment
    } | uboot_type short 512 mmc
}

# uboot_chain NAME MIB MEDIUM: all of it, to the demo's picture
uboot_chain() {
    local base=$OUT/uboot-$1
    uboot_disk "$(vm_append 2 "$(demo_command "$DEMO_SCENE" "$DEMO_FRAME")")"
    {
        printf '%s\n' bdinfo "? size +=? 0x$(printf %08x $(($2 << 20)))$"
        uboot_environment
        case $3 in
        mmc) uboot_read ;;
        usb) printf '%s\n' "usb start" "? 1 Storage Device" ;;
        esac
        uboot_boot "$3"
    } | uboot_type "$1" "$2" "$3" --png "$base.png" \
        --held 'gr3d-demo: frame [0-9]+ held' &&
        log_check 2 "$base.log" && demo_compare "$base.png"
}
