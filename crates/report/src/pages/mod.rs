// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on pages: PDF and PostScript, a position also as SVG, PNG and EPS.
//!
//! Decisions are set in two columns on A4, each kept together if it fits: beside its board the action and the
//! cube decision, below it the candidates. Scores, results and statistics go across the page. A single position uses
//! the whole width. Boards are drawn by `gnubg-draw` in its design for paper.

mod blocks;
mod cut;
mod flow;
mod layout;
#[cfg(test)]
mod tests;

pub use layout::Pages;

use crate::sections::ReportSection;
use blocks::{Block, COMPACT, ItemContent, PageItem, TextFace, Typesetter, WIDE, height_of, size};
use cairo::{Context, ImageSurface, PdfSurface, PsSurface, RecordingSurface, SvgSurface};
use gnubg_draw::layout::{HEIGHT as BOARD_HEIGHT, WIDTH as BOARD_WIDTH};
use gnubg_draw::paint::{Painter, PictureError, document};
use gnubg_draw::{BoardView, DiceThrow, ViewOptions};
use gnubg_engine::core::MatchState;
use pango::Layout;

/// A4 in points.
const PAGE: (f64, f64) = (595.276, 841.89);
const MARGIN: f64 = 36.0;
/// Space between the two columns of a page.
const COLUMN_GAP: f64 = 12.0;
/// Width of a page without its margins, and of a column.
const FULL: f64 = PAGE.0 - 2.0 * MARGIN;
const COLUMN: f64 = (FULL - COLUMN_GAP) / 2.0;
/// The lower limit of blocks.
const BOTTOM: f64 = PAGE.1 - MARGIN - 8.0;
/// Space between the items of a block.
const GAP: f64 = 4.0;

/// The file format of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// PDF.
    Pdf,
    /// PostScript.
    PostScript,
}

/// How pages are laid out.
#[derive(Clone, Debug)]
pub struct PageOptions {
    /// The document's title.
    pub title: String,
    /// How boards are drawn.
    pub view: ViewOptions,
}

/// A document with these pages.
///
/// # Errors
/// If drawing fails.
pub fn write(pages: &Pages, medium: Medium) -> Result<Vec<u8>, PictureError> {
    let (width, height) = PAGE;
    let surface: cairo::Surface = match medium {
        Medium::Pdf => {
            let surface = PdfSurface::for_stream(width, height, Vec::new())?;
            surface.set_metadata(cairo::PdfMetadata::Title, &printable(pages.title()))?;
            surface.set_metadata(cairo::PdfMetadata::Creator, "GNU Backgammon")?;
            (*surface).clone()
        }
        Medium::PostScript => {
            let surface = PsSurface::for_stream(width, height, Vec::new())?;
            let plain: String =
                pages.title().chars().filter(|c| c.is_ascii() && !c.is_ascii_control()).collect();
            surface.dsc_comment(&format!("%%Title: {}", plain.chars().take(200).collect::<String>()));
            (*surface).clone()
        }
    };
    let cr = Context::new(&surface)?;
    for page in 0..pages.n_pages() {
        pages.draw(&cr, page)?;
        cr.show_page()?;
    }
    drop(cr);
    stream(surface.finish_output_stream())
}

/// Games are set in columns, a single position across the page.
fn style_for(sections: &[ReportSection]) -> blocks::DecisionStyle {
    let n_decisions = sections.iter().filter(|section| matches!(section, ReportSection::Decision(_))).count();
    if n_decisions > 1 { COMPACT } else { WIDE }
}

/// A position with its analysis as an SVG picture, at least half a page high.
///
/// # Errors
/// If drawing fails.
pub fn svg(sections: &[ReportSection], view: ViewOptions) -> Result<Vec<u8>, PictureError> {
    let painter = Painter::vector(*document());
    let typesetter = Typesetter::new(&painter, view, WIDE, measuring()?);
    let blocks = typesetter.blocks(sections);
    let height = height_of_all(&blocks).max(PAGE.1 / 2.0);
    let surface = SvgSurface::for_stream(PAGE.0, height, Vec::new())?;
    typesetter.draw_below_one_another(&Context::new(&surface)?, &blocks);
    stream(surface.finish_output_stream())
}

