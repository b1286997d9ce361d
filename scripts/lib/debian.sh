# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
#
# A Debian system on an SD card of the TrimSlice, installed by the board itself:
# nothing of it runs on this host.
#
#   $CACHE/debian/KEY.img   the card as it was installed
#   out/debian.img          the user's; it keeps what is done with it

DEBIAN_SUITE=trixie
DEBIAN_PROGRAMS=(
    apt ca-certificates dbus iproute2 iputils-ping less libpam-systemd nano
    openssh-server procps sudo systemd-sysv udev
    fonts-dejavu-core jwm xinit xserver-xorg-core xserver-xorg-input-libinput
    xterm
)
DEBIAN_MIB=4096         # QEMU wants a power of 2
DEBIAN_DISK=$OUT/debian.img
DEBIAN_SSH_PORT=2222
DEBIAN_HELD='debian: the desktop is up'

# debian_select: the TrimSlice with it
debian_select() {
    LINUX_FRAGMENTS+=(tegra20-usb tegra20-net tegra20-sd tegra20-debian)
    VM_ROOT=PARTUUID=67723364-01
    VM_INIT=/sbin/init
    DEMO_SCENE=desktop
    DEMO_SCENES=(desktop)
    DEMO_FRAME=
}

debian_key() {
    {
        say "$DEBIAN_SUITE" "${DEBIAN_PROGRAMS[@]}"
        declare -f debian_names debian_unpack debian_sources
        find "$GUEST_DIR/debian" -type f | sort | xargs cat
    } | key
}

debian_image() { say "$CACHE/debian/$(debian_key).img"; }

# debian_names: what has to be there for these programs, by apt
debian_names() {
    apt_run apt-get install -s --no-install-recommends '?essential' \
        '?priority(required)' "${DEBIAN_PROGRAMS[@]}" |
        awk '$1 == "Inst" { print $2 }' | sort | paste -sd,
}

# debian_proxy: where apt goes through, for wget
debian_proxy() {
    local proxy=
    eval "$(apt-config shell proxy Acquire::http::Proxy)"
    [ -z "$proxy" ] || say "http_proxy=$proxy"
}

# debian_sources ROOT: its apt asks the mirror that this machine's asks
debian_sources() {
    mkdir -p "$1/etc/apt/apt.conf.d"
    cp "$APT_DIR/sources.list" "$1/etc/apt/"
    apt_acquire >"$1/etc/apt/apt.conf.d/90host"
}

# debian_as_root FILE COMMAND...: files are root's, as FILE remembers
debian_as_root() { fakeroot -i "$1" -s "$1" -- "${@:2}"; }

# debian_unpack ROOT: the first half of debootstrap
debian_unpack() {
    local names
    names=$(debian_names)
    # shellcheck disable=SC2046
    debian_as_root "$1.owners" env $(debian_proxy) debootstrap --foreign \
        --arch=armhf --variant=minbase \
        --keyring="$APT_KEYRING" --include="$names" "$DEBIAN_SUITE" "$1" \
        "$(apt_uri main)"
}

# debian_repack DIR: packages without compression: the emulated board would spend
# most of its time on it
debian_repack() {
    local deb dir=$1/repack
    mkdir "$dir"
    echo 2.0 >"$dir/debian-binary"
    for deb in "$1"/*.deb; do
        dpkg-deb --ctrl-tarfile "$deb" >"$dir/control.tar"
        dpkg-deb --fsys-tarfile "$deb" >"$dir/data.tar"
        rm "$deb"
        (cd "$dir" && ar rcS "$deb" debian-binary control.tar data.tar)
    done
    rm -r "$dir"
}

# debian_disk FILE: that on a disk, with what is laid over it when it is installed
debian_disk() {
    local root=$1.root
    rm -rf "$root"
    : >"$root.owners"
    apt_private deb "$DEBIAN_SUITE" armhf
    run_logged debian-unpack debian_unpack "$root"
    run_logged debian-repack debian_repack "$root/var/cache/apt/archives"
    cp -r "$GUEST_DIR/debian" "$root/added"
    rm "$root/added/install"
    debian_sources "$root/added"
    run_logged debian-disk disk_image "$1" "$DEBIAN_MIB" "$root" \
        debian_as_root "$root.owners"
    rm -rf "$root" "$root.owners"
}

# debian_install FILE: the second half, by the board
debian_install() {
    local root=$OUT/debian-install VM_ROOT=
    rm -rf "$root"
    mkdir -p "$root"
    cp "$GUEST_DIR/debian/install" "$root/"
    guest_ready "$root"
    vm_args 2 /install -drive "if=sd,format=raw,file=$1"
    run_logged debian-install vm run --log "$OUT/debian-install.log" \
        --timeout 7200 -- "${VM_ARGS[@]}" -display none
}

# debian_ready: what debian_args needs
debian_ready() {
    local image
    need_packages "${PACKAGES_GUEST[@]}" "${PACKAGES_DISK[@]}" \
        "${PACKAGES_DEBIAN[@]}"
    image=$(debian_image)
    if [ ! -f "$image" ]; then
        stage debian "Debian, installed by the board"
        mkdir -p "$CACHE/debian"
        debian_disk "$image.tmp"
        debian_install "$image.tmp"
        mv "$image.tmp" "$image"
    fi
    touch "$image"
    keep_newest 1 "$CACHE"/debian/*.img
    [ -f "$DEBIAN_DISK" ] || cp --sparse=always "$image" "$DEBIAN_DISK"
}

# debian_args SMP COMMAND [QEMU-ARGUMENT...]: as vm_args
debian_args() {
    vm_args "$1" "$2" -drive "if=sd,format=raw,file=$DEBIAN_DISK" \
        -netdev "user,id=net,hostfwd=tcp:127.0.0.1:$DEBIAN_SSH_PORT-:22" \
        -device usb-net,netdev=net -device usb-kbd -device usb-mouse "${@:3}"
}

# debian_demo_command: until the picture is there
debian_demo_command() {
    demo_facts
    cat <<END
until [ -e /run/user/1000/desktop-is-up ]; do sleep 1; done
sleep 5
echo "$DEBIAN_HELD"
read -r line
END
}

debian_compare() {
    "$PYTHON" -B "$GUEST_DIR/expected/desktop" "$1" | sed 's/^/    /'
}
