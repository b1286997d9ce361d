# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
#
# The Raspberry Pis and their guest: Debian's kernel and programs, unpacked and not
# installed. Nothing of them runs on this host.
#
#   $CACHE/raspi/KEY    boot/ of the kernel's package with the DTBs; all else in
#                       root.cpio
#   out/raspi/BOARD/    initramfs: that root, then what is this checkout's or
#                       named by --add

RASPI_SUITE=trixie
# QEMU's name of the board; Debian's architecture, its GNU name, its kernel, and how
# long that one's command line may be; the device tree; the console, and for QEMU the
# serial ports before it
RASPI_BOARDS='
raspi2b armhf arm-linux-gnueabihf linux-image-armmp 1024 bcm2836-rpi-2-b ttyAMA0
raspi3b arm64 aarch64-linux-gnu   linux-image-arm64 2048 bcm2837-rpi-3-b ttyS1 -serial null
'
RASPI_PROGRAMS=(
    busybox-static kmscube glmark2-es2-drm mesa-utils-bin strace
    libgl1-mesa-dri libegl1 libgles2 libgbm1
)
# For the display, its sound among it, for random numbers, without which Mesa waits,
# and to switch the power off
RASPI_MODULES=(i2c-bcm2835 snd-soc-hdmi-codec vc4 bcm2835-rng bcm2835_wdt)
# To be loaded by who wants them: QEMU's USB keyboard and mouse
RASPI_MODULES_MORE=(dwc2 phy-generic usbhid hid-generic evdev)
# Nobody reads these in the guest.
RASPI_LEFT_OUT=(
    lib/linux-image-* lib/*/gconv share/{doc,iso-codes,lintian,locale,man,xml}
)

# The boards' names
raspi_boards() { awk '{ print $1 }' <<<"$RASPI_BOARDS" | xargs; }

# raspi_select BOARD: returns 1 if there is no such
raspi_select() {
    local row serial
    row=$(awk -v board="$1" '$1 == board' <<<"$RASPI_BOARDS")
    [ -n "$row" ] || return 1
    read -r RASPI_BOARD RASPI_ARCH RASPI_GNU RASPI_KERNEL RASPI_APPEND RASPI_DTB \
        RASPI_CONSOLE serial <<<"$row"
    read -ra RASPI_SERIAL <<<"$serial"
    qemu_select qemu-system-aarch64
    DEMO_SCENES=(kmscube)
    DEMO_SCENE=kmscube
    DEMO_SIZE=1280x800
}

raspi_key() {
    {
        say "$RASPI_ARCH" "${RASPI_PROGRAMS[@]}" "${RASPI_MODULES[@]}" \
            "${RASPI_MODULES_MORE[@]}" "${RASPI_LEFT_OUT[@]}"
        declare -f raspi_links raspi_unpack raspi_modules
        cat "$GUEST_DIR/mkinitramfs"
    } | key
}

# raspi_fetch DIR: the packages, in DIR/kernel and DIR/programs
raspi_fetch() {
    local kernel
    mkdir -p "$1/kernel" "$1/programs/partial"
    apt_private deb "$RASPI_SUITE" "$RASPI_ARCH"
    kernel=$(apt_run apt-cache depends "$RASPI_KERNEL" |
        awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2; exit }')
    [ -n "$kernel" ] ||
        die "$RASPI_KERNEL is not in $RASPI_SUITE on this machine's mirror"
    run_logged get-raspi-kernel apt_run env -C "$1/kernel" \
        apt-get download "$kernel"
    run_logged get-raspi-programs apt_run apt-get install --download-only -y \
        --no-install-recommends -o Dir::Cache::archives="$1/programs" \
        "${RASPI_PROGRAMS[@]}"
}

# raspi_links DIR: Debian's root has all programs and libraries below usr/
raspi_links() {
    local d
    for d in bin lib sbin; do
        mkdir -p "$1/usr/$d"
        ln -s "usr/$d" "$1/$d"
    done
}

# raspi_unpack DEBS DIR: the root, and the kernel in it
raspi_unpack() {
    local deb d
    mkdir -p "$2"/{dev,etc,mnt,proc,root,run,sys,tmp}
    raspi_links "$2"
    for deb in "$1"/*/*.deb; do
        dpkg-deb --fsys-tarfile "$deb" | tar -C "$2" --keep-directory-symlink -x
    done
    ln -s busybox "$2/bin/sh"
    for d in "$2"/bin/*."$RASPI_GNU"; do
        ln -s "$(basename "$d")" "${d%."$RASPI_GNU"}"
    done
    find "$2"/usr/lib/linux-image-* -name 'bcm283*.dtb' -exec cp {} "$2/boot/" \;
    for d in "${RASPI_LEFT_OUT[@]}"; do
        # shellcheck disable=SC2086
        rm -rf "${2:?}"/usr/$d
    done
    raspi_modules "$2"
}

# raspi_modules ROOT: leave those that are wanted and what they need, and not
# compressed: the emulated CPU would take seconds
raspi_modules() {
    local PATH=$PATH:/sbin:/usr/sbin version m
    version=$(ls "$1/lib/modules")
    depmod -b "$1" "$version"
    for m in "${RASPI_MODULES[@]}" "${RASPI_MODULES_MORE[@]}"; do
        modprobe -d "$1" -S "$version" --show-depends "$m"
    done | awk '$1 == "insmod" { print $2 }' | sort -u | xargs xz -d
    find "$1/usr/lib/modules" -name '*.ko.xz' -delete
    depmod -b "$1" "$version"
    printf '%s\n' "${RASPI_MODULES[@]}" >"$1/etc/modules"
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
        mv "$tmp/root/boot" "$tmp/boot"
        run_logged raspi-root "$GUEST_DIR/mkinitramfs" "$tmp/root" \
            "$tmp/root.cpio"
        rm -rf "$tmp/root" "$tmp/debs"
        mv "$tmp" "$RASPI_DIR"
    fi
    touch "$RASPI_DIR"
    keep_newest 3 "$CACHE"/raspi/*/
}

