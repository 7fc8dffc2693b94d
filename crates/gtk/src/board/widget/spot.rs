// SPDX-License-Identifier: GPL-3.0-or-later
//! An invisible button over a slot, a die, the cube or the flag, so that assistive technology finds it there.
//!
//! GTK 4.8 cannot expose parts of a drawing. The pointer passes through a spot; keys go to the board, which owns it.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Spot;

    #[glib::object_subclass]
    impl ObjectSubclass for Spot {
        const NAME: &'static str = "BgSpot";
        type Type = super::Spot;
        type ParentType = gtk::Button;
    }

    impl ObjectImpl for Spot {}

    impl WidgetImpl for Spot {
        /// A spot is never seen.
        fn snapshot(&self, _snapshot: &gtk::Snapshot) {}

        /// A spot takes whatever room it is given.
        fn measure(&self, _orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            (0, 0, -1, -1)
        }
    }

    impl ButtonImpl for Spot {}
}

glib::wrapper! {
    /// An invisible button over a part of the board.
    pub struct Spot(ObjectSubclass<imp::Spot>)
        @extends gtk::Button, gtk::Widget,
        @implements gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl Spot {
    /// A spot that lets the pointer through.
    pub(super) fn new() -> Spot {
        let spot: Spot = glib::Object::builder()
            .property("accessible-role", gtk::AccessibleRole::Button)
            .property("can-target", false)
            .property("focus-on-click", false)
            .build();
        spot.set_cursor_from_name(None);
        spot
    }
}
