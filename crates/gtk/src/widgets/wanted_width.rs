// SPDX-License-Identifier: GPL-3.0-or-later
//! A layout for one child that requests a given width, and at least the child's minimum.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use std::cell::Cell;

mod imp {
    use super::{Cell, LayoutManagerImpl, LayoutManagerImplExt, ObjectImpl, ObjectSubclass, WidgetExt, glib};

    /// See the module.
    #[derive(Debug, Default)]
    pub struct WantedWidth {
        pub(super) width: Cell<i32>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for WantedWidth {
        const NAME: &'static str = "BgWantedWidth";
        type Type = super::WantedWidth;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for WantedWidth {}

    impl LayoutManagerImpl for WantedWidth {
        fn request_mode(&self, widget: &gtk::Widget) -> gtk::SizeRequestMode {
            widget.first_child().map_or(gtk::SizeRequestMode::ConstantSize, |child| child.request_mode())
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
    pub struct WantedWidth(ObjectSubclass<imp::WantedWidth>) @extends gtk::LayoutManager;
}

impl WantedWidth {
    /// A layout that requests no width yet.
    pub(crate) fn new() -> WantedWidth {
        glib::Object::new()
    }

    /// The requested width, in pixels.
    pub(crate) fn get(&self) -> i32 {
        self.imp().width.get()
    }

    /// Requests another width.
    pub(crate) fn set(&self, width: i32) {
        if self.imp().width.replace(width) != width {
            self.layout_changed();
        }
    }
}
