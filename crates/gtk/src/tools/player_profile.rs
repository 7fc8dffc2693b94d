// SPDX-License-Identifier: GPL-3.0-or-later
//! One player in the player records, below the matches: the trend of the performance rating, and notes.

use super::plot::{Chart, Curve, Plot};
use crate::i18n::{gettext, gettext_f, localized};
use crate::widgets::writing::text_view;
use adw::prelude::*;
use gnubg_session::players::PlayerBook;
use std::cell::RefCell;

/// The trend and the notes.
pub(super) struct Profile {
    root: gtk::Box,
    plot: Plot,
    notes: gtk::TextView,
    /// The player whose notes are shown.
    player: RefCell<Option<String>>,
}

/// The trend as a plot, and in words.
fn trend(book: &PlayerBook, name: &str) -> (Chart, String) {
    let trend = book.trend(name);
    let Some(last) = trend.last().filter(|_| trend.len() > 1) else {
        let text = gettext("The trend of the PR is shown from the second match on");
        return (Chart::Empty(text.clone()), text);
    };
    let curve = |name: String, which: usize| Curve {
        name,
        points: (1..).zip(&trend).map(|(n, values)| (f64::from(n), values[which])).collect(),
        spread: Vec::new(),
    };
    let (n, pr) = (trend.len().to_string(), localized(format!("{:.2}", last[1])));
    let values = [("player", name), ("n", n.as_str()), ("pr", pr.as_str())];
    let description = gettext_f("PR of {player} over {n} matches: {pr} overall", &values);
    let chart = Chart::Curves {
        titles: [gettext("Matches in the order in which they were added"), gettext("PR, lower is better")],
        curves: vec![curve(gettext("Each match"), 0), curve(gettext("All matches so far"), 1)],
        marks: Vec::new(),
        vertical_lines: Vec::new(),
        is_percent: false,
        baseline: None,
    };
    (chart, description)
}

impl Profile {
    pub(super) fn new() -> Profile {
        let plot = Plot::new("players-trend", 150);
        let title = gtk::Label::builder().label(gettext("Notes")).xalign(0.0).build();
        title.set_css_classes(&["heading"]);
        let notes = text_view(&gettext("Notes on the player"));
        notes.set_widget_name("players-notes");
        let scroller = gtk::ScrolledWindow::builder()
            .child(&notes)
            .min_content_height(96)
            .min_content_width(180)
            .vexpand(true)
            .has_frame(true)
            .build();
        let side = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build();
        side.append(&title);
        side.append(&scroller);
        side.set_size_request(220, -1);
        let root =
            gtk::Box::builder().spacing(12).css_classes(["tool-row"]).visible(false).vexpand(false).build();
        root.append(&plot);
        root.append(&side);
        Profile { root, plot, notes, player: RefCell::default() }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// The text field of the notes.
    pub(super) fn notes(&self) -> &gtk::TextView {
        &self.notes
    }

    /// Shows a player; hidden without one.
    pub(super) fn show(&self, book: &PlayerBook, player: Option<&str>) {
        self.root.set_visible(player.is_some());
        let Some(name) = player else {
            self.player.take();
            return;
        };
        let (chart, description) = trend(book, name);
        self.plot.show_chart(chart, &description);
        // Notes being typed are kept.
        let is_same = self.player.replace(Some(name.to_owned())).as_deref() == Some(name);
        if !is_same {
            self.notes.buffer().set_text(book.note(name));
        }
    }

    /// The player shown, and the text in the field of the notes.
    pub(super) fn typed_notes(&self) -> Option<(String, String)> {
        let buffer = self.notes.buffer();
        let text = buffer.text(&buffer.start_iter(), &buffer.end_iter(), false);
        Some((self.player.borrow().clone()?, text.to_string()))
    }
}
