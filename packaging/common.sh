# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of packages share. They run in the root of the checkout and build the one optimized program of
# `target/release`.

VERSION=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
PACKAGES=dist/packages

say() {
    echo "==> $*" >&2
}

# Builds the program and installs it below a folder as if it were the root. meson_install PREFIX FOLDER
meson_install() {
    build=target/meson$(echo "$1" | tr / -)
    if [ -e "$build/build.ninja" ]; then
        meson setup --reconfigure "$build" --prefix "$1" --buildtype release >"$build.log" 2>&1
    else
        mkdir -p target
        meson setup "$build" --prefix "$1" --buildtype release >"$build.log" 2>&1
    fi || { cat "$build.log" >&2; exit 1; }
    meson compile -C "$build" >&2
    # An absolute folder: meson goes to its own.
    DESTDIR=$(realpath -m "$2") meson install -C "$build" --no-rebuild "${3:---quiet}" >&2
}
