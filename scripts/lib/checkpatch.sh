# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# QEMU's checkpatch.pl, on files and on patches.
#
# Accepted of checkpatch's errors, and nothing else:
# - "Macros with complex values should be enclosed in parenthesis" in a file
#   that includes a table (*.def): a row of a table expands to an enumerator, an
#   initialiser or a case, which parentheses would break.
# - "spaces required around that '-'" and the like in a line with a constant such
#   as 0x1p-30 or 1e-12, which checkpatch reads as a subtraction.
# - "consider using qemu_strtoul" and the like in tests/guest, tests/gpu,
#   tests/fuzz and tools, which are not linked with QEMU.
# - "architecture specific defines should be avoided" in the engine and its
#   tools: strips are built for each vector width of a processor, and neither
#   includes QEMU's host headers.
# - "Macros with multiple statements" in tools/replay/shim, whose registerfields.h
#   has the macros of QEMU's.
# - "Use of volatile is usually wrong" in tests/guest, where it is memory that
#   another processor (GR3D) writes.

BAD=0
bad() {
    BAD=$((BAD + 1))
    say "$1"
}

checkpatch_accepted() {
    local file=$1 text=$2 number
    number=${text#*:}
    number=${number%%:*}
    case $text in
    *'spaces required around that'* | *'Macros with complex values'*)
        sed -n "${number}p" "$TOP/$file" |
            grep -qE '[0-9a-f.](p|e)-[0-9]' && return 0 ;;&
    *'Macros with complex values should be enclosed'*)
        grep -qE '^ *# *include "[a-z0-9_/]+\.def"' "$TOP/$file" &&
            return 0 ;;
    *'consider using qemu_'*)
        case $file in
        tests/guest/* | tests/gpu/* | tests/fuzz/* | tools/*) return 0 ;;
        esac ;;
    *'architecture specific defines'*)
        case $file in
        hw/gpu/gr3d/* | hw/gpu/v3d/* | hw/gpu/lib/* | tools/*) return 0 ;;
        esac ;;
    *'Macros with multiple statements'*)
        case $file in tools/replay/shim/*) return 0 ;; esac ;;
    *'Use of volatile is usually wrong'*)
        case $file in tests/guest/*) return 0 ;; esac ;;
    esac
    return 1
}

# checkpatch_file SUM FILE: what it says, kept in the cache under the file's checksum
# and name. A process that is not started is most of the time.
checkpatch_file() {
    local said=$CHECKPATCH_SAID/$1-${2//\//-}
    if [ ! -f "$said" ]; then
        { perl "$CHECKPATCH" --no-tree --terse --no-summary -f "$2" 2>&1 || :; } |
            grep -E 'ERROR|WARNING' >"$said.$$" || :
        mv "$said.$$" "$said"
    fi
    [ ! -s "$said" ] || cat "$said"
}

# checkpatch_patch PATCH: likewise, with a file's name and line for the patch's; that
# a new file is in MAINTAINERS is seen when the entry comes, with the first
checkpatch_patch() {
    local said
    said=$CHECKPATCH_SAID/$(sed 1,/^Subject:/d "$1" | key)
    if [ ! -f "$said" ]; then
        { perl "$CHECKPATCH" --no-tree --no-signoff --terse --no-summary "$1" || :; } |
            grep -E 'ERROR|WARNING' | grep -v 'does MAINTAINERS need updating' |
            awk 'NR == FNR {
                if (/^@@/) n = substr($3, 2) - 1
                else if (/^[ +]/) n++
                if (/^\+\+\+ b/) file = substr($2, 3)
                at[FNR] = file ":" n
                next
            }
            { number = substr($0, length(name) + 2) + 0
              print at[number] substr($0, length(name) + 2 + length(number)) }
            ' name="$1" "$1" - >"$said.$$" || :
        mv "$said.$$" "$said"
    fi
    cat "$said"
}

# checkpatch_ready: QEMU_PRISTINE's checkpatch.pl is meant
checkpatch_ready() {
    CHECKPATCH=$QEMU_PRISTINE/scripts/checkpatch.pl
    [ -f "$CHECKPATCH" ] ||
        die "there is no checkpatch.pl in $QEMU_PRISTINE"
    CHECKPATCH_SAID=$CACHE/checkpatch/$(key <"$CHECKPATCH")
    mkdir -p "$CHECKPATCH_SAID"
    find "$CACHE/checkpatch" -type f -mtime +30 -delete
    export -f checkpatch_file checkpatch_patch key say
    export CHECKPATCH CHECKPATCH_SAID TOP
}
