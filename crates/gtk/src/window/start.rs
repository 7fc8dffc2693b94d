// SPDX-License-Identifier: GPL-3.0-or-later
//! The start page over the empty board: its choices are settings, so that they are remembered, and follow them.

use super::Window;
use crate::a11y;
use crate::dialogs::new_match::SeatChoice;
use crate::stage::StartChoice;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::rollout::DecisionLevel;
use gnubg_session::options::{Decides as _, Options, Seat, TutorSkill};
use gtk::{gio, glib};

/// The seat of the opponent, at the top.
const OPPONENT: usize = 0;

/// The actions of the start page.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let opponent = gio::ActionEntry::builder("start-opponent")
        .parameter_type(Some(&String::static_variant_type()))
        .state("".to_variant())
        .change_state(|window: &Window, _, level| {
            let name = level.and_then(glib::Variant::get::<String>).unwrap_or_default();
            if let Ok(level) = DecisionLevel::from_name(&name) {
                window.change_options(|options| {
                    options.players[OPPONENT].seat = Seat::Engine;
                    options.players[OPPONENT].set_level(level);
                });
            }
            window.follow_start_choices(&window.options());
        })
        .build();
    let length = gio::ActionEntry::builder("start-length")
        .parameter_type(Some(&u16::static_variant_type()))
        .state(0u16.to_variant())
        .change_state(|window: &Window, _, length| {
            if let Some(length) = length.and_then(glib::Variant::get::<u16>) {
                window.change_options(|options| options.matches.length = length);
            }
            window.follow_start_choices(&window.options());
        })
        .build();
    vec![opponent, length]
}

/// The smallest error that the tutor warns of, in points of equity.
fn tutor_threshold(options: &Options) -> f32 {
    let thresholds = &options.analysis.thresholds;
    match options.tutor.skill {
        TutorSkill::Doubtful => thresholds.doubtful,
        TutorSkill::Bad => thresholds.bad,
        TutorSkill::VeryBad => thresholds.very_bad,
    }
}

impl Window {
    /// Shows on the start page what the settings choose.
    pub(super) fn follow_start_choices(&self, options: &Options) {
        let player = &options.players[OPPONENT];
        let seat = SeatChoice::of(options, OPPONENT);
        let level = match seat {
            SeatChoice::Computer(level) => Some(level),
            // The computer plays with these settings once it plays.
            SeatChoice::Person => player.level(),
            SeatChoice::Own | SeatChoice::Pubeval | SeatChoice::External => None,
        };
        // Levels that take long have no button.
        let level = level.filter(|level| matches!(level, DecisionLevel::Evaluation(_)));
        let other = match seat {
            SeatChoice::Person => SeatChoice::Own,
            other => other,
        };
        let other_opponent = level.is_none().then(|| other.title());
        let length = options.matches.length;
        self.imp().start_card.show_choice(&StartChoice {
            other_opponent: other_opponent.as_deref(),
            length,
            tutor_threshold: tutor_threshold(options),
        });
        self.set_state("start-opponent", level.map_or("", DecisionLevel::name));
        self.set_state("start-length", length);
    }

    /// Shows the start page in place of the stage, or the stage. The keyboard goes to what is shown.
    pub(super) fn show_start_page(&self, is_shown: bool) {
        let imp = self.imp();
        let was_shown = imp.start_card.get_visible();
        let focus = GtkWindowExt::focus(self);
        let is_on = |part: &gtk::Widget| focus.as_ref().is_none_or(|focus| focus.is_ancestor(part));
        let (is_on_board, is_on_page) = (is_on(imp.board.upcast_ref()), is_on(imp.start_card.upcast_ref()));
        imp.start_card.set_visible(is_shown);
        if is_shown && (!was_shown || !imp.has_counted_cards.replace(true)) {
            self.count_cards();
        }
        // The page lies over the stage, which keeps its layout; neither the keyboard nor a screen reader reaches what is below.
        let stage: [&gtk::Widget; 3] =
            [imp.upper_lines.upcast_ref(), imp.board.upcast_ref(), imp.lines.upcast_ref()];
        for part in stage {
            part.set_can_focus(!is_shown);
            a11y::set_hidden(part, is_shown);
        }
        // What the bar offers stands on the page.
        imp.recovery_bar.set_visible(!is_shown);
        if is_shown && (!was_shown || is_on_board) {
            imp.start_card.focus_play();
        } else if was_shown && !is_shown && is_on_page {
            imp.board.grab_focus();
        }
    }
}
