// SPDX-License-Identifier: GPL-3.0-or-later
//! A bar of one or two lengths in a table's cell. It is one widget that only paints anew when its lengths change, for a
//! table shows dozens of them with each step through a match.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, glib, graphene};
use std::cell::Cell;

/// The longest bar of a loss, in pixels, and the equity from which on it is that long.
const LOSS: (f32, f32) = (30.0, 0.2);
/// How much darker the first length is than the second.
const SHADE: f32 = 0.6;

mod imp {
    use super::*;

    #[derive(Default)]
    pub(crate) struct Bar {
        /// Where the first and the second length end, in pixels from the bar's start.
        pub(super) ends: Cell<[f32; 2]>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Bar {
        const NAME: &'static str = "BgBar";
        type Type = super::Bar;
        type ParentType = gtk::Widget;
    }

    impl ObjectImpl for Bar {
        fn constructed(&self) {
            self.parent_constructed();
            // Rounded corners of the style apply to what is painted.
            self.obj().set_overflow(gtk::Overflow::Hidden);
        }
    }

    impl WidgetImpl for Bar {
        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let (width, height) = (widget.width() as f32, widget.height() as f32);
            let color = widget.style_context().color();
            let [red, green, blue] = [color.red(), color.green(), color.blue()].map(|part| part * SHADE);
            let dark = gdk::RGBA::new(red, green, blue, color.alpha());
            let [middle, end] = self.ends.get();
            for (color, from, to) in [(dark, 0.0, middle), (color, middle, end)] {
                if to > from {
                    let is_mirrored = widget.direction() == gtk::TextDirection::Rtl;
                    let left = if is_mirrored { width - to } else { from };
                    snapshot.append_color(&color, &graphene::Rect::new(left, 0.0, to - from, height));
                }
            }
        }
    }
}

glib::wrapper! {
    /// A bar in the color of its style.
    pub(crate) struct Bar(ObjectSubclass<imp::Bar>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl Bar {
    /// An empty bar with a style class that gives its height and color; `width` is in pixels.
    pub(crate) fn new(class: &str, width: f32, role: gtk::AccessibleRole) -> Bar {
        glib::Object::builder()
            .property("css-classes", glib::StrV::from([class]))
            .property("accessible-role", role)
            .property("width-request", width.ceil() as i32)
            .property("valign", gtk::Align::Center)
            .property("halign", gtk::Align::Start)
            .build()
    }

    /// A bar for what a play loses, which stands beside the number.
    pub(crate) fn of_loss() -> Bar {
        Bar::new("error-length", LOSS.0, gtk::AccessibleRole::Presentation)
    }

    /// Makes a bar of [`Bar::of_loss`] as long as an equity that is lost.
    pub(crate) fn set_loss(&self, loss: f32) {
        let (longest, most) = LOSS;
        self.set_ends([0.0, (longest * (loss / most).clamp(0.0, 1.0)).ceil()]);
    }

    /// Where the darker and the plain length end, in pixels.
    pub(crate) fn ends(&self) -> [f32; 2] {
        self.imp().ends.get()
    }

    /// Sets where the darker and the plain length end, in pixels.
    pub(crate) fn set_ends(&self, ends: [f32; 2]) {
        if self.imp().ends.replace(ends) != ends {
            self.queue_draw();
        }
    }
}
