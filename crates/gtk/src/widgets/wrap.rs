// SPDX-License-Identifier: GPL-3.0-or-later
//! A layout that puts its children beside one another, and into further lines where there is no room. Children that
//! expand share what is left of their lines.

use gtk::glib;
use gtk::subclass::prelude::*;

/// Usual gap between children and between lines, in pixels.
const GAP: i32 = 3;

/// The lines into which children of these widths fall: for each child its place from the left, and its line.
fn places(widths: &[i32], gap: i32, room: i32) -> Vec<(i32, usize)> {
    let (mut x, mut line) = (0, 0);
    widths
        .iter()
        .map(|&width| {
            if x > 0 && x + width > room {
                (x, line) = (0, line + 1);
            }
            let place = (x, line);
            x += width + gap;
            place
        })
        .collect()
}

/// The widths of children when those that grow share what is left of their lines.
fn grown(widths: &[i32], grows: &[bool], gap: i32, room: i32) -> Vec<i32> {
    let lines: Vec<usize> = places(widths, gap, room).into_iter().map(|(_, line)| line).collect();
    let grow = |n: usize| {
        let of_line = || (0..widths.len()).filter(|other| lines[*other] == lines[n]);
        let taken: i32 = of_line().map(|other| widths[other] + gap).sum::<i32>() - gap;
        let growing = of_line().filter(|other| grows[*other]).count();
        let share = (room - taken).max(0) / i32::try_from(growing.max(1)).unwrap_or(1);
        widths[n] + if grows[n] { share } else { 0 }
    };
    (0..widths.len()).map(grow).collect()
}

mod imp {
    use super::{GAP, LayoutManagerImpl, ObjectImpl, ObjectSubclass, glib, grown, places};
    use gtk::graphene;
    use gtk::prelude::*;
    use std::cell::Cell;

    /// See the module.
    #[derive(Debug)]
    pub struct Wrap {
        pub(crate) gap: Cell<i32>,
    }

    impl Default for Wrap {
        fn default() -> Wrap {
            Wrap { gap: Cell::new(GAP) }
        }
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Wrap {
        const NAME: &'static str = "BgWrap";
        type Type = super::Wrap;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for Wrap {}

    /// The children that are shown.
    fn children(widget: &gtk::Widget) -> Vec<gtk::Widget> {
        std::iter::successors(widget.first_child(), WidgetExt::next_sibling)
            .filter(WidgetExt::should_layout)
            .collect()
    }

    /// The width a child likes, or the room if that is less and enough, and its height then.
    fn size(child: &gtk::Widget, room: i32) -> (i32, i32) {
        let (least, natural, ..) = child.measure(gtk::Orientation::Horizontal, -1);
        let width = natural.min(room).max(least);
        (width, child.measure(gtk::Orientation::Vertical, width).1)
    }

    impl LayoutManagerImpl for Wrap {
        fn request_mode(&self, _widget: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(
            &self,
            widget: &gtk::Widget,
            orientation: gtk::Orientation,
            for_size: i32,
        ) -> (i32, i32, i32, i32) {
            let gap = self.gap.get();
            let children = children(widget);
            if orientation == gtk::Orientation::Horizontal {
                let of = |child: &gtk::Widget| child.measure(orientation, -1);
                let widths: Vec<(i32, i32)> = children.iter().map(of).map(|size| (size.0, size.1)).collect();
                let least = widths.iter().map(|width| width.0).max().unwrap_or(0);
                let gaps = gap * i32::try_from(widths.len().saturating_sub(1)).unwrap_or(0);
                return (least, widths.iter().map(|width| width.1).sum::<i32>() + gaps, -1, -1);
            }
            let room = if for_size < 0 { i32::MAX } else { for_size };
            let sizes: Vec<(i32, i32)> = children.iter().map(|child| size(child, room)).collect();
            let widths: Vec<i32> = sizes.iter().map(|size| size.0).collect();
            let high = sizes.iter().map(|size| size.1).max().unwrap_or(0);
            let n_lines = places(&widths, gap, room).last().map_or(0, |(_, line)| line + 1) as i32;
            let height = n_lines * high + (n_lines - 1).max(0) * gap;
            (height, height, -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, _height: i32, _baseline: i32) {
            let (children, gap) = (children(widget), self.gap.get());
            let sizes: Vec<(i32, i32)> = children.iter().map(|child| size(child, width)).collect();
            let widths: Vec<i32> = sizes.iter().map(|size| size.0).collect();
            let grows: Vec<bool> =
                children.iter().map(|c| c.compute_expand(gtk::Orientation::Horizontal)).collect();
            let widths = grown(&widths, &grows, gap, width);
            let high = sizes.iter().map(|size| size.1).max().unwrap_or(0);
            let is_mirrored = widget.direction() == gtk::TextDirection::Rtl;
            for ((child, own), (x, line)) in children.iter().zip(&widths).zip(places(&widths, gap, width)) {
                let x = if is_mirrored { width - x - own } else { x };
                let at = graphene::Point::new(x as f32, (line as i32 * (high + gap)) as f32);
                let transform = gtk::gsk::Transform::new().translate(&at);
                child.allocate(*own, high, -1, Some(transform));
            }
        }
    }
}

glib::wrapper! {
    /// See the module.
    pub struct Wrap(ObjectSubclass<imp::Wrap>) @extends gtk::LayoutManager;
}

impl Wrap {
    /// A layout for any number of children.
    pub(crate) fn new() -> Wrap {
        glib::Object::new()
    }

    /// The same with another gap.
    pub(crate) fn with_gap(gap: i32) -> Wrap {
        let wrap = Wrap::new();
        wrap.imp().gap.set(gap);
        wrap
    }
}

#[cfg(test)]
mod tests {
    use super::{GAP, grown, places};

    #[test]
    fn children_fall_into_lines() {
        assert_eq!(places(&[50, 50, 50], GAP, 200), [(0, 0), (53, 0), (106, 0)]);
        assert_eq!(places(&[50, 50, 50], GAP, 110), [(0, 0), (53, 0), (0, 1)]);
        assert_eq!(places(&[300, 20], GAP, 100), [(0, 0), (0, 1)], "one too wide has a line of its own");
        assert_eq!(places(&[], GAP, 100), []);
    }

    #[test]
    fn children_that_grow_fill_their_lines() {
        assert_eq!(grown(&[50, 50], &[true, true], GAP, 203), [100, 100]);
        assert_eq!(grown(&[50, 20], &[true, false], GAP, 203), [180, 20]);
        assert_eq!(grown(&[50, 60], &[true, true], GAP, 100), [100, 100], "each has a line");
        assert_eq!(grown(&[150], &[true], GAP, 100), [150], "nothing shrinks");
    }
}
