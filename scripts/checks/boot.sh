# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Linux boots and GR3D draws: three boots, one and two CPUs, the same
# pixels; then every scene. And what else people do with the machine.

. "$TOP/scripts/lib/boots.sh"
. "$TOP/scripts/lib/kms.sh"
. "$TOP/scripts/lib/replay.sh"

# The status arrives, what the command printed arrives, the power goes off.
exit_status() {
    local rc=0
    guest status "echo hello from the guest; exit 7" >"$OUT/boot-status.out" ||
        rc=$?
    cat "$OUT/boot-status.out"
    grep -qx 'hello from the guest' "$OUT/boot-status.out"
    [ "$rc" = 7 ]
}

# -no-reboot makes QEMU end where the board would start again.
reboot_ends() {
    vm_args 2 "reboot -f"
    vm end --log "$OUT/boot-reboot.log" --timeout 120 -- "${VM_ARGS[@]}" \
        -display none
    grep 'reboot: Restarting system' "$OUT/boot-reboot.log"
}

one_cpu() {
    vm_args 1 "grep -c ^processor /proc/cpuinfo"
    vm run --log "$OUT/boot-one.log" --timeout 120 -- "${VM_ARGS[@]}" \
        -display none | tee "$OUT/boot-one.out"
    grep -qx 1 "$OUT/boot-one.out"
    ! grep -E 'CPU1: failed|CPU1: .*never' "$OUT/boot-one.log"
}

# The kernel notices that the monitor goes and comes, and that another one is
# plugged in. (The console's framebuffer limits the size that it takes.)
hot_plug() {
    guest hot-plug 'status=/sys/class/drm/card0-HDMI-A-1/status
for want in off:disconnected on:connected; do
    echo "host: monitor ${want%:*}"
    n=0
    until grep -qx "${want#*:}" $status; do
        n=$((n + 1))
        [ $n -lt 100 ] || exit 1
        usleep 100000
    done
done
echo "host: qom-set /machine/soc/hdmi xres 1024"
n=0
until head -n 1 ${status%status}modes | grep -qx 1024x720; do
    n=$((n + 1))
    [ $n -lt 100 ] || exit 1
    usleep 100000
done'
}

# Suspend to RAM twice, with the memory in self-refresh, the PLLs off and core 1
# away; the power key ends it. GR3D draws before, between and after.
suspend() {
    boot_picture 2 suspend 'set -e
echo N >/sys/module/printk/parameters/console_suspend
gr3d-smoke >/dev/null; echo mem >/sys/power/state
gr3d-smoke >/dev/null; echo mem >/sys/power/state' \
        --power-key 'Entering suspend state LP1'
    [ "$(grep -c 'PM: suspend exit' "$OUT/boot-suspend.log")" = 2 ]
    [ "$(grep -c 'CPU1 is up' "$OUT/boot-suspend.log")" = 2 ]
}

# What docs/guest-programs.rst says of requests to the host.
host_requests() {
    rm -f "$OUT/asked-for.png"
    guest host-requests 'stty -echo
ask() { echo "host: $*"; read -r a; echo "got: $a"; }
ask qom-get /machine/soc/hdmi connected
ask qom-set /machine/soc/hdmi connected false
ask qom-get /machine/soc/hdmi connected
ask monitor on
ask qom-get /machine/soc/hdmi connected
ask qom-get /machine/soc/hdmi type
ask screendump asked-for
ask screendump ../x
ask qom-set /objects/x y 1
ask qom-set /machine/soc/hdmi connected maybe
ask qom-get /machine/soc/hdmi nosuch
ask hmp info version
ask hmp quit
ask dance' >"$OUT/boot-host-requests.out"
    grep '^got: ' "$OUT/boot-host-requests.out" | tee "$OUT/host-requests.got"
    cut -c 1-14 <"$OUT/host-requests.got" | diff - <(
        printf 'got: %s\n' 'ok true' ok 'ok false' ok 'ok true' ok ok \
            'error wro' 'error /ob' 'error may' 'error QMP' ok 'error hmp' \
            'error no ')
    grep -qx "${QEMU_SERIES/./\\.}\.[0-9].*" "$OUT/boot-host-requests.out"
    file_is_png "$OUT/asked-for.png"
}

file_is_png() { [ "$(head -c 4 "$1" | od -An -c | tr -d ' ')" = '211PNG' ]; }

