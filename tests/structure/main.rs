// SPDX-License-Identifier: GPL-3.0-or-later
//! The structure that docs/architecture.md describes: who may use whom, how long a file may be, what every file carries.

mod circles;
mod dependencies;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// Crates and the crates of ours that each may use.
const ARROWS: [(&str, &[&str]); 15] = [
    ("engine", &[]),
    ("i18n", &[]),
    ("dump", &[]),
    ("draw", &["engine"]),
    ("record", &["engine"]),
    ("formats", &["engine", "record"]),
    ("report", &["engine", "i18n", "draw", "record", "formats"]),
    ("library", &["engine", "record", "formats"]),
    ("session", &["engine", "draw", "record", "formats", "report", "library", "train"]),
    ("shell", &["engine", "i18n", "record", "formats", "report", "library", "session"]),
    (
        "gtk",
        &[
            "engine", "i18n", "draw", "dump", "record", "formats", "report", "library", "session", "shell",
            "manual",
        ],
    ),
    ("manual", &["engine", "i18n", "draw", "formats", "session", "shell"]),
    ("python", &["engine", "record", "formats", "report", "library", "session", "shell"]),
    ("train", &["engine"]),
    ("bench", &["engine", "record", "formats", "library", "session"]),
];

/// Layers of the engine, lowest first, and the layers each may use besides `core`.
const LAYERS: [(&str, &[&str]); 8] = [
    ("core", &[]),
    ("rng", &[]),
    ("nn", &[]),
    ("bearoff", &[]),
    ("cube", &[]),
    ("eval", &["nn", "bearoff", "cube"]),
    ("rollout", &["bearoff", "cube", "eval", "rng"]),
    ("duel", &["cube", "eval", "rng", "rollout"]),
];

/// Crates in which no modules that share a parent use each other in circles.
const WITHOUT_CIRCLES: [&str; 11] = [
    "engine", "draw", "formats", "record", "report", "library", "session", "shell", "gtk", "manual", "python",
];

/// Files compiled for tests only, which may print why they skip something.
const TEST_MODULES: [&str; 3] = ["tests.rs", "recorded.rs", "laws.rs"];

/// Longest source file.
const MAX_LINES: usize = 600;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn sources() -> Vec<PathBuf> {
    ["crates", "src", "tests", "fuzz"].iter().flat_map(|folder| rust_files(&root().join(folder))).collect()
}

#[test]
fn crates_use_only_what_lies_below_them() {
    for entry in fs::read_dir(root().join("crates")).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap();
        let allowed = ARROWS.iter().find(|(known, _)| *known == name).map(|(_, uses)| *uses);
        let allowed =
            allowed.unwrap_or_else(|| panic!("crate {name} is missing in docs/architecture.md and here"));
        for line in manifest.lines() {
            let Some(used) = line.strip_prefix("gnubg-") else { continue };
            let used = used.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(allowed.contains(&used), "crates/{name} may not use {used}");
        }
    }
}

#[test]
fn engine_layers_use_only_layers_below_them() {
    let folder = root().join("crates/engine/src");
    for entry in fs::read_dir(&folder).unwrap().flatten().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().into_string().unwrap();
        assert!(
            LAYERS.iter().any(|(layer, _)| *layer == name),
            "layer {name} is missing in docs/architecture.md and here"
        );
    }
    for (layer, allowed) in LAYERS {
        for file in rust_files(&folder.join(layer)) {
            let text = fs::read_to_string(&file).unwrap();
            for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                for (other, _) in LAYERS {
                    let uses = line.contains(&format!("crate::{other}::"))
                        || line.contains(&format!("crate::{other};"));
                    let may = other == layer || other == "core" || allowed.contains(&other);
                    assert!(!uses || may, "{}:{}: {layer} may not use {other}", file.display(), n + 1);
                }
            }
        }
    }
}

