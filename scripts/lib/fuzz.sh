# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Building and running the fuzzers of tests/fuzz. $CACHE/fuzz/TARGET/corpus is
# what libFuzzer keeps; KEY.runs has a line for each run with sources of that
# checksum: executions, CPU seconds, edges reached, findings.

FUZZ_BUILD=$OUT/engine-fuzz
FUZZ_OUT=$OUT/fuzz
FUZZ_CACHE=$CACHE/fuzz

. "$TOP/scripts/lib/fuzzdevices.sh"

fuzz_table() { grep -hv '^#' "$TOP/tests/fuzz/targets" "$FUZZ_DEVICES"; }
fuzz_targets() { fuzz_table | cut -d ' ' -f 1; }
fuzz_groups() { fuzz_table | cut -d ' ' -f 2 | sort -u; }

# fuzz_find NAME: the target of that name, or the targets of that group
fuzz_find() {
    fuzz_table | awk -v n="$1" '$1 == n || $2 == n { print $1 }'
}

fuzz_group() { fuzz_table | awk -v n="$1" '$1 == n { print $2 }'; }

# fuzz_smoke_seconds TARGET: its share of the group's 15 seconds
fuzz_smoke_seconds() {
    local group share
    group=$(fuzz_group "$1")
    share=$((15 / $(fuzz_find "$group" | wc -l)))
    say "${FUZZ_SECONDS:-$((share > 3 ? share : 3))}"
}

# fuzz_sources TARGET: the files of this repository that decide its results: what
# the compiler read for each object that the linker took
fuzz_sources() {
    local objects
    mapfile -t objects < <(grep -aoE '[^ (]*\.p/[^ )]*\.c\.o' \
        "$FUZZ_BUILD/tests/fuzz/fuzz-$1.map" | sort -u)
    (cd "$FUZZ_BUILD" && ninja -t deps "${objects[@]}" | grep '^ ' |
        sed 's/^ *//' | sort -u | xargs realpath --) |
        grep -F "$TOP/" | grep -vF "$OUT/" | sort -u
}

