// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on pages: PDF and PostScript, a position also as SVG, PNG and EPS.
//!
//! A match begins with its summary: result, ratings, course, the most expensive decisions. Decisions are set in two columns on
//! A4, each kept together if it fits: beside its board the cube decision and the candidates as tables. Scores, results and
//! statistics go across the page. A single position uses the whole width.

mod blocks;
mod cut;
mod decision;
mod flow;
mod layout;
#[cfg(test)]
mod tests;

pub use layout::Pages;

use crate::canvas::{Face, Sheet, Typesetter, board_height, printable};
use crate::diagram::{self, Diagram};
use crate::document::{Document, Part};
use crate::words::Words;
use blocks::BlockMaker;
use cairo::{Context, ImageSurface, PdfSurface, PsSurface, SvgSurface};
use decision::{COMPACT, WIDE};
use gnubg_draw::ViewOptions;
use gnubg_draw::paint::PictureError;
use gnubg_engine::core::MatchState;

/// A4 in points.
const PAGE: (f64, f64) = (595.276, 841.89);
const MARGIN: f64 = 34.0;
/// Space between the two columns of a page.
const COLUMN_GAP: f64 = 14.0;
/// Width of a page without its margins, and of a column.
const FULL: f64 = PAGE.0 - 2.0 * MARGIN;
const COLUMN: f64 = (FULL - COLUMN_GAP) / 2.0;
/// The lower limit of blocks.
const BOTTOM: f64 = PAGE.1 - MARGIN - 4.0;

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
    /// The words.
    pub words: Words,
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
fn maker(document: &Document, options: &PageOptions) -> Result<BlockMaker, PictureError> {
    let n_decisions = document.parts.iter().filter(|part| matches!(part, Part::Decision(_))).count();
    let is_match = document.summary.is_some() || n_decisions > 1;
    let style = if is_match { COMPACT } else { WIDE };
    Ok(BlockMaker { set: Typesetter::new()?, view: options.view, style, words: options.words })
}

/// The blocks of a picture below one another, and their height with margins.
fn picture(document: &Document, view: ViewOptions, words: Words) -> Result<(Sheet, f64), PictureError> {
    let options = PageOptions { title: String::new(), view, words };
    let maker = maker(document, &options)?;
    let mut sheet = Sheet::default();
    let mut y = MARGIN;
    for part in 0..BlockMaker::n_parts(document) {
        for block in maker.blocks_of(document, part) {
            let height = block.sheet.height;
            sheet.sheet(block.sheet, [MARGIN, y]);
            y += height + flow::GAP;
        }
    }
    Ok((sheet, y - flow::GAP + MARGIN))
}

/// A position with its analysis as an SVG picture.
///
/// # Errors
/// If drawing fails.
pub fn svg(document: &Document, view: ViewOptions, words: Words) -> Result<Vec<u8>, PictureError> {
    let (sheet, height) = picture(document, view, words)?;
    let surface = SvgSurface::for_stream(PAGE.0, height, Vec::new())?;
    let cr = Context::new(&surface)?;
    cr.set_source_rgb(1.0, 1.0, 1.0);
    cr.paint()?;
    sheet.draw(&cr, [0.0, 0.0]);
    drop(cr);
    stream(surface.finish_output_stream())
}

/// A position with its analysis as a PNG picture on white, with `scale` pixels for each point.
///
/// # Errors
/// If drawing fails.
pub fn png(document: &Document, view: ViewOptions, words: Words, scale: u8) -> Result<Vec<u8>, PictureError> {
    let (sheet, height) = picture(document, view, words)?;
    let scale = f64::from(scale);
    let [width, height] = [PAGE.0, height].map(|length| (length * scale).ceil() as i32);
    let surface = ImageSurface::create(cairo::Format::Rgb24, width, height)?;
    let cr = Context::new(&surface)?;
    cr.set_source_rgb(1.0, 1.0, 1.0);
    cr.paint()?;
    cr.scale(scale, scale);
    sheet.draw(&cr, [0.0, 0.0]);
    drop(cr);
    let mut bytes = Vec::new();
    surface.write_to_png(&mut bytes)?;
    Ok(bytes)
}

/// A board with its bounding box, for use in other documents.
///
/// # Errors
/// If drawing fails.
pub fn eps(state: &MatchState, view: ViewOptions) -> Result<Vec<u8>, PictureError> {
    let surface = PsSurface::for_stream(WIDE.board, board_height(WIDE.board), Vec::new())?;
    surface.set_eps(true);
    let cr = Context::new(&surface)?;
    diagram::paint(&cr, &Diagram::new(state, &view), [0.0, 0.0], WIDE.board);
    drop(cr);
    stream(surface.finish_output_stream())
}

fn stream(output: Result<Box<dyn std::any::Any>, cairo::StreamWithError>) -> Result<Vec<u8>, PictureError> {
    let output = output.map_err(|_| PictureError::Stream)?;
    output.downcast::<Vec<u8>>().map(|bytes| *bytes).map_err(|_| PictureError::Stream)
}

impl BlockMaker {
    /// Draws the title and the game above a page and its number below.
    fn header_and_footer(&self, cr: &Context, title: &str, game: &str, (page, n_pages): (usize, usize)) {
        let face = Face::quiet(6.5);
        let (width, height) = PAGE;
        let mut sheet = Sheet::default();
        let y = MARGIN * 0.5 - 4.0;
        if page > 1 {
            self.set.put(&mut sheet, cut::phrase(title), face, [MARGIN, y], FULL * 0.8);
            self.set.put_right(&mut sheet, cut::phrase(game), face, [width - MARGIN, y]);
        }
        let number = format!("{page} / {n_pages}");
        let middle = width / 2.0 + self.set.width(&number, face) / 2.0;
        self.set.put_right(&mut sheet, &number, face, [middle, height - MARGIN * 0.7 - 4.0]);
        sheet.draw(cr, [0.0, 0.0]);
    }
}
