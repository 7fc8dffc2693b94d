// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on pages: PDF and PostScript, a position also as SVG and EPS.
//!
//! Parts are laid out from top to bottom on A4. A decision stays together where a page can hold it; beside its board stands
//! what was done and what the analysis says. Boards are drawn as the window draws them, in the design made for paper.

use super::parts::{Decided, Part};
use cairo::{Context, PdfSurface, PsSurface, RecordingSurface, SvgSurface};
use gnubg_board::draw::{Painter, PictureError, document};
use gnubg_board::layout::{HEIGHT as BOARD_HEIGHT, WIDTH as BOARD_WIDTH};
use gnubg_board::{BoardView, ViewOptions};
use gnubg_engine::core::{MatchState, Player};
use pango::{FontDescription, Layout, SCALE, Weight, WrapMode};

/// A4 in points.
const PAGE: (f64, f64) = (595.276, 841.89);
const MARGIN: f64 = 36.0;
/// Width of a board on a page, and of the column beside it.
const BOARD: f64 = 186.0;
const BESIDE: f64 = PAGE.0 - 2.0 * MARGIN - BOARD - COLUMN_GAP;
const COLUMN_GAP: f64 = 10.0;
/// Higher columns stand below the board, where pages may divide them.
const MOST_BESIDE: f64 = 500.0;
/// Between parts of a block, and between blocks.
const GAP: f64 = 4.0;
const BLOCK_GAP: f64 = 12.0;

/// The kinds of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// PDF.
    Pdf,
    /// PostScript.
    PostScript,
}

/// How pages are made.
#[derive(Clone, Debug)]
pub struct PaperOptions {
    /// The document's title.
    pub title: String,
    /// How boards are drawn.
    pub view: ViewOptions,
}

/// Pages with these parts.
///
/// # Errors
/// If drawing fails.
pub fn pages(parts: &[Part], medium: Medium, options: &PaperOptions) -> Result<Vec<u8>, PictureError> {
    let painter = Painter::vector(*document());
    let paper = Paper { painter: &painter, view: options.view, measure: measuring()? };
    let pages = paper.paginate(paper.blocks(parts));
    let (width, height) = PAGE;
    let surface: cairo::Surface = match medium {
        Medium::Pdf => {
            let surface = PdfSurface::for_stream(width, height, Vec::new())?;
            surface.set_metadata(cairo::PdfMetadata::Title, &printable(&options.title))?;
            surface.set_metadata(cairo::PdfMetadata::Creator, "GNU Backgammon")?;
            (*surface).clone()
        }
        Medium::PostScript => {
            let surface = PsSurface::for_stream(width, height, Vec::new())?;
            let plain: String =
                options.title.chars().filter(|c| c.is_ascii() && !c.is_ascii_control()).collect();
            surface.dsc_comment(&format!("%%Title: {}", plain.chars().take(200).collect::<String>()));
            (*surface).clone()
        }
    };
    let cr = Context::new(&surface)?;
    let n_pages = pages.len();
    for (n, page) in (1..).zip(pages) {
        for (item, y) in page {
            paper.draw(&cr, &item, MARGIN, y);
        }
        let number = paper.text(&format!("{n} / {n_pages}"), Face::Small);
        let (w, h) = size(&number);
        paper.place(&cr, &number, (width - w) / 2.0, height - MARGIN * 0.7 - h / 2.0);
        cr.show_page()?;
    }
    drop(cr);
    stream(surface.finish_output_stream())
}

/// A position with its analysis as one picture, half a page or as high as it needs to be.
///
/// # Errors
/// If drawing fails.
pub fn svg(parts: &[Part], view: ViewOptions) -> Result<Vec<u8>, PictureError> {
    let painter = Painter::vector(*document());
    let paper = Paper { painter: &painter, view, measure: measuring()? };
    let blocks = paper.blocks(parts);
    let heights = blocks.iter().map(|block| block.height() + BLOCK_GAP).sum::<f64>();
    let height = (heights + 2.0 * MARGIN).max(PAGE.1 / 2.0);
    let surface = SvgSurface::for_stream(PAGE.0, height, Vec::new())?;
    let cr = Context::new(&surface)?;
    let mut y = MARGIN;
    for block in blocks {
        for item in block.items {
            let h = item.height;
            paper.draw(&cr, &item, MARGIN, y);
            y += h;
        }
        y += BLOCK_GAP;
    }
    drop(cr);
    stream(surface.finish_output_stream())
}

