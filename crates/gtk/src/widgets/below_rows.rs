// SPDX-License-Identifier: GPL-3.0-or-later
//! A layout for a list and a text below it: the list keeps room for a few rows, the text takes what it needs of the rest and
//! scrolls in it. Where that leaves no line of the text, the list keeps fewer rows; where that is not enough either, the
//! text is not shown.

use gtk::glib;
use gtk::prelude::*;

/// How many rows the list keeps below its head, and how many where the text would have no room else.
const ROWS: [u32; 2] = [5, 3];
/// Less than this is no room for a text, in rows.
const LEAST_TEXT: f64 = 2.0;

/// The height of the text, 0 if it has no room, of `height` pixels; `natural` is what it likes, `head` the height of the
/// titles above the rows.
fn text_height(height: i32, natural: i32, head: i32, row: f64, n_rows: u32) -> i32 {
    if row <= 0.0 {
        // Rows are made only where there is room for some.
        return 0;
    }
    let least = (LEAST_TEXT * row).min(f64::from(natural));
    let left = ROWS.map(|rows| {
        let kept = head + (row * f64::from(rows.min(n_rows))).ceil() as i32;
        (height - kept).min(natural)
    });
    let found = left.into_iter().find(|left| f64::from(*left) >= least);
    found.map_or(0, |left| left.max(0))
}

mod imp {
    use super::text_height;
    use crate::widgets::whole_rows::{head_height, row_height};
    use gtk::glib;
    use gtk::prelude::*;
    use gtk::subclass::prelude::*;

    /// See the module.
    #[derive(Debug, Default)]
    pub struct BelowRows;

    #[glib::object_subclass]
    impl ObjectSubclass for BelowRows {
        const NAME: &'static str = "BgBelowRows";
        type Type = super::BelowRows;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for BelowRows {}

    impl LayoutManagerImpl for BelowRows {
        fn request_mode(&self, _widget: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(
            &self,
            widget: &gtk::Widget,
            orientation: gtk::Orientation,
            for_size: i32,
        ) -> (i32, i32, i32, i32) {
            // The text needs no room.
            let Some(list) = widget.first_child() else { return (0, 0, -1, -1) };
            let (least, natural, ..) = list.measure(orientation, for_size);
            (least, natural, -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _baseline: i32) {
            let (Some(list), Some(text)) = (widget.first_child(), widget.last_child()) else { return };
            let Some(scroller) = list.first_child().and_downcast::<gtk::ScrolledWindow>() else { return };
            let natural_height = |child: Option<gtk::Widget>| {
                child.map_or(0, |child| child.measure(gtk::Orientation::Vertical, width).1)
            };
            let (mut above, mut below) = (height, 0);
            if text.should_layout() {
                // What scrolls would not tell its own height.
                let natural = natural_height(text.first_child());
                let (row, rows) = (row_height(&scroller), scroller.vadjustment().upper());
                let n_rows = if row > 0.0 { (rows / row).round() as u32 } else { 0 };
                below = text_height(height, natural, head_height(&scroller), row, n_rows);
                if below > 0 {
                    // The text follows the last row.
                    above = (height - below).min(natural_height(scroller.child()));
                }
            }
            list.allocate(width, above, -1, None);
            text.set_child_visible(below > 0);
            if below > 0 {
                let at = gtk::graphene::Point::new(0.0, above as f32);
                let transform = gtk::gsk::Transform::new().translate(&at);
                text.allocate(width, below, -1, Some(transform));
            }
        }
    }
}

glib::wrapper! {
    /// See the module.
    pub struct BelowRows(ObjectSubclass<imp::BelowRows>) @extends gtk::LayoutManager;
}

/// A widget with `list`, made by [`super::whole_rows::whole_rows`], and `text` below it.
pub(crate) fn below_rows(list: &gtk::Box, text: &impl IsA<gtk::Widget>) -> gtk::Box {
    let scroller = gtk::ScrolledWindow::builder()
        .child(text)
        .hscrollbar_policy(gtk::PolicyType::Never)
        .propagate_natural_height(true)
        .focusable(false)
        .build();
    let both = gtk::Box::builder().vexpand(true).build();
    both.append(list);
    both.append(&scroller);
    both.set_layout_manager(Some(glib::Object::new::<BelowRows>()));
    text.bind_property("visible", &scroller, "visible").sync_create().build();
    both
}

#[cfg(test)]
mod tests {
    use super::text_height;

    #[test]
    fn the_list_keeps_five_rows_and_its_head() {
        assert_eq!(text_height(500, 80, 24, 24.0, 20), 80);
        assert_eq!(text_height(210, 80, 24, 24.0, 20), 66, "the text scrolls");
        assert_eq!(text_height(180, 80, 24, 24.0, 20), 80, "three rows and the text");
        assert_eq!(text_height(150, 80, 24, 24.0, 20), 54, "three rows and some lines");
        assert_eq!(text_height(140, 80, 24, 24.0, 20), 0, "no room for some lines");
        assert_eq!(text_height(170, 80, 24, 24.0, 2), 80, "a short list needs less");
        assert_eq!(text_height(160, 10, 24, 24.0, 20), 10, "a short text, too");
        assert_eq!(text_height(500, 80, 24, 0.0, 0), 0, "before there are rows they get all of the room");
        assert_eq!(text_height(210, 80, 30, 24.0, 20), 60, "a higher head leaves the rows their room");
    }
}
