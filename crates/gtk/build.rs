// SPDX-License-Identifier: GPL-3.0-or-later
//! Tells the crate at which level of optimization it is compiled.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo:rustc-env=GNUBG_OPT_LEVEL={level}");
}
