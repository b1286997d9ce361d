# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The other kernel: Linux 6.12 as Debian has it.

. "$TOP/scripts/lib/boots.sh"

# new_smoke: the exit status of gr3d-smoke in the guest
new_smoke() {
    vm_args 2 gr3d-smoke
    vm run --log "$OUT/linux-6.12-smoke.log" --timeout 180 -- "${VM_ARGS[@]}" \
        -display none
}

# The patches for the variants must apply; what they are for is in
# docs/debugging.rst.
variants_apply() {
    local v dir=$OUT/linux-6.12-variant
    rm -rf "$dir"
    mkdir -p "$dir/pristine"
    tar -C "$dir/pristine" --strip-components=1 -xf "$LINUX_TARBALL" \
        --wildcards '*/drivers/gpu/drm/tegra/gr[23]d.c'
    for v in 6.12.96 6.12.96-fixed; do
        linux_select "$v"
        cp -R "$dir/pristine" "$dir/$v"
        linux_patches | while read -r p; do
            patch --fuzz=0 --strip=1 --forward --batch --directory="$dir/$v" \
                --input="$p"
        done
    done
    rm -rf "$dir"
}

group_linux-6.12() {
    local LINUX_SERIES LINUX_VARIANT LINUX_CONFIG LINUX_FRAGMENTS
    lock
    linux_select 6.12
    qemu_ready
    linux_ready
    guest_ready
    unlock
    rm -f "$OUT/boot-pixels"
    case_start "the demo's picture" boot_once 2 linux-6.12
    case_start "gr3d-smoke" new_smoke
    case_start "recovery" recovery_run linux-6.12-recovery 2 \
        "legacy=3 wedged-legacy=1 lost-interrupt=1 stuck-syncpt=1 delayed=1"
    case_start "variants apply" variants_apply
    tests_finish
}
