// SPDX-License-Identifier: GPL-3.0-or-later
//! A small board with a position of the library, in the design of the board that is played on. It is painted when its owner
//! says so, on another thread: a list makes boards for many more rows than are in sight.

use crate::board::Design;
use crate::board::layout::{HEIGHT, Rect, WIDTH};
use gnubg_draw::paint::{Painter, Shape, scene};
use gnubg_engine::core::MatchState;
use gnubg_manual::picture::BoardPicture;
use gtk::prelude::*;
use gtk::{gdk, gio, glib};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// The empty board as it was painted last: boards of a list share it, since it takes half of the time of a picture.
#[derive(Clone, Default)]
pub(crate) struct EmptyBoard(Arc<Mutex<Option<EmptyPicture>>>);

struct EmptyPicture {
    design: Design,
    width: i32,
    pixels: Vec<u8>,
}

impl EmptyBoard {
    /// A surface with the empty board, if there is memory for it.
    fn surface(&self, painter: &Painter, width: i32) -> Option<cairo::ImageSurface> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let design = *painter.design();
        if last.as_ref().is_none_or(|last| last.design != design || last.width != width) {
            *last = Some(EmptyPicture { design, width, pixels: empty(painter, width)? });
        }
        let format = cairo::Format::ARgb32;
        let stride = format.stride_for_width(width as u32).ok()?;
        let pixels = last.as_ref()?.pixels.clone();
        cairo::ImageSurface::create_for_data(pixels, format, width, height_of(width), stride).ok()
    }
}

/// The pixels of an empty board.
fn empty(painter: &Painter, width: i32) -> Option<Vec<u8>> {
    let mut surface = cairo::ImageSurface::create(cairo::Format::ARgb32, width, height_of(width)).ok()?;
    let cr = cairo::Context::new(&surface).ok()?;
    let scale = f64::from(width) / WIDTH;
    cr.scale(scale, scale);
    painter.paint(&cr, Shape::Board, Rect::new(0.0, 0.0, WIDTH, HEIGHT), 1.0 / scale, false);
    drop(cr);
    Some(surface.data().ok()?.to_vec())
}

/// A small board.
#[derive(Clone)]
pub(crate) struct SmallBoard {
    picture: gtk::Picture,
    empty: EmptyBoard,
    shown: Rc<RefCell<Option<(MatchState, Design)>>>,
    width: Rc<Cell<i32>>,
    /// What the picture asked for last shows, and its width in pixels: a late one does not replace a newer one.
    asked: Rc<RefCell<Option<(MatchState, Design, i32)>>>,
}

/// The pixels of a board of that width, if there is memory for them: width, height, bytes of a line, and the bytes.
fn paint(
    board: &BoardPicture,
    design: &Design,
    width: i32,
    empty: &EmptyBoard,
) -> Option<(i32, i32, i32, Vec<u8>)> {
    let painter = Painter::vector(*design);
    let mut surface = empty.surface(&painter, width)?;
    let cr = cairo::Context::new(&surface).ok()?;
    let scale = f64::from(width) / WIDTH;
    cr.scale(scale, scale);
    for item in scene(&board.view()).iter().filter(|item| item.shape != Shape::Board) {
        painter.paint_item(&cr, item, 1.0 / scale, false);
    }
    drop(cr);
    let stride = surface.stride();
    let bytes = surface.data().ok()?.to_vec();
    Some((width, height_of(width), stride, bytes))
}

fn height_of(width: i32) -> i32 {
    (f64::from(width) * HEIGHT / WIDTH).round() as i32
}

impl SmallBoard {
    /// A board without a position, painted on that empty one.
    pub(crate) fn new(empty: &EmptyBoard) -> SmallBoard {
        let picture = gtk::Picture::builder()
            .halign(gtk::Align::Center)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        let empty = empty.clone();
        SmallBoard { picture, empty, shown: Rc::default(), width: Rc::default(), asked: Rc::default() }
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
            let empty = board.empty.clone();
            let painted = gio::spawn_blocking(move || paint(&view, &design, width, &empty)).await;
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
