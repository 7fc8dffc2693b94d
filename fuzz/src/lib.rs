// SPDX-License-Identifier: GPL-3.0-or-later
//! What the targets do with arbitrary bytes. A target must not panic, take long or need much memory.

mod engine;
mod files;
mod program;

/// A reader that gets arbitrary bytes.
pub struct Target {
    /// Its name, also that of the program in `fuzz_targets`.
    pub name: &'static str,
    /// Reads the bytes.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets. `designs` exists with the feature `desktop` only.
pub fn targets() -> Vec<Target> {
    [files::targets(), engine::targets(), program::targets()].into_iter().flatten().collect()
}

/// Gives the bytes to a target, for the programs of libFuzzer.
///
/// # Panics
/// If there is no such target, or the target finds something.
pub fn run(name: &str, bytes: &[u8]) {
    use std::sync::OnceLock;
    static TARGET: OnceLock<Target> = OnceLock::new();
    let target = TARGET.get_or_init(|| {
        targets().into_iter().find(|target| target.name == name).expect("a target of that name")
    });
    (target.run)(bytes);
}

/// The files in `seeds/NAME`.
fn seed_files(name: &str) -> Vec<Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}
