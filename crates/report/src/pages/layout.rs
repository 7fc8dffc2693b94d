// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages after layout. Each page can be drawn separately: files draw all of them, printers the selected ones.

use super::blocks::BlockMaker;
use super::flow::{BlockPlace, BlockShape, flow};
use super::{BOTTOM, COLUMN, COLUMN_GAP, MARGIN, PAGE, PageOptions, maker};
use crate::document::Document;
use cairo::Context;
use gnubg_draw::paint::PictureError;

/// The laid out pages of a report; a plain value, so that one thread can lay out and another draw.
#[derive(Clone, Debug)]
pub struct Pages {
    document: Document,
    options: PageOptions,
    pages: Vec<Page>,
}

/// The content of a page.
#[derive(Clone, Debug, Default)]
struct Page {
    /// The title of the game that continues at its top.
    game: String,
    /// The index of the first part, and the number of its blocks on earlier pages.
    from: (usize, usize),
    /// The places of its blocks, in order.
    places: Vec<BlockPlace>,
}

impl Pages {
    /// Divides a document into pages.
    ///
    /// # Errors
    /// If texts cannot be measured.
    pub fn lay_out(document: Document, options: PageOptions) -> Result<Pages, PictureError> {
        let maker = maker(&document, &options)?;
        let mut shapes = Vec::new();
        let mut origins = Vec::new();
        for part in 0..BlockMaker::n_parts(&document) {
            for (nth, block) in maker.blocks_of(&document, part).into_iter().enumerate() {
                shapes.push(block.shape());
                origins.push(((part, nth), block.game));
            }
        }
        let pages = divided(&shapes, origins);
        Ok(Pages { document, options, pages })
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
        let maker = maker(&self.document, &self.options)?;
        maker.header_and_footer(cr, self.title(), &page.game, (index + 1, self.n_pages()));
        let (part, earlier) = page.from;
        let parts = part..BlockMaker::n_parts(&self.document);
        let blocks = parts.flat_map(|part| maker.blocks_of(&self.document, part)).skip(earlier);
        for (place, block) in page.places.iter().zip(blocks) {
            let x = MARGIN + place.column as f64 * (COLUMN + COLUMN_GAP);
            block.sheet.draw(cr, [x, place.y]);
        }
        Ok(())
    }
}

/// Divides blocks into pages. Each block has a shape, a part with the block's number in it, and the game it begins.
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
