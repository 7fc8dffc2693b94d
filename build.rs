// SPDX-License-Identifier: GPL-3.0-or-later
//! Compiles the files of `resources/` into one bundle that the launcher carries, and for builds that are not installed the
//! translations of `po/`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    glib_build_tools::compile_resources(&["resources"], "resources/gnubg.gresource.xml", "gnubg.gresource");
    println!("cargo:rerun-if-env-changed=LOCALEDIR");
    println!("cargo:rerun-if-changed=po");
    // A build that will be installed reads the installed translations.
    if std::env::var_os("LOCALEDIR").is_none()
        && let Some(folder) = translations()
    {
        println!("cargo:rustc-env=BUILT_TRANSLATIONS={}", folder.display());
    }
}

/// Compiles the translations and returns their folder, or nothing if `msgfmt` is not installed.
fn translations() -> Option<PathBuf> {
    let folder = Path::new(&std::env::var_os("OUT_DIR")?).join("locale");
    let languages = std::fs::read_to_string("po/LINGUAS").ok()?;
    for language in languages.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace) {
        let messages = folder.join(language).join("LC_MESSAGES");
        std::fs::create_dir_all(&messages).ok()?;
        let source = Path::new("po").join(language).with_extension("po");
        let made =
            Command::new("msgfmt").arg(source).arg("-o").arg(messages.join("gnubg.mo")).status().ok()?;
        if !made.success() {
            return None;
        }
    }
    Some(folder)
}