/// A board alone with its bounds, to be placed in other documents.
///
/// # Errors
/// If drawing fails.
pub fn eps(state: &MatchState, view: ViewOptions) -> Result<Vec<u8>, PictureError> {
    let scale = BOARD / BOARD_WIDTH;
    let surface = PsSurface::for_stream(BOARD, BOARD_HEIGHT * scale, Vec::new())?;
    surface.set_eps(true);
    let cr = Context::new(&surface)?;
    cr.scale(scale, scale);
    Painter::vector(*document()).paint_view(&cr, &BoardView::new(state, None, 0, &view), 1.0 / scale);
    drop(cr);
    stream(surface.finish_output_stream())
}

fn stream(output: Result<Box<dyn std::any::Any>, cairo::StreamWithError>) -> Result<Vec<u8>, PictureError> {
    let output = output.map_err(|_| PictureError::Stream)?;
    output.downcast::<Vec<u8>>().map(|bytes| *bytes).map_err(|_| PictureError::Stream)
}

/// A surface on which texts are measured.
fn measuring() -> Result<Context, PictureError> {
    let surface = RecordingSurface::create(cairo::Content::ColorAlpha, None)?;
    Ok(Context::new(&surface)?)
}

/// How text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Face {
    Title,
    Heading,
    Plain,
    Strong,
    Fixed,
    Small,
}

/// Something that stands in one place and is not divided.
struct Item {
    content: Content,
    height: f64,
}

enum Content {
    Text(Layout),
    /// A text on a colored ground.
    Alert(Layout),
    Board(Box<MatchState>),
    /// What stands at the left and at the right, from the same upper edge.
    Columns(Vec<Item>, Vec<Item>),
    Rule,
}

/// Items that stay together if a page can hold them.
#[derive(Default)]
struct Block {
    items: Vec<Item>,
    /// Whether it begins a page.
    opens: bool,
}

impl Item {
    /// Wraps a text to the column beside a board.
    fn narrow(&mut self) {
        if let Content::Text(layout) | Content::Alert(layout) = &self.content {
            let before = size(layout).1;
            layout.set_width((BESIDE * f64::from(SCALE)) as i32);
            self.height += size(layout).1 - before;
        }
    }
}

impl Block {
    fn height(&self) -> f64 {
        height_of(&self.items)
    }
}

fn height_of(items: &[Item]) -> f64 {
    items.iter().map(|item| item.height).sum()
}

struct Paper<'a> {
    painter: &'a Painter,
    view: ViewOptions,
    measure: Context,
}

/// Width and height of a text.
fn size(layout: &Layout) -> (f64, f64) {
    let (w, h) = layout.size();
    (f64::from(w) / f64::from(SCALE), f64::from(h) / f64::from(SCALE))
}

