// SPDX-License-Identifier: GPL-3.0-or-later
//! Recorded tables: the complete ones beside the project where they exist, else the part of them in `tests/data`.

use std::path::Path;

/// The text of a recorded table by its path below the folder of all tables.
pub(crate) fn recorded(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("../../../shared/spec/data").join(name))
        .or_else(|_| std::fs::read_to_string(root.join("tests/data").join(name)))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}
