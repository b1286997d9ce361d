# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Boots in a row for scripts/soak and the boot group of scripts/check.

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

# boot_once SMP NAME: boot, take the picture, compare it with the expected image,
# with the earlier boots, and read the log. Says what is wrong.
boot_once() {
    local smp=$1 base=$OUT/boot-$2 sum
    vm_args "$smp" "$(demo_command "$DEMO_SCENE" "$DEMO_FRAME")"
    vm picture --log "$base.log" --png "$base.png" \
        --held 'gr3d-demo: frame [0-9]+ held' --timeout 300 -- \
        "${VM_ARGS[@]}" -display none >"$base.out" 2>&1 || {
        tail -n 3 "$base.out" "$base.log"
        return 1
    }
    log_check "$smp" "$base.log" || return 1
    demo_compare "$base.png" || return 1
    sum=$(picture_sum "$base.png")
    [ -f "$OUT/boot-pixels" ] || say "$sum" >"$OUT/boot-pixels"
    [ "$sum" = "$(cat "$OUT/boot-pixels")" ] || {
        say "the pixels differ from the first boot's: $base.png"
        return 1
    }
}
