// SPDX-License-Identifier: GPL-3.0-or-later
//! A small picture of a player's two dice, painted in the board's design.

use crate::board::Design;
use crate::board::layout::{DIE, Rect};
use crate::board::paint::{Painter, Shape};
use gnubg_engine::core::Player;
use gtk::glib;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Side of a die in logical pixels.
const SIDE: i32 = 20;
/// Space between the dice in logical pixels.
const GAP: i32 = 4;

/// The picture, the faces it shows, and what paints it.
#[derive(Debug)]
pub(super) struct DicePicture {
    area: gtk::DrawingArea,
    painter: Rc<RefCell<Painter>>,
    faces: Rc<Cell<Option<[u8; 2]>>>,
}

impl DicePicture {
    pub(super) fn new(player: Player) -> DicePicture {
        let area = gtk::DrawingArea::builder()
            .content_width(2 * SIDE + GAP)
            .content_height(SIDE)
            .valign(gtk::Align::Center)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        let painter = Rc::new(RefCell::new(Painter::vector(Design::default())));
        let faces = Rc::new(Cell::new(None::<[u8; 2]>));
        area.set_draw_func(glib::clone!(
            #[strong]
            painter,
            #[strong]
            faces,
            move |_, cr, _, height| {
                let Some(faces) = faces.get() else { return };
                let top = (f64::from(height) - f64::from(SIDE)) / 2.0;
                // A margin for the shadow.
                let scale = f64::from(SIDE) / (DIE + 1.2);
                for (n, face) in faces.into_iter().enumerate() {
                    let _ = cr.save();
                    cr.translate(n as f64 * f64::from(SIDE + GAP), top);
                    cr.scale(scale, scale);
                    cr.translate(0.5, 0.4);
                    let square = Rect::new(0.0, 0.0, DIE, DIE);
                    painter.borrow().paint(cr, Shape::Die(player, face), square, 1.0 / scale, false);
                    let _ = cr.restore();
                }
            }
        ));
        DicePicture { area, painter, faces }
    }

    pub(super) fn widget(&self) -> &gtk::DrawingArea {
        &self.area
    }

    /// Shows these faces, or nothing.
    pub(super) fn show(&self, faces: Option<[u8; 2]>) {
        if self.faces.replace(faces) != faces {
            self.area.queue_draw();
        }
    }

    /// Paints the dice in this design.
    pub(super) fn set_design(&self, design: &Design) {
        self.painter.borrow_mut().set_design(*design);
        self.area.queue_draw();
    }
}
