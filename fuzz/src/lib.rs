// SPDX-License-Identifier: GPL-3.0-or-later
//! What every target does with what was read.

use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, read};

/// Reads the bytes and writes what they hold as SGF, which must be readable again.
pub fn exercise(bytes: &[u8], format: Option<Format>) {
    let Ok(found) = read(bytes, Some("a-20240305-b"), format) else { return };
    for one in &found.matches {
        let record = &one.record;
        let _ = (record.flaws(), one.opening_place());
        let options = WriteOptions::default();
        if let Ok(saved) = write(record, ExportScope::Match, Format::Sgf, &options) {
            let again = read(&saved, None, Some(Format::Sgf)).expect("our own SGF can be read");
            assert_eq!(again.matches[0].record.games.len(), record.games.len());
        }
        let _ = write(record, ExportScope::Match, Format::Mat, &options);
        let _ = write(record, ExportScope::Position(record.end()), Format::Pos, &options);
        let _ = write(record, ExportScope::Position(record.end()), Format::SnowieText, &options);
    }
}
