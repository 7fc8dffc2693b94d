// SPDX-License-Identifier: GPL-3.0-or-later
//! A decision or roll in words with its mark, which can be changed by hand: the symbol beside the words, the words of all
//! marks in the list that it opens.

use super::decision::MarkedLine;
use crate::a11y;
use gtk::pango;
use gtk::prelude::*;

/// What stands for no mark.
const NO_MARK: &str = "–";

/// Text and mark.
pub(super) struct MarkChooser {
    pub(super) row: gtk::Box,
    text: gtk::Label,
    pub(super) marks: gtk::DropDown,
}

/// Labels of the list, or of its button, which shows the symbol alone.
fn factory(marks: Vec<(&'static str, String)>, is_button: bool) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(|_, item| {
        if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
            item.set_child(Some(&gtk::Label::builder().xalign(0.0).css_classes(["figures"]).build()));
        }
    });
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let word = item.item().and_downcast::<gtk::StringObject>().map(|word| word.string());
        let found = marks.iter().find(|(_, known)| word.as_ref().is_some_and(|word| word == known));
        let Some(((symbol, word), label)) = found.zip(item.child().and_downcast::<gtk::Label>()) else {
            return;
        };
        label.set_text(&match (is_button, *symbol) {
            (true, "") => NO_MARK.to_owned(),
            (true, symbol) => symbol.replace('-', "−"),
            (false, "") => word.clone(),
            (false, symbol) => format!("{} {word}", symbol.replace('-', "−")),
        });
    });
    factory
}

impl MarkChooser {
    /// `marks` are the symbols and words to choose from.
    pub(super) fn new<const N: usize>(
        id: &str,
        marks: &[(&'static str, String); N],
        name: &str,
    ) -> MarkChooser {
        let words: Vec<&str> = marks.iter().map(|(_, word)| word.as_str()).collect();
        let chooser = gtk::DropDown::from_strings(&words);
        chooser.set_factory(Some(&factory(marks.to_vec(), true)));
        chooser.set_list_factory(Some(&factory(marks.to_vec(), false)));
        chooser.set_valign(gtk::Align::Center);
        chooser.add_css_class("mark-chooser");
        chooser.set_tooltip_text(Some(name));
        a11y::set_label(&chooser, name);
        let text = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::End).build();
        text.add_css_class("figures");
        let row = gtk::Box::builder().name(id).spacing(3).margin_end(9).build();
        row.append(&text);
        row.append(&chooser);
        MarkChooser { row, text, marks: chooser }
    }

    /// Shows a decision or roll, or nothing; `at` is the index of its mark in the list.
    pub(super) fn show<M>(&self, line: Option<&MarkedLine<M>>, at: impl Fn(&M) -> usize) {
        self.row.set_visible(line.is_some());
        let Some(line) = line else { return };
        self.text.set_text(&line.text);
        a11y::set_tooltip(&self.text, Some(&line.text));
        let at = at(&line.mark) as u32;
        if self.marks.selected() != at {
            self.marks.set_selected(at);
        }
    }
}
