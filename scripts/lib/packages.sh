# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
#
# Debian packages by purpose; the names are the same in Debian 12 and 13.

PACKAGES_SOURCES=(ca-certificates dpkg-dev xz-utils)

PACKAGES_QEMU=(
    gcc libc6-dev make ninja-build pkg-config python3 python3-venv flex bison
    libglib2.0-dev libpixman-1-dev libpng-dev libfdt-dev zlib1g-dev
    libgtk-3-dev libslirp-dev libpulse-dev
)

PACKAGES_GUEST=(
    gcc gcc-arm-linux-gnueabihf libc6-dev libc6-dev-armhf-cross
    make flex bison bc perl python3 cpio kmod rsync
    libssl-dev libelf-dev linux-libc-dev-armhf-cross
)

# Images of disks
PACKAGES_DISK=(e2fsprogs fdisk)

# A Debian system for the TrimSlice
PACKAGES_DEBIAN=(debootstrap fakeroot)

# The Raspberry Pi's modules
PACKAGES_RASPI=(kmod python3)

# Programs for it
PACKAGES_RASPI_PROGRAMS=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross libegl-dev
    libgles-dev)

# Mesa's vc4 driver for this machine; piglit's libraries
PACKAGES_MESA=(
    gcc g++ ninja-build pkg-config python3 bison flex glslang-tools
    python3-mako python3-packaging python3-yaml
    libdrm-dev libexpat1-dev libglib2.0-dev libglvnd-dev zlib1g-dev
)
PACKAGES_PIGLIT=(
    libegl1 libgl1 libwaffle-1-0 libwayland-client0 libx11-6 libxkbcommon0
    python3 python3-mako python3-six
)

# The benchmark's peer
PACKAGES_BENCH=(libegl-dev libgles-dev libgl1-mesa-dri libegl-mesa0)

# The engine's tests for 64-bit Arm, on other machines
PACKAGES_ARM64=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)

# The page of gr3d-report is tried in it
PACKAGES_BROWSER=(chromium)

# scripts/fuzz
PACKAGES_FUZZ=(clang libclang-rt-dev llvm)

# scripts/package, and trees to try what it makes
PACKAGES_PACKAGE=(git binutils dpkg-dev help2man libdrm-dev ccache)
PACKAGES_TREE=(mmdebstrap util-linux)

# ccache: the engine is built in six ways, each anew in a fresh clone
PACKAGES_CHECK=(git perl shellcheck cpio python3-docutils ccache help2man
    libdrm-dev valgrind "${PACKAGES_DISK[@]}")
