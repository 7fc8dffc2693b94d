// SPDX-License-Identifier: GPL-3.0-or-later
//! A layout in one or two columns for three children: the first stands at the left, the second and the third below each
//! other at its right; where there is no room for two columns, the second stands on top, then the first and the third.

use gtk::glib;
use gtk::subclass::prelude::*;

/// Space between children, in pixels.
const GAP: i32 = 12;
/// Widths of a column in pixels, with text of the default size, from which two have room, and beyond which none grows.
const LEAST: f64 = 376.0;
const MOST: i32 = 560;

/// The width of each column in a room, and whether there are two.
fn columns(room: i32, factor: f64) -> (i32, bool) {
    let half = (room - GAP) / 2;
    match f64::from(half) >= LEAST * factor {
        true => (half.min(MOST), true),
        false => (room.min(MOST), false),
    }
}

mod imp {
    use super::{GAP, LayoutManagerImpl, MOST, ObjectImpl, ObjectSubclass, columns, glib};
    use crate::widgets::text_factor;
    use gtk::graphene;
    use gtk::prelude::*;

    /// See the module.
    #[derive(Debug, Default)]
    pub struct Columns;

    #[glib::object_subclass]
    impl ObjectSubclass for Columns {
        const NAME: &'static str = "BgColumns";
        type Type = super::Columns;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for Columns {}

    /// The children and whether each is shown.
    fn children(widget: &gtk::Widget) -> Vec<gtk::Widget> {
        std::iter::successors(widget.first_child(), WidgetExt::next_sibling).take(3).collect()
    }

    /// The place and the size of each child that is shown: its place in the order of the children, left, top, height; and
    /// the height of all.
    fn places(children: &[gtk::Widget], (width, has_two): (i32, bool)) -> (Vec<(usize, i32, i32, i32)>, i32) {
        let order: &[(usize, usize)] =
            if has_two { &[(0, 0), (1, 1), (2, 1)] } else { &[(1, 0), (0, 0), (2, 0)] };
        let mut ends = [0; 2];
        let mut found = Vec::new();
        for &(n, column) in order {
            let Some(child) = children.get(n).filter(|child| child.should_layout()) else { continue };
            let top = if ends[column] > 0 { ends[column] + GAP } else { 0 };
            let height = child.measure(gtk::Orientation::Vertical, width).1;
            found.push((n, column as i32 * (width + GAP), top, height));
            ends[column] = top + height;
        }
        (found, ends[0].max(ends[1]))
    }

    impl LayoutManagerImpl for Columns {
        fn request_mode(&self, _widget: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(
            &self,
            widget: &gtk::Widget,
            orientation: gtk::Orientation,
            for_size: i32,
        ) -> (i32, i32, i32, i32) {
            let children = children(widget);
            if orientation == gtk::Orientation::Horizontal {
                let least = children.iter().filter(|child| child.should_layout());
                let least = least.map(|child| child.measure(orientation, -1).0).max().unwrap_or(0);
                return (least, (2 * MOST + GAP).max(least), -1, -1);
            }
            let room = if for_size < 0 { 2 * MOST + GAP } else { for_size };
            let height = places(&children, columns(room, text_factor())).1;
            (height, height, -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, room: i32, _height: i32, _baseline: i32) {
            let children = children(widget);
            let (width, has_two) = columns(room, text_factor());
            let taken = if has_two { 2 * width + GAP } else { width };
            let is_mirrored = widget.direction() == gtk::TextDirection::Rtl;
            for (n, left, top, height) in places(&children, (width, has_two)).0 {
                let left = if is_mirrored { taken - left - width } else { left };
                let at = graphene::Point::new(((room - taken) / 2 + left) as f32, top as f32);
                children[n].allocate(width, height, -1, Some(gtk::gsk::Transform::new().translate(&at)));
            }
        }
    }
}

glib::wrapper! {
    /// See the module.
    pub struct Columns(ObjectSubclass<imp::Columns>) @extends gtk::LayoutManager;
}

impl Columns {
    pub(crate) fn new() -> Columns {
        glib::Object::new()
    }
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn two_columns_have_room_at_800_pixels_and_not_with_large_text() {
        assert_eq!(columns(1200, 1.0), (560, true));
        assert_eq!(columns(766, 1.0), (377, true));
        assert_eq!(columns(700, 1.0), (560, false));
        assert_eq!(columns(766, 2.0), (560, false));
        assert_eq!(columns(400, 1.0), (400, false));
    }
}
