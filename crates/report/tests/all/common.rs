// SPDX-License-Identifier: GPL-3.0-or-later
//! What several tests use: the folder of recorded files, and the default match equity table.

use gnubg_engine::cube::{DEFAULT_MET, MatchEquityTable, shipped};
use std::path::{Path, PathBuf};

/// The folder of recorded files; tests that need it are skipped where it is absent.
pub(crate) fn shared() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

/// Whether a folder exists; prints that the test is skipped if not.
pub(crate) fn has(path: &Path) -> bool {
    let exists = path.exists();
    if !exists {
        println!("skipped: {} is absent", path.display());
    }
    exists
}

/// The table with which the recorded analyses were made.
pub(crate) fn table() -> MatchEquityTable {
    shipped(DEFAULT_MET).unwrap()
}