# raspi_initramfs [DIR...]: the root, and the guest's init and the user's
# directories laid over it. Sets RASPI_INITRAMFS.
raspi_initramfs() {
    local dir=$OUT/raspi/$RASPI_BOARD d
    local root=$dir/root
    rm -rf "$dir"
    raspi_links "$root"
    cp "$GUEST_DIR/init" "$root/init"
    for d in "$@"; do
        tar -C "$d" -c . | tar -C "$root" --keep-directory-symlink -x
    done
    chmod -R u+rX "$root"
    chmod 755 "$root/init"
    "$GUEST_DIR/mkinitramfs" "$root" "$dir/added.cpio"
    RASPI_INITRAMFS=$dir/initramfs
    cat "$RASPI_DIR/root.cpio" "$dir/added.cpio" >"$RASPI_INITRAMFS"
}

# raspi_programs DIR: those of tests/guest/raspi for arm64, for --add. The headers of
# EGL and OpenGL ES are this machine's, and the same everywhere.
raspi_programs() {
    local cc=(aarch64-linux-gnu-gcc -O2 -Wall -Wextra -Werror)
    need_packages "${PACKAGES_RASPI_PROGRAMS[@]}"
    mkdir -p "$1/bin" "$1/lib"
    run_logged raspi-programs "${cc[@]}" -idirafter /usr/include \
        -o "$1/bin/v3d-trouble" "$GUEST_DIR/raspi/v3d-trouble.c"
    run_logged raspi-programs "${cc[@]}" -shared -fPIC \
        -o "$1/lib/frames.so" "$GUEST_DIR/raspi/frames.c"
    cp "$GUEST_DIR"/raspi/{glmark2,xsession} "$1/bin/"
}

# raspi_ready [DIR...]: kernel and initramfs
raspi_ready() {
    raspi_packages
    raspi_initramfs "$@"
}

# ---- boot ---------------------------------------------------------------------

# raspi_vm_args COMMAND [QEMU-ARGUMENT...]: sets VM_ARGS, everything but the
# display and the console. COMMAND is for the guest's sh; empty: its interactive shell.
raspi_vm_args() {
    # a tmpfs takes half of what is free before the archive is unpacked
    local append="console=$RASPI_CONSOLE,115200n8 panic=-1 cma=192M rootfstype=ramfs"
    [ -z "$1" ] || append+=" gr3d.run64=$(printf %s "$1" | base64 -w 0)"
    [ ${#append} -lt "$RASPI_APPEND" ] ||
        die "the command is too long for the kernel's command line" \
            "put it into a script in a directory, and use --add DIR"
    VM_ARGS=(
        "$QEMU_BIN" -L "$OUT/qemu" -M "$RASPI_BOARD"
        -kernel "$RASPI_DIR"/boot/vmlinuz-* -append "$append"
        -dtb "$RASPI_DIR/boot/$RASPI_DTB.dtb"
        -initrd "$RASPI_INITRAMFS"
        "${RASPI_SERIAL[@]}" -no-reboot "${@:2}"
    )
}

# raspi_kmscube FRAME: tell about the screen, and start kmscube up to this frame. It
# would leave then, and the picture with it; strace keeps it where it ends.
raspi_kmscube() {
    cat <<END
for c in /sys/class/drm/card*-HDMI-A-*; do
echo "hdmi: \$(cat \$c/status): \$(tr '\n' ' ' <\$c/modes)"
done
strace -o /dev/null -e trace=exit_group \\
-e inject=exit_group:delay_enter=100000s kmscube -c $(($1 + 1)) </dev/console &
END
}

# raspi_demo_command FRAME: hold it until a line comes; then the cube turns for ever
raspi_demo_command() {
    raspi_kmscube "$1"
    cat <<'END'
read -r line
killall -9 strace kmscube
exec kmscube </dev/console
END
}