impl Paper<'_> {
    fn text(&self, text: &str, face: Face) -> Layout {
        let layout = pangocairo::functions::create_layout(&self.measure);
        if let Ok(mut fonts) = cairo::FontOptions::new() {
            // Paper is finer than any screen: letters stand where they belong.
            fonts.set_hint_style(cairo::HintStyle::None);
            fonts.set_hint_metrics(cairo::HintMetrics::Off);
            pangocairo::functions::context_set_font_options(&layout.context(), Some(&fonts));
        }
        let (family, points, weight) = match face {
            Face::Title => ("Sans", 13.0, Weight::Bold),
            Face::Heading => ("Sans", 9.5, Weight::Bold),
            Face::Plain => ("Sans", 8.5, Weight::Normal),
            Face::Strong => ("Sans", 8.5, Weight::Bold),
            Face::Fixed => ("Monospace", 6.0, Weight::Normal),
            Face::Small => ("Sans", 7.0, Weight::Normal),
        };
        let mut font = FontDescription::new();
        font.set_family(family);
        font.set_absolute_size(points * f64::from(SCALE));
        font.set_weight(weight);
        layout.set_font_description(Some(&font));
        layout.set_width(((PAGE.0 - 2.0 * MARGIN) * f64::from(SCALE)) as i32);
        layout.set_wrap(WrapMode::WordChar);
        layout.set_text(&printable(text));
        layout
    }

    fn item(&self, text: &str, face: Face) -> Item {
        let layout = self.text(text, face);
        let height = size(&layout).1 + GAP;
        Item { content: Content::Text(layout), height }
    }

    /// Lines of fixed width, each an item of its own so that pages may end between them.
    fn lines(&self, text: &str) -> Vec<Item> {
        let line = |line: &str| {
            let mut item = self.item(if line.is_empty() { " " } else { line }, Face::Fixed);
            item.height -= GAP;
            item
        };
        let mut items: Vec<Item> = text.trim_end().lines().map(line).collect();
        if let Some(last) = items.last_mut() {
            last.height += GAP;
        }
        items
    }

    fn blocks(&self, parts: &[Part]) -> Vec<Block> {
        let mut blocks = Vec::new();
        for part in parts {
            let mut block = Block::default();
            match part {
                Part::Head { game, text } => {
                    block.opens = true;
                    let mut lines = text.trim_end().lines().filter(|line| !line.is_empty());
                    let first = lines.next().unwrap_or_default();
                    block.items.push(self.item(&format!("Game {}", game + 1), Face::Title));
                    block.items.push(self.item(first, Face::Heading));
                    block.items.extend(lines.map(|line| self.item(line, Face::Plain)));
                }
                Part::SetUp(text) => block.items.push(self.item(text, Face::Plain)),
                Part::Result(text) if text.is_empty() => continue,
                Part::Result(text) => block.items.push(self.item(text, Face::Heading)),
                Part::Statistics { title, text } => {
                    block.items.push(Item { content: Content::Rule, height: 2.0 * GAP });
                    block.items.push(self.item(title, Face::Heading));
                    block.items.extend(self.lines(text));
                }
                Part::Decision(decided) => block.items = self.decision(decided),
            }
            blocks.push(block);
        }
        blocks
    }

    fn decision(&self, decided: &Decided) -> Vec<Item> {
        let mut items: Vec<Item> =
            decided.title.iter().map(|title| self.item(title, Face::Heading)).collect();
        let mut told: Vec<Item> = decided.done.iter().map(|done| self.item(done, Face::Strong)).collect();
        for alert in &decided.alerts {
            let mut item = self.item(alert, Face::Plain);
            if let Content::Text(layout) = item.content {
                item.content = Content::Alert(layout);
            }
            told.push(item);
        }
        told.extend(self.lines(&decided.analysis));
        if decided.with_board {
            let state = &decided.state;
            let height = BOARD * BOARD_HEIGHT / BOARD_WIDTH + GAP;
            let board = Item { content: Content::Board(Box::new(*state)), height };
            let left = vec![board, self.item(&caption(state), Face::Small)];
            if height_of(&told) <= MOST_BESIDE {
                told.iter_mut().for_each(Item::narrow);
                let height = height_of(&left).max(height_of(&told));
                items.push(Item { content: Content::Columns(left, std::mem::take(&mut told)), height });
            } else {
                items.extend(left);
            }
        }
        items.extend(told);
        if !decided.comment.is_empty() {
            items.extend(decided.comment.lines().map(|line| self.item(line, Face::Plain)));
        }
        items
    }

    /// Items by page with their upper edges.
    fn paginate(&self, blocks: Vec<Block>) -> Vec<Vec<(Item, f64)>> {
        let bottom = PAGE.1 - MARGIN - 10.0;
        let mut pages: Vec<Vec<(Item, f64)>> = vec![Vec::new()];
        let mut y = MARGIN;
        for block in blocks {
            let height = block.height();
            let is_used = pages.last().is_some_and(|page| !page.is_empty());
            let fits_one = MARGIN + height <= bottom;
            if is_used && (block.opens || (fits_one && y + height > bottom)) {
                pages.push(Vec::new());
                y = MARGIN;
            }
            for item in block.items {
                if y + item.height > bottom + GAP && pages.last().is_some_and(|page| !page.is_empty()) {
                    pages.push(Vec::new());
                    y = MARGIN;
                }
                let height = item.height;
                if let Some(page) = pages.last_mut() {
                    page.push((item, y));
                }
                y += height;
            }
            y += BLOCK_GAP;
        }
        pages
    }

    fn draw(&self, cr: &Context, item: &Item, x: f64, y: f64) {
        match &item.content {
            Content::Text(layout) => self.place(cr, layout, x, y),
            Content::Alert(layout) => {
                let (w, h) = size(layout);
                cr.set_source_rgb(1.0, 0.9, 0.75);
                cr.rectangle(x - 2.0, y - 1.0, w + 4.0, h + 2.0);
                // A surface that fails says so when it is finished.
                let _ = cr.fill();
                self.place(cr, layout, x, y);
            }
            Content::Board(state) => {
                let scale = BOARD / BOARD_WIDTH;
                let _ = cr.save();
                cr.translate(x, y);
                cr.scale(scale, scale);
                self.painter.paint_view(cr, &BoardView::new(state, None, 0, &self.view), 1.0 / scale);
                let _ = cr.restore();
            }
            Content::Columns(left, right) => {
                for (items, x) in [(left, x), (right, x + BOARD + COLUMN_GAP)] {
                    let mut y = y;
                    for item in items {
                        self.draw(cr, item, x, y);
                        y += item.height;
                    }
                }
            }
            Content::Rule => {
                cr.set_source_rgb(0.6, 0.6, 0.6);
                cr.set_line_width(0.5);
                cr.move_to(x, y + GAP);
                cr.line_to(PAGE.0 - MARGIN, y + GAP);
                let _ = cr.stroke();
            }
        }
    }

    fn place(&self, cr: &Context, layout: &Layout, x: f64, y: f64) {
        cr.set_source_rgb(0.0, 0.0, 0.0);
        cr.move_to(x, y);
        pangocairo::functions::show_layout(cr, layout);
    }
}

