// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole documents.

use super::super::{ReportOptions, parts};
use super::*;
use gnubg_record::{Cursor, MatchRecord};

fn record() -> MatchRecord {
    let text = " 3 point match\n\n Game 1\n Ann \u{4e9c} : 0    Ben (x) : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) 65: 24/13  61: 13/7 8/7\n 3) Doubles => 2   Drops\n    Wins 1 point\n\n Game 2\n Ann \u{4e9c} : 1    Ben (x) : 0\n 1)     31: 8/5 6/5\n";
    crate::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record
}

fn options() -> PaperOptions {
    PaperOptions { title: "Ann \u{4e9c} and\0 (Ben".to_owned(), view: ViewOptions::default() }
}

/// Pages of a document as it counts them itself.
fn n_pages(record: &MatchRecord, options: &ReportOptions<'_>) -> usize {
    let painter = Painter::vector(*document());
    let paper = Paper::new(&painter, ViewOptions::default(), COMPACT, measuring().unwrap());
    let blocks = paper.blocks(&parts::whole(record, options));
    let shapes: Vec<_> = blocks.iter().map(Block::shape).collect();
    flow::flow(&shapes, MARGIN, BOTTOM).last().unwrap().page + 1
}

#[test]
fn pages_are_made_and_numbered() {
    let record = record();
    let report = ReportOptions::default();
    let parts = parts::whole(&record, &report);
    let pdf = pages(&parts, Medium::Pdf, &options()).unwrap();
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF\n"));
    let ps = pages(&parts, Medium::PostScript, &options()).unwrap();
    let text = String::from_utf8_lossy(&ps);
    let n = n_pages(&record, &report);
    assert!(text.starts_with("%!PS-Adobe-3.0") && text.contains("%%BoundingBox"));
    assert!(text.contains(&format!("%%Pages: {n}")), "{n}");
    assert!((2..=4).contains(&n), "{n}");
    let brief = ReportOptions { board_every: 0, with_statistics: false, ..report };
    assert_eq!(n_pages(&record, &brief), 1);
}

#[test]
fn what_is_higher_than_a_page_goes_on_on_the_next() {
    let mut record = record();
    record.games[0].entries[0].comment = "A line.\n".repeat(500);
    let n = n_pages(&record, &ReportOptions { with_statistics: false, ..ReportOptions::default() });
    assert!((4..15).contains(&n), "{n}");
}

#[test]
fn positions_are_pictures() {
    let record = record();
    let parts = parts::position(&record, Cursor::at(0, 1), &ReportOptions::default());
    let pixels = png(&parts, ViewOptions::default(), 2).unwrap();
    assert!(pixels.starts_with(b"\x89PNG") && pixels.len() > 10_000);
    let picture = String::from_utf8(svg(&parts, ViewOptions::default()).unwrap()).unwrap();
    assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"));
    let state = record.state_at(Cursor::at(0, 1));
    let eps = eps(&state, ViewOptions::default()).unwrap();
    let text = String::from_utf8_lossy(&eps);
    assert!(text.starts_with("%!PS-Adobe-3.0 EPSF-3.0") && text.contains("%%BoundingBox: 0 0 186 14"));
}
