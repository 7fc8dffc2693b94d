// SPDX-License-Identifier: GPL-3.0-or-later
//! Why the play that was made is worse than the best one: sentences, then the counts of both plays as chips.

use crate::a11y;
use crate::widgets::wrap::Wrap;
use gnubg_report::why::Explanation;
use gtk::prelude::*;
use std::cell::RefCell;

/// The card.
pub(crate) struct WhyCard {
    pub(crate) root: gtk::Box,
    sentences: gtk::Label,
    /// The best play, then the one that was made.
    rows: [gtk::Box; 2],
    shown: RefCell<Explanation>,
}

impl WhyCard {
    /// `name` is that of the sentences as a widget; those of the chips follow from it.
    pub(crate) fn new(name: &str) -> WhyCard {
        let sentences =
            gtk::Label::builder().name(name).xalign(0.0).wrap(true).selectable(true).can_focus(false).build();
        let rows = ["best", "played"].map(|which| {
            let row = gtk::Box::builder().name(format!("{name}_{which}")).css_classes(["chips"]).build();
            row.set_layout_manager(Some(Wrap::new()));
            row
        });
        let card = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).build();
        card.set_css_classes(&["why"]);
        card.append(&sentences);
        rows.iter().for_each(|row| card.append(row));
        card.set_visible(false);
        WhyCard { root: card, sentences, rows, shown: RefCell::default() }
    }

    /// Shows an explanation; nothing if there is none to give.
    pub(crate) fn show(&self, why: Option<&Explanation>) {
        self.root.set_visible(why.is_some());
        let Some(why) = why.filter(|why| **why != *self.shown.borrow()) else { return };
        self.sentences.set_text(&why.sentences.join(" "));
        for (n, (row, (name, chips))) in self.rows.iter().zip(&why.chips).enumerate() {
            while let Some(child) = row.first_child() {
                row.remove(&child);
            }
            let title = gtk::Label::builder().label(name).css_classes(["figures", "chip-title"]).build();
            title.add_css_class(if n == 0 { "best" } else { "played" });
            row.append(&title);
            let next = why.next.as_ref().map_or(&[][..], |next| &next[n]);
            for text in chips.iter().chain(next) {
                row.append(
                    &gtk::Label::builder().label(text).wrap(true).css_classes(["chip", "figures"]).build(),
                );
            }
            let all: Vec<&str> = std::iter::once(name).chain(chips).chain(next).map(String::as_str).collect();
            a11y::set_label(row, &all.join(", "));
            row.set_visible(!chips.is_empty() || !next.is_empty());
        }
        self.shown.replace(why.clone());
    }
}
