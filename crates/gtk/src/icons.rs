// SPDX-License-Identifier: GPL-3.0-or-later
//! Loads icons before they are first shown, because loading one takes a good part of a frame.

use gtk::prelude::*;
use gtk::{gdk, gio, glib};
use std::collections::BTreeSet;

/// Width and height of icons in buttons and menus, in logical pixels.
const SIZE: u16 = 16;

/// Loads the icons with these names, and those of hidden widgets below `widget`, one at a time when the main loop is
/// idle. The theme caches them.
pub(crate) fn read_ahead(root: &impl IsA<gtk::Widget>, names: impl IntoIterator<Item = &'static str>) {
    let root = root.upcast_ref::<gtk::Widget>();
    let mut names: BTreeSet<glib::GString> = names.into_iter().map(Into::into).collect();
    add_hidden(root, &mut names);
    let root = root.downgrade();
    glib::idle_add_local_full(glib::Priority::LOW, move || {
        let Some(root) = root.upgrade() else { return glib::ControlFlow::Break };
        let Some(name) = names.pop_first() else { return glib::ControlFlow::Break };
        read(&root, &name);
        glib::ControlFlow::Continue
    });
}

fn add_hidden(widget: &gtk::Widget, names: &mut BTreeSet<glib::GString>) {
    let image = widget.downcast_ref::<gtk::Image>().filter(|image| !image.is_mapped());
    names.extend(image.and_then(gtk::Image::icon_name));
    let mut child = widget.first_child();
    while let Some(next) = child {
        add_hidden(&next, names);
        child = next.next_sibling();
    }
}

/// Loads an icon in the way an image does. The file is read when the icon is drawn.
fn read(root: &gtk::Widget, name: &str) {
    let theme = gtk::IconTheme::for_display(&root.display());
    let icon = gio::ThemedIcon::new(name);
    let (scale, direction) = (root.scale_factor(), root.direction());
    let found = theme.lookup_by_gicon(&icon, SIZE.into(), scale, direction, gtk::IconLookupFlags::empty());
    let side = f64::from(SIZE);
    gdk::prelude::PaintableExt::snapshot(&found, &gtk::Snapshot::new(), side, side);
}
