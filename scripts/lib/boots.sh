# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Boots in a row for scripts/soak and the boot group of scripts/check, the boot
# that shows all scenes, and the one that breaks the hardware.

# picture_sum FILE: checksum of the decoded pixels
picture_sum() {
    "$PYTHON" -B - "$GUEST_DIR/expected" "$1" <<'END'
import hashlib
import sys
sys.path.insert(0, sys.argv[1])
import picture
p = picture.read(sys.argv[2])
print(p.width, p.height, hashlib.sha256(b"".join(p.rows)).hexdigest())
END
}

# guest NAME COMMAND [QEMU-ARGUMENT...]: returns the command's exit status
guest() {
    local name=$1
    shift
    vm_args 2 "$@"
    vm run --log "$OUT/boot-$name.log" --timeout 180 -- "${VM_ARGS[@]}" \
        -display none
}

# scenes_command: every scene once, the kernel's two interfaces in turn
scenes_command() {
    demo_facts
    cat <<END
u=new
for s in ${DEMO_SCENES[*]}; do
gr3d-demo --scene \$s --frame $DEMO_FRAME --uapi \$u || exit 1
[ \$u = new ] && u=legacy || u=new
done
END
}

# boot_scenes SMP: boot once and take a picture of every scene: out/scenes/*.png
boot_scenes() {
    local dir=$OUT/scenes
    rm -rf "$dir"
    mkdir -p "$dir"
    vm_args "$1" "$(scenes_command)"
    vm pictures --log "$dir/console.log" --png "$dir" \
        --held 'gr3d-demo: frame [0-9]+ held \(([a-z-]+)\)' --timeout 300 -- \
        "${VM_ARGS[@]}" -display none || return 1
    log_check "$1" "$dir/console.log"
}

scene_right() {
    demo_compare "$OUT/scenes/$1.png" "$1"
}

# boot_picture SMP NAME COMMAND [OPTION...]: boot with the command before the
# demo's, take the picture, read the log, compare the picture with the expected
# image. Says what is wrong.
boot_picture() {
    local smp=$1 base=$OUT/boot-$2
    vm_args "$smp" "$3
$(demo_command "$DEMO_SCENE" "$DEMO_FRAME")"
    vm picture --log "$base.log" --png "$base.png" --timeout 300 "${@:4}" \
        --held 'gr3d-demo: frame [0-9]+ held' -- "${VM_ARGS[@]}" -display none \
        >"$base.out" 2>&1 || {
        tail -n 3 "$base.out" "$base.log"
        return 1
    }
    log_check "$smp" "$base.log" && demo_compare "$base.png"
}

# boot_once SMP NAME: boot_picture, and the same pixels as in the earlier boots
boot_once() {
    local base=$OUT/boot-$2 sum
    boot_picture "$1" "$2" : || return 1
    sum=$(picture_sum "$base.png")
    [ -f "$OUT/boot-pixels" ] || say "$sum" >"$OUT/boot-pixels"
    [ "$sum" = "$(cat "$OUT/boot-pixels")" ] || {
        say "the pixels differ from the first boot's: $base.png"
        return 1
    }
}

# recovery_tests LEGACY NEW OTHERS: rounds as tegra-recovery's arguments
recovery_tests() {
    local t
    printf 'legacy=%s new=%s' "$1" "$2"
    for t in wedged-legacy wedged-new lost-interrupt stuck-syncpt delayed; do
        [ "$3" = 0 ] || printf ' %s=%s' "$t" "$3"
    done
}

# recovery_run NAME SMP TESTS: boot, run tegra-recovery, read the log
recovery_run() {
    local base=$OUT/$1 rc=0
    vm_args "$2" "tegra-recovery $3"
    vm run --log "$base.log" --timeout 1200 -- "${VM_ARGS[@]}" \
        -display none >"$base.out" || rc=$?
    grep -E '^tegra-recovery: |WRONG' "$base.out" || :
    log_check recovery "$base.log" && [ "$rc" = 0 ]
}

# recovery_summary LOG: one line of all that was done
recovery_summary() {
    sed -n 's/^tegra-recovery: \([a-z-]*\): \([0-9]*\) rounds, .*/\2 \1/p' "$1" |
        paste -s -d , | sed 's/,/, /g; s/$/: all recovered/'
}
