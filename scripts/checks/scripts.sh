# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The scripts themselves: help, errors, and that a second run does nothing.

. "$TOP/scripts/lib/engine.sh"
. "$TOP/scripts/lib/package.sh"

ENTRIES=(demo check qemu bench soak kms glmark2 piglit recovery u-boot hostile coverage fuzz sanitize analyse lint fetch boots overlay series xsession package)

# fails REGEX COMMAND...: ends with 1 and says something that matches
fails() { fails_with 1 "$@"; }

# fails_with STATUS REGEX COMMAND...
fails_with() {
    local status=$1 regex=$2 rc=0 text
    shift 2
    text=$("$@" 2>&1 </dev/null) || rc=$?
    printf '%s\n' "$text"
    [ "$rc" = "$status" ] || return 1
    grep -qE -- "$regex" <<<"$text"
}

has_help() {
    local text
    text=$("$TOP/scripts/$1" --help)
    printf '%s\n' "$text"
    [[ $text == "scripts/$1"* ]] && [[ $text == *--help* ]]
}

qemu_twice() {
    local before
    "$TOP/scripts/qemu" -M help | grep '^trimslice '
    before=$(stat -c %y "$QEMU_BIN")
    "$TOP/scripts/qemu" -M help >/dev/null
    [ "$before" = "$(stat -c %y "$QEMU_BIN")" ]
}

# A tree of hard links, so in the cache: neither patch nor copy may write through them.
overlay_twice() {
    local tree=$CACHE/overlay-tree before
    qemu_source
    before=$(sha256sum "$QEMU_PRISTINE/meson.build")
    rm -rf "$tree"
    cp -al "$QEMU_PRISTINE" "$tree"
    "$TOP/scripts/overlay" "$tree"
    grep -q hw/gpu "$tree/meson.build"
    cmp "$tree/hw/gpu/Kconfig" "$TOP/hw/gpu/Kconfig"
    echo stale >"$tree/hw/gpu/stale.c"
    echo hw/gpu/stale.c >>"$tree/.gr3d-overlay"
    LC_ALL=C sort -o "$tree/.gr3d-overlay" "$tree/.gr3d-overlay"
    "$TOP/scripts/overlay" "$tree" | grep ', 1 changed'
    [ ! -e "$tree/hw/gpu/stale.c" ]
    "$TOP/scripts/overlay" "$tree" | grep ', 0 changed'
    [ "$before" = "$(sha256sum "$QEMU_PRISTINE/meson.build")" ]
    rm -rf "$tree"
}

# The newest series' words stay, and an older one has its own.
overlay_spells() {
    local QEMU_SERIES=999 file
    [ -z "$(overlay_words)" ]
    QEMU_SERIES=10.0
    overlay_texts "$OUT/overlay-texts" <<<hw/gpu/tegra_dc.c
    file=$OUT/overlay-texts/hw/gpu/tegra_dc.c
    grep -qx '#include "hw/irq.h"' "$file"
    grep -q 'class_init(ObjectClass \*klass, void' "$file"
    rm -r "$OUT/overlay-texts"
}

# tsan_report FRAME...: print a report with these on top of a stack
tsan_report() {
    local i=0
    printf 'WARNING: ThreadSanitizer: data race\n  Write of size 1 by thread T7:\n'
    printf '    #0 draw draw.c:1\n\n  Previous read of size 8 by main thread:\n'
    for f in "$@"; do
        case $f in *:*) ;; *) f+=' file.c:1' ;; esac
        printf '    #%d %s\n' "$i" "$f"
        i=$((i + 1))
    done
    printf '\nSUMMARY: ThreadSanitizer: data race draw.c:1 in draw\n'
}

