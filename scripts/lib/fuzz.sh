# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Building and running the fuzzers of tests/fuzz. $CACHE/fuzz/TARGET/corpus is
# what libFuzzer keeps; KEY.runs has a line for each run with sources of that
# checksum: executions, CPU seconds, edges reached, findings.

FUZZ_BUILD=$OUT/engine-fuzz
FUZZ_OUT=$OUT/fuzz
FUZZ_CACHE=$CACHE/fuzz

fuzz_targets() { cut -d ' ' -f 1 "$TOP/tests/fuzz/targets"; }

fuzz_is_target() { fuzz_targets | grep -qxF -- "$1"; }

# fuzz_sources TARGET: what decides its results
fuzz_sources() {
    find "$TOP/tests/fuzz" -name '*.[ch]' | sort
    printf '%s\n' "$TOP"/tests/gpu/hostile-{rng.h,state.[ch]}
    case $1 in
    host1x) printf '%s\n' "$TOP"/hw/gpu/tegra_host1x_cmdproc.c \
        "$TOP"/include/hw/gpu/tegra_host1x_{cmdproc,regs}.h \
        "$TOP"/hw/gpu/gr3d/* ;;
    gr2d) printf '%s\n' "$TOP"/hw/gpu/tegra_gr2d*.[ch] \
        "$TOP"/include/hw/gpu/tegra_gr2d*.h ;;
    *) printf '%s\n' "$TOP"/hw/gpu/gr3d/* ;;
    esac
}

# fuzz_keys TARGET...: before anything is built, as sources may change later
declare -A FUZZ_KEY
fuzz_keys() {
    local -a sources
    local t
    for t in "$@"; do
        mapfile -t sources < <(fuzz_sources "$t")
        FUZZ_KEY[$t]=$(key_files "${sources[@]}" | key)
    done
}

fuzz_runs() { printf '%s/%s/%s.runs' "$FUZZ_CACHE" "$1" "${FUZZ_KEY[$1]}"; }

fuzz_build() {
    local cc=clang
    ! command -v ccache >/dev/null || cc="ccache clang"
    CC=$cc run_logged engine-fuzz engine_build engine-fuzz -Dtests=false \
        -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args=-fno-sanitize-recover=all
    rm -rf "$FUZZ_OUT/seeds"
    run_logged fuzz-seeds "$FUZZ_BUILD/tests/fuzz/fuzz-seeds" \
        "$FUZZ_OUT/seeds" "$TOP"/tests/gpu/{scenes,streams}/*.gr3d
}

# fuzz_regress TARGET: what was found before
fuzz_regress() {
    local dir=$TOP/tests/fuzz/regress/$1
    [ -d "$dir" ] || return 0
    "$FUZZ_BUILD/tests/fuzz/fuzz-$1" "$dir"/*
}

# fuzz_run TARGET SECONDS
fuzz_run() {
    local dict=$FUZZ_OUT/seeds/$1.dict args=()
    [ ! -f "$dict" ] || args+=("-dict=$dict")
    mkdir -p "$FUZZ_CACHE/$1/corpus" "$FUZZ_OUT/seeds/$1"
    "$FUZZ_BUILD/tests/fuzz/fuzz-$1" -max_total_time="$2" -timeout=20 \
        -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 \
        -artifact_prefix="$FUZZ_OUT/$1-" "${args[@]}" \
        "$FUZZ_CACHE/$1/corpus" "$FUZZ_OUT/seeds/$1"
}

# fuzz_target TARGET SECONDS: a line for KEY.runs, 1 if something was found
fuzz_target() {
    local log=$FUZZ_OUT/run/$1.log found=0 runs
    runs=$(fuzz_runs "$1")
    mkdir -p "$FUZZ_CACHE/$1"
    TIMEFORMAT='cpu %U %S'
    { time { fuzz_regress "$1" && fuzz_run "$1" "$2"; } >"$log" 2>&1 ||
        found=1; } 2>"$log.time"
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
}

# fuzz_line TARGET: all runs on these sources
fuzz_line() {
    local runs
    runs=$(fuzz_runs "$1")
    [ -f "$runs" ] || runs=/dev/null
    awk -v name="$1" '
        { execs += $1; cpu += $2; cov = $3 > cov ? $3 : cov; found += $4 }
        END { printf "    %-18s %10d executions, %8.1f CPU s, %6d edges, "\
                     "%d findings\n", name, execs, cpu, cov, found }' "$runs"
}

# fuzz_summary TARGET...: this run and all runs on these sources
fuzz_summary() {
    local t files=() now=()
    for t in "$@"; do
        files+=("$(fuzz_runs "$t")")
        now+=("$FUZZ_OUT/run/$t.result")
    done
    awk '{ e += $1; c += $2 } END {
        printf "on these sources so far: %d executions, %.2f CPU hours\n", e,
               c / 3600 }' "${files[@]}"
    awk -v n="$#" '{ e += $1; c += $2; f += $4 } END {
        printf "%d targets, %d executions, %.0f CPU s, %d findings\n", n, e, c,
               f
        exit f > 0 }' "${now[@]}"
}
