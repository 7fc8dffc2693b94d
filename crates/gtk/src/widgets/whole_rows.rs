// SPDX-License-Identifier: GPL-3.0-or-later
//! A layout for a list that scrolls and is longer than its room: the list gets the height of whole rows, and scrolling
//! ends at the beginning of a row, so that no row is cut off above or below.

use gtk::glib;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// How long nothing is scrolled before the list moves to the beginning of a row.
const SETTLED: Duration = Duration::from_millis(150);

/// The part of a room for rows that holds no whole row, in pixels. Nothing is left if all rows fit, or not even one.
fn left_over(room: f64, rows: f64, row: f64) -> i32 {
    if rows <= room + 0.5 || row < 1.0 || room < row {
        return 0;
    }
    (room - (room / row + 0.01).floor() * row).round() as i32
}

/// The first row of a list, if it has any that was created.
fn first_row(widget: &gtk::Widget) -> Option<gtk::Widget> {
    let children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
    children.filter(WidgetExt::is_child_visible).find_map(|child| match child.css_name().as_str() {
        "row" => Some(child),
        "header" => None,
        _ => first_row(&child),
    })
}

/// The height of the titles above the rows, in pixels; 0 for a list without.
pub(super) fn head_height(scroller: &gtk::ScrolledWindow) -> i32 {
    let Some(list) = scroller.child() else { return 0 };
    let mut children = std::iter::successors(list.first_child(), WidgetExt::next_sibling);
    let head = children.find(|child| child.css_name() == "header" && child.is_visible());
    head.map_or(0, |head| head.measure(gtk::Orientation::Vertical, -1).1)
}

/// The height of a row in pixels; 0 before there is one.
pub(super) fn row_height(scroller: &gtk::ScrolledWindow) -> f64 {
    let row = first_row(scroller.upcast_ref());
    row.map_or(0.0, |row| f64::from(row.measure(gtk::Orientation::Vertical, -1).0))
}

mod imp {
    use super::{Cell, left_over, row_height};
    use gtk::glib;
    use gtk::prelude::*;
    use gtk::subclass::prelude::*;

    /// See the module.
    #[derive(Debug, Default)]
    pub struct WholeRows {
        /// The height that the list got and what was left of it, the last time.
        pub(super) last: Cell<(i32, i32)>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for WholeRows {
        const NAME: &'static str = "BgWholeRows";
        type Type = super::WholeRows;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for WholeRows {}

    impl LayoutManagerImpl for WholeRows {
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
            (least, natural, -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _baseline: i32) {
            let Some(scroller) = widget.first_child().and_downcast::<gtk::ScrolledWindow>() else { return };
            let (least, ..) = scroller.measure(gtk::Orientation::Vertical, width);
            // Mostly what was left the last time is left again, and the list is laid out once.
            let (last_height, last_left) = self.last.get();
            let mut left = if last_height == height { last_left } else { 0 };
            let rows = scroller.vadjustment();
            for _ in 0..2 {
                scroller.allocate(width, height - left, -1, None);
                let room = rows.page_size() + f64::from(left);
                let wanted =
                    left_over(room, rows.upper(), row_height(&scroller)).min((height - least).max(0));
                if wanted == left {
                    break;
                }
                left = wanted;
                scroller.allocate(width, height - left, -1, None);
            }
            self.last.set((height, left));
        }
    }
}

glib::wrapper! {
    /// See the module.
    pub struct WholeRows(ObjectSubclass<imp::WholeRows>) @extends gtk::LayoutManager;
}

/// A widget that shows `scroller`, which holds a list of rows of one height, with whole rows only.
pub(crate) fn whole_rows(scroller: &gtk::ScrolledWindow) -> gtk::Box {
    let frame = gtk::Box::builder().css_classes(["view"]).build();
    frame.append(scroller);
    frame.set_layout_manager(Some(glib::Object::new::<WholeRows>()));
    let timer = Rc::<RefCell<Option<glib::SourceId>>>::default();
    let rows = scroller.vadjustment();
    let moved = scroller.downgrade();
    rows.connect_value_changed(move |_| {
        if let Some(timer) = timer.take() {
            timer.remove();
        }
        let (moved, ended) = (moved.clone(), Rc::clone(&timer));
        let started = glib::timeout_add_local_once(SETTLED, move || {
            ended.take();
            if let Some(scroller) = moved.upgrade() {
                settle(&scroller);
            }
        });
        timer.replace(Some(started));
    });
    // Whether all rows fit changes with their number.
    let shown = frame.downgrade();
    rows.connect_upper_notify(move |_| {
        let shown = shown.clone();
        glib::idle_add_local_once(move || {
            if let Some(frame) = shown.upgrade() {
                frame.queue_allocate();
                // What lies below the list depends on its rows.
                if let Some(parent) = frame.parent() {
                    parent.queue_allocate();
                }
            }
        });
    });
    frame
}

/// Scrolls to the beginning of the nearest row.
fn settle(scroller: &gtk::ScrolledWindow) {
    let (rows, height) = (scroller.vadjustment(), row_height(scroller));
    if height < 1.0 {
        return;
    }
    let last = (rows.upper() - rows.page_size()).max(0.0);
    let whole = ((rows.value() / height).round() * height).min(last);
    if (whole - rows.value()).abs() > 0.5 {
        rows.set_value(whole);
    }
}

#[cfg(test)]
mod tests {
    use super::left_over;

    #[test]
    fn a_list_gets_the_height_of_whole_rows() {
        assert_eq!(left_over(100.0, 300.0, 30.0), 10);
        assert_eq!(left_over(90.0, 300.0, 30.0), 0);
        assert_eq!(left_over(100.0, 90.0, 30.0), 0, "all rows fit");
        assert_eq!(left_over(100.0, 100.0, 30.0), 0, "all rows fit");
        assert_eq!(left_over(20.0, 300.0, 30.0), 0, "a part of a row is better than none");
        assert_eq!(left_over(100.0, 300.0, 0.0), 0, "no row has been created");
    }
}
