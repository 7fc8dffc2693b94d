// SPDX-License-Identifier: GPL-3.0-or-later
//! A layout that wants a given width, and makes do with the least its children need.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use std::cell::Cell;

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
