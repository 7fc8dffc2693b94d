// SPDX-License-Identifier: GPL-3.0-or-later
//! Compiles the files of `resources/` into one bundle that the launcher carries.

fn main() {
    glib_build_tools::compile_resources(&["resources"], "resources/gnubg.gresource.xml", "gnubg.gresource");
}
