// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages that are laid out, each of which is drawn for itself: files draw all of them, printers those they are asked for.

use super::super::parts::Part;
use super::blocks::Paper;
use super::flow::{Shape, Spot, flow};
use super::{BOTTOM, COLUMN, COLUMN_GAP, MARGIN, PAGE, PaperOptions, measuring, style_for};
use cairo::Context;
use gnubg_draw::paint::{Painter, PictureError, document};

/// Pages as a plain value, so that they can be laid out by one thread and drawn by another.
#[derive(Clone, Debug)]
pub struct Sheets {
    parts: Vec<Part>,
    options: PaperOptions,
    sheets: Vec<Sheet>,
}

/// What stands on a page.
#[derive(Clone, Debug, Default)]
struct Sheet {
    /// The game that goes on at its top.
    game: String,
    /// The part to begin with, and how many blocks of it stand on earlier pages.
    from: (usize, usize),
    /// Where its blocks stand, in order.
    spots: Vec<Spot>,
}

impl Sheets {
    /// Divides parts into pages.
    ///
    /// # Errors
    /// If texts cannot be measured.
    pub fn lay_out(parts: Vec<Part>, options: PaperOptions) -> Result<Sheets, PictureError> {
        let painter = Painter::vector(*document());
        let paper = Paper::new(&painter, options.view, style_for(&parts), measuring()?);
        let mut shapes = Vec::new();
        let mut whence = Vec::new();
        for (part, content) in parts.iter().enumerate() {
            for (nth, block) in paper.blocks_of(content).into_iter().enumerate() {
                shapes.push(block.shape());
                whence.push(((part, nth), block.game));
            }
        }
        let sheets = divided(&shapes, whence);
        Ok(Sheets { parts, options, sheets })
    }

    /// The document's title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.options.title
    }

    /// Number of pages, at least one.
    #[must_use]
    pub fn n_pages(&self) -> usize {
        self.sheets.len()
    }

    /// Width and height of a page in points.
    #[must_use]
    pub const fn size() -> (f64, f64) {
        PAGE
    }

    /// Draws the page of that index, from 0; there is nothing on pages that do not exist.
    ///
    /// # Errors
    /// If drawing fails.
    pub fn draw(&self, cr: &Context, page: usize) -> Result<(), PictureError> {
        let Some(sheet) = self.sheets.get(page) else { return Ok(()) };
        let painter = Painter::vector(*document());
        let paper = Paper::new(&painter, self.options.view, style_for(&self.parts), measuring()?);
        paper.furniture(cr, self.title(), &sheet.game, (page + 1, self.n_pages()));
        let (part, earlier) = sheet.from;
        let blocks = self.parts.iter().skip(part).flat_map(|part| paper.blocks_of(part)).skip(earlier);
        for (spot, block) in sheet.spots.iter().zip(blocks) {
            let x = MARGIN + spot.column as f64 * (COLUMN + COLUMN_GAP);
            paper.draw_all(cr, &block.items, x, spot.y);
        }
        Ok(())
    }
}

/// Blocks divided into pages; of each its shape, where it comes from, and the game that begins with it.
fn divided(shapes: &[Shape], whence: Vec<((usize, usize), Option<String>)>) -> Vec<Sheet> {
    let mut sheets = vec![Sheet::default()];
    let mut game = String::new();
    for (spot, (from, begun)) in flow(shapes, MARGIN, BOTTOM).into_iter().zip(whence) {
        while sheets.len() <= spot.page {
            sheets.push(Sheet { game: game.clone(), from, spots: Vec::new() });
        }
        if let Some(sheet) = sheets.last_mut() {
            sheet.spots.push(spot);
        }
        game = begun.unwrap_or(game);
    }
    sheets
}
