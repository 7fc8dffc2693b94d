// SPDX-License-Identifier: GPL-3.0-or-later
//! A slim line below the board that tells what is being computed in the background, or that a rollout waits to go on. It
//! takes no room when there is nothing to tell.

use super::sheet::{button, icon_button, spot};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use gnubg_session::Event;
use gnubg_session::jobs::JobKind;
use gtk::pango;
use gtk::prelude::*;
use serde_json::{Value, json};
use std::cell::Cell;

/// The line.
#[derive(Debug)]
pub(in crate::window) struct Strip {
    revealer: gtk::Revealer,
    label: gtk::Label,
    bar: gtk::ProgressBar,
    show: gtk::Button,
    go_on: gtk::Button,
    forget: gtk::Button,
    /// Games of the rollout that waits, and all of them.
    waiting: Cell<Option<(u32, u32)>>,
}

impl Strip {
    /// The line, put behind `sibling`.
    pub(in crate::window) fn new(sibling: &gtk::Box) -> Strip {
        let label = gtk::Label::builder()
            .css_classes(["dim-label", "caption", "figures"])
            .xalign(0.0)
            .ellipsize(pango::EllipsizeMode::End)
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let bar = gtk::ProgressBar::builder().hexpand(true).valign(gtk::Align::Center).build();
        let show = button(&gettext("Show"), &gettext("Show the rollout"));
        show.set_action_name(Some("win.rollout"));
        let go_on = button(&gettext("Continue"), &gettext("Play the games that are left"));
        go_on.set_action_name(Some("win.continue-rollout"));
        let forget = icon_button("window-close-symbolic", &gettext("Forget the rollout that waits"));
        forget.set_action_name(Some("win.forget-rollout"));
        for button in [&show, &go_on, &forget] {
            button.add_css_class("flat");
            button.add_css_class("caption");
        }
        let row = gtk::Box::builder().spacing(12).css_classes(["background-row"]).build();
        row.append(&label);
        row.append(&bar);
        row.append(&go_on);
        row.append(&show);
        row.append(&forget);
        let revealer = gtk::Revealer::builder().child(&row).visible(false).build();
        if let Some(column) = sibling.parent().and_downcast::<gtk::Box>() {
            column.insert_child_after(&revealer, Some(sibling));
        }
        Strip { revealer, label, bar, show, go_on, forget, waiting: Cell::new(None) }
    }

    /// Takes in what the session tells.
    pub(in crate::window) fn hear(&self, event: &Event) {
        match event {
            Event::JobProgress { kind: JobKind::Generation, done, total: Some(total), .. } if *total > 0 => {
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
            Event::JobFinished { kind: JobKind::Generation | JobKind::Rollout, .. } => self.hide(),
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
        self.revealer.set_visible(true);
        self.revealer.set_reveal_child(true);
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
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            let text = gettext_f("A rollout waits: {games} of {all} games", &values);
            return self.tell(&text, f64::from(games) / f64::from(all.max(1)), true);
        }
        self.revealer.set_reveal_child(false);
        self.revealer.set_visible(false);
    }

    /// What it shows, for tests.
    pub(in crate::window) fn facts(&self) -> Value {
        json!({
            "shown": self.revealer.reveals_child(),
            "text": self.label.text().as_str(),
            "share": self.bar.fraction(),
            "spots": { "continue": spot(&self.go_on), "forget": spot(&self.forget) },
        })
    }
}
