// SPDX-License-Identifier: GPL-3.0-or-later
//! A match on one page: result, ratings, luck, the course, and the ten most expensive decisions with boards and the clearest
//! reason. As PDF and PNG, drawn by cairo, and as a web page.

use crate::canvas::{BEST, Face, QUIET, Sheet, Typesetter, loss_color, printable, size};
use crate::diagram::{Diagram, SharedParts};
use crate::document::summary::{Expensive, MatchSummary};
use crate::escape::escape;
use crate::front;
use crate::options::ReportOptions;
use crate::words::Words;
use cairo::{Context, ImageSurface, PdfSurface};
use gnubg_draw::ViewOptions;
use gnubg_draw::paint::PictureError;
use gnubg_record::{MatchRecord, Skill};
use std::fmt::Write as _;

/// A4 in points.
const PAGE: (f64, f64) = (595.276, 841.89);
const MARGIN: f64 = 30.0;
const WIDTH: f64 = PAGE.0 - 2.0 * MARGIN;
/// Pixels a point in pictures.
const PIXELS: f64 = 2.0;
/// How many decisions are shown.
const N_WORST: usize = 10;
/// Width of the board of a decision, and the height of its row.
const BOARD: f64 = 138.0;
const ROW: f64 = 119.0;
/// Height of the course.
const COURSE: f64 = 72.0;

/// The heading of the decisions.
fn heading(summary: &MatchSummary, options: &ReportOptions<'_>) -> String {
    match summary.worst.is_empty() {
        true => options.words.gettext("No errors were found"),
        false => options.words.gettext("The most expensive decisions"),
    }
}

/// The board of a decision, with both plays.
fn board(one: &Expensive, view: &ViewOptions) -> Diagram {
    let [played, best] = &one.plays;
    Diagram::new(&one.state, view).with_plays(one.state.on_roll, played, best)
}

/// What was done: the roll and the play, or the action.
fn done(one: &Expensive) -> String {
    match one.words.occasion.chars().all(|c| c.is_ascii_digit()) {
        true => format!("{}: {}", one.words.occasion, one.words.done),
        false => one.words.done.clone(),
    }
}

fn loss(one: &Expensive) -> String {
    format!("{} {}", one.loss, one.skill.symbol()).trim().to_owned()
}

fn expensive(set: &Typesetter, n: usize, one: &Expensive, view: &ViewOptions, width: f64) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.board(board(one, view), [0.0, 0.0], BOARD);
    let (left, room) = (BOARD + 8.0, width - BOARD - 8.0);
    let mut y = 0.0;
    let lines = [
        (format!("{}. {}", n + 1, one.head), Face::bold(8.0)),
        (done(one), Face::plain(8.0)),
        (loss(one), Face::bold(9.0).colored(loss_color(one.skill))),
        (one.words.best.clone(), Face::bold(8.0).colored(BEST)),
    ];
    for (text, face) in lines {
        let layout = set.wrapped(&cut(&text), face, room);
        y += sheet.text(layout, left, y, face.color).1 + 2.0;
    }
    let layout = set.wrapped(&one.why, Face::quiet(7.0), room);
    // A reason that is too long for the row is left out rather than cut.
    if !one.why.is_empty() && y + size(&layout).1 < ROW - 3.0 {
        sheet.text(layout, left, y + 1.0, QUIET);
    }
    sheet
}

/// A text of a few lines at most.
fn cut(text: &str) -> String {
    if text.chars().count() <= 90 { text.to_owned() } else { text.chars().take(89).chain(['…']).collect() }
}

/// The page.
fn page(record: &MatchRecord, options: &ReportOptions<'_>) -> Result<(String, Sheet), PictureError> {
    let set = Typesetter::new()?;
    let summary = MatchSummary::of(record, N_WORST, options);
    let mut sheet = Sheet::default();
    let mut y = MARGIN;
    let mut add = |part: Sheet, gap: f64| {
        let height = part.height;
        sheet.sheet(part, [MARGIN, y]);
        y += height + gap;
    };
    add(front::title(&set, &summary, WIDTH), 12.0);
    add(front::players(&set, &summary, options.words, WIDTH), 8.0);
    add(front::course(&set, &summary, [WIDTH, COURSE]), 10.0);
    add(front::heading(&set, &heading(&summary, options), 11.0, WIDTH), 6.0);
    let column = (WIDTH - 12.0) / 2.0;
    for (n, one) in summary.worst.iter().enumerate() {
        let at = [MARGIN + (n % 2) as f64 * (column + 12.0), y + (n / 2) as f64 * ROW];
        sheet.sheet(expensive(&set, n, one, &options.view, column), at);
    }
    Ok((printable(&summary.title), sheet))
}