/// A position with its analysis as a PNG picture on white, with `scale` pixels for each point.
///
/// # Errors
/// If drawing fails.
pub fn png(sections: &[ReportSection], view: ViewOptions, scale: u8) -> Result<Vec<u8>, PictureError> {
    let painter = Painter::vector(*document());
    let typesetter = Typesetter::new(&painter, view, WIDE, measuring()?);
    let blocks = typesetter.blocks(sections);
    let scale = f64::from(scale);
    let [width, height] = [PAGE.0, height_of_all(&blocks)].map(|length| (length * scale).ceil() as i32);
    let surface = ImageSurface::create(cairo::Format::Rgb24, width, height)?;
    let cr = Context::new(&surface)?;
    cr.set_source_rgb(1.0, 1.0, 1.0);
    cr.paint()?;
    cr.scale(scale, scale);
    typesetter.draw_below_one_another(&cr, &blocks);
    drop(cr);
    let mut bytes = Vec::new();
    surface.write_to_png(&mut bytes)?;
    Ok(bytes)
}

/// The height of a column of blocks, with margins.
fn height_of_all(blocks: &[Block]) -> f64 {
    blocks.iter().map(|block| height_of(&block.items) + flow::GAP).sum::<f64>() + 2.0 * MARGIN
}

/// A board with its bounding box, for use in other documents.
///
/// # Errors
/// If drawing fails.
pub fn eps(state: &MatchState, view: ViewOptions) -> Result<Vec<u8>, PictureError> {
    let scale = WIDE.board / BOARD_WIDTH;
    let surface = PsSurface::for_stream(WIDE.board, BOARD_HEIGHT * scale, Vec::new())?;
    surface.set_eps(true);
    let cr = Context::new(&surface)?;
    cr.scale(scale, scale);
    Painter::vector(*document()).paint_view(
        &cr,
        &BoardView::new(state, None, DiceThrow::default(), &view),
        1.0 / scale,
    );
    drop(cr);
    stream(surface.finish_output_stream())
}

fn stream(output: Result<Box<dyn std::any::Any>, cairo::StreamWithError>) -> Result<Vec<u8>, PictureError> {
    let output = output.map_err(|_| PictureError::Stream)?;
    output.downcast::<Vec<u8>>().map(|bytes| *bytes).map_err(|_| PictureError::Stream)
}

/// A context on which texts are measured.
fn measuring() -> Result<Context, PictureError> {
    let surface = RecordingSurface::create(cairo::Content::ColorAlpha, None)?;
    Ok(Context::new(&surface)?)
}

impl Typesetter<'_> {
    /// Draws the title and the game above a page and its number below.
    fn header_and_footer(&self, cr: &Context, title: &str, game: &str, (page, n_pages): (usize, usize)) {
        let (width, height) = PAGE;
        let y = MARGIN * 0.5;
        if page > 1 {
            let title = self.text(title, TextFace::Small, FULL * 0.8);
            self.place(cr, &title, MARGIN, y - size(&title).1 / 2.0);
            let game = self.text(game, TextFace::Small, FULL);
            let (w, h) = size(&game);
            self.place(cr, &game, width - MARGIN - w, y - h / 2.0);
        }
        let number = self.text(&format!("{page} / {n_pages}"), TextFace::Small, FULL);
        let (w, h) = size(&number);
        self.place(cr, &number, (width - w) / 2.0, height - MARGIN * 0.7 - h / 2.0);
    }

    fn draw_below_one_another(&self, cr: &Context, blocks: &[Block]) {
        let mut y = MARGIN;
        for block in blocks {
            self.draw_all(cr, &block.items, MARGIN, y);
            y += height_of(&block.items) + flow::GAP;
        }
    }

    fn draw_all(&self, cr: &Context, items: &[PageItem], x: f64, mut y: f64) {
        for item in items {
            self.draw(cr, item, x, y);
            y += item.height;
        }
    }

    fn draw(&self, cr: &Context, item: &PageItem, x: f64, y: f64) {
        match &item.content {
            ItemContent::Text(layout) => self.place(cr, layout, x, y),
            ItemContent::Alert(layout) => {
                let (w, h) = size(layout);
                cr.set_source_rgb(1.0, 0.9, 0.75);
                cr.rectangle(x - 2.0, y - 1.0, w + 4.0, h + 2.0);
                // Errors of the surface are reported when it is finished.
                let _ = cr.fill();
                self.place(cr, layout, x, y);
            }
            ItemContent::Board(state) => {
                let scale = self.style.board / BOARD_WIDTH;
                let _ = cr.save();
                cr.translate(x, y);
                cr.scale(scale, scale);
                self.painter.paint_view(
                    cr,
                    &BoardView::new(state, None, DiceThrow::default(), &self.view),
                    1.0 / scale,
                );
                let _ = cr.restore();
            }
            ItemContent::Columns(left, right) => {
                self.draw_all(cr, left, x, y);
                self.draw_all(cr, right, x + self.style.board + self.style.gap, y);
            }
            ItemContent::Rule => {
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

/// A text without control characters, which cairo and pango do not accept.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
