// SPDX-License-Identifier: GPL-3.0-or-later
//! The tour for a new player: five steps on the real board, told in a bar that covers nothing. Each step frames the
//! widget that it is about; the first two follow what the player does.

use super::Window;
use crate::i18n::{gettext, pgettext};
use crate::snapshot::Snapshot;
use crate::widgets::set_class;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gio;

/// The style class of the widget that a step is about.
const TARGET: &str = "tour-target";

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TourStep {
    Move,
    Confirm,
    Double,
    Hint,
    Review,
}

impl TourStep {
    const ALL: [TourStep; 5] =
        [TourStep::Move, TourStep::Confirm, TourStep::Double, TourStep::Hint, TourStep::Review];

    fn text(self) -> String {
        match self {
            TourStep::Move => gettext(
                "Move: drag a checker, or click it to play the left die and right-click it for the right die. You move from 24 down to 1.",
            ),
            TourStep::Confirm => gettext(
                "Confirm: end your turn with this button, with Space, or by clicking the dice. Undo takes back one step at a time.",
            ),
            TourStep::Double => gettext(
                "Double: before you roll, you may raise the stakes. Click the cube, or press D. Your opponent takes the double, or passes and loses the game.",
            ),
            TourStep::Hint => gettext(
                "Hint: press H whenever you are to play. The best plays are listed beside the board, with what each one loses.",
            ),
            TourStep::Review => gettext(
                "Review: this button, or F9, shows the record of the game. After a match it lists your most expensive errors.",
            ),
        }
    }

    /// How many steps there are before it.
    fn index(self) -> usize {
        TourStep::ALL.iter().position(|step| *step == self).unwrap_or(0)
    }

    fn next(self) -> Option<TourStep> {
        TourStep::ALL.get(self.index() + 1).copied()
    }

    fn previous(self) -> Option<TourStep> {
        self.index().checked_sub(1).map(|n| TourStep::ALL[n])
    }
}

/// The actions of the tour.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let simple = |name: &str, run: fn(&Window)| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
    };
    vec![
        simple("tour", Window::start_tour),
        simple("tour-end", |window| window.set_tour_step(None)),
        simple("tour-next", |window| {
            window.set_tour_step(window.imp().tour_step.get().and_then(TourStep::next));
        }),
        simple("tour-back", |window| {
            let step = window.imp().tour_step.get();
            window.set_tour_step(step.and_then(|step| step.previous().or(Some(step))));
        }),
    ]
}

impl Window {
    /// Starts the tour; without a match, it begins one against the computer first.
    fn start_tour(&self) {
        if self.imp().snapshot.borrow().state.is_some() {
            return self.set_tour_step(Some(TourStep::Move));
        }
        self.change_options(|options| options.window.tour_due = true);
        self.activate("play");
    }

    /// Starts the tour in the first match of a new player.
    pub(super) fn offer_tour(&self) {
        if self.options().window.tour_due {
            self.set_tour_step(Some(TourStep::Move));
        }
    }

    /// Shows a step, or ends the tour.
    fn set_tour_step(&self, step: Option<TourStep>) {
        let imp = self.imp();
        imp.tour_step.set(step);
        match step {
            Some(step) => {
                // It is due only once.
                self.change_options(|options| options.window.tour_due = false);
                let next = match step.next() {
                    Some(_) => pgettext("button", "Next"),
                    None => gettext("Finish the tour"),
                };
                imp.tour_bar.show((step.index() + 1, TourStep::ALL.len()), &step.text(), &next);
            }
            None => {
                imp.tour_bar.hide_steps();
                imp.board.grab_focus();
            }
        }
        if let Some(action) = self.lookup_action("tour-back").and_downcast::<gio::SimpleAction>() {
            action.set_enabled(step.is_some_and(|step| step.previous().is_some()));
        }
        self.frame_tour_target(step);
        self.write_dump_soon();
    }

    /// Frames the widget that a step is about.
    fn frame_tour_target(&self, step: Option<TourStep>) {
        let imp = self.imp();
        let row = &imp.action_row;
        let target: Option<gtk::Widget> = step.map(|step| match step {
            TourStep::Move => imp.board.get().upcast(),
            TourStep::Confirm => row.button_of("win.confirm"),
            TourStep::Double => row.button_of("win.double"),
            TourStep::Hint => row.button_of("win.hint"),
            TourStep::Review => imp.panels_button.get().upcast(),
        });
        let old = imp.tour_target.replace(target.clone());
        if old == target {
            return;
        }
        if let Some(old) = old {
            set_class(&old, TARGET, false);
        }
        if let Some(target) = target {
            set_class(&target, TARGET, true);
        }
    }

    /// Goes on to the next step when the player has done what the present one asks for, and frames its widget, which
    /// may have changed its place.
    pub(super) fn follow_tour(&self, now: &Snapshot) {
        let Some(step) = self.imp().tour_step.get() else { return };
        let turn = self.imp().board.with_controller(|c| c.turn().map(|turn| turn.is_complete()));
        let is_done = match step {
            TourStep::Move => turn == Some(true),
            TourStep::Confirm => turn.is_none(),
            TourStep::Double | TourStep::Hint | TourStep::Review => false,
        };
        if now.state.is_none() {
            self.set_tour_step(None);
        } else if is_done {
            self.set_tour_step(step.next());
        } else {
            self.frame_tour_target(Some(step));
        }
    }
}