# tsan_forgotten FRAME THREAD: print one whose other stack, of THREAD, is lost
tsan_forgotten() {
    printf 'WARNING: ThreadSanitizer: data race\n  Write of size 1 by thread T7:\n'
    printf '    #0 %s\n\n  Previous read of size 8 by thread T9:\n' "$1"
    printf '    [failed to restore the stack]\n\n'
    printf "  Thread T9 '%s' (tid=1, running) created by main thread at:\n" "$2"
    printf '\nSUMMARY: ThreadSanitizer: data race\n'
}

# tsan_takes|tsan_refuses COMMAND...: its report is of guest memory, or is not
tsan_takes() {
    "$@" >"$OUT/tsan-report"
    "$PYTHON" -B "$TOP/scripts/lib/tsanreports.py" "$OUT/tsan-report"
}
tsan_refuses() {
    local rc=0
    tsan_takes "$@" || rc=$?
    [ "$rc" = 1 ]
}

# An access to guest memory begins with a copy; one to a register ends in the device.
tsan_reports_are_told_apart() {
    local pixel='gpu_store_le_4 ../hw/gpu/lib/le.h:45'
    tsan_takes tsan_report memcpy memcpy flatview_read_continue_step main
    tsan_takes tsan_report memcpy 'decode_b5g6r5 ../hw/gpu/tegra_dc_format.c:90'
    tsan_takes tsan_forgotten "$pixel" mig/src/main
    tsan_refuses tsan_report tegra_read memory_region_dispatch_read \
        flatview_read_continue_step
    tsan_refuses tsan_report memcpy tegra_read flatview_read_continue_step
    tsan_refuses tsan_forgotten 'run_batch ../hw/gpu/gr3d/run/batch.c:329' mig/src/main
    tsan_refuses tsan_forgotten "$pixel" gr3d
    rm "$OUT/tsan-report"
}

overlay_refuses_a_name_of_qemu() {
    local tree=$OUT/overlay-tree rc=0
    rm -rf "$tree"
    mkdir -p "$tree/hw/gpu"
    echo 10.0.99 >"$tree/VERSION"
    echo "QEMU's own" >"$tree/hw/gpu/Kconfig"
    (overlay_sync "$tree") || rc=$?
    grep -qx "QEMU's own" "$tree/hw/gpu/Kconfig"
    rm -rf "$tree"
    [ "$rc" = 1 ]
}

# log_with LINE: a boot's log as it must be, plus a line
log_with() {
    local log=$OUT/log-with.txt
    cat >"$log" <<'END'
[    0.000000] Linux version 6.1.0 (a@b) #1 SMP
[    0.100000] smp: Brought up 1 node, 2 CPUs
[    1.000000] [drm] Initialized tegra 1.0.0 20120330 for drm on minor 0
bound: tegra-host1x: 50000000.host1x
bound: tegra-dc: 54200000.dc 54240000.dc
bound: tegra-hdmi: 54280000.hdmi
bound: tegra-gr2d: 54140000.gr2d
bound: tegra-gr3d: 54180000.gr3d
hdmi: connected: 1280x720 1024x768
gr3d-demo: frame 40 held
END
    say "$1" >>"$log"
    log_check 2 "$log"
}

# recovery_log_with LINE: what tegra-recovery printed, plus a line
recovery_log_with() {
    local log=$OUT/recovery-log-with.txt
    cat >"$log" <<'END'
[    1.000000] [drm] Initialized tegra 1.0.0 20120330 for drm on minor 0
kernel: tegra-host1x 50000000.host1x: cdma_timeout_handler: timeout: 2 (2-54180000.gr3d), HW thresh 0, done 1
kernel: tegra-gr3d 54180000.gr3d: tegra-recovery: job submission failed: host1x job submission failed: -1
    WRONG: expected: the job's time-out
END
    say "$1" >>"$log"
    log_check recovery "$log"
}

# bench_result EXPRESSION: of the first workload of the last run
bench_result() {
    "$PYTHON" -c 'import json, sys
w = json.load(open(sys.argv[1] + "/bench.json"))["workloads"][0]
print(eval("w" + sys.argv[2]))' "$OUT" "$1"
}

