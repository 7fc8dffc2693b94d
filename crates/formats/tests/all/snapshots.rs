// SPDX-License-Identifier: GPL-3.0-or-later
//! What is written of a short match in each text format, compared with what was reviewed.

use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, read};
use gnubg_record::Cursor;

const SHORT_MATCH: &[u8] = b" 5 point match

 Game 1
 Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 65: 13/7 13/8
  2) 42: 24/22 13/9              Doubles => 2
  3)  Takes                      61: 8/7 13/7
  4) 66: 22/10 13/7(2)            Doubles => 4
";

#[test]
fn text_files_stay_as_reviewed() {
    let found = read(SHORT_MATCH, Some("short.mat"), None).unwrap();
    let record = &found.matches[0].record;
    let position = ExportScope::Position(Cursor::at(0, 5));
    for (name, format, scope) in [
        ("mat", Format::Mat, ExportScope::Match),
        ("gam", Format::Gam, ExportScope::Game(0)),
        ("sgf", Format::Sgf, ExportScope::Match),
        ("snowie", Format::SnowieText, position),
    ] {
        let bytes = write(record, scope, format, &WriteOptions::default()).unwrap();
        let text = String::from_utf8(bytes).unwrap().replace(env!("CARGO_PKG_VERSION"), "VERSION");
        insta::assert_snapshot!(name, text);
    }
}
