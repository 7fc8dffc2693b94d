// SPDX-License-Identifier: GPL-3.0-or-later
//! The width of the panels: a layout that requests a given width but accepts its children's minimum, and the choice of
//! that width.

use super::super::Window;
use crate::board::layout::{HEIGHT, WIDTH};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::options::Options;
use gtk::glib;
use std::cell::Cell;

/// Below this width of the window the panels lie over the board, with text of the usual size.
const NARROW: i32 = 720;
/// Least width of the panels.
const LEAST_WIDTH: i32 = 300;
/// From this width of the window on, with text of the usual size, the header has room for the analysis.
const ROOMY: i32 = 960;
/// Width in which the panels show everything there is to show.
const AMPLE_WIDTH: i32 = 540;
/// Heights above and below the board at least, and margins beside it.
const AROUND_BOARD: i32 = 200;
const BESIDE_BOARD: i32 = 24;
/// Width that is left to the board at least.
const LEAST_BOARD: i32 = 460;

mod imp {
    use super::{Cell, LayoutManagerImpl, LayoutManagerImplExt, ObjectImpl, ObjectSubclass, WidgetExt, glib};

    /// See the module.
    #[derive(Debug, Default)]
    pub struct Wanted {
        pub(super) width: Cell<i32>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Wanted {
        const NAME: &'static str = "BgWantedWidth";
        type Type = super::WantedWidth;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for Wanted {}

    impl LayoutManagerImpl for Wanted {
        fn request_mode(&self, _widget: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(
            &self,
            widget: &gtk::Widget,
            orientation: gtk::Orientation,
            for_size: i32,
        ) -> (i32, i32, i32, i32) {
            let Some(child) = widget.first_child() else { return (0, 0, -1, -1) };
            let (least, natural, ..) = child.measure(orientation, for_size);
            match orientation {
                gtk::Orientation::Horizontal => (least, self.width.get().max(least), -1, -1),
                _ => (least, natural, -1, -1),
            }
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, baseline: i32) {
            self.parent_allocate(widget, width, height, baseline);
            if let Some(child) = widget.first_child() {
                child.allocate(width, height, baseline, None);
            }
        }
    }
}

glib::wrapper! {
    /// See the module.
    pub struct WantedWidth(ObjectSubclass<imp::Wanted>) @extends gtk::LayoutManager;
}

impl WantedWidth {
    /// A layout for one child that wants no width of its own yet.
    pub(super) fn new() -> WantedWidth {
        glib::Object::new()
    }

    /// The width that is wanted.
    pub(super) fn get(&self) -> i32 {
        self.imp().width.get()
    }

    /// The width from now on.
    pub(super) fn set(&self, width: i32) {
        if self.imp().width.replace(width) != width {
            self.layout_changed();
        }
    }
}

impl Window {
    /// Lays the panels over the board where there is no room beside it.
    pub(super) fn fold_panels(&self) {
        let Some(panels) = self.imp().panels.get() else { return };
        panels.fold(f64::from(self.room()) < f64::from(NARROW) * self.text_factor());
        self.set_panel_width(self.wanted_panel_width());
        // Where the title needs the room, the menu leads to the analysis.
        let has_room = f64::from(self.room()) >= f64::from(ROOMY) * self.text_factor();
        self.imp().analyze_button.set_visible(has_room);
        self.write_dump();
    }

    /// The width of the panels: as it was dragged, or else all that a board of the window's height leaves, up to a width
    /// that is enough for everything.
    fn wanted_panel_width(&self) -> i32 {
        let set = i32::from(self.options().window.panel_width);
        if set != i32::from(Options::default().window.panel_width) {
            return set;
        }
        let height = if self.height() > 0 { self.height() } else { self.default_height() };
        let board = f64::from((height - AROUND_BOARD).max(0)) * WIDTH / HEIGHT;
        self.room().saturating_sub(board as i32 + BESIDE_BOARD).clamp(set, AMPLE_WIDTH)
    }

    /// How much larger than usual text is.
    pub(in crate::window) fn text_factor(&self) -> f64 {
        // In 1024ths of a dot in an inch, of which 96 are usual; -1 where the system does not tell.
        let dots = WidgetExt::settings(self).gtk_xft_dpi();
        if dots > 0 { (f64::from(dots) / (96.0 * 1024.0)).max(1.0) } else { 1.0 }
    }

    /// The width of the window, or the one it is going to have.
    fn room(&self) -> i32 {
        match (self.width(), self.default_width()) {
            (0, width) if width > 0 => width,
            (0, _) => i32::MAX,
            (width, _) => width,
        }
    }

    pub(super) fn set_panel_width(&self, wanted: i32) {
        let room = self.room();
        let most = if self.panels().is_folded() { room } else { room.saturating_sub(LEAST_BOARD) };
        self.panels().width.set(wanted.clamp(LEAST_WIDTH, most.max(LEAST_WIDTH)));
        self.fit_board();
    }

    /// Lays out what is below the board for the room that the panels leave.
    fn fit_board(&self) {
        let panels = self.panels();
        let is_beside = panels.side.is_visible() && !panels.is_folded();
        let taken = if is_beside { panels.least_side().max(panels.width.get()) } else { 0 };
        self.fit_column(self.room().saturating_sub(taken));
    }
}