# bench_one ENGINE
bench_one() {
    rm -f "$OUT/bench.json"
    "$TOP/scripts/bench" --engine "$1" --quick --filter '^fill-colour$'
    bench_result '["engine"]["median"] > 0' | grep -qx True
    bench_result '.get("psnr_db", 99) >= 35' | grep -qx True
}

# A peer draws something else, and as much of it.
bench_with_another_texture() {
    local dir=$OUT/engine/tests/bench peer=$OUT/bench/another-texture
    mkdir -p "$OUT/bench"
    printf '#!/bin/sh\nshift\nexec "%s" etc1 "$@"\n' "$dir/bench-peer" >"$peer"
    chmod +x "$peer"
    "$TOP/tests/bench/bench" --engine "$dir/bench-engine" --peer "$peer" \
        --quick --filter '^dxt1$' --out "$OUT/bench"
}

# The version is the commit's, every tool has a page, every file's name is one of
# ours, and the same bytes come again.
package_holds() {
    local list=$OUT/package-list sum program commit
    package_ready
    sum=$(sha256sum "$DEB" "$TARBALL")
    package_make
    [ "$sum" = "$(sha256sum "$DEB" "$TARBALL")" ]
    commit=$(package_git rev-parse --short=8 HEAD)
    dpkg-deb -f "$DEB" Version | tee "$list" | grep -E \
        "^${QEMU_SERIES}[.][0-9]+[+]gr3d20[0-9]{10}[.]g$commit([.]modified)?$"
    [ -z "$(package_git status --porcelain)" ] || grep 'modified$' "$list"
    dpkg-deb -f "$DEB" Depends | grep 'libc6 .*libfdt1.*libpixman-1-0.*libslirp0'
    dpkg-deb -c "$DEB" | sed 's|^.* [.]/||; s| .*||' >"$list"
    for program in gr3d-{as,dis,import,run,replay,dump,report} v3d-{as,dis,run} \
        {tegra,vc4}-drm-shim; do
        grep -x "usr/bin/$program" "$list"
        grep -x "usr/share/man/man1/$program.1.gz" "$list"
    done
    grep -x "usr/bin/$PACKAGE-system-arm" "$list"
    grep -x "usr/bin/$PACKAGE-system-aarch64" "$list"
    [ -z "$(grep -vE 'gr3d|/v3d-|-drm-shim|/$|^$' "$list")" ]
    rm "$list"
}

