// SPDX-License-Identifier: GPL-3.0-or-later
//! Compiles the files of `resources/` into one bundle that the launcher carries.

fn main() {
    // Tests that measure must know whether what they measure is optimized.
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo:rustc-env=GNUBG_OPT_LEVEL={level}");
    glib_build_tools::compile_resources(&["resources"], "resources/gnubg.gresource.xml", "gnubg.gresource");
}
