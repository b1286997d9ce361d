# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The engine and its tests for 64-bit Arm, whose vectors are NEON, to be run by
# qemu-user. The compiler is Debian's cross compiler; GLib for arm64 is unpacked
# into $CACHE/arm64 and linked statically, so that apt on this machine need not
# know a second architecture.

# Where the suite has them: Debian 13 has split what libglib2.0-dev was.
ARM64_LIBRARIES=(libglib2.0-dev libgio-2.0-dev libsysprof-capture-4-dev libpcre2-dev)

# arm64_why_not: why it cannot be had here, if it cannot
arm64_why_not() {
    if [ "$(uname -m)" = aarch64 ]; then
        say "this machine has NEON: the tests ran on it without qemu-user"
    elif ! (need_packages "${PACKAGES_ARM64[@]}") >"$LOGS/arm64.log" 2>&1; then
        say "no $(missing_packages "${PACKAGES_ARM64[@]}"), see $LOGS/arm64.log"
    elif ! (arm64_libraries) >>"$LOGS/arm64.log" 2>&1; then
        say "no GLib for arm64 from this machine's mirror, see $LOGS/arm64.log"
    fi
}

arm64_suite() { (. /etc/os-release && say "$VERSION_CODENAME"); }

# All libraries below one root, $CACHE/arm64/SUITE
arm64_libraries() {
    local suite root p
    suite=$(arm64_suite)
    root=$CACHE/arm64/$suite
    [ ! -f "$root/.complete" ] || return 0
    rm -rf "$root" "$root.tmp"
    mkdir -p "$root"
    apt_private deb "$suite" arm64
    for p in "${ARM64_LIBRARIES[@]}"; do
        [ -n "$(apt_run apt-cache show "$p" 2>/dev/null)" ] || continue
        apt_deb "$suite" arm64 "$p" "$root.tmp"
        cp -RPp "$root.tmp/." "$root/"
        rm -rf "$root.tmp"
    done
    touch "$root/.complete"
}

# arm64_cross_file FILE: for meson
arm64_cross_file() {
    local root cc="'aarch64-linux-gnu-gcc'"
    root=$CACHE/arm64/$(arm64_suite)
    ! command -v ccache >/dev/null || cc="'ccache', $cc"
    cat >"$1" <<END
[binaries]
c = [$cc]
ar = 'aarch64-linux-gnu-ar'
strip = 'aarch64-linux-gnu-strip'
pkg-config = 'pkg-config'
exe_wrapper = 'qemu-aarch64'
[properties]
sys_root = '$root'
pkg_config_libdir = '$root/usr/lib/aarch64-linux-gnu/pkgconfig'
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
END
}

# arm64_build NAME TEST...: those tests, in out/NAME
arm64_build() {
    local name=$1 t targets=()
    shift
    arm64_cross_file "$OUT/$name.ini"
    engine_setup "$name" --cross-file "$OUT/$name.ini" -Dprefer_static=true \
        -Dc_link_args=-static
    for t in "$@"; do
        targets+=("tests/gpu/$t")
    done
    ninja_run -C "$OUT/$name" -j "$JOBS" "${targets[@]}"
}