# fuzz_keys TARGET...: set FUZZ_KEY of those that are built, to a checksum of their
# sources as they are now
declare -A FUZZ_KEY
fuzz_keys() {
    local -a sources
    local t
    for t in "$@"; do
        FUZZ_KEY[$t]=none
        if fuzz_is_device "$t"; then
            FUZZ_KEY[$t]=$(fuzz_device_key)
            continue
        fi
        [ -f "$FUZZ_BUILD/tests/fuzz/fuzz-$t.map" ] || continue
        mapfile -t sources < <(fuzz_sources "$t")
        [ ${#sources[@]} -gt 1 ] || die "no sources of $t are known" \
            "remove $FUZZ_BUILD and try again"
        FUZZ_KEY[$t]=$(key_files "${sources[@]}" | key)
    done
}

fuzz_runs() { printf '%s/%s/%s.runs' "$FUZZ_CACHE" "$1" "${FUZZ_KEY[$1]}"; }

# fuzz_build TARGET...: build their programs and seeds
fuzz_build() {
    local t engine=no devices=no
    for t in "$@"; do
        if fuzz_is_device "$t"; then devices=yes; else engine=yes; fi
    done
    rm -rf "$FUZZ_OUT/seeds"
    [ "$engine" = no ] || fuzz_engine_build
    [ "$devices" = no ] || fuzz_qemu_build
    for t in "$@"; do
        ! fuzz_is_device "$t" || fuzz_device_seeds "$t"
    done
}

fuzz_engine_build() {
    local cc=clang
    ! command -v ccache >/dev/null || cc="ccache clang"
    CC=$cc run_logged engine-fuzz engine_build engine-fuzz -Dtests=false \
        -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args=-fno-sanitize-recover=all
    run_logged fuzz-seeds "$FUZZ_BUILD/tests/fuzz/fuzz-seeds" \
        "$FUZZ_OUT/seeds" "$TOP"/tests/gpu/{scenes,streams}/*.gr3d
}

# fuzz_program TARGET ARGUMENT...: run it with these arguments of libFuzzer
fuzz_program() {
    if fuzz_is_device "$1"; then
        fuzz_device "$@"
    else
        "$FUZZ_BUILD/tests/fuzz/fuzz-$1" -rss_limit_mb=2048 "${@:2}"
    fi
}

# fuzz_regress TARGET: run the inputs that once found something
fuzz_regress() {
    local dir=$TOP/tests/fuzz/regress/$1
    [ -d "$dir" ] || return 0
    fuzz_program "$1" "$dir"/*
}

# fuzz_run TARGET SECONDS: run libFuzzer. It begins with all inputs that it is given,
# however long that takes (8 a second, of the devices): a second is added for each.
fuzz_run() {
    local dict=$FUZZ_OUT/seeds/$1.dict args=() FUZZ_LIMIT
    [ ! -f "$dict" ] || args+=("-dict=$dict")
    mkdir -p "$FUZZ_CACHE/$1/corpus" "$FUZZ_OUT/seeds/$1"
    FUZZ_LIMIT=$(($2 + $(find "$FUZZ_CACHE/$1/corpus" "$FUZZ_OUT/seeds/$1" \
        -type f | wc -l)))
    fuzz_program "$1" -max_total_time="$2" -timeout=60 -max_len=8192 \
        -print_final_stats=1 -artifact_prefix="$FUZZ_OUT/$1-" "${args[@]}" \
        "$FUZZ_CACHE/$1/corpus" "$FUZZ_OUT/seeds/$1"
}

# fuzz_target TARGET SECONDS: run it, add a line to KEY.runs, tell of a finding
fuzz_target() {
    local log=$FUZZ_OUT/run/$1.log found=0 runs
    runs=$(fuzz_runs "$1")
    mkdir -p "$FUZZ_CACHE/$1"
    TIMEFORMAT='cpu %U %S'
    { time { fuzz_regress "$1" && fuzz_run "$1" "$2"; } >"$log" 2>&1 ||
        found=1; } 2>"$log.time"
    ! grep -qa 'libFuzzer: run interrupted' "$log" || found=0
    awk -v found="$found" '
        /^cpu / { cpu = $2 + $3 }
        /^stat::number_of_executed_units/ { execs = $2 }
        / cov: / { cov = $3 == "cov:" ? $4 : cov }
        END { print execs + 0, cpu + 0, cov + 0, found }' \
        "$log" "$log.time" | tee "$FUZZ_OUT/run/$1.result" >>"$runs"
    [ "$found" = 0 ] || fuzz_finding "$1" "$log"
}

fuzz_finding() {
    say "FINDING: $1"
    grep -aE '^(FINDING|SUMMARY|.*Test unit written|==.*ERROR)|runtime error' \
        "$2" | sed 's/^/    | /'
    say "    the whole log is $2"
    sed -n "s|.*Test unit written to |    once more: scripts/fuzz --repeat $1 |p" "$2"
}

# fuzz_sum TARGET: print executions, CPU seconds, edges, findings of all its runs
# on these sources
fuzz_sum() {
    local runs
    runs=$(fuzz_runs "$1")
    [ -f "$runs" ] || runs=/dev/null
    awk '{ e += $1; c += $2; cov = $3 > cov ? $3 : cov; f += $4 }
        END { printf "%d %.0f %d %d\n", e, c, cov, f }' "$runs"
}

fuzz_line() {
    fuzz_sum "$1" | awk -v name="$1" '{ printf "    %-18s %10d executions, "\
        "%6d CPU s, %5d edges, %d findings\n", name, $1, $2, $3, $4 }'
}

# fuzz_hours: print the sums of each group's targets
fuzz_hours() {
    local t
    for t in $(fuzz_targets); do
        printf '%s %s\n' "$(fuzz_group "$t")" "$(fuzz_sum "$t")"
    done | awk '{ e[$1] += $2; c[$1] += $3; f[$1] += $5 }
        END { for (g in e) printf "    %-18s %10d executions, %6.2f CPU hours, "\
                  "%d findings\n", g, e[g], c[g] / 3600, f[g] }' | sort
}

# fuzz_summary TARGET...: print the sums of this run; fail if something was found
fuzz_summary() {
    local t now=()
    for t in "$@"; do
        now+=("$FUZZ_OUT/run/$t.result")
    done
    awk -v n="$#" '{ e += $1; c += $2; f += $4 } END {
        printf "%d targets, %d executions, %.0f CPU s, %d findings\n", n, e, c,
               f
        exit f > 0 }' "${now[@]}"
}
