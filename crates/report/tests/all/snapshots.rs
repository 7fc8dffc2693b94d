// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports of a short match, compared with those that were reviewed.

use crate::common::table;
use gnubg_formats::read;
use gnubg_record::Cursor;
use gnubg_report::{ReportOptions, html, latex, sections, text};

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

#[test]
fn a_position_stays_as_reviewed_as_a_web_page_and_in_latex() {
    let found = read(SHORT_MATCH, Some("short.mat"), None).unwrap();
    let record = &found.matches[0].record;
    let table = table();
    let options = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let at = Cursor::at(0, 5);
    let page = html::position(record, at, &options);
    // Before the body there is the style sheet.
    let body = page.split("<body>").nth(1).expect("a body").replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!("html", body);
    let document = latex::document(&sections::position(record, at, &options), "Ann and Ben");
    let body = document.split("\\begin{document}").nth(1).expect("a body");
    insta::assert_snapshot!("latex", body);
}
