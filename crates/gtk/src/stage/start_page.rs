// SPDX-License-Identifier: GPL-3.0-or-later
//! The start page: play against a level, continue what was interrupted, review a file, learn the game. Structure in
//! `resources/ui/start_page.ui`.

use super::length_button::LENGTHS;
use super::recovery_bar::InterruptedMatch;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, localized, ngettext_f, pgettext};
use crate::level_names::{level_name, level_title};
use crate::widgets::columns::Columns;
use crate::widgets::wrap::Wrap;
use adw::subclass::prelude::*;
use gnubg_engine::eval::Level;
use gnubg_engine::rollout::DecisionLevel;
use gtk::prelude::*;
use gtk::{glib, pango};

/// How many of the lengths are offered.
const N_LENGTHS: usize = 6;
/// Space between buttons, in pixels.
const BUTTON_GAP: i32 = 6;

mod imp {
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};
    use std::cell::Cell;

    #[derive(Debug, Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/start_page.ui")]
    pub struct StartPage {
        #[template_child]
        pub(super) start_columns: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) start_levels: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) start_lengths: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) start_tutor_help: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) start_play: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) start_more: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) review_buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) study_card: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) study_buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) learn_card: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) study_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) library_buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) learn_buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) continue_card: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) continue_match: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) continue_label: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) continue_rollout: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) rollout_label: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) start_recent: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) start_files: TemplateChild<gtk::Box>,
        /// The button for an opponent that is none of the levels.
        pub(super) other_opponent: gtk::ToggleButton,
        /// The button for a length that is none of those offered.
        pub(super) other_length: gtk::ToggleButton,
        /// That length.
        pub(super) other_points: Cell<Option<u16>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for StartPage {
        const NAME: &'static str = "BgStartPage";
        type Type = super::StartPage;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for StartPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().build();
        }
    }

    impl WidgetImpl for StartPage {}
    impl BoxImpl for StartPage {}
}

