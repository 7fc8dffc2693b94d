// SPDX-License-Identifier: GPL-3.0-or-later
//! The conditions of a query one by one below the line where it is typed; pressed, a condition is taken out of the line.

use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::widgets::wrap::Wrap;
use gnubg_library::search::{conditions, without};
use gtk::prelude::*;
use gtk::{glib, pango};

/// A row of conditions that follows a query line; `last` stands after them.
pub(super) fn chips_of(query: &gtk::Entry, last: &gtk::Widget) -> gtk::Box {
    let row = gtk::Box::builder().name("library-chips").build();
    row.set_layout_manager(Some(Wrap::with_gap(6)));
    a11y::set_label(&row, &gettext("Conditions of the query"));
    row.append(last);
    let (shown, last) = (row.downgrade(), last.clone());
    query.connect_changed(move |query| {
        if let Some(row) = shown.upgrade() {
            fill(&row, query, &last);
        }
    });
    row
}

fn fill(row: &gtk::Box, query: &gtk::Entry, last: &gtk::Widget) {
    let text = query.text();
    let all = conditions(&text);
    let chips =
        std::iter::successors(row.first_child(), WidgetExt::next_sibling).filter(|child| child != last);
    let chips: Vec<gtk::Widget> = chips.collect();
    if all.is_empty() && !text.trim().is_empty() {
        // What is being typed is not a query yet; the conditions of before stay, but none of them can be taken out.
        chips.iter().for_each(|chip| chip.set_sensitive(false));
        return;
    }
    chips.iter().for_each(|chip| row.remove(chip));
    for (n, range) in all.iter().enumerate() {
        chip(query, &text[range.clone()], n).insert_before(row, Some(last));
    }
}

fn chip(query: &gtk::Entry, condition: &str, n: usize) -> gtk::Button {
    let text = gtk::Label::builder().label(condition).ellipsize(pango::EllipsizeMode::End).build();
    text.set_max_width_chars(40);
    let content = gtk::Box::builder().spacing(3).build();
    content.append(&text);
    content.append(&gtk::Image::from_icon_name("window-close-symbolic"));
    let chip = gtk::Button::builder().child(&content).css_classes(["chip-button"]).build();
    let remove = gettext_f("Take {condition} out of the query", &[("condition", condition)]);
    chip.set_tooltip_text(Some(&remove));
    a11y::set_label(&chip, &remove);
    let query = query.downgrade();
    chip.connect_clicked(move |_| {
        let query = query.clone();
        // The button goes with its condition, but not while it is being pressed.
        glib::idle_add_local_once(move || {
            if let Some(query) = query.upgrade() {
                let text = without(&query.text(), n);
                query.set_text(&text);
                query.set_position(-1);
            }
        });
    });
    chip
}
