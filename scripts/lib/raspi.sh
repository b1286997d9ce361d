# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
#
# The Raspberry Pi 3 and its guest: Debian's arm64 kernel and programs, unpacked
# and not installed. Nothing of them runs on this host.
#
#   $CACHE/raspi/KEY    boot/ of the kernel's package with the DTB; modules/; all
#                       else on an SD card, root.img
#   out/raspi/          initramfs of this checkout, with what --add names

RASPI_SUITE=trixie
RASPI_PROGRAMS=(
    busybox-static kmscube glmark2-es2-drm mesa-utils-bin strace
    libgl1-mesa-dri libegl1 libgles2 libgbm1
)
# For the root, for the display, and to switch the power off
RASPI_MODULES=(bcm2835 ext4 i2c-bcm2835 vc4 bcm2835_wdt)
# Nobody reads these in the guest.
RASPI_LEFT_OUT=(doc iso-codes lintian locale man)
# A power of two, as SD cards have in QEMU; what is not used takes no room.
RASPI_CARD=1G

# raspi_select: this board
raspi_select() {
    qemu_select qemu-system-aarch64
    DEMO_SCENES=(kmscube)
    DEMO_SCENE=kmscube
    DEMO_SIZE=1280x800
}

raspi_key() {
    {
        say "${RASPI_PROGRAMS[@]}" "${RASPI_MODULES[@]}" \
            "${RASPI_LEFT_OUT[@]}" "$RASPI_CARD"
        declare -f raspi_unpack raspi_modules raspi_card
    } | key
}

# raspi_fetch DIR: the packages, in DIR/kernel and DIR/programs
raspi_fetch() {
    local kernel
    mkdir -p "$1/kernel" "$1/programs/partial"
    apt_private deb "$RASPI_SUITE" arm64
    kernel=$(apt_run apt-cache depends linux-image-arm64 |
        awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2; exit }')
    [ -n "$kernel" ] ||
        die "linux-image-arm64 is not in $RASPI_SUITE on this machine's mirror"
    run_logged get-raspi-kernel apt_run env -C "$1/kernel" \
        apt-get download "$kernel"
    run_logged get-raspi-programs apt_run apt-get install --download-only -y \
        --no-install-recommends -o Dir::Cache::archives="$1/programs" \
        "${RASPI_PROGRAMS[@]}"
}

# raspi_unpack DEBS DIR: the root, and the kernel in it
raspi_unpack() {
    local deb d
    mkdir -p "$2"/{dev,mnt,proc,root,run,sys,tmp,usr/{bin,lib,sbin}}
    for deb in "$1"/*/*.deb; do
        dpkg-deb -x "$deb" "$2"
    done
    for d in bin lib sbin; do
        ln -s "usr/$d" "$2/$d"
    done
    ln -s busybox "$2/bin/sh"
    for d in "$2"/bin/*.aarch64-linux-gnu; do
        ln -s "$(basename "$d")" "${d%.aarch64-linux-gnu}"
    done
    for d in "${RASPI_LEFT_OUT[@]}"; do
        rm -rf "${2:?}/usr/share/$d"
    done
    depmod -b "$2/usr" "$(ls "$2/usr/lib/modules")"
}

# raspi_modules ROOT DIR: those, to be loaded in the order of their names, and not
# compressed: the emulated CPU would take seconds
raspi_modules() {
    local m path n=100
    mkdir -p "$2"
    for m in "${RASPI_MODULES[@]}"; do
        modprobe -d "$1/usr" -S "$(ls "$1/usr/lib/modules")" --show-depends "$m"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' |
        while read -r path; do
            xz -dc "$path" >"$2/$n-$(basename "$path" .xz)"
            n=$((n + 1))
        done
}

# raspi_card FILE DIR: what is in DIR as ext4
raspi_card() {
    local PATH=$PATH:/sbin:/usr/sbin
    truncate -s "$RASPI_CARD" "$1"
    mke2fs -q -t ext4 -O ^has_journal -d "$2" "$1"
}

# Sets RASPI_DIR.
raspi_packages() {
    local tmp
    need_packages "${PACKAGES_RASPI[@]}" "${PACKAGES_SOURCES[@]}"
    RASPI_DIR=$CACHE/raspi/$(raspi_key)
    if [ ! -d "$RASPI_DIR" ]; then
        tmp=$RASPI_DIR.tmp
        rm -rf "$tmp"
        raspi_fetch "$tmp/debs"
        run_logged raspi-unpack raspi_unpack "$tmp/debs" "$tmp/root"
        raspi_modules "$tmp/root" "$tmp/modules"
        mv "$tmp/root/boot" "$tmp/boot"
        cp "$tmp"/root/usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb \
            "$tmp/root/bin/busybox" "$tmp/boot/"
        run_logged raspi-card raspi_card "$tmp/root.img" "$tmp/root"
        rm -rf "$tmp/root" "$tmp/debs"
        mv "$tmp" "$RASPI_DIR"
    fi
    touch "$RASPI_DIR"
    keep_newest 2 "$CACHE"/raspi/*/
}

