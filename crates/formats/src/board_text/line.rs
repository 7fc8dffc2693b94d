// SPDX-License-Identifier: GPL-3.0-or-later
//! A line of a text that holds a drawn board, and the error that names such a line.

use crate::position::PositionError;

/// A line of a text without what mail programs put before quoted lines.
pub(super) struct QuotedLine {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: Vec<char>,
}

pub(super) fn damage(line: usize, reason: &'static str) -> PositionError {
    PositionError::Drawing { line, reason }
}
