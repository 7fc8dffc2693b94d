// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages after layout. Each page can be drawn separately: files draw all of them, printers the selected ones.

use super::blocks::Typesetter;
use super::flow::{BlockPlace, BlockShape, flow};
use super::{BOTTOM, COLUMN, COLUMN_GAP, MARGIN, PAGE, PageOptions, measuring, style_for};
use crate::sections::ReportSection;
use cairo::Context;
use gnubg_draw::paint::{Painter, PictureError, document};

/// The laid out pages of a report; a plain value, so that one thread can lay out and another draw.
#[derive(Clone, Debug)]
pub struct Pages {
    parts: Vec<ReportSection>,
    options: PageOptions,
    pages: Vec<Page>,
}

/// The content of a page.
#[derive(Clone, Debug, Default)]
struct Page {
    /// The title of the game that continues at its top.
    game: String,
    /// The index of the first section, and the number of its blocks on earlier pages.
    from: (usize, usize),
    /// The places of its blocks, in order.
    places: Vec<BlockPlace>,
}

impl Pages {
    /// Divides sections into pages.
    ///
    /// # Errors
    /// If texts cannot be measured.
    pub fn lay_out(parts: Vec<ReportSection>, options: PageOptions) -> Result<Pages, PictureError> {
        let painter = Painter::vector(*document());
        let paper = Typesetter::new(&painter, options.view, style_for(&parts), measuring()?);
        let mut shapes = Vec::new();
        let mut origins = Vec::new();
        for (part, content) in parts.iter().enumerate() {
            for (nth, block) in paper.blocks_of(content).into_iter().enumerate() {
                shapes.push(block.shape());
                origins.push(((part, nth), block.game));
            }
        }
        let pages = divided(&shapes, origins);
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

    /// Draws the page with this index, counted from 0; nothing for a page that does not exist.
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
        for (place, block) in page.places.iter().zip(blocks) {
            let x = MARGIN + place.column as f64 * (COLUMN + COLUMN_GAP);
            paper.draw_all(cr, &block.items, x, place.y);
        }
        Ok(())
    }
}

/// Divides blocks into pages. Each block has a shape, a section with the block's number in it, and the game it begins.
fn divided(shapes: &[BlockShape], origins: Vec<((usize, usize), Option<String>)>) -> Vec<Page> {
    let mut pages = vec![Page::default()];
    let mut game = String::new();
    for (place, (from, begun)) in flow(shapes, MARGIN, BOTTOM).into_iter().zip(origins) {
        while pages.len() <= place.page {
            pages.push(Page { game: game.clone(), from, places: Vec::new() });
        }
        if let Some(page) = pages.last_mut() {
            page.places.push(place);
        }
        game = begun.unwrap_or(game);
    }
    pages
}
