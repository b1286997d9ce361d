# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The strips on 64-bit Arm's vectors: the tests that compare them with the
# reference, and all scenes on threads, built by the cross compiler and run by
# qemu-user.

. "$TOP/scripts/lib/engine.sh"
. "$TOP/scripts/lib/arm64.sh"

neon_tests() {
    (cd "$TOP/tests/gpu/strip" && ls test-*.c) | sed 's/\.c$//'
    printf '%s\n' test-threads v3d/test-v3d-strip-{numbers,textures} \
        v3d/test-v3d-strips
}

group_neon() {
    local t tests why programs
    mapfile -t tests < <(neon_tests)
    engine_env
    why=$(arm64_why_not)
    if [ -n "$why" ]; then
        skipped "NEON under qemu-user" "$why"
        return 0
    fi
    test_case "build for arm64" arm64_build engine-arm64 "${tests[@]}"
    for t in "${tests[@]}"; do
        # of 250, which are a minute here
        programs=(V3D_TEST_PROGRAMS=40)
        # of 40,000, which are half a minute
        [ "$t" != test-strip-vp ] || programs=(GR3D_TEST_PROGRAMS=10000)
        tap_start "neon $t" env {GR3D,V3D}_EXEC=base "${programs[@]}" timeout 600 \
            qemu-aarch64 "$OUT/engine-arm64/tests/gpu/$t" --tap
    done
    tests_finish
}
