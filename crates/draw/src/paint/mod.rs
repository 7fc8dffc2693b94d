// SPDX-License-Identifier: GPL-3.0-or-later
//! Painting the board with cairo on any surface: screen, PNG, SVG, PDF.
//!
//! [`scene()`] turns a view into an ordered list of shapes; [`Painter`] paints a shape. Nothing here depends on GTK.

mod brush;
pub(crate) mod digits;
mod field;
mod marks;
mod picture;
mod pieces;
mod scene;
pub mod texture;

pub use picture::{PictureError, document, export_png, pdf, png, svg};
pub use scene::{ArrowStyle, SceneItem, Shape, coming, focus_rect, scene};

use super::BoardView;
use super::design::Design;
use super::layout::Rect;
use cairo::Context;
use texture::Textures;

/// Paints shapes in one design.
#[derive(Debug)]
pub struct Painter {
    design: Design,
    grayed: Design,
    textures: Option<Textures>,
}

/// Scales from the usual size of a cube or flag to its rectangle. Returns a device pixel in the new units.
fn enlarge(cr: &Context, size: Rect, px: f64) -> f64 {
    let scale = size.w / crate::layout::CHECKER;
    cr.scale(scale, scale);
    px / scale
}

impl Painter {
    /// A painter for pixels.
    #[must_use]
    pub fn new(design: Design) -> Painter {
        Painter { design, grayed: design.grayed(), textures: Some(Textures::new()) }
    }

    /// A painter for pictures made of paths: without felt and grain.
    #[must_use]
    pub fn vector(design: Design) -> Painter {
        Painter { design, grayed: design.grayed(), textures: None }
    }

    /// The design.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Changes the design.
    pub fn set_design(&mut self, design: Design) {
        self.design = design;
        self.grayed = design.grayed();
    }

    /// Paints a shape whose rectangle is `size` big with its upper left corner at the origin, the context scaled to
    /// units. `px` is a device pixel in units.
    pub fn paint(&self, cr: &Context, shape: Shape, size: Rect, px: f64, editing: bool) {
        let design = if editing { &self.grayed } else { &self.design };
        match shape {
            Shape::Board => field::board(cr, design, self.textures.as_ref(), px),
            Shape::Labels(labels, layout, is_top) => field::labels(cr, design, labels, layout, is_top),
            Shape::Checker(player) => pieces::checker(cr, design, player, px),
            Shape::Edge(player) => pieces::edge(cr, design, player, px),
            Shape::Shadow => pieces::shadow(cr),
            Shape::Count(n, player) => pieces::count(cr, design, player, n),
            Shape::Die(player, face) => pieces::die(cr, design, player, face, px),
            Shape::Ticks(used) => pieces::ticks(cr, design, used, px),
            Shape::Cube(value) => {
                let px = enlarge(cr, size, px);
                pieces::cube(cr, design, value, px);
            }
            Shape::Flag(level, by) => {
                let px = enlarge(cr, size, px);
                pieces::flag(cr, design, level, by, px);
            }
            Shape::TurnArrow(player, left) => marks::turn_arrow(cr, design, player, left, px),
            Shape::LitPoint(top) => marks::lit_point(cr, design, top, px),
            Shape::LitBox => marks::lit_box(cr, design, size.w, size.h, px),
            Shape::Dot(kind) => marks::dot(cr, design, kind),
            Shape::Ring => marks::ring(cr, design),
            Shape::Ghost => marks::ghost(cr, design),
            Shape::Focus => marks::focus(cr, design, size.w, size.h, px),
            Shape::Arrow(ends, style) => marks::arrow(cr, design, ends, style),
            Shape::Veil => marks::veil(cr, design),
        }
    }

    /// Paints a whole view on a context scaled to units.
    pub fn paint_view(&self, cr: &Context, view: &BoardView, px: f64) {
        scene(view).iter().for_each(|item| self.paint_item(cr, item, px, view.grayed));
    }

    /// Paints a shape in its place on a context scaled to units.
    pub fn paint_item(&self, cr: &Context, item: &SceneItem, px: f64, grayed: bool) {
        let _ = cr.save();
        let middle = item.rect.center();
        cr.translate(middle.x, middle.y);
        cr.rotate(item.turn);
        cr.translate(-item.rect.w / 2.0, -item.rect.h / 2.0);
        if item.alpha < 1.0 {
            cr.push_group();
            self.paint(cr, item.shape, item.rect, px, grayed);
            let _ = cr.pop_group_to_source();
            let _ = cr.paint_with_alpha(item.alpha);
        } else {
            self.paint(cr, item.shape, item.rect, px, grayed);
        }
        let _ = cr.restore();
    }
}
