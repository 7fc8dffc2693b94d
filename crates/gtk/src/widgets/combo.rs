// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows to choose from a list whose entries are shown whole. The toolkit's own cut them after twenty characters.

use adw::prelude::*;
use gtk::{glib, pango};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The longest entry that the row itself shows whole, in characters.
const ROW_CHARACTERS: i32 = 36;

/// Shows the entries of a row of texts whole, the chosen one with a mark in the list.
pub(crate) fn show_whole(row: &adw::ComboRow) {
    let chosen = gtk::SignalListItemFactory::new();
    chosen.connect_setup(|_, item| {
        let label = gtk::Label::builder().xalign(1.0).ellipsize(pango::EllipsizeMode::End);
        set_child(item, &label.max_width_chars(ROW_CHARACTERS).build());
    });
    chosen.connect_bind(|_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        if let Some(label) = item.child().and_downcast::<gtk::Label>() {
            label.set_text(&text_of(item));
        }
    });
    row.set_factory(Some(&chosen));
    row.set_list_factory(Some(&list_factory(row)));
}

fn set_child(item: &glib::Object, child: &impl IsA<gtk::Widget>) {
    if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
        item.set_child(Some(child));
    }
}

fn text_of(item: &gtk::ListItem) -> glib::GString {
    item.item().and_downcast::<gtk::StringObject>().map(|text| text.string()).unwrap_or_default()
}

/// The entries of the list: the text, and a mark after the chosen one.
fn list_factory(row: &adw::ComboRow) -> gtk::SignalListItemFactory {
    // The marks in sight by their places.
    let marks: Rc<RefCell<HashMap<u32, gtk::Widget>>> = Rc::default();
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(|_, item| {
        let line = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        line.append(&gtk::Label::builder().xalign(0.0).build());
        line.append(&gtk::Image::from_icon_name("object-select-symbolic"));
        set_child(item, &line);
    });
    let (weak, bound) = (row.downgrade(), Rc::clone(&marks));
    factory.connect_bind(move |_, item| {
        let (Some(item), Some(row)) = (item.downcast_ref::<gtk::ListItem>(), weak.upgrade()) else { return };
        let Some(line) = item.child() else { return };
        if let Some(label) = line.first_child().and_downcast::<gtk::Label>() {
            label.set_text(&text_of(item));
        }
        if let Some(mark) = line.last_child() {
            show_mark(&mark, row.selected() == item.position());
            bound.borrow_mut().insert(item.position(), mark);
        }
    });
    let bound = Rc::clone(&marks);
    factory.connect_unbind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let mark = item.child().and_then(|line| line.last_child());
        let mut bound = bound.borrow_mut();
        // Another entry may have taken the place already.
        if bound.get(&item.position()) == mark.as_ref() {
            bound.remove(&item.position());
        }
    });
    row.connect_selected_notify(move |row| {
        marks.borrow().iter().for_each(|(place, mark)| show_mark(mark, row.selected() == *place));
    });
    factory
}

fn show_mark(mark: &gtk::Widget, is_chosen: bool) {
    mark.set_opacity(if is_chosen { 1.0 } else { 0.0 });
}
