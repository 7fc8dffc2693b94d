// SPDX-License-Identifier: GPL-3.0-or-later
//! Background work, shown in the status row below the board: bearoff databases being generated, a rollout that runs or
//! is paused. It shares the row with the ID and the analysis, and is hidden while nothing runs and nothing is paused.

use super::controls::{button, icon_button};
use crate::a11y;
use crate::i18n::{gettext, gettext_f, localized};
use gnubg_session::Event;
use gnubg_session::event::Activity;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{glib, pango};
use std::cell::Cell;

/// Smallest width of the progress bar in pixels.
const MIN_BAR_WIDTH: i32 = 60;

mod imp {
    use super::*;

    /// See the module.
    #[derive(Debug)]
    pub struct BackgroundStatus {
        pub(super) label: gtk::Label,
        pub(super) bar: gtk::ProgressBar,
        pub(super) show: gtk::Button,
        pub(super) resume: gtk::Button,
        pub(super) discard: gtk::Button,
        /// Games played of the paused rollout, and all its games.
        pub(super) paused: Cell<Option<(u32, u32)>>,
    }

    impl Default for BackgroundStatus {
        fn default() -> BackgroundStatus {
            let label = gtk::Label::builder()
                .name("background-text")
                .css_classes(["figures"])
                .xalign(0.0)
                .ellipsize(pango::EllipsizeMode::End)
                .accessible_role(gtk::AccessibleRole::Status)
                .build();
            let bar = gtk::ProgressBar::builder()
                .name("background-progress")
                .width_request(MIN_BAR_WIDTH)
                .valign(gtk::Align::Center)
                .build();
            let show = button(&gettext("Show"), &gettext("Show the rollout"));
            show.set_widget_name("background-show");
            show.set_action_name(Some("win.rollout"));
            let resume = button(&gettext("Continue"), &gettext("Play the remaining games"));
            resume.set_widget_name("background-continue");
            resume.set_action_name(Some("win.continue-rollout"));
            let discard = icon_button("window-close-symbolic", &gettext("Discard the paused rollout"));
            discard.set_widget_name("background-discard");
            discard.set_action_name(Some("win.discard-rollout"));
            discard.add_css_class("flat");
            BackgroundStatus { label, bar, show, resume, discard, paused: Cell::default() }
        }
    }

    #[glib::object_subclass]
    impl ObjectSubclass for BackgroundStatus {
        const NAME: &'static str = "BgBackgroundStatus";
        type Type = super::BackgroundStatus;
        type ParentType = gtk::Box;
    }

    impl ObjectImpl for BackgroundStatus {
        fn constructed(&self) {
            self.parent_constructed();
            let status = self.obj();
            status.set_widget_name("background");
            status.set_spacing(6);
            status.set_visible(false);
            status.append(&self.label);
            status.append(&self.bar);
            status.append(&self.resume);
            status.append(&self.show);
            status.append(&self.discard);
        }
    }

    impl WidgetImpl for BackgroundStatus {}
    impl BoxImpl for BackgroundStatus {}
}

glib::wrapper! {
    /// What is computed in the background, in one row.
    pub struct BackgroundStatus(ObjectSubclass<imp::BackgroundStatus>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for BackgroundStatus {
    fn default() -> BackgroundStatus {
        glib::Object::new()
    }
}

impl BackgroundStatus {
    /// Takes in an event of the session.
    pub(crate) fn handle_event(&self, event: &Event) {
        match event {
            Event::JobProgress {
                activity: activity @ (Activity::Generation | Activity::Database),
                done,
                total: Some(total),
                ..
            } if *total > 0 => {
                let share = *done as f64 / *total as f64;
                let percent = localized(format!("{:.0}%", 100.0 * share));
                let text = match activity {
                    Activity::Generation => {
                        gettext_f("Generating bearoff databases: {percent}", &[("percent", &percent)])
                    }
                    _ => gettext_f("Database of positions: {percent}", &[("percent", &percent)]),
                };
                self.show_progress(&text, share, false);
            }
            Event::RolloutProgress { news, .. } => {
                self.imp().paused.set(None);
                let alternatives = &news.results.alternatives;
                let games = alternatives.iter().map(|one| one.games()).max().unwrap_or(0);
                let text = gettext_f(
                    "Rollout: {games} of {all} games",
                    &[("games", &games.to_string()), ("all", &news.settings.trials.to_string())],
                );
                self.show_progress(&text, f64::from(games) / f64::from(news.settings.trials.max(1)), true);
            }
            Event::JobFinished {
                activity: Activity::Generation | Activity::Rollout | Activity::Database | Activity::Analysis,
                ..
            } => self.show_idle(),
            _ => {}
        }
    }

    fn show_progress(&self, text: &str, share: f64, is_rollout: bool) {
        let imp = self.imp();
        imp.label.set_text(text);
        imp.bar.set_fraction(share.clamp(0.0, 1.0));
        a11y::set_label(&imp.bar, text);
        imp.show.set_visible(is_rollout);
        for button in [&imp.resume, &imp.discard] {
            button.set_visible(is_rollout && imp.paused.get().is_some());
        }
        self.set_visible(true);
    }

    /// Fills the rest of the row if `has_room`, else takes the smallest width. The bar is hidden unless `has_bar`.
    pub(crate) fn fit(&self, has_room: bool, has_bar: bool) {
        self.set_hexpand(has_room);
        self.imp().bar.set_hexpand(has_room);
        self.imp().bar.set_visible(has_bar);
    }

    /// Sets the paused rollout, with the number of games played and of all games; `None` for none.
    pub(crate) fn set_paused_rollout(&self, games: Option<(u32, u32)>) {
        let paused = &self.imp().paused;
        if games.is_some() || paused.get().is_some() {
            paused.set(games);
            self.show_idle();
        }
    }

    /// Shows the paused rollout while nothing runs; hides if there is none.
    fn show_idle(&self) {
        let Some((games, all)) = self.imp().paused.get() else { return self.set_visible(false) };
        let values = [("games", games.to_string()), ("all", all.to_string())];
        let text = gettext_f("Paused rollout: {games} of {all} games", &values);
        self.show_progress(&text, f64::from(games) / f64::from(all.max(1)), true);
    }
}
