# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
#
# The guest: kernel, busybox, our programs, initramfs.
#
#   $CACHE/kernel/KEY      zImage, the DTB, System.map (vmlinux for debugging)
#   $CACHE/busybox         busybox-static of armhf, unpacked
#   $CACHE/guest/KEY       our programs and the expected image
#   out/guest/             initramfs of this checkout

LINUX_DEBUG=no
CROSS=arm-linux-gnueabihf-
GUEST_DIR=$TOP/tests/guest

linux_suite() {
    case $1 in
    6.1) say bookworm ;;
    6.12) say trixie ;;
    7.[0-9]*) say trixie-backports ;;
    *) die "Linux $1 is not supported" "the series are 6.1, 6.12 and 7.x" ;;
    esac
}

# linux_select NAME: a series as Debian has it, with our configuration; or
# SERIES-CONFIG, with one of the kernel's own, or with Debian's armmp; or a variant
# of the source: its patches are listed in tests/guest/linux-SERIES/series-NAME.
linux_select() {
    LINUX_SERIES=${1%%-*}
    LINUX_VARIANT=
    LINUX_CONFIG=
    LINUX_FRAGMENTS=(tegra20)
    case $1 in
    6.12.96 | 6.12.96-fixed)
        LINUX_SERIES=6.12
        LINUX_VARIANT=$1
        ;;
    *-*)
        LINUX_CONFIG=${1#*-}
        LINUX_FRAGMENTS=(tegra20-own)
        ;;
    esac
    linux_suite "$LINUX_SERIES" >/dev/null
}
linux_select "${LINUX_SERIES:-6.1}"

linux_fragments() {
    local f
    for f in "${LINUX_FRAGMENTS[@]}"; do
        say "$GUEST_DIR/linux/$f.config"
    done | awk '!seen[$0]++'
    [ "$LINUX_DEBUG" = no ] || say "$GUEST_DIR/linux/tegra20-debug.config"
}

# Of armmp's modules those that this names are built in; there are none to load.
linux_built_in() {
    [ "$LINUX_CONFIG" != armmp ] || say "$GUEST_DIR/linux/tegra20.config"
}

linux_patches() {
    local dir=$GUEST_DIR/linux-$LINUX_SERIES p
    [ -n "$LINUX_VARIANT" ] || return 0
    grep -v '^#' "$dir/series-$LINUX_VARIANT" | while read -r p; do
        say "$dir/$p"
    done
}

# The packed source, as the Debian package holds it. Sets LINUX_TARBALL and
# LINUX_VERSION.
linux_source() {
    local suite dir=$CACHE/src/linux-$LINUX_SERIES what=$LINUX_VARIANT$LINUX_CONFIG
    suite=$(linux_suite "$LINUX_SERIES")
    LINUX_TARBALL=$dir/usr/src/linux-source-$LINUX_SERIES.tar.xz
    [ -f "$LINUX_TARBALL" ] ||
        apt_deb "$suite" "$(dpkg --print-architecture)" \
            "linux-source-$LINUX_SERIES" "$dir"
    LINUX_VERSION=$(cat "$dir/.version")
    say "    source: linux-source-$LINUX_SERIES" \
        "$LINUX_VERSION${what:+, $what}"
}

linux_key() {
    {
        say "$LINUX_VERSION$LINUX_CONFIG" "$(${CROSS}gcc -dumpfullversion)"
        # comments do not change a kernel
        { linux_fragments; linux_built_in; } | xargs cat | sed '/^# [^C]/d; /^#*$/d'
        linux_patches | xargs cat
    } | key
}

# cross_make ARGUMENT...: make, for the guest
cross_make() {
    local cc=${CROSS}gcc
    command -v ccache >/dev/null && cc="ccache $cc"
    make ARCH=arm CROSS_COMPILE="$CROSS" CC="$cc" "$@"
}

# How its macros expand is of use to GCC's messages alone, and a tenth of GCC's work;
# without it a macro's pragma does not silence -Wattribute-alias.
linux_make() {
    cross_make -C "$1/src" O="$1/build" \
        KCFLAGS="-ftrack-macro-expansion=0 -Wno-attribute-alias" \
        KBUILD_BUILD_USER=gr3d KBUILD_BUILD_HOST=gr3d \
        KBUILD_BUILD_TIMESTAMP=2025-01-01 "${@:2}"
}

# Options of our fragments that are younger or older than the series, whose defaults
# or SYSCTL do the same.
linux_lacks() {
    case $LINUX_SERIES in
    6.1) say FB_DEVICE HID_SUPPORT ;;
    7.*) say PROC_SYSCTL ;;
    esac
}

# Every other line of the fragments must have survived Kconfig.
linux_check_config() {
    local lost lacks
    lacks=$(linux_lacks)
    lost=$(linux_fragments | xargs cat | grep -E '^CONFIG_[A-Z0-9_]+=' |
        grep -vxFf "$1" | grep -vE "^CONFIG_(${lacks// /|})=" || :)
    [ -z "$lost" ] || warn "Linux $LINUX_SERIES has no such option:" $lost
}

