# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What every script shares: places, messages, stages, the lock, packages.

set -eEuo pipefail
trap 'unexpected "$?" "${BASH_SOURCE[0]}" "$LINENO"' ERR
export LC_ALL=C

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
CACHE=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/qemu-gr3d
OUT=${GR3D_OUT:-$TOP/out}
LOGS=$OUT/log
JOBS=${JOBS:-$(nproc)}
PYTHON=/usr/bin/python3
INSTALL=yes             # --no-install sets "no"
SELF=$(basename "$0")

# ---- messages ---------------------------------------------------------------

say() { printf '%s\n' "$*"; }
warn() { printf '%s: warning: %s\n' "$SELF" "$*" >&2; }

# die MESSAGE [REMEDY...]
die() {
    printf '%s: error: %s\n' "$SELF" "$1" >&2
    shift
    local line
    for line in "$@"; do
        printf '    %s\n' "$line" >&2
    done
    exit 1
}

# A command failed that nobody expected to: never end in silence.
unexpected() {
    [ "$BASH_SUBSHELL" -gt 0 ] ||
        printf '%s: error: stopped at line %s of %s, status %s\n' \
            "$SELF" "$3" "$2" "$1" >&2
}

# A script's --help is the comment block at its top.
usage() {
    awk 'NR > 2 && !/^#/ { exit } NR > 3 { sub(/^# ?/, ""); print }' "$0"
}

# ---- stages -----------------------------------------------------------------

STAGE=
STAGE_T0=0

clock() { printf '%(%s)T' -1; }

# stage NAME TEXT: begin a stage; the one before it is closed with its time.
stage() {
    stage_end
    STAGE=$1
    STAGE_T0=$(clock)
    printf '==> %-8s %s\n' "$1" "$2"
}

stage_end() {
    [ -z "$STAGE" ] && return 0
    printf '    %-8s done in %d s\n' "$STAGE" $(($(clock) - STAGE_T0))
    STAGE=
}

# A line every half minute while a long command runs, from the end of its log. Nobody
# writes into the pipe: a process that sleeps would have to be killed as well.
heartbeat() {
    local log=$1 t0 pipe last
    t0=$(clock)
    exec {pipe}<> <(:)
    while ! read -rt 30 -u "$pipe"; do
        last=$(tail -n 1 "$log" 2>/dev/null | tr -d '\r' | cut -c 1-60)
        printf '    ... %4d s  %s\n' $(($(clock) - t0)) "$last"
    done
}

# try_logged NAME COMMAND...: output goes to out/log/NAME.log; returns the
# command's status
try_logged() {
    local log=$LOGS/$1.log rc=0 beat
    shift
    mkdir -p "$LOGS"
    : >"$log"
    heartbeat "$log" 9>&- &
    beat=$!
    "$@" >>"$log" 2>&1 9>&- || rc=$?
    { kill "$beat" && wait "$beat"; } 2>/dev/null || :
    return "$rc"
}

# run_logged NAME COMMAND...: the same; if the command fails, the end of the log
# is shown and the script ends.
run_logged() {
    local name=$1 rc=0
    try_logged "$@" || rc=$?
    [ "$rc" = 0 ] && return 0
    shift
    tail -n 25 "$LOGS/$name.log" | sed 's/^/    | /' >&2
    die "'$(printf '%s ' "$@" | cut -c 1-70)' failed with status $rc" \
        "the whole log is $LOGS/$name.log" ${REMEDY:+"$REMEDY"}
}

# ---- the lock ---------------------------------------------------------------
# One build in the cache at a time; fd 9 must not leak into long-lived children.

lock() {
    mkdir -p "$CACHE"
    exec 9>"$CACHE/lock"
    if ! flock -n 9; then
        say "    waiting for another run that is building in $CACHE"
        flock 9
    fi
}

unlock() { exec 9>&-; }

# ---- content keys -----------------------------------------------------------

# key: the first 12 digits of the checksum of standard input
key() { sha256sum | cut -c 1-12; }

# key_files FILE...: contents and names relative to the checkout
key_files() {
    local f
    for f in "$@"; do
        [ -e "$f" ] || continue
        printf '%s ' "${f#"$TOP"/}"
        sha256sum <"$f"
    done
}

# keep_newest N DIR...: remove all but the N most recently used
keep_newest() {
    local n=$1 d
    shift
    [ $# -gt 0 ] || return 0
    ls -1td "$@" 2>/dev/null | tail -n "+$((n + 1))" | while read -r d; do
        rm -rf "$d"
    done
}

# ---- packages ---------------------------------------------------------------

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "root rights are needed for: $*" \
            "install sudo, or run this as root: $*"
    fi
}

missing_packages() {
    local p
    for p in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = \
            installed ] || printf '%s ' "$p"
    done
}

need_debian() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
        die "this is not a Debian system: apt-get was not found" \
            "use Debian 12 or 13 (a container or a chroot does)"
}

# need_packages PACKAGE...: install what is missing
need_packages() {
    local missing
    need_debian
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    [ "$INSTALL" = yes ] ||
        die "packages are missing: $missing" \
            "apt-get install --no-install-recommends $missing"
    say "    installing: $missing"
    REMEDY="check the network and the apt sources of this machine, then retry"
    run_logged apt-update as_root apt-get update
    # shellcheck disable=SC2086
    run_logged apt-install as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing
    REMEDY=
}
