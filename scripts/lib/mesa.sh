# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
#
# Mesa's vc4 driver for this machine, of the source that the Raspberry Pi's guest
# has in binary, and piglit of this machine's suite, unpacked. Needs engine.sh.
#
#   $CACHE/mesa/KEY       source/ and root/, where it is installed
#   $CACHE/piglit/SUITE   the package

MESA_OPTIONS=(
    --prefix=/usr --libdir=lib -Dbuildtype=debugoptimized -Dplatforms=
    -Dgallium-drivers=vc4 -Dvulkan-drivers= -Dvideo-codecs= -Dllvm=disabled
    -Dglx=disabled -Degl=enabled -Dgbm=enabled -Dgles1=enabled -Dgles2=enabled
    -Dglvnd=enabled -Dgallium-va=disabled -Dgallium-vdpau=disabled
    -Dvalgrind=disabled -Dlibunwind=disabled -Dlmsensors=disabled
    -Dshader-cache=disabled
)

mesa_key() {
    {
        say "$RASPI_SUITE" "${MESA_OPTIONS[@]}"
        declare -f mesa_build
    } | key
}

# mesa_build DIR. Mesa looks for modules of the first python3 in PATH.
mesa_build() (
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin CC=gcc CXX=g++
    ! command -v ccache >/dev/null || CC="ccache gcc" CXX="ccache g++"
    meson_run setup "$1/build" "$1/source" "${MESA_OPTIONS[@]}" &&
        ninja_run -C "$1/build" -j "$JOBS" &&
        DESTDIR=$1/root meson_run install -C "$1/build" --no-rebuild
)

# Sets MESA_DIR. gdb finds the source where it was built.
mesa_ready() {
    need_packages "${PACKAGES_MESA[@]}" "${PACKAGES_SOURCES[@]}"
    meson_env
    ccache_env
    MESA_DIR=$CACHE/mesa/$(mesa_key)
    if [ ! -d "$MESA_DIR/root" ]; then
        rm -rf "$MESA_DIR"
        mkdir -p "$MESA_DIR"
        apt_source "$RASPI_SUITE" mesa '*' "$MESA_DIR/source" ||
            die "the source of mesa is not in $RASPI_SUITE on this mirror"
        run_logged mesa-build mesa_build "$MESA_DIR"
    fi
    touch "$MESA_DIR"
    keep_newest 1 "$CACHE"/mesa/*/
}

host_suite() { (. /etc/os-release && say "$VERSION_CODENAME"); }

# Sets PIGLIT_DIR.
piglit_ready() {
    need_packages "${PACKAGES_PIGLIT[@]}"
    PIGLIT_DIR=$CACHE/piglit/$(host_suite)
    [ -d "$PIGLIT_DIR" ] || apt_deb "$(host_suite)" \
        "$(dpkg --print-architecture)" piglit "$PIGLIT_DIR"
}

# Have both been got before?
mesa_cached() {
    [ -d "$CACHE/mesa/$(mesa_key)/root" ] && [ -d "$CACHE/piglit/$(host_suite)" ]
}

# mesa_env COMMAND...: as a client of that driver on the engine
mesa_env() {
    local root=$MESA_DIR/root/usr libs=$MESA_DIR/root/usr/lib
    [ -z "${PIGLIT_DIR:-}" ] ||
        libs+=:$(echo "$PIGLIT_DIR"/usr/lib/*/piglit/lib)
    env LD_LIBRARY_PATH="$libs" GBM_BACKENDS_PATH="$root/lib/gbm" \
        __EGL_VENDOR_LIBRARY_FILENAMES="$root/share/glvnd/egl_vendor.d/50_mesa.json" \
        LD_PRELOAD="$OUT/engine/tools/vc4-drm-shim/vc4-drm-shim.so" "$@"
}
