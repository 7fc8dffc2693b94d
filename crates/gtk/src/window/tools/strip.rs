// SPDX-License-Identifier: GPL-3.0-or-later
//! A slim line below the board that tells what is being computed in the background. It takes no room when nothing is.

use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use gnubg_session::Event;
use gnubg_session::jobs::JobKind;
use gtk::pango;
use gtk::prelude::*;
use serde_json::{Value, json};

/// The line.
#[derive(Debug)]
pub(in crate::window) struct Strip {
    revealer: gtk::Revealer,
    label: gtk::Label,
    bar: gtk::ProgressBar,
    show: gtk::Button,
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
        let show = gtk::Button::builder()
            .label(gettext("Show"))
            .tooltip_text(gettext("Show the rollout"))
            .action_name("win.rollout")
            .css_classes(["flat", "caption"])
            .build();
        a11y::set_label(&show, &gettext("Show the rollout"));
        let row = gtk::Box::builder().spacing(12).css_classes(["background-row"]).build();
        row.append(&label);
        row.append(&bar);
        row.append(&show);
        let revealer = gtk::Revealer::builder().child(&row).visible(false).build();
        if let Some(column) = sibling.parent().and_downcast::<gtk::Box>() {
            column.insert_child_after(&revealer, Some(sibling));
        }
        Strip { revealer, label, bar, show }
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
        self.revealer.set_visible(true);
        self.revealer.set_reveal_child(true);
    }

    fn hide(&self) {
        self.revealer.set_reveal_child(false);
        self.revealer.set_visible(false);
    }

    /// What it shows, for tests.
    pub(in crate::window) fn facts(&self) -> Value {
        json!({
            "shown": self.revealer.reveals_child(),
            "text": self.label.text().as_str(),
            "share": self.bar.fraction(),
        })
    }
}
