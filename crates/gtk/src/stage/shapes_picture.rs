// SPDX-License-Identifier: GPL-3.0-or-later
//! A small picture of dice or a cube side by side, painted in the board's design.

use crate::board::Design;
use crate::board::layout::Rect;
use crate::board::paint::{Painter, Shape};
use gtk::glib;
use gtk::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

/// The picture, its shapes with their sides in units of the board, and what paints them.
#[derive(Debug)]
pub(super) struct ShapesPicture {
    area: gtk::DrawingArea,
    painter: Rc<RefCell<Painter>>,
    shapes: Rc<RefCell<Vec<(Shape, f64)>>>,
}

impl ShapesPicture {
    /// A picture with room for `n` shapes of that side and with that gap, in logical pixels.
    pub(super) fn new(design: &Design, n: i32, side: i32, gap: i32) -> ShapesPicture {
        let area = gtk::DrawingArea::builder()
            .content_width((side + gap) * n - gap)
            .content_height(side)
            .valign(gtk::Align::Center)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        let painter = Rc::new(RefCell::new(Painter::vector(*design)));
        let shapes = Rc::<RefCell<Vec<(Shape, f64)>>>::default();
        area.set_draw_func(glib::clone!(
            #[strong]
            painter,
            #[strong]
            shapes,
            move |_, cr, _, _| {
                for (n, &(shape, units)) in shapes.borrow().iter().enumerate() {
                    // A margin for the shadow.
                    let scale = f64::from(side) / (units + 0.6);
                    let _ = cr.save();
                    cr.translate(f64::from(side + gap) * n as f64, 0.0);
                    cr.scale(scale, scale);
                    cr.translate(0.2, 0.1);
                    let square = Rect::new(0.0, 0.0, units, units);
                    painter.borrow().paint(cr, shape, square, 1.0 / scale, false);
                    let _ = cr.restore();
                }
            }
        ));
        ShapesPicture { area, painter, shapes }
    }

    pub(super) fn widget(&self) -> &gtk::DrawingArea {
        &self.area
    }

    /// Shows these shapes from the left.
    pub(super) fn show(&self, shapes: &[(Shape, f64)]) {
        if *self.shapes.borrow() != shapes {
            self.shapes.replace(shapes.to_vec());
            self.area.queue_draw();
        }
    }

    /// Paints the shapes in this design.
    pub(super) fn set_design(&self, design: &Design) {
        self.painter.borrow_mut().set_design(*design);
        self.area.queue_draw();
    }
}
