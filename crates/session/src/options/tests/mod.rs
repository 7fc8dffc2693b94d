// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the table of options against documentation and sources.

mod reference;
mod used;

use std::path::PathBuf;

/// The folder of the whole project.
fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
