# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Counting tests: one line each, the output of each in a file.

PASSED=0
FAILED=0
SKIPPED=0
GROUP=

passed() {
    PASSED=$((PASSED + 1))
    printf '  ok    %-9s %s\n' "$GROUP" "$1"
}

failed() {
    FAILED=$((FAILED + 1))
    printf '  FAIL  %-9s %s\n' "$GROUP" "$1"
}

skipped() {
    SKIPPED=$((SKIPPED + 1))
    printf '  skip  %-9s %s: %s\n' "$GROUP" "$1" "$2"
}

test_log() { printf '%s/check/%s-%s.log' "$LOGS" "$GROUP" "${1//[ \/]/-}"; }

# failed_log NAME WHY: with the end of its output
failed_log() {
    local log
    log=$(test_log "$1")
    failed "$1 ($2; $log)"
    tail -n 15 "$log" | sed 's/^/          | /'
}

# case_report NAME STATUS [SECONDS]
case_report() {
    if [ "$2" = 0 ]; then
        passed "$1${3:+ ($3 s)}"
    else
        failed_log "$1" "status $2${3:+, $3 s}"
    fi
}

# test_case NAME COMMAND...: passes if the command does. It runs in a subshell of
# its own with errexit in force.
test_case() {
    local name=$1 log rc=0 t0
    log=$(test_log "$name")
    shift
    t0=$(clock)
    ("$@") >"$log" 2>&1 &
    wait $! || rc=$?
    case_report "$name" "$rc" "$(($(clock) - t0))"
}

# tap_report NAME STATUS: one test for each line of TAP in the log, and one more
# if the command failed without saying so, or did not run all that it had planned
tap_report() {
    local name=$1 rc=$2 log line bad=0 plan=0 ran=0
    log=$(test_log "$name")
    while read -r line; do
        case $line in
        1..*) plan=${line#1..}; continue ;;
        'ok '*'# SKIP'*) skipped "$name: ${line#ok * }" "see $log" ;;
        'ok '*) passed "$name: ${line#ok * }" ;;
        'not ok '*) bad=1; failed "$name: ${line#not ok * }" ;;
        esac
        ran=$((ran + 1))
    done < <(grep -aE '^(ok |not ok |1\.\.[0-9]+$)' "$log")
    if { [ "$plan" != "$ran" ] || [ "$rc" != 0 ]; } && [ "$bad" = 0 ] ||
        [ "$plan" = 0 ]; then
        failed_log "$name" "status $rc, $ran of $plan"
    fi
}

# test_tap NAME COMMAND...: the tests that the command prints as TAP
test_tap() {
    local name=$1 rc=0
    shift
    "$@" >"$(test_log "$name")" 2>&1 9>&- || rc=$?
    tap_report "$name" "$rc"
}

# tap_start NAME COMMAND...: as test_tap, and case_start as test_case, but several
# at a time; tests_finish waits for all and counts them in the order in which they
# were started. Those must not use the same files.
STARTED_KINDS=()
STARTED_NAMES=()
tap_start() { test_start tap "$@"; }
case_start() { test_start case "$@"; }

# timed FILE COMMAND...: run it in a subshell of its own with errexit in force;
# FILE gets its status and how many seconds it took. Bash forgets the status of a
# child when another gets the same number.
timed() {
    local file=$1 rc=0 t0
    shift
    t0=$(clock)
    ("$@") &
    wait $! || rc=$?
    say "$rc $(($(clock) - t0))" >"$file"
}

test_start() {
    local kind=$1 name=$2 log
    log=$(test_log "$2")
    shift 2
    while [ "$(jobs -rp | wc -l)" -ge "$JOBS" ]; do
        wait -n || :
    done
    rm -f "$log.status"
    timed "$log.status" "$@" >"$log" 2>&1 9>&- &
    STARTED_KINDS+=("$kind")
    STARTED_NAMES+=("$name")
}

tests_finish() {
    local i name rc seconds
    wait
    for i in "${!STARTED_NAMES[@]}"; do
        name=${STARTED_NAMES[i]}
        read -r rc seconds <"$(test_log "$name").status" || rc=lost seconds=
        "${STARTED_KINDS[i]}_report" "$name" "$rc" "$seconds"
    done
    STARTED_KINDS=()
    STARTED_NAMES=()
}

tests_summary() {
    say "$PASSED passed, $FAILED failed, $SKIPPED skipped"
    [ "$FAILED" = 0 ] && [ "$PASSED" -gt 0 ] || exit 1
}
