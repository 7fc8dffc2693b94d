// SPDX-License-Identifier: GPL-3.0-or-later
//! Compiles the files of `resources/` into one bundle that the launcher carries, and for builds that are not installed the
//! catalogues of `po/`.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

fn main() {
    let bundle = bundle();
    glib_build_tools::compile_resources(&["resources", "docs"], &bundle, "gnubg.gresource");
    println!("cargo:rerun-if-changed=resources");
    println!("cargo:rerun-if-changed=docs/manual");
    println!("cargo:rerun-if-changed=po");
    // A program that is installed takes the catalogues beside it instead.
    if let Some(folder) = translations() {
        println!("cargo:rustc-env=BUILT_TRANSLATIONS={}", folder.display());
    }
}

/// Adds the files of the manual to the list of resources and returns the path of the whole list.
fn bundle() -> String {
    let list = std::fs::read_to_string("resources/gnubg.gresource.xml").expect("the list of resources");
    let mut files = Vec::new();
    for folder in folders("docs/manual") {
        files.extend(std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()));
    }
    files.sort();
    let entries = files.iter().filter_map(|path| {
        let name = path.strip_prefix("docs").ok()?.to_str()?;
        (name.ends_with(".md") || name.ends_with(".png")).then(|| format!("    <file>{name}</file>\n"))
    });
    let whole = list.replace("  </gresource>", &format!("{}  </gresource>", entries.collect::<String>()));
    let path = Path::new(&std::env::var_os("OUT_DIR").expect("set by Cargo")).join("gnubg.gresource.xml");
    std::fs::write(&path, whole).expect("the list of resources");
    // What compiles the list has Cargo watch it, too: a list newer than this run would call for another run each time, and
    // with it everything that the launcher is linked to.
    let list = std::fs::File::options().write(true).open(&path).expect("the list of resources");
    list.set_modified(SystemTime::UNIX_EPOCH).expect("the list of resources");
    path.to_string_lossy().into_owned()
}

fn folders(below: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(below).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// Compiles the catalogues and returns their folder.
fn translations() -> Option<PathBuf> {
    let folder = Path::new(&std::env::var_os("OUT_DIR")?).join("locale");
    let languages = std::fs::read_to_string("po/LINGUAS").ok()?;
    for language in languages.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace) {
        let messages = folder.join(language).join("LC_MESSAGES");
        std::fs::create_dir_all(&messages).ok()?;
        let source = Path::new("po").join(language).with_extension("po");
        polib::mo_file::compile_from_po(&source, &messages.join("io.github.gnubg.Gnubg.mo")).ok()?;
    }
    Some(folder)
}