/// The page as PDF.
///
/// # Errors
/// If drawing fails.
pub fn pdf(record: &MatchRecord, options: &ReportOptions<'_>) -> Result<Vec<u8>, PictureError> {
    let (title, sheet) = page(record, options)?;
    let surface = PdfSurface::for_stream(PAGE.0, PAGE.1, Vec::new())?;
    // Without compressed objects every reader can open it.
    surface.restrict(cairo::PdfVersion::_1_4)?;
    surface.set_metadata(cairo::PdfMetadata::Title, &title)?;
    let cr = Context::new(&surface)?;
    sheet.draw(&cr, [0.0, 0.0]);
    cr.show_page()?;
    drop(cr);
    let bytes = surface.finish_output_stream().map_err(|_| PictureError::Stream)?;
    bytes.downcast::<Vec<u8>>().map(|bytes| *bytes).map_err(|_| PictureError::Stream)
}

/// The page as PNG.
///
/// # Errors
/// If drawing fails.
pub fn png(record: &MatchRecord, options: &ReportOptions<'_>) -> Result<Vec<u8>, PictureError> {
    let (_, sheet) = page(record, options)?;
    let [width, height] = [PAGE.0, PAGE.1].map(|length| (length * PIXELS).round() as i32);
    let surface = ImageSurface::create(cairo::Format::Rgb24, width, height)?;
    let cr = Context::new(&surface)?;
    cr.set_source_rgb(1.0, 1.0, 1.0);
    cr.paint()?;
    cr.scale(PIXELS, PIXELS);
    sheet.draw(&cr, [0.0, 0.0]);
    drop(cr);
    let mut bytes = Vec::new();
    surface.write_to_png(&mut bytes)?;
    Ok(bytes)
}

const STYLE: &str = include_str!("one_page.css");

/// The page as a web page without script.
#[must_use]
pub fn html(record: &MatchRecord, options: &ReportOptions<'_>) -> String {
    let words = options.words;
    let summary = MatchSummary::of(record, N_WORST, options);
    let mut out = String::new();
    let title = escape(&summary.title);
    let language = escape(&words.language());
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"{language}\">\n<head>\n\
         <meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    figures_html(&mut out, &summary, words);
    course_html(&mut out, &summary, words);
    let _ = writeln!(out, "<h2>{}</h2>\n<ol>", escape(&heading(&summary, options)));
    let mut boards = SharedParts::default();
    for (n, one) in summary.worst.iter().enumerate() {
        let picture = boards.board(&board(one, &options.view), 270, &format!("{}: {}", one.head, done(one)));
        let _ = writeln!(
            out,
            "<li>{picture}<div><b>{}. {}</b><br/>{}<br/><span class=\"loss {}\">{}</span><br/>\
             <span class=\"best\">{}</span><p class=\"why\">{}</p></div></li>",
            n + 1,
            escape(&one.head),
            escape(&done(one)),
            class_of(one.skill),
            escape(&loss(one)),
            escape(&one.words.best),
            escape(&one.why)
        );
    }
    let _ = write!(out, "</ol>\n{}</body>\n</html>\n", boards.definitions());
    out
}

/// The class of a loss with this mark.
pub(crate) const fn class_of(skill: Skill) -> &'static str {
    match skill {
        Skill::VeryBad => "very-bad",
        Skill::Bad => "bad",
        Skill::Doubtful => "doubtful",
        Skill::Unmarked => "small",
    }
}