# The tarball's programs run in any directory, and QEMU finds its files there.
tarball_runs() {
    local dir="$OUT/a package" tarball
    tarball=$(ls "$PACKAGE_OUT"/*.tar.gz)
    rm -rf "$dir"
    mkdir -p "$dir/fake"
    tar -C "$dir" --strip-components=1 -xf "$tarball"
    cd "$dir"
    ./run $PACKAGE-system-arm -M help | grep '^trimslice '
    ./run $PACKAGE-system-aarch64 -M help | grep '^raspi3b '
    echo quit | ./run $PACKAGE-system-arm -M none -k de -vnc unix:vnc -monitor stdio
    ./run gr3d-as --help | grep '^  gr3d-as '
    ./run gr3d-run "$TOP/tests/gpu/scenes/triangle.gr3d"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nPATH=${PATH#*:} ldd "$@"; echo "libx.so => not found"\n' \
        >fake/ldd
    chmod +x fake/ldd
    (PATH=$dir/fake:$PATH fails_with 127 'libx.so' ./run gr3d-as --help)
    fails 'gr3d-as' ./run nosuch
    cd "$TOP"
    rm -r "$dir"
}

group_scripts() {
    local e
    lock
    qemu_ready
    unlock
    test_case "bench: no number of threads" fails "above 0" \
        "$TOP/scripts/bench" --threads 0
    test_case "bench: no such workload" fails "no workload's name" \
        "$TOP/scripts/bench" --filter nosuch
    test_tap "bench selftest" "$TOP/tests/bench/selftest"
    test_case "bench: one workload of V3D" bench_one v3d
    test_case "bench: one workload" bench_one gr3d
    e=$(bench_result '.get("why", "")')
    if [ -n "$e" ]; then
        skipped "bench beside llvmpipe" "$e"
    else
        test_case "bench: DXT1 is not ETC1" fails "not comparable: PSNR" \
            bench_with_another_texture
    fi
    # the longest, beside the others
    case_start "bench in the guest: the CPU draws the same" \
        "$TOP/scripts/bench" --guest --quick
    case_start "package: names, version, contents" package_holds
    for e in "${ENTRIES[@]}"; do
        case_start "$e --help" has_help "$e"
    done
    for e in "${ENTRIES[@]}"; do
        # the options of these are QEMU's, and names
        [[ $e = qemu || $e = lint ]] ||
            case_start "$e: unknown option" fails \
                "--nosuch.*|--help" "$TOP/scripts/$e" --nosuch
    done
    case_start "the picture check tells right from wrong" \
        "$TOP/tests/guest/expected/selftest"
    test_case "a guest whose time is up: where it is" fails_with 125 \
        "R15=[0-9a-f]+" vm run --log "$OUT/log/time-up.log" --timeout 2 -- \
        "$QEMU_BIN" -L "$OUT/qemu" -M trimslice -display none
    test_case "demo: three CPUs" fails "1 or 2 CPUs" \
        "$TOP/scripts/demo" --smp 3
    test_case "demo: a kernel that is not supported" fails "6.1, 6.12 and 7.x" \
        "$TOP/scripts/demo" --linux 4.4
    test_case "demo: a configuration that Linux does not have" fails \
        "there are: .* tegra_defconfig" "$TOP/scripts/demo" \
        --linux 6.1-nosuch_defconfig --build
    test_case "demo: no such directory to add" fails "no such directory" \
        "$TOP/scripts/demo" --add /nonexistent
    test_case "no QEMU source there" fails "not a QEMU source tree" \
        "$TOP/scripts/qemu" --qemu-src "$TOP/docs" -M help
    test_case "no such series" fails "the series are: 10.0" \
        "$TOP/scripts/qemu" --qemu 9.9 -M help
    test_case "a tarball nobody knows" fails "qemu-tarball-sha256" \
        "$TOP/scripts/qemu" --qemu-tarball "$TOP/LICENSE" -M help
    test_case "check: unknown group" fails "no group nosuch" \
        "$TOP/scripts/check" nosuch
    test_case "qemu twice builds once" qemu_twice
    test_case "overlay twice" overlay_twice
    test_case "overlay replaces nothing" overlay_refuses_a_name_of_qemu
    test_case "overlay spells as the series does" overlay_spells
    test_case "reports of ThreadSanitizer" tsan_reports_are_told_apart
    test_case "log check: a good log" log_with "tegra-dc 54200000.dc: fine"
    for e in "WARNING: CPU: 0 PID: 1" "tegra-hdmi 54280000.hdmi: failed" \
        "Internal error: Oops: 5" "host1x 50000000.host1x: timeout" \
        "[drm] flip_done timed out" "[drm] Resetting GPU"; do
        test_case "log check: $e" fails "${e#\[drm\] }" log_with "$e"
    done
    test_case "recovery's log: a good log" recovery_log_with "  after 500 ms"
    for e in "kernel: WARNING: CPU: 0 PID: 1" "kernel: tegra-gr3d: failed" \
        "Internal error: Oops: 5" "[    2.0] tegra-dc 54200000.dc: timeout"; do
        test_case "recovery's log: $e" fails "${e#\[}" recovery_log_with "$e"
    done
    test_case "the model of the display tells right from wrong" \
        "$TOP/tests/guest/expected/kms-selftest"
    tests_finish
    test_case "package: the tarball in a directory" tarball_runs
}
