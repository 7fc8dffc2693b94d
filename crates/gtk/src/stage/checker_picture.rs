// SPDX-License-Identifier: GPL-3.0-or-later
//! A picture of a player's checker, painted in the board's design.

use crate::board::Design;
use crate::board::layout::{CHECKER, Rect};
use crate::board::paint::{Painter, Shape};
use gnubg_engine::core::Player;
use gtk::glib;
use gtk::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

/// Side of the picture in a player's bar, in logical pixels.
const SIDE: i32 = 30;

/// The picture and what paints it.
#[derive(Debug)]
pub(crate) struct CheckerPicture {
    area: gtk::DrawingArea,
    painter: Rc<RefCell<Painter>>,
}

impl CheckerPicture {
    pub(super) fn new(player: Player) -> CheckerPicture {
        CheckerPicture::sized(player, SIDE)
    }

    /// A picture of that many logical pixels to a side.
    pub(crate) fn sized(player: Player, side: i32) -> CheckerPicture {
        let area = gtk::DrawingArea::builder().content_width(side).content_height(side).build();
        let painter = Rc::new(RefCell::new(Painter::vector(Design::default())));
        area.set_draw_func(glib::clone!(
            #[strong]
            painter,
            move |_, cr, width, height| {
                let side = f64::from(width.min(height));
                let scale = side / (CHECKER + 1.6);
                cr.translate((f64::from(width) - side) / 2.0, (f64::from(height) - side) / 2.0);
                cr.scale(scale, scale);
                cr.translate(0.7, 0.6);
                let square = Rect::new(0.0, 0.0, CHECKER, CHECKER);
                painter.borrow().paint(cr, Shape::Checker(player), square, 1.0 / scale, false);
            }
        ));
        CheckerPicture { area, painter }
    }

    pub(crate) fn widget(&self) -> &gtk::DrawingArea {
        &self.area
    }

    /// Paints the checker in this design.
    pub(crate) fn set_design(&self, design: &Design) {
        self.painter.borrow_mut().set_design(*design);
        self.area.queue_draw();
    }
}