# Before all of the source is unpacked
linux_check_name() {
    local names armmp=linux-config-$LINUX_SERIES
    case $LINUX_CONFIG in
    '') return 0 ;;
    armmp)
        [ -d "$CACHE/src/$armmp" ] ||
            apt_deb "$(linux_suite "$LINUX_SERIES")" armhf "$armmp" \
                "$CACHE/src/$armmp"
        return 0
        ;;
    esac
    # what is behind that directory is not unpacked: nine tenths of it
    names=$( (tar -tf "$LINUX_TARBALL" || :) | awk -F/ \
        '/\/arch\/arm\/configs\// { if (/_defconfig$/) print $NF; seen = 1; next }
        seen { exit }')
    grep -qxF "$LINUX_CONFIG" <<<"$names" ||
        die "Linux $LINUX_SERIES has no $LINUX_CONFIG" \
            "there are: armmp ${names//$'\n'/ }"
}

linux_unpack() {
    local dir=$1 p
    rm -rf "$dir"
    mkdir -p "$dir/src" "$dir/build"
    run_logged linux-unpack tar -C "$dir/src" --strip-components=1 \
        -xf "$LINUX_TARBALL"
    for p in $(linux_patches); do
        run_logged linux-patch patch --fuzz=0 --strip=1 --forward --batch \
            --directory="$dir/src" --input="$p"
    done
}

# The configuration that LINUX_CONFIG names
linux_own_config() {
    local armmp=$1/armmp
    case $LINUX_CONFIG in
    '') ;;
    armmp)
        xz -dc "$CACHE/src/linux-config-$LINUX_SERIES"/usr/src/*/*_none_armmp.xz \
            >"$armmp"
        grep -v '=m$' "$armmp"
        sed -n 's/=m$/=y/p' "$armmp" | grep -xFf <(linux_built_in | xargs cat)
        ;;
    *) cat "$1/src/arch/arm/configs/$LINUX_CONFIG" ;;
    esac
}

# The fragments, what they do not name is off; or one of the kernel's own
# configurations, which leaves the rest to Kconfig, and the fragments after it
linux_configure() {
    local dir=$1 rest=alldefconfig
    [ -n "$LINUX_CONFIG" ] || rest=allnoconfig
    {
        linux_own_config "$dir"
        linux_fragments | xargs cat
    } >"$dir/fragments"
    run_logged linux-config linux_make "$dir" \
        KCONFIG_ALLCONFIG="$dir/fragments" "$rest"
}

linux_compile() {
    local dir=$1 dtb=tegra20-trimslice.dtb dts=arch/arm/boot/dts
    [ -d "$dir/src/$dts/nvidia" ] && dtb=nvidia/$dtb
    linux_configure "$dir"
    linux_check_config "$dir/build/.config"
    run_logged linux-build linux_make "$dir" -j "$JOBS" zImage "$dtb"
    mkdir "$dir/out"
    cp "$dir/build/.config" "$dir/out/config"
    cp "$dir/build/System.map" "$dir/build/$dts/$dtb" \
        "$dir/build/arch/arm/boot/zImage" "$dir/out/"
}

# linux_ready: sets LINUX_DIR
linux_ready() {
    local tmp
    need_packages "${PACKAGES_GUEST[@]}" "${PACKAGES_SOURCES[@]}"
    ccache_env
    linux_source
    LINUX_DIR=$CACHE/kernel/$LINUX_SERIES-$(linux_key)
    [ "$LINUX_DEBUG" = no ] || LINUX_DIR+=-debug
    if [ ! -f "$LINUX_DIR/zImage" ]; then
        # one name for all kernels of a series: ccache knows objects by it
        tmp=$CACHE/kernel/$LINUX_SERIES.tmp
        linux_check_name
        linux_unpack "$tmp"
        linux_compile "$tmp"
        linux_keep "$tmp"
    fi
    touch "$LINUX_DIR"
    keep_newest 6 "$CACHE"/kernel/*/
}