# raspi_initramfs [DIR...]: it mounts the card, lays the guest's init and the
# user's directories over it, and goes on there. Sets RASPI_INITRAMFS.
raspi_initramfs() {
    local root=$OUT/raspi/root d
    rm -rf "$root"
    mkdir -p "$root"/{add,bin,card,dev,proc,sys}
    cp "$GUEST_DIR/raspi/init" "$root/init"
    cp -R "$RASPI_DIR/modules" "$root/modules"
    cp "$RASPI_DIR/boot/busybox" "$root/bin/"
    ln -s busybox "$root/bin/sh"
    cp "$GUEST_DIR/init" "$root/add/init"
    for d in "$@"; do
        cp -RPp "$d/." "$root/add/"
    done
    chmod -R u+rX "$root"
    chmod 755 "$root/init" "$root/add/init" "$root/bin/busybox"
    RASPI_INITRAMFS=$OUT/raspi/initramfs.gz
    "$GUEST_DIR/mkinitramfs" "$root" "$RASPI_INITRAMFS"
}

# raspi_ready [DIR...]: kernel, SD card, initramfs
raspi_ready() {
    raspi_packages
    raspi_initramfs "$@"
}

# ---- boot ---------------------------------------------------------------------

# raspi_vm_args COMMAND [QEMU-ARGUMENT...]: sets VM_ARGS, everything but the
# display and the console, which is the board's second serial port. COMMAND is
# for the guest's sh; empty: its interactive shell.
raspi_vm_args() {
    local append="console=ttyS1,115200n8 panic=-1 cma=192M"
    [ -z "$1" ] || append+=" gr3d.run64=$(printf %s "$1" | base64 -w 0)"
    # Linux on arm64 has room for 2048 bytes
    [ ${#append} -lt 2000 ] ||
        die "the command is too long for the kernel's command line" \
            "put it into a script in a directory, and use --add DIR"
    VM_ARGS=(
        "$QEMU_BIN" -L "$OUT/qemu" -M raspi3b
        -kernel "$RASPI_DIR"/boot/vmlinuz-* -append "$append"
        -dtb "$RASPI_DIR/boot/bcm2837-rpi-3-b.dtb"
        -initrd "$RASPI_INITRAMFS"
        -drive "if=sd,format=raw,snapshot=on,file=$RASPI_DIR/root.img"
        -serial null -no-reboot "${@:2}"
    )
}

# raspi_demo_command FRAME: kmscube up to this frame. It would leave then, and the
# picture with it; strace keeps it where it ends until a line comes, and then it
# turns for ever.
raspi_demo_command() {
    cat <<END
for c in /sys/class/drm/card*-HDMI-A-*; do
echo "hdmi: \$(cat \$c/status): \$(tr '\n' ' ' <\$c/modes)"
done
strace -o /dev/null -e trace=exit_group \\
-e inject=exit_group:delay_enter=100000s kmscube -c $(($1 + 1)) </dev/console &
read -r line
killall -9 strace kmscube
exec kmscube </dev/console
END
}
