// SPDX-License-Identifier: GPL-3.0-or-later
//! A report of a short match, compared with the one that was reviewed.

use crate::common::table;
use gnubg_formats::read;
use gnubg_report::{ReportOptions, text};

const SHORT_MATCH: &[u8] = b" 5 point match

 Game 1
 Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 65: 13/7 13/8
  2) 42: 24/22 13/9              Doubles => 2
  3)  Takes                      61: 8/7 13/7
  4) 66: 22/10 13/7(2)            Doubles => 4
";

#[test]
fn a_text_report_stays_as_reviewed() {
    let found = read(SHORT_MATCH, Some("short.mat"), None).unwrap();
    let table = table();
    let options = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let report = text::game(&found.matches[0].record, 0, &options);
    // The closing line names the version.
    let report = report.split("\nOutput generated").next().unwrap_or_default();
    insta::assert_snapshot!(report);
}