/// A text without control characters, which the libraries below cannot take.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Identifiers and pips below a board.
fn caption(state: &MatchState) -> String {
    let [on_roll, other] = state.board.pips();
    let (zero, one) = if state.on_roll == Player::Zero { (on_roll, other) } else { (other, on_roll) };
    let (position, id) = (state.board.position_id(), state.match_id());
    format!("{position}:{id}   O {zero}, X {one} pips")
}

#[cfg(test)]
mod tests {
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
        let paper = Paper { painter: &painter, view: ViewOptions::default(), measure: measuring().unwrap() };
        paper.paginate(paper.blocks(&parts::whole(record, options))).len()
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
        // Each game begins a page; boards need room.
        assert!((4..=8).contains(&n), "{n}");
        let brief = ReportOptions { board_every: 0, with_statistics: false, ..report };
        assert_eq!(n_pages(&record, &brief), 2);
    }

    #[test]
    fn what_is_higher_than_a_page_goes_on_on_the_next() {
        let mut record = record();
        record.games[0].entries[0].comment = "A line.\n".repeat(500);
        let n = n_pages(&record, &ReportOptions { with_statistics: false, ..ReportOptions::default() });
        assert!((8..30).contains(&n), "{n}");
    }

    #[test]
    fn positions_are_pictures() {
        let record = record();
        let parts = parts::position(&record, Cursor::at(0, 1), &ReportOptions::default());
        let picture = String::from_utf8(svg(&parts, ViewOptions::default()).unwrap()).unwrap();
        assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"));
        let state = record.state_at(Cursor::at(0, 1));
        let eps = eps(&state, ViewOptions::default()).unwrap();
        let text = String::from_utf8_lossy(&eps);
        assert!(text.starts_with("%!PS-Adobe-3.0 EPSF-3.0") && text.contains("%%BoundingBox: 0 0 186 14"));
    }
}
