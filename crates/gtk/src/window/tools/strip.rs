// SPDX-License-Identifier: GPL-3.0-or-later
//! The part of the last line below the board that tells what is being computed in the background, or that a rollout waits
//! to go on. It shares that line with the ID and the analysis; when there is nothing to tell it is not there.

use super::sheet::{button, icon_button, spot};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use gnubg_session::Event;
use gnubg_session::event::Activity;
use gtk::pango;
use gtk::prelude::*;
use serde_json::{Value, json};
use std::cell::Cell;

/// Least length of the bar in pixels.
const LEAST_BAR: i32 = 60;

/// The part of the line.
#[derive(Debug)]
pub(in crate::window) struct Strip {
    root: gtk::Box,
    label: gtk::Label,
    bar: gtk::ProgressBar,
    show: gtk::Button,
    go_on: gtk::Button,
    forget: gtk::Button,
    /// Games of the rollout that waits, and all of them.
    waiting: Cell<Option<(u32, u32)>>,
}

impl Strip {
    /// The part, put at the end of the last line.
    pub(in crate::window) fn new(line: &gtk::Box) -> Strip {
        let label = gtk::Label::builder()
            .css_classes(["figures"])
            .xalign(0.0)
            .ellipsize(pango::EllipsizeMode::End)
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let bar = gtk::ProgressBar::builder().width_request(LEAST_BAR).valign(gtk::Align::Center).build();
        let show = button(&gettext("Show"), &gettext("Show the rollout"));
        show.set_action_name(Some("win.rollout"));
        let go_on = button(&gettext("Continue"), &gettext("Play the games that are left"));
        go_on.set_action_name(Some("win.continue-rollout"));
        let forget = icon_button("window-close-symbolic", &gettext("Forget the rollout that waits"));
        forget.set_action_name(Some("win.forget-rollout"));
        forget.add_css_class("flat");
        let root = gtk::Box::builder().spacing(6).visible(false).build();
        root.append(&label);
        root.append(&bar);
        root.append(&go_on);
        root.append(&show);
        root.append(&forget);
        line.append(&root);
        Strip { root, label, bar, show, go_on, forget, waiting: Cell::new(None) }
    }

    /// Takes in what the session tells.
    pub(in crate::window) fn hear(&self, event: &Event) {
        match event {
            Event::JobProgress { activity: Activity::Generation, done, total: Some(total), .. }
                if *total > 0 =>
            {
                let share = *done as f64 / *total as f64;
                let percent = format!("{:.0}", 100.0 * share);
                let text = gettext_f("Making bearoff databases: {percent} %", &[("percent", &percent)]);
                self.tell(&text, share, false);
            }
            Event::RolloutProgress { news, .. } => {
                self.waiting.set(None);
                let alternatives = &news.results.alternatives;
                let games = alternatives.iter().map(|one| one.games()).max().unwrap_or(0);
                let text = gettext_f(
                    "Rollout: {games} of {all} games",
                    &[("games", &games.to_string()), ("all", &news.settings.trials.to_string())],
                );
                self.tell(&text, f64::from(games) / f64::from(news.settings.trials.max(1)), true);
            }
            Event::JobFinished { activity: Activity::Generation | Activity::Rollout, .. } => self.hide(),
            _ => {}
        }
    }

    fn tell(&self, text: &str, share: f64, is_rollout: bool) {
        self.label.set_text(text);
        self.bar.set_fraction(share.clamp(0.0, 1.0));
        a11y::set_label(&self.bar, text);
        self.show.set_visible(is_rollout);
        for button in [&self.go_on, &self.forget] {
            button.set_visible(is_rollout && self.waiting.get().is_some());
        }
        self.root.set_visible(true);
    }

    /// Whether there is something to tell.
    pub(in crate::window) fn is_shown(&self) -> bool {
        self.root.get_visible()
    }

    /// Takes what the line has left, or as little as can be; the bar goes where even that is scarce.
    pub(in crate::window) fn fit(&self, has_room: bool, has_bar: bool) {
        self.root.set_hexpand(has_room);
        self.bar.set_hexpand(has_room);
        self.bar.set_visible(has_bar);
    }

    /// A rollout waits to go on after so many of all its games; `None` if none does any more.
    pub(in crate::window) fn wait(&self, waiting: Option<(u32, u32)>) {
        if waiting.is_some() || self.waiting.get().is_some() {
            self.waiting.set(waiting);
            self.hide();
        }
    }

    /// Shows nothing, or what waits.
    fn hide(&self) {
        if let Some((games, all)) = self.waiting.get() {
            let values = [("games", games.to_string()), ("all", all.to_string())];
            let text = gettext_f("A rollout waits: {games} of {all} games", &values);
            return self.tell(&text, f64::from(games) / f64::from(all.max(1)), true);
        }
        self.root.set_visible(false);
    }

    /// What it shows, for tests.
    pub(in crate::window) fn facts(&self) -> Value {
        json!({
            "shown": self.is_shown(),
            "text": self.label.text().as_str(),
            "share": self.bar.fraction(),
            "spots": { "continue": spot(&self.go_on), "forget": spot(&self.forget) },
        })
    }
}
