# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Packages of a Debian suite that this machine may not be set up for, without
# touching its apt: an own sources list, own lists, own cache, own status.
# The mirror comes from the machine's own configuration.

APT_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

# "CODENAME URI" of every Debian archive this machine uses
apt_archives() {
    apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(REPO_URI)' \
        2>/dev/null | awk '$1 == "Debian" { print $2, $3 }' | sort -u
}

# apt_uri main|security: the mirror that carries the main or security suites
apt_uri() {
    apt_archives | awk -v security="$([ "$1" = security ] && say 1)" '
        $1 ~ /-security$/ && security || $1 !~ /-/ && !security {
            print $2
            exit
        }'
}

# The machine's lists are empty on a fresh container: fill them once.
apt_need_lists() {
    need_debian
    [ -n "$(apt_uri main)" ] && return 0
    run_logged apt-update as_root apt-get update
    [ -n "$(apt_uri main)" ] ||
        die "apt on this machine knows no Debian mirror" \
            "add a line like 'deb MIRROR bookworm main' to" \
            "/etc/apt/sources.list and run apt-get update"
}

# apt_sources_list TYPE SUITE main|security; of the suites, the stable ones have the
# latter
apt_sources_list() {
    local suite=$2 uri
    case $3$2 in security*-backports | securityforky | securitysid) return 0 ;; esac
    uri=$(apt_uri "$3")
    [ "$3" = main ] || suite+=-security
    [ -z "$uri" ] || say "$1 [signed-by=$APT_KEYRING] $uri $suite main"
}

# What the machine says about the network (proxies, checks) stays in force.
apt_acquire() { apt-config dump | grep '^Acquire::' || :; }

apt_conf() {
    local d=$1 arch=$2
    apt_acquire
    cat <<END
Dir::Etc::main "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::Etc::sourcelist "$d/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State "$d/state";
Dir::State::lists "$d/lists";
Dir::State::status "$d/status";
Dir::Cache "$d/cache";
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
END
}

# apt_private TYPE SUITE ARCH: make or refresh the private state; sets APT_CONFIG
# for the commands that apt_run starts.
apt_private() {
    local d=$CACHE/apt/$2-$1-$3
    apt_need_lists
    mkdir -p "$d/lists/partial" "$d/cache/archives/partial" "$d/state"
    touch "$d/status"
    apt_conf "$d" "$3" >"$d/apt.conf"
    APT_DIR=$d
    {
        apt_sources_list "$1" "$2" main
        apt_sources_list "$1" "$2" security
    } >"$d/sources.list"
    try_logged "apt-$2-$1-$3" apt_run apt-get update && return 0
    # Security updates are welcome, but nothing here depends on them.
    warn "the mirror has trouble with $2 or $2-security; trying $2 alone"
    apt_sources_list "$1" "$2" main >"$d/sources.list"
    REMEDY="check that the mirror of this machine carries $2"
    run_logged "apt-$2-$1-$3" apt_run apt-get update
    REMEDY=
}

apt_run() { APT_CONFIG=$APT_DIR/apt.conf "$@"; }

# apt_deb SUITE ARCH PACKAGE DIR: download a package and unpack it into DIR,
# which gets the file .version
apt_deb() {
    local suite=$1 arch=$2 package=$3 dir=$4 version
    apt_private deb "$suite" "$arch"
    version=$(apt_run apt-cache show --no-all-versions "$package" 2>/dev/null |
        awk '/^Version:/ { print $2; exit }')
    [ -n "$version" ] ||
        die "$package is not in $suite on this machine's mirror"
    rm -rf "$dir.tmp"
    mkdir -p "$dir.tmp/deb"
    run_logged "get-$package" apt_run env -C "$dir.tmp/deb" \
        apt-get download "$package=$version"
    dpkg-deb -x "$dir.tmp"/deb/*.deb "$dir.tmp"
    rm -rf "$dir.tmp/deb" "$dir"
    say "$version" >"$dir.tmp/.version"
    mv "$dir.tmp" "$dir"
}

# apt_source SUITE PACKAGE PATTERN DIR: unpack the newest source package whose
# version matches the shell pattern, Debian's patches applied; returns 1 if there is
# none, or if it is listed only
apt_source() {
    local suite=$1 package=$2 pattern=$3 dir=$4 v version=
    apt_private deb-src "$suite" "$(dpkg --print-architecture)"
    for v in $(apt_run apt-cache showsrc "$package" |
        awk '/^Version:/ { print $2 }'); do
        # shellcheck disable=SC2254
        case $v in
        $pattern)
            if [ -z "$version" ] || dpkg --compare-versions "$v" gt "$version"
            then
                version=$v
            fi ;;
        esac
    done
    [ -n "$version" ] || return 1
    rm -rf "$dir.tmp"
    mkdir -p "$dir.tmp"
    try_logged "get-$package" apt_run env -C "$dir.tmp" \
        apt-get source --download-only "$package=$version" || {
        warn "$suite lists $package $version, but it could not be got:"
        tail -n 5 "$LOGS/get-$package.log" | sed 's/^/    | /' >&2
        rm -rf "$dir.tmp"
        return 1
    }
    apt_source_unpack "$version" "$dir"
}

# apt_source_unpack VERSION DIR: what is in DIR.tmp
apt_source_unpack() {
    run_logged "unpack-$(basename "$2")" dpkg-source --no-check -x \
        "$2.tmp"/*.dsc "$2.tmp/src"
    rm -rf "$2"
    mv "$2.tmp/src" "$2"
    say "$1" >"$2/.version"
    rm -rf "$2.tmp"
}

# apt_pool_get PATH DIR: lines "SHA256 NAME", files of a directory of the archive
apt_pool_get() {
    local sum name
    while read -r sum name; do
        try_logged "get-$name" /usr/lib/apt/apt-helper download-file \
            "$(apt_uri main)$1/$name" "$2/$name" "SHA256:$sum" || return 1
    done
}

# apt_pool_source PATH DSC SHA256 DIR: unpack a source package that no suite lists,
# Debian's patches applied; returns 1 if the mirror does not have it
apt_pool_source() {
    local dir=$4
    rm -rf "$dir.tmp"
    mkdir -p "$dir.tmp"
    apt_pool_get "$1" "$dir.tmp" <<<"$3 $2" &&
        apt_pool_get "$1" "$dir.tmp" < <(
            awk '/^[^ ]/ { on = /^Checksums-Sha256:/; next }
                on { print $1, $3 }' "$dir.tmp/$2") || return 1
    apt_source_unpack "$(sed -n 's/^Version: //p' "$dir.tmp/$2")" "$dir"
}