/// Title and figures of a match for a web page.
pub(crate) fn figures_html(out: &mut String, summary: &MatchSummary, words: Words) {
    let _ = writeln!(
        out,
        "<h1>{}</h1>\n<p class=\"facts quiet\">{}</p>\n<div class=\"scroll\"><table class=\"summary\">",
        escape(&summary.title),
        escape(&summary.subtitle)
    );
    let rows = summary.players.iter().map(|player| ("td", player.cells()));
    for (tag, cells) in std::iter::once(("th", MatchSummary::heads(words))).chain(rows) {
        out.push_str("<tr>");
        for cell in &cells {
            let _ = write!(out, "<{tag}>{}</{tag}>", escape(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

/// The course of a match for a web page.
pub(crate) fn course_html(out: &mut String, summary: &MatchSummary, words: Words) {
    let points = &summary.course;
    if points.len() < 2 {
        return;
    }
    let last = (points.len() - 1) as f64;
    let at = |n: usize, height: f64| (1000.0 * n as f64 / last, 100.0 * (1.0 - height));
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"course\" viewBox=\"0 0 1000 100\" \
         preserveAspectRatio=\"none\" role=\"img\"><title>{}</title><rect width=\"1000\" height=\"50\" \
         fill=\"#e8edf5\"/><rect y=\"50\" width=\"1000\" height=\"50\" fill=\"#f5f0e6\"/>",
        escape(&words.gettext("The course of the match"))
    );
    let places: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(n, point)| at(n, point.height))
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let _ = write!(
        out,
        "<polyline fill=\"none\" stroke=\"#212929\" stroke-width=\"1.5\" vector-effect=\"non-scaling-stroke\" \
         points=\"{}\"/>",
        places.join(" ")
    );
    // A line without length with a round end is a dot that keeps its shape.
    for (n, point) in points.iter().enumerate().filter(|(_, point)| point.skill != Skill::Unmarked) {
        let (x, y) = at(n, point.height);
        let width = match point.skill {
            Skill::VeryBad => 9,
            Skill::Bad => 7,
            Skill::Doubtful | Skill::Unmarked => 5,
        };
        let _ = write!(
            out,
            "<path class=\"{}\" d=\"M{x:.1} {y:.1}h0\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
             vector-effect=\"non-scaling-stroke\"/>",
            class_of(point.skill)
        );
    }
    let [zero, one] = summary.players.each_ref().map(|player| escape(&player.name));
    let _ = writeln!(out, "</svg>\n<p class=\"sides quiet\"><span>▲ {zero}</span> <span>▼ {one}</span></p>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::cube::MatchEquityTable;
    use gnubg_record::ErrorQuery;

    fn recorded() -> Option<MatchRecord> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/samples/xg/baR-U643iUDpvzTC.xg");
        let bytes = std::fs::read(path).ok()?;
        Some(gnubg_formats::read(&bytes, None, None).unwrap().matches.remove(0).record)
    }

    #[test]
    fn a_match_is_one_page() {
        let Some(record) = recorded() else { return println!("skipped: the recorded match is absent") };
        let table = MatchEquityTable::default();
        let options = ReportOptions { table: Some(&table), ..ReportOptions::default() };
        let pdf = pdf(&record, &options).unwrap();
        let n_pages = pdf.windows(12).filter(|part| part == b"/Type /Page ").count();
        assert_eq!((&pdf[..5], n_pages), (&b"%PDF-"[..], 1));
        let png = png(&record, &options).unwrap();
        assert_eq!(&png[1..4], b"PNG");
    }

    /// The page lists what the list of errors has, the worst first, with what was best.
    #[test]
    fn the_web_page_lists_the_worst_decisions() {
        let Some(record) = recorded() else { return println!("skipped: the recorded match is absent") };
        let table = MatchEquityTable::default();
        let options = ReportOptions { table: Some(&table), ..ReportOptions::default() };
        let page = html(&record, &options);
        let parsed = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let tree = roxmltree::Document::parse_with_options(&page, parsed).unwrap();
        let told: Vec<&str> = tree
            .descendants()
            .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("loss ")))
            .filter_map(|node| node.text())
            .collect();
        let errors = ErrorQuery::default().find(&record, &table);
        let expected: Vec<String> =
            errors.iter().take(N_WORST).map(|error| format!("−{:.3}", error.loss.emg)).collect();
        let losses: Vec<&str> = told.iter().filter_map(|text| text.split(' ').next()).collect();
        assert_eq!(losses, expected);
        assert_eq!(told.len(), N_WORST);
        assert!(!page.contains("src=") && !page.contains("<script"));
    }

    #[test]
    fn a_match_without_analysis_says_so() {
        let text = " 3 point match\n\n Game 1\n <b> : 0    Ben & Co : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n";
        let record = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
        let page = html(&record, &ReportOptions::default());
        assert!(page.contains("No errors were found") && page.contains("&lt;b&gt;"), "{page}");
        assert!(!pdf(&record, &ReportOptions::default()).unwrap().is_empty());
    }
}
