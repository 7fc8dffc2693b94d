// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole documents.

use super::*;
use crate::{ReportOptions, document};
use gnubg_record::{Cursor, MatchRecord};

fn record() -> MatchRecord {
    let text = " 3 point match\n\n Game 1\n Ann \u{4e9c} : 0    Ben (x) : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) 65: 24/13  61: 13/7 8/7\n 3) Doubles => 2   Drops\n    Wins 1 point\n\n Game 2\n Ann \u{4e9c} : 1    Ben (x) : 0\n 1)     31: 8/5 6/5\n";
    gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record
}

fn options() -> PageOptions {
    let title = "Ann \u{4e9c} and\0 (Ben".to_owned();
    PageOptions { title, view: ViewOptions::default(), words: Words::default() }
}

fn pages(record: &MatchRecord, report: &ReportOptions<'_>) -> Pages {
    Pages::lay_out(document::whole(record, report), options()).unwrap()
}

#[test]
fn pages_are_made_and_numbered() {
    let record = record();
    let report = ReportOptions::default();
    let whole = pages(&record, &report);
    let pdf = write(&whole, Medium::Pdf).unwrap();
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF\n"));
    let ps = write(&whole, Medium::PostScript).unwrap();
    let text = String::from_utf8_lossy(&ps);
    let n = whole.n_pages();
    assert!(text.starts_with("%!PS-Adobe-3.0") && text.contains("%%BoundingBox"));
    assert!(text.contains(&format!("%%Pages: {n}")), "{n}");
    assert!((2..=4).contains(&n), "{n}");
    let brief = ReportOptions { board_every: 0, with_statistics: false, ..report };
    assert_eq!(pages(&record, &brief).n_pages(), 1);
}

#[test]
fn sections_higher_than_a_page_continue_on_the_next() {
    let mut record = record();
    record.games[0].entries[0].comment = "A line.\n".repeat(500);
    let report = ReportOptions { with_statistics: false, ..ReportOptions::default() };
    let n = pages(&record, &report).n_pages();
    assert!((4..15).contains(&n), "{n}");
}

/// One took half a minute and thousands of pages.
#[test]
fn long_texts_of_files_are_cut_on_pages() {
    let mut record = record();
    let report = ReportOptions { with_statistics: false, ..ReportOptions::default() };
    for text in ["word ".repeat(4_000_000), "a\n".repeat(10_000_000), "x".repeat(20_000_000)] {
        record.games[0].entries[0].comment.clone_from(&text);
        record.info.comment.clone_from(&text);
        record.info.event = "x".repeat(1_000_000);
        record.info.players[0].name = "x".repeat(1_000_000);
        let start = std::time::Instant::now();
        let pages = pages(&record, &report);
        for medium in [Medium::Pdf, Medium::PostScript] {
            assert!(!write(&pages, medium).unwrap().is_empty());
        }
        assert!((4..80).contains(&pages.n_pages()), "{}", pages.n_pages());
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}

#[test]
fn positions_are_pictures() {
    let record = record();
    let content = document::position(&record, Cursor::at(0, 1), &ReportOptions::default());
    let (view, words) = (ViewOptions::default(), Words::default());
    let pixels = png(&content, view, words, 2).unwrap();
    assert!(pixels.starts_with(b"\x89PNG") && pixels.len() > 10_000);
    let picture = String::from_utf8(svg(&content, view, words).unwrap()).unwrap();
    assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"));
    let state = record.state_at(Cursor::at(0, 1));
    let eps = eps(&state, ViewOptions::default()).unwrap();
    let text = String::from_utf8_lossy(&eps);
    assert!(text.starts_with("%!PS-Adobe-3.0 EPSF-3.0") && text.contains("%%BoundingBox: 0 0 262 21"));
}

/// Every page can be drawn alone, in any order, and looks the same as in the whole document.
#[test]
fn each_page_can_be_drawn_alone() {
    let mut record = record();
    record.games[0].entries[0].comment = "A line.\n".repeat(300);
    let whole = pages(&record, &ReportOptions::default());
    let last = whole.n_pages() - 1;
    let pixels = |page: usize| {
        let (width, height) = Pages::size();
        let mut surface = ImageSurface::create(cairo::Format::A8, width as i32, height as i32).unwrap();
        whole.draw(&Context::new(&surface).unwrap(), page).unwrap();
        let data = surface.data().unwrap();
        data.iter().filter(|&&alpha| alpha > 0).count()
    };
    assert!(last >= 3, "{last}");
    assert!((0..=last).rev().all(|page| pixels(page) > 1000));
    assert_eq!(pixels(last + 1), 0);
}
