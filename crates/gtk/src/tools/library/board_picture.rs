// SPDX-License-Identifier: GPL-3.0-or-later
//! A small board with a position of the library, in the design of the board that is played on.

use crate::board::Design;
use crate::board::layout::{HEIGHT, WIDTH};
use gnubg_engine::core::MatchState;
use gnubg_manual::picture::BoardPicture;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A small board.
#[derive(Clone)]
pub(super) struct SmallBoard {
    area: gtk::DrawingArea,
    picture: Rc<RefCell<Option<BoardPicture>>>,
    design: Rc<Cell<Design>>,
}

impl SmallBoard {
    /// A board without a position.
    pub(super) fn new() -> SmallBoard {
        let area = gtk::DrawingArea::builder()
            .halign(gtk::Align::Center)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        let board = SmallBoard { area, picture: Rc::default(), design: Rc::default() };
        let (picture, design) = (Rc::clone(&board.picture), Rc::clone(&board.design));
        board.area.set_draw_func(move |_, cr, width, height| {
            if let Some(picture) = &*picture.borrow() {
                picture.paint(cr, &design.get(), (width, height));
            }
        });
        board
    }

    pub(super) fn widget(&self) -> &gtk::DrawingArea {
        &self.area
    }

    /// Shows a position; `None` shows nothing.
    pub(super) fn show(&self, state: Option<MatchState>, design: Design) {
        self.picture.replace(state.map(|state| BoardPicture { state, arrows: Vec::new() }));
        self.design.set(design);
        self.area.queue_draw();
    }

    /// Makes the board so wide, in pixels.
    pub(super) fn set_width(&self, width: i32) {
        if self.area.content_width() != width {
            self.area.set_content_width(width);
            self.area.set_content_height((f64::from(width) * HEIGHT / WIDTH).round() as i32);
        }
    }
}