# A debug build keeps its source and objects: gdb wants them at these paths.
linux_keep() {
    local tmp=$1
    rm -rf "$LINUX_DIR"
    if [ "$LINUX_DEBUG" = no ]; then
        mv "$tmp/out" "$LINUX_DIR"
        rm -rf "$tmp"
    else
        mv "$tmp" "$LINUX_DIR"
        mv "$LINUX_DIR"/out/* "$LINUX_DIR/"
        cp "$LINUX_DIR/build/vmlinux" "$LINUX_DIR/"
        say "    for gdb: $LINUX_DIR/vmlinux (set substitute-path" \
            "$tmp $LINUX_DIR)"
    fi
}

# busybox_fetch DIR: unpack busybox; that of the older suite where the mirror has
# trouble with the newer one, as it can have for one architecture
busybox_fetch() {
    (apt_deb trixie armhf busybox-static "$1") && return 0
    warn "taking Debian 12's busybox instead"
    apt_deb bookworm armhf busybox-static "$1"
}

# Sets BUSYBOX.
busybox_ready() {
    local dir=$CACHE/busybox
    if [ ! -f "$dir/.version" ]; then
        need_packages "${PACKAGES_SOURCES[@]}"
        busybox_fetch "$dir"
    fi
    for BUSYBOX in "$dir/usr/bin/busybox" "$dir/bin/busybox"; do
        [ ! -x "$BUSYBOX" ] || return 0
    done
    die "busybox-static holds no busybox" "remove $dir and run this again"
}

# guest_ready [DIR...]: our programs and the user's directories in an initramfs.
# Sets INITRAMFS.
guest_ready() {
    local dir=$OUT/guest args=() d
    need_packages "${PACKAGES_GUEST[@]}"
    busybox_ready
    for d in "$@"; do
        args+=(--add "$d")
    done
    run_logged guest-build "$GUEST_DIR/build" --out "$dir" \
        --busybox "$BUSYBOX" "${args[@]}"
    INITRAMFS=$dir/initramfs.gz
}

# disk_image FILE MIB DIR [COMMAND...]: one partition with ext4,
# PARTUUID=67723364-01, and what is in DIR; COMMAND is to run mke2fs
disk_image() {
    local PATH=$PATH:/sbin:/usr/sbin
    rm -f "$1"
    truncate -s "$2M" "$1"
    printf '%s\n' 'label: dos' 'label-id: 0x67723364' '2048,,83,*' |
        sfdisk -q "$1"
    "${@:4}" mke2fs -q -t ext4 -E offset=1048576 -d "$3" "$1" "$(($2 - 1))M"
}

# ---- boot ---------------------------------------------------------------------

# vm_append SMP COMMAND: the kernel's command line
VM_ROOT=
VM_INIT=/init
VM_UBOOT=no
vm_append() {
    local append="console=ttyS0,115200n8 panic=-1"
    [ -z "$2" ] || append+=" gr3d.run64=$(printf %s "$2" | base64 -w 0)"
    [ -z "$VM_ROOT" ] || append+=" root=$VM_ROOT rw rootwait init=$VM_INIT"
    # U-Boot's device tree is the kernel's, with two CPUs
    [ "$VM_UBOOT$1" != yes1 ] || append+=" maxcpus=1"
    # Linux on ARM has room for 1024 bytes
    [ ${#append} -lt 1000 ] ||
        die "the command is too long for the kernel's command line" \
            "put it into a script in a directory, and use --add DIR"
    say "$append"
}

# vm_args SMP COMMAND [QEMU-ARGUMENT...]: sets VM_ARGS, everything but the
# display and the console. COMMAND is for the guest's sh; empty: its interactive
# shell. With VM_ROOT=/dev/... the root is there instead of in the initramfs;
# with VM_UBOOT=yes U-Boot loads Linux from an SD card.
vm_args() {
    local append boot
    append=$(vm_append "$1" "$2")
    boot=(-kernel "$LINUX_DIR/zImage" -dtb "$LINUX_DIR/tegra20-trimslice.dtb"
        -append "$append")
    [ -n "$VM_ROOT" ] || boot+=(-initrd "$INITRAMFS")
    if [ "$VM_UBOOT" = yes ]; then
        uboot_disk "$append"
        boot=(-kernel "$UBOOT" -drive "if=sd,format=raw,file=$UBOOT_DISK")
    fi
    VM_ARGS=(
        "$QEMU_BIN" -L "$OUT/qemu" -M trimslice -smp "$1" "${boot[@]}"
        -no-reboot -nic none "${@:3}"
    )
}

vm() { "$PYTHON" "$TOP/scripts/lib/vm.py" "$@" 9>&-; }

# trimslice_select: this board, and what gr3d-demo is asked to hold for the picture
trimslice_select() {
    qemu_select qemu-system-arm
    DEMO_SCENE=showcase
    DEMO_FRAME=20
    DEMO_SIZE=1280x720
    DEMO_SCENES=(showcase triangle cube textured-cube blend stencil fbo lines
        points mipmaps)
}
trimslice_select

# demo_compare FILE [SCENE]: is it the picture that was asked for? The expected
# one is computed by a small program of its own, not by the engine.
demo_compare() {
    "$PYTHON" -B "$GUEST_DIR/expected/gr3d-expected" \
        --scene "${2:-$DEMO_SCENE}" --frame "$DEMO_FRAME" \
        --size "$DEMO_SIZE" --diff "${1%.png}-diff.png" check "$1" | sed 's/^/    /'
}

# log_check SMP FILE: what Linux must say, and what it must not
log_check() { "$PYTHON" -B "$TOP/scripts/lib/logcheck.py" "$1" "$2"; }

# demo_facts: tell the log what the drivers bound to and about the screen
demo_facts() {
    cat <<'END'
for d in host1x dc hdmi gr2d gr3d; do
cd /sys/bus/platform/drivers/tegra-$d && echo "bound: tegra-$d:" 5*
done
for c in /sys/class/drm/card*-HDMI-A-*; do
echo "hdmi: $(cat $c/status): $(tr '\n' ' ' <$c/modes)"
done
cd /
END
}

# demo_command SCENE FRAME: then draw
demo_command() {
    demo_facts
    say "exec gr3d-demo --scene $1 --frame $2 --frames 0"
}
