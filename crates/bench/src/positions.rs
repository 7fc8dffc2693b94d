// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions to measure on.

use gnubg_engine::core::Board;
use std::path::PathBuf;

/// The recorded positions of `spec/data/evaluator/NAME`, or `None` (with a notice) where they are absent.
pub(crate) fn recorded(name: &str) -> Option<Vec<Board>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/data/evaluator");
    match std::fs::read_to_string(root.join(name)) {
        Ok(text) => Some(text.lines().filter_map(|line| Board::from_position_id(line).ok()).collect()),
        Err(error) => {
            println!("skipped: {name}: {error}");
            None
        }
    }
}
