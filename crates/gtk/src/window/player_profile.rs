// SPDX-License-Identifier: GPL-3.0-or-later
//! What the player records tell of one player besides the matches: how the performance rating developed, and notes.

use super::tools::plot::{Chart, Curve, Plot};
use super::tools::sheet::spot;
use super::writing::text_view;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_session::players::PlayerBook;
use serde_json::{Value, json};
use std::cell::RefCell;

/// The part of the window that shows them.
pub(super) struct Profile {
    root: gtk::Box,
    plot: Plot,
    notes: gtk::TextView,
    /// Whose notes are shown.
    player: RefCell<Option<String>>,
}

/// The development as a plot, and in words.
fn trend(book: &PlayerBook, name: &str) -> (Chart, String) {
    let trend = book.trend(name);
    let Some(last) = trend.last().filter(|_| trend.len() > 1) else {
        let text = gettext("From the second match on, this shows how the PR develops");
        return (Chart::Empty(text.clone()), text);
    };
    let curve = |name: String, which: usize| Curve {
        name,
        points: (1..).zip(&trend).map(|(n, values)| (f64::from(n), values[which])).collect(),
        spread: Vec::new(),
    };
    let (n, pr) = (trend.len().to_string(), format!("{:.2}", last[1]));
    let values = [("player", name), ("n", n.as_str()), ("pr", pr.as_str())];
    let told = gettext_f("PR of {player} over {n} matches: {pr} on the whole", &values);
    let chart = Chart::Curves {
        titles: [gettext("Matches in the order in which they were added"), gettext("PR, lower is better")],
        curves: vec![curve(gettext("Each match"), 0), curve(gettext("All matches so far"), 1)],
        dots: Vec::new(),
        rules: Vec::new(),
        is_percent: false,
        base: None,
    };
    (chart, told)
}

impl Profile {
    pub(super) fn new() -> Profile {
        let plot = Plot::new(150);
        let title = gtk::Label::builder().label(gettext("Notes")).xalign(0.0).build();
        title.set_css_classes(&["heading"]);
        let notes = text_view(&gettext("Notes on the player"));
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
        root.append(&plot.area);
        root.append(&side);
        Profile { root, plot, notes, player: RefCell::default() }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// The field of the notes.
    pub(super) fn notes(&self) -> &gtk::TextView {
        &self.notes
    }

    /// Shows a player, or nobody.
    pub(super) fn show(&self, book: &PlayerBook, player: Option<&str>) {
        self.root.set_visible(player.is_some());
        let Some(name) = player else {
            self.player.take();
            return;
        };
        let (chart, told) = trend(book, name);
        self.plot.show(chart, &told);
        // What is being typed stays.
        let is_same = self.player.replace(Some(name.to_owned())).as_deref() == Some(name);
        if !is_same {
            self.notes.buffer().set_text(book.note(name));
        }
    }

    /// Whose notes were typed, and what.
    pub(super) fn typed(&self) -> Option<(String, String)> {
        let buffer = self.notes.buffer();
        let text = buffer.text(&buffer.start_iter(), &buffer.end_iter(), false);
        Some((self.player.borrow().clone()?, text.to_string()))
    }

    /// What is shown, for tests.
    pub(super) fn facts(&self) -> Value {
        json!({
            "shown": self.root.is_visible(),
            "trend": self.plot.told(),
            "notes": self.typed().map(|(_, text)| text),
            "spot": spot(&self.notes),
        })
    }
}
