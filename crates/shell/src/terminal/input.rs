// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of standard input. Commands and scripts read from it by turns, so nobody holds it longer than for one line.

use std::io::{BufRead, Read, Result};

/// Bytes of the longest line that is read.
pub(super) const MAX_LINE: u64 = 1 << 20;

/// Appends the next line with its end, or its first [`MAX_LINE`] bytes, to `line`; the number of bytes read.
pub(super) fn read_line(line: &mut Vec<u8>) -> Result<usize> {
    read_line_of(&mut std::io::stdin().lock(), line)
}

/// The same from another input.
pub(super) fn read_line_of(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<usize> {
    input.by_ref().take(MAX_LINE).read_until(b'\n', line)
}
