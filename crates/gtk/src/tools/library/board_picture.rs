// SPDX-License-Identifier: GPL-3.0-or-later
//! A small board with a position of the library, in the design of the board that is played on. It is painted when its owner
//! says so, on another thread: a list makes boards for many more rows than are in sight.

use crate::board::Design;
use crate::board::layout::{HEIGHT, WIDTH};
use gnubg_engine::core::MatchState;
use gnubg_manual::picture::BoardPicture;
use gtk::prelude::*;
use gtk::{gdk, gio, glib};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A small board.
#[derive(Clone)]
pub(crate) struct SmallBoard {
    picture: gtk::Picture,
    shown: Rc<RefCell<Option<(MatchState, Design)>>>,
    width: Rc<Cell<i32>>,
    /// What the picture asked for last shows, and its width in pixels: a late one does not replace a newer one.
    asked: Rc<RefCell<Option<(MatchState, Design, i32)>>>,
}

/// The pixels of a board of that width, if there is memory for them: width, height, bytes of a line, and the bytes.
fn paint(board: &BoardPicture, design: &Design, width: i32) -> Option<(i32, i32, i32, Vec<u8>)> {
    let height = height_of(width);
    let mut surface = cairo::ImageSurface::create(cairo::Format::ARgb32, width, height).ok()?;
    let cr = cairo::Context::new(&surface).ok()?;
    board.paint(&cr, design, (width, height));
    drop(cr);
    let stride = surface.stride();
    let bytes = surface.data().ok()?.to_vec();
    Some((width, height, stride, bytes))
}

fn height_of(width: i32) -> i32 {
    (f64::from(width) * HEIGHT / WIDTH).round() as i32
}

impl SmallBoard {
    /// A board without a position.
    pub(crate) fn new() -> SmallBoard {
        let picture = gtk::Picture::builder()
            .halign(gtk::Align::Center)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        SmallBoard { picture, shown: Rc::default(), width: Rc::default(), asked: Rc::default() }
    }

    pub(crate) fn widget(&self) -> &gtk::Picture {
        &self.picture
    }

    /// Shows a position when it is painted; `None` shows nothing.
    pub(crate) fn show(&self, state: Option<MatchState>, design: Design) {
        let shown = state.map(|state| (state, design));
        if *self.shown.borrow() != shown {
            self.shown.replace(shown);
            self.asked.replace(None);
            self.picture.set_paintable(gdk::Paintable::NONE);
        }
    }

    /// Makes the board so wide, in pixels. Until it is painted, its picture is stretched.
    pub(crate) fn set_width(&self, width: i32) {
        if self.width.replace(width) != width {
            self.picture.set_size_request(width, height_of(width));
        }
    }

    /// Lets the picture be painted, unless that is done or begun.
    pub(crate) fn paint(&self) {
        let width = self.width.get() * self.picture.scale_factor();
        let wanted = self.shown.borrow().filter(|_| width > 0).map(|(state, design)| (state, design, width));
        if self.asked.replace(wanted) == wanted {
            return;
        }
        let Some((state, design, width)) = wanted else { return };
        let board = self.clone();
        glib::spawn_future_local(async move {
            let view = BoardPicture { state, arrows: Vec::new() };
            let painted = gio::spawn_blocking(move || paint(&view, &design, width)).await;
            let Ok(Some((width, height, stride, bytes))) = painted else { return };
            if *board.asked.borrow() != wanted {
                return;
            }
            let format = match cfg!(target_endian = "big") {
                true => gdk::MemoryFormat::A8r8g8b8Premultiplied,
                false => gdk::MemoryFormat::B8g8r8a8Premultiplied,
            };
            let bytes = glib::Bytes::from_owned(bytes);
            let texture = gdk::MemoryTexture::new(width, height, format, &bytes, stride as usize);
            board.picture.set_paintable(Some(&texture));
        });
    }
}