# The kernel gets over a lost completion, a wedged engine and so on; not twenty
# seconds of wedged-new, which scripts/recovery has.
recovery() {
    recovery_run boot-recovery 2 "legacy=3 wedged-legacy=1 lost-interrupt=1 \
stuck-syncpt=1 delayed=1 new=1"
}

# Guest faults are logged, and QEMU and the guest go on.
smoke_bad() {
    guest smoke-bad "gr3d-smoke --bad" -d guest_errors,unimp \
        -D "$OUT/boot-smoke-bad.qemu"
    grep -q . "$OUT/boot-smoke-bad.qemu"
}

# What the kernel lets through is nothing wrong to the devices, but for one draw
# from registers that were lost with GR3D's power.
uapi() {
    guest uapi "tegra-uapi && tegra-soak" -d guest_errors,unimp -D "$OUT/boot-uapi.qemu"
    ! grep '^tegra' "$OUT/boot-uapi.qemu" |
        grep -v 'draw 0: vertex program reached its time limit'
}

# A hang is recorded, replayed with the same console, and gdb's packets lead from the
# kernel's time-out back to the submit.
replay_backwards() {
    local file=$OUT/boot-replay way pid rc=0
    vm_args 1 "gr3d-smoke --hang"
    for way in record replay; do
        "rr_$way" "$file"
        vm run --log "$file-$way.log" --timeout 180 -- "${VM_ARGS[@]}" -display none
    done
    cmp "$file-record.log" "$file-replay.log"
    rr_replay "$file"
    rm -f "$file.gdb"
    "${VM_ARGS[@]}" -display none -serial null -monitor none -S \
        -gdb "unix:$file.gdb,server=on,wait=off" &
    pid=$!
    timeout 180 "$PYTHON" -B "$TOP/scripts/lib/reverse.py" "$file.gdb" \
        "$(linux_symbol cdma_timeout_handler)" "$(linux_symbol tegra_drm_submit)" || rc=$?
    kill "$pid"
    wait "$pid" || :
    rm -f "$file" "$file".{args,qcow2,gdb}
    return "$rc"
}

# A device's register has its value while the other CPU changes the map.
map_changes() {
    local elf=$OUT/map-changes.elf
    "${CROSS}gcc" -nostdlib -static -Wl,-Ttext=0,--build-id=none -o "$elf" \
        "$GUEST_DIR/map-changes.S"
    vm end --log "$OUT/boot-map-changes.log" --timeout 60 -- "$QEMU_BIN" -L "$OUT/qemu" \
        -M trimslice -smp 2 -kernel "$elf" -no-reboot -nic none \
        -display none
}

# linux_symbol NAME: its address; of several, that of the oldest chip, which is ours
linux_symbol() { awk -v n="$1" '$3 == n { print $1; exit }' "$LINUX_DIR/System.map"; }

group_boot() {
    local scene
    lock
    qemu_ready
    linux_ready
    guest_ready
    uboot_ready
    unlock
    rm -f "$OUT/boot-pixels"
    test_case "boot 1, 2 CPUs" boot_once 2 1
    test_case "all scenes, 2 CPUs" boot_scenes 2
    # alone: it compares the guest's free memory
    test_case "tegra-uapi, tegra-soak" uapi
    local JOBS=$((JOBS + 1))            # guests wait half of the time
    # the longest, beside the others
    case_start "record, replay, backwards" replay_backwards
    case_start "recovery" recovery
    case_start "boot 2, 1 CPU" boot_once 1 2
    case_start "boot 3, 2 CPUs" boot_once 2 3
    for scene in "${DEMO_SCENES[@]}"; do
        case_start "scene $scene" scene_right "$scene"
    done
    case_start "exit status and power-off" exit_status
    case_start "reboot" reboot_ends
    case_start "one CPU" one_cpu
    case_start "suspend" suspend
    case_start "hot plug" hot_plug
    case_start "requests to the host" host_requests
    case_start "kms-check --brief" kms_run boot-kms --brief
    case_start "gr3d-smoke, gr2d-smoke" guest smoke "gr3d-smoke && gr2d-smoke"
    case_start "gr3d-smoke --bad" smoke_bad
    case_start "the map changes while a CPU reads" map_changes
    case_start "U-Boot: prompt, memory, PCIe, SD card, reset" uboot_short
    tests_finish
}
