# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The other kernel: Linux 6.12 as Debian has it.

. "$TOP/scripts/lib/boots.sh"

# The guest's root on an SD card: ext4, read and written. What it wrote is then
# found in the image. By PARTUUID: the kernel numbers the two slots as they come.
sd_root() {
    local dir=$OUT/sd image=$OUT/sd.img fs="$OUT/sd.img?offset=1048576"
    rm -rf "$dir"
    mkdir -p "$dir"
    gzip -dc "$INITRAMFS" | (cd "$dir" && cpio -idm --quiet)
    disk_image "$image" 65 "$dir"
    truncate -s 128M "$image"   # QEMU's SD cards have a power of two
    VM_ROOT=PARTUUID=67723364-01 guest sd \
        "mount; mount | grep -q ' on / type ext4' && echo yes >/written" \
        -drive if=sd,format=raw,file="$image"
    PATH=$PATH:/sbin:/usr/sbin debugfs -R 'cat /written' "$fs" | grep -qx yes
    PATH=$PATH:/sbin:/usr/sbin e2fsck -fn "$fs"
    rm -rf "$dir" "$image"
}

usb_input() {
    guest usb-input "sleep 2; cat /proc/bus/input/devices
grep -q 'QEMU USB Keyboard' /proc/bus/input/devices &&
grep -q 'QEMU USB Mouse' /proc/bus/input/devices" \
        -device usb-kbd -device usb-mouse
}

usb_net() {
    guest usb-net "sleep 2; ifconfig usb0 10.0.2.15 up && ping -c 3 10.0.2.2" \
        -netdev user,id=net -device usb-net,netdev=net
}

pcie_quiet() {
    ! grep -E 'e1000e.*(error|fail)|tegra-pcie.*(error|fail|timeout)|WARNING' "$1"
}

# pcie_net MODE PATTERN: the board's Ethernet, whose driver is told which interrupts
# to use (0 the lines, 2 MSI-X), before and after the machine slept. PATTERN is of the
# interrupt's line. (1, MSI, the driver does not take anywhere: the interrupt that it
# tries first, RXSEQ, is none that it enables.)
pcie_net() {
    local log=$OUT/linux-6.12-pcie-$1.log command="set -e
echo N >/sys/module/printk/parameters/console_suspend
ifconfig eth0 10.0.2.15 up; sleep 4
ping -c 3 10.0.2.2
grep eth0 /proc/interrupts | grep -E '$2'
echo mem >/sys/power/state; sleep 4
ping -c 3 10.0.2.2"
    vm_args 2 "$command" -nic user \
        -append "$(vm_append 2 "$command") e1000e.IntMode=$1"
    vm run --log "$log" --timeout 180 --power-key 'Entering suspend state LP1' -- \
        "${VM_ARGS[@]}" -display none
    pcie_quiet "$log"
}

# What is sent comes back while the machine is saved, loaded and migrated.
pcie_moved() {
    local base=$OUT/linux-6.12-pcie-moved n=15
    vm_args 2 "ifconfig eth0 10.0.2.15 up; sleep 4; ping -c $n 10.0.2.2; sleep 9" \
        -nic user
    vm move --log "$base.log" --png "$base.png" --timeout 180 \
        --held "$n packets transmitted, $n packets received" -- \
        "${VM_ARGS[@]}" -display none
    pcie_quiet "$base.log"
}

# sound RATE: each frame that is played is in a WAV file. The DMA repeats a period
# whose interrupt waits for the next one: with -icount the guest is always in time.
sound() {
    local log=$OUT/linux-6.12-sound-$1.log wav=$OUT/linux-6.12-$1.wav
    rm -f "$wav"
    vm_args 2 "snd-play $1" -audiodev "wav,id=snd,path=$wav,out.frequency=$1" \
        -machine audiodev=snd -icount shift=5,sleep=off
    vm run --log "$log" --timeout 180 -- "${VM_ARGS[@]}" -display none
    "$PYTHON" -B "$GUEST_DIR/expected/snd-expected" "$wav" "$1"
    ! grep -iE '(tegra20-i2s|tlv320|asoc|snd).*(error|fail|underrun)|WARNING' "$log"
}

# no_sound NAME [QEMU-ARGUMENT...]: it is played to nobody, and QEMU says nothing
no_sound() {
    local base=$OUT/linux-6.12-sound-$1
    vm_args 2 snd-play "${@:2}"
    vm run --log "$base.log" --timeout 180 -- "${VM_ARGS[@]}" -display none \
        >"$base.out" 2>&1
    diff - "$base.out" <<<"snd-play: PASS, 48128 frames at 48000 Hz"
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
    LINUX_FRAGMENTS+=(tegra20-{usb,net,sd,pcie,sound})
    qemu_ready
    linux_ready
    guest_ready
    unlock
    rm -f "$OUT/boot-pixels"
    local JOBS=$((JOBS + 1))            # as in the group boot
    case_start "the demo's picture" boot_once 2 linux-6.12
    case_start "gr3d-smoke" guest linux-6.12-smoke gr3d-smoke
    case_start "SD card with the root" sd_root
    case_start "USB keyboard and mouse" usb_input
    case_start "USB network" usb_net
    case_start "recovery" recovery_run linux-6.12-recovery 2 \
        "legacy=3 wedged-legacy=1 lost-interrupt=1 stuck-syncpt=1 delayed=1"
    case_start "PCIe: Ethernet, MSI-X" pcie_net 2 eth0-rx
    case_start "PCIe: Ethernet, INTx" pcie_net 0 'LIC.* eth0$'
    case_start "PCIe: Ethernet, moved" pcie_moved
    case_start "variants apply" variants_apply
    case_start "sound, 48 kHz" sound 48000
    case_start "sound, 44.1 kHz" sound 44100
    case_start "sound by nobody" no_sound nobody
    case_start "sound by -audiodev none" no_sound none -audiodev none,id=snd \
        -machine audiodev=snd
    tests_finish
}