glib::wrapper! {
    /// The start page. Its buttons name actions of the window: `win.start-opponent` and `win.start-length` hold what is
    /// chosen, `win.play` starts; a recent file is opened by `win.open-recent`.
    pub struct StartPage(ObjectSubclass<imp::StartPage>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

/// A file that was opened or saved before.
pub(crate) struct RecentFile {
    pub(crate) name: String,
    /// The whole path, for people.
    pub(crate) path: String,
    pub(crate) uri: String,
    /// Its match: who played for how much, and how well if that is known.
    pub(crate) description: String,
}

/// What the start page shows of the settings.
pub(crate) struct StartChoice<'a> {
    /// The opponent's name, if it is none of the levels.
    pub(crate) other_opponent: Option<&'a str>,
    /// Points of the next match, 0 for money.
    pub(crate) length: u16,
    /// The smallest error that the tutor warns of, in points of equity.
    pub(crate) tutor_threshold: f32,
}

/// A choice among others; `name` is what a screen reader says.
fn choice(button: &gtk::ToggleButton, label: &str, name: &str, action: &str, target: &glib::Variant) {
    button.set_label(label);
    button.set_css_classes(&["start-choice"]);
    button.set_action_target_value(Some(target));
    button.set_action_name(Some(action));
    a11y::set_label(button, name);
}

impl StartPage {
    fn build(&self) {
        let imp = self.imp();
        imp.start_columns.set_layout_manager(Some(Columns::new()));
        for row in [
            &imp.start_levels,
            &imp.start_lengths,
            &imp.start_more,
            &imp.review_buttons,
            &imp.library_buttons,
            &imp.study_buttons,
            &imp.learn_buttons,
        ] {
            row.set_layout_manager(Some(Wrap::with_gap(BUTTON_GAP)));
        }
        for level in Level::ALL.map(DecisionLevel::from) {
            let (button, name) = (gtk::ToggleButton::new(), level_name(level));
            choice(&button, &level_title(level), &name, "win.start-opponent", &level.name().to_variant());
            a11y::set_tooltip(&button, Some(&name));
            imp.start_levels.append(&button);
        }
        imp.other_opponent.set_visible(false);
        imp.start_levels.append(&imp.other_opponent);
        for length in LENGTHS.into_iter().take(N_LENGTHS) {
            let button = gtk::ToggleButton::new();
            self.set_points(&button, length);
            imp.start_lengths.append(&button);
        }
        imp.other_length.set_visible(false);
        imp.start_lengths.append(&imp.other_length);
        let money = gtk::ToggleButton::new();
        let name = gettext("Money session");
        choice(&money, &name, &name, "win.start-length", &0u16.to_variant());
        imp.start_lengths.append(&money);
    }

    fn set_points(&self, button: &gtk::ToggleButton, length: u16) {
        let label = length.to_string();
        let name = ngettext_f("{n} point", "{n} points", u32::from(length), &[("n", &label)]);
        choice(button, &label, &name, "win.start-length", &length.to_variant());
    }

    /// Shows what is not among the choices that are always offered.
    pub(crate) fn show_choice(&self, choice_now: &StartChoice<'_>) {
        let imp = self.imp();
        imp.other_opponent.set_visible(choice_now.other_opponent.is_some());
        if let Some(name) = choice_now.other_opponent {
            choice(&imp.other_opponent, name, name, "win.start-opponent", &"".to_variant());
        }
        let length = choice_now.length;
        let is_other = length > 0 && !LENGTHS[..N_LENGTHS].contains(&length);
        if is_other && imp.other_points.replace(Some(length)) != Some(length) {
            self.set_points(&imp.other_length, length);
        }
        imp.other_length.set_visible(is_other);
        let threshold = localized(format!("{:.2}", choice_now.tutor_threshold));
        let help = gettext_f("Warns before a play that loses {n} or more", &[("n", &threshold)]);
        imp.start_tutor_help.set_text(&help);
    }

    /// Offers to continue an interrupted match.
    pub(crate) fn offer_match(&self, interrupted: Option<&InterruptedMatch>) {
        let imp = self.imp();
        imp.continue_match.set_visible(interrupted.is_some());
        if let Some(InterruptedMatch { names, details, sentence }) = interrupted {
            let [names, details] = [names, details].map(|text| glib::markup_escape_text(text));
            imp.continue_label.set_markup(&format!("<b>{names}</b>\n{details}"));
            a11y::set_label(&*imp.continue_label, sentence);
        }
        self.show_continue();
    }

    /// Offers to continue a paused rollout, of which so many games of all are played.
    pub(crate) fn offer_rollout(&self, games: Option<(u32, u32)>) {
        let imp = self.imp();
        imp.continue_rollout.set_visible(games.is_some());
        if let Some((done, all)) = games {
            let values = [("games", &*done.to_string()), ("all", &*all.to_string())];
            imp.rollout_label.set_text(&gettext_f("Rollout: {games} of {all} games", &values));
        }
        self.show_continue();
    }

    fn show_continue(&self) {
        let imp = self.imp();
        let has_any = imp.continue_match.get_visible() || imp.continue_rollout.get_visible();
        imp.continue_card.set_visible(has_any);
    }

    /// Offers to study, if there are cards, of which so many wait. Who has cards has learned the rules, and both cards
    /// together would not fit a small window.
    pub(crate) fn offer_study(&self, has_cards: bool, n: usize) {
        let imp = self.imp();
        imp.study_card.set_visible(has_cards);
        imp.learn_card.set_visible(!has_cards);
        let form = u32::try_from(n).unwrap_or(u32::MAX);
        let label = match n {
            0 => pgettext("button", "Study"),
            _ => ngettext_f("Study ({n} due)", "Study ({n} due)", form, &[("n", &n.to_string())]),
        };
        imp.study_button.set_label(&label);
        a11y::set_label(&*imp.study_button, &label);
    }

    /// Gives the keyboard to the button that starts.
    pub(crate) fn focus_play(&self) {
        self.imp().start_play.grab_focus();
    }

    /// Offers these files.
    pub(crate) fn show_recent(&self, files: &[RecentFile]) {
        let imp = self.imp();
        while let Some(child) = imp.start_files.first_child() {
            imp.start_files.remove(&child);
        }
        for file in files {
            let label = gtk::Label::builder()
                .label(&file.name)
                .xalign(0.0)
                .ellipsize(pango::EllipsizeMode::Middle)
                .max_width_chars(40);
            let lines = gtk::Box::new(gtk::Orientation::Vertical, 0);
            lines.append(&label.build());
            if !file.description.is_empty() {
                let description = gtk::Label::builder()
                    .label(&file.description)
                    .xalign(0.0)
                    .wrap(true)
                    .max_width_chars(40)
                    .css_classes(["caption", "dim-label"]);
                lines.append(&description.build());
            }
            let button = gtk::Button::builder()
                .child(&lines)
                .css_classes(["flat"])
                .tooltip_text(&file.path)
                .action_name("win.open-recent")
                .action_target(&file.uri.to_variant())
                .build();
            let name = gettext_f("Open {file}", &[("file", &file.name)]);
            let parts = [name, file.description.clone()].into_iter().filter(|part| !part.is_empty());
            a11y::set_label(&button, &parts.collect::<Vec<_>>().join(", "));
            imp.start_files.append(&button);
        }
        imp.start_recent.set_visible(!files.is_empty());
    }
}
