// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages that are laid out, each of which is drawn for itself: files draw all of them, printers those they are asked for.

use super::blocks::Typesetter;
use super::flow::{Shape, Spot, flow};
use super::{BOTTOM, COLUMN, COLUMN_GAP, MARGIN, PAGE, PageOptions, measuring, style_for};
use crate::sections::ReportSection;
use cairo::Context;
use gnubg_draw::paint::{Painter, PictureError, document};

/// Pages as a plain value, so that they can be laid out by one thread and drawn by another.
#[derive(Clone, Debug)]
pub struct Pages {
    parts: Vec<ReportSection>,
    options: PageOptions,
    pages: Vec<Page>,
}

/// What stands on a page.
#[derive(Clone, Debug, Default)]
struct Page {
    /// The game that goes on at its top.
    game: String,
    /// The part to begin with, and how many blocks of it stand on earlier pages.
    from: (usize, usize),
    /// Where its blocks stand, in order.
    spots: Vec<Spot>,
}

impl Pages {
    /// Divides parts into pages.
    ///
    /// # Errors
    /// If texts cannot be measured.
    pub fn lay_out(parts: Vec<ReportSection>, options: PageOptions) -> Result<Pages, PictureError> {
        let painter = Painter::vector(*document());
        let paper = Typesetter::new(&painter, options.view, style_for(&parts), measuring()?);
        let mut shapes = Vec::new();
        let mut whence = Vec::new();
        for (part, content) in parts.iter().enumerate() {
            for (nth, block) in paper.blocks_of(content).into_iter().enumerate() {
                shapes.push(block.shape());
                whence.push(((part, nth), block.game));
            }
        }
        let pages = divided(&shapes, whence);
        Ok(Pages { parts, options, pages })
    }

    /// The document's title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.options.title
    }

    /// Number of pages, at least one.
    #[must_use]
    pub fn n_pages(&self) -> usize {
        self.pages.len()
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
    pub fn draw(&self, cr: &Context, index: usize) -> Result<(), PictureError> {
        let Some(page) = self.pages.get(index) else { return Ok(()) };
        let painter = Painter::vector(*document());
        let paper = Typesetter::new(&painter, self.options.view, style_for(&self.parts), measuring()?);
        paper.furniture(cr, self.title(), &page.game, (index + 1, self.n_pages()));
        let (part, earlier) = page.from;
        let blocks = self.parts.iter().skip(part).flat_map(|part| paper.blocks_of(part)).skip(earlier);
        for (spot, block) in page.spots.iter().zip(blocks) {
            let x = MARGIN + spot.column as f64 * (COLUMN + COLUMN_GAP);
            paper.draw_all(cr, &block.items, x, spot.y);
        }
        Ok(())
    }
}

/// Blocks divided into pages; of each its shape, where it comes from, and the game that begins with it.
fn divided(shapes: &[Shape], whence: Vec<((usize, usize), Option<String>)>) -> Vec<Page> {
    let mut pages = vec![Page::default()];
    let mut game = String::new();
    for (spot, (from, begun)) in flow(shapes, MARGIN, BOTTOM).into_iter().zip(whence) {
        while pages.len() <= spot.page {
            pages.push(Page { game: game.clone(), from, spots: Vec::new() });
        }
        if let Some(page) = pages.last_mut() {
            page.spots.push(spot);
        }
        game = begun.unwrap_or(game);
    }
    pages
}