/// The engine is a library of its own: its package must contain every file that it compiles in.
#[test]
fn engine_package_contains_its_data() {
    let folder = root().join("crates/engine");
    let mut n_found = 0;
    for file in rust_files(&folder) {
        let text = fs::read_to_string(&file).unwrap();
        for macro_name in ["include_bytes!(", "include_str!("] {
            for rest in text.split(macro_name).skip(1) {
                let argument = rest.split(';').next().unwrap_or_default();
                let path =
                    argument.split('"').nth(1).unwrap_or_else(|| panic!("{}: {argument}", file.display()));
                let data = file.parent().unwrap().join(path);
                let data = data.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", data.display()));
                let package = folder.canonicalize().unwrap();
                assert!(
                    data.starts_with(&package),
                    "{} includes {} from outside",
                    file.display(),
                    data.display()
                );
                n_found += 1;
            }
        }
    }
    assert!(n_found >= 3, "weights, match equity tables and pubeval");
    let listed = std::process::Command::new(env!("CARGO"))
        .args(["package", "--list", "--offline", "--allow-dirty", "-p", "gnubg-engine"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).unwrap();
    for name in ["README.md", "data/gnubg.weights", "data/met/Kazaross-XG2.xml", "data/pubeval.csv"] {
        assert!(listed.lines().any(|line| line == name), "{name} is missing in the package");
    }
}

/// Modules that use each other could not be understood, tested or moved one by one.
#[test]
fn modules_do_not_use_each_other_in_circles() {
    for name in WITHOUT_CIRCLES {
        let circles = circles::in_crate(&root().join("crates").join(name).join("src"));
        assert!(circles.is_empty(), "crates/{name}:\n{}", circles.join("\n"));
    }
}

#[test]
fn files_stay_readable_and_say_their_licence() {
    let mut faults = Vec::new();
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        let lines = text.lines().count();
        if lines > MAX_LINES {
            faults.push(format!("{}: {lines} lines, at most {MAX_LINES}", file.display()));
        }
        if !text.starts_with("// SPDX-License-Identifier: GPL-3.0-or-later") {
            faults.push(format!("{}: no SPDX line", file.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Modules of the desktop program, and those that each must not use. None of them knows the main window.
const DESKTOP_MODULES: [(&str, &[&str]); 16] = [
    ("board3d", &["board", "widgets", "tools", "window"]),
    ("widgets", &["board", "board3d", "host", "stage", "tools", "sidebar", "window"]),
    ("board", &["widgets", "host", "stage", "tools", "sidebar", "window"]),
    ("stage", &["host", "tools", "sidebar", "files", "editing", "window"]),
    ("dialogs", &["tools", "sidebar", "files", "editing", "window"]),
    ("tools", &["board3d", "sidebar", "files", "editing", "window"]),
    ("sidebar", &["board3d", "files", "editing", "window"]),
    ("files", &["board3d", "tools", "sidebar", "editing", "window"]),
    ("editing", &["board3d", "tools", "sidebar", "window"]),
    ("host", &["stage", "tools", "sidebar", "files", "editing", "window"]),
    ("sound", &["board", "stage", "tools", "sidebar", "files", "editing", "window"]),
    ("menu_bar", &["host", "stage", "tools", "sidebar", "files", "editing", "window"]),
    ("recovery", &["tools", "sidebar", "files", "editing", "window"]),
    ("review", &["stage", "tools", "sidebar", "files", "editing", "window"]),
    ("matches", &["stage", "tools", "sidebar", "window"]),
    ("exchange", &["stage", "tools", "sidebar", "window"]),
];

#[test]
fn modules_of_the_desktop_use_only_modules_below_them() {
    let folder = root().join("crates/gtk/src");
    for (name, forbidden) in DESKTOP_MODULES {
        let file = folder.join(name).with_extension("rs");
        let files = if file.exists() { vec![file] } else { rust_files(&folder.join(name)) };
        assert!(!files.is_empty(), "crates/gtk/src/{name} has no files");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for other in forbidden {
                let uses = [format!("crate::{other}::"), format!("crate::{other};")];
                let fault = uses.iter().find(|used| text.contains(used.as_str()));
                assert!(fault.is_none(), "{} uses {fault:?}", file.display());
            }
        }
    }
}

/// The code of a file without its tests; `None` if it exists for tests only.
fn code_without_tests(file: &Path) -> Option<String> {
    let is_test = file.components().any(|part| part.as_os_str() == "tests");
    if is_test || TEST_MODULES.iter().any(|name| file.ends_with(name)) {
        return None;
    }
    let text = fs::read_to_string(file).unwrap();
    // A module of tests in its own file is declared among the others.
    text.split("#[cfg(test)]\nmod tests {").next().map(str::to_owned)
}

/// Libraries leave it to the programs to print. The programs print in one place, where control characters of files and of
/// other programs become visible.
#[test]
fn programs_print_in_one_place_and_libraries_nowhere() {
    let folders = ["engine", "i18n", "record", "formats", "report", "library", "session", "shell", "gtk"];
    let folders = folders.map(|name| root().join("crates").join(name).join("src"));
    for folder in folders.into_iter().chain([root().join("src")]) {
        for file in rust_files(&folder) {
            if file.ends_with("shell/src/output.rs") || file.ends_with("compatibility_tests.rs") {
                continue;
            }
            let Some(code) = code_without_tests(&file) else { continue };
            for printing in ["println!", "eprintln!", "print!(", "stdout().lock()", "stderr().lock()"] {
                let prints =
                    code.lines().any(|line| line.contains(printing) && !line.trim_start().starts_with("//"));
                assert!(!prints, "{} uses {printing}", file.display());
            }
        }
    }
}

/// The clock of the system can jump. It is read only for dates that people see, and for the order of files; whatever lasts
/// or is due some time later is measured with `Instant`, which never jumps.
#[test]
fn the_clock_is_read_only_for_dates() {
    const DATES: [&str; 8] = [
        // How long ago a match was interrupted.
        "shell/src/commands/recovery.rs",
        // Which journals are the latest.
        "session/src/files/journal/mod.rs",
        "session/src/files/journal/expiry.rs",
        "session/src/session/saving.rs",
        // The date in the name of a file that was set aside, of a match, and of a rolled out position.
        "session/src/files/shared_file.rs",
        "session/src/session/play/mod.rs",
        "session/src/positions/work.rs",
        // When a match was imported, a card answered, a backup made.
        "library/src/clock.rs",
    ];
    let folders = ["record", "formats", "report", "library", "session", "shell", "gtk"];
    let mut found = Vec::new();
    for file in folders.iter().flat_map(|name| rust_files(&root().join("crates").join(name).join("src"))) {
        let Some(code) = code_without_tests(&file) else { continue };
        if code.contains("SystemTime") {
            let known = DATES.iter().find(|known| file.ends_with(known));
            found.push(*known.unwrap_or_else(|| panic!("{} reads the clock", file.display())));
        }
    }
    found.sort_unstable();
    let mut known = DATES;
    known.sort_unstable();
    assert_eq!(found, known);
}

/// Crates without examples in their documentation do not build a program for them; one that gets an example must run it.
#[test]
fn examples_in_documentation_are_run() {
    for entry in fs::read_dir(root().join("crates")).unwrap().flatten() {
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap();
        if !manifest.contains("doctest = false") {
            continue;
        }
        for file in rust_files(&entry.path().join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            let mut is_open = false;
            for line in text.lines().map(str::trim_start) {
                let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).unwrap_or_default();
                let Some(kind) = doc.trim().strip_prefix("```") else { continue };
                is_open = !is_open;
                let is_example = is_open && !matches!(kind, "text" | "sh" | "json");
                assert!(!is_example, "{}: remove \"doctest = false\" of this crate", file.display());
            }
        }
    }
}

/// Cargo runs the build script again, and links every program anew, if a file that it watches is newer than its last run. Files
/// that the script makes itself would be so after each run.
#[test]
fn a_second_build_has_nothing_to_do() {
    let output = Path::new(env!("OUT_DIR")).with_file_name("output");
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let started = modified(&output).expect("what the build script printed");
    let printed = fs::read_to_string(&output).expect("what the build script printed");
    let watched = printed.lines().filter_map(|line| line.split_once("rerun-if-changed="));
    let made: Vec<_> =
        watched.map(|(_, path)| Path::new(path)).filter(|path| path.starts_with(env!("OUT_DIR"))).collect();
    assert!(!made.is_empty(), "{printed}");
    let newer: Vec<_> = made.into_iter().filter(|path| modified(path) > Some(started)).collect();
    assert!(newer.is_empty(), "newer than the run of the build script that made them: {newer:?}");
}
