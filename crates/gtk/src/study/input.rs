// SPDX-License-Identifier: GPL-3.0-or-later
//! What the board and the keyboard mean while studying.

use super::{Shown, StudyPage};
use crate::board::input::Intent;
use crate::texts;
use gnubg_engine::core::Action;
use gnubg_library::study::{Answer, Ask, Rate};
use gtk::prelude::*;
use gtk::{gdk, glib};

impl StudyPage {
    /// Takes back the last step of the play in the making, or else the last answer.
    fn undo_any(&self) {
        let is_playing = matches!(*self.shown.borrow(), Shown::Question(..));
        let has_steps =
            self.board.with_controller(|board| board.turn().is_some_and(|turn| !turn.made().is_empty()));
        if is_playing && has_steps { self.undo() } else { self.take_back() }
    }

    pub(super) fn intend(&self, intent: Intent) {
        match intent {
            Intent::Act(Action::Play(play)) => {
                let after = match &*self.shown.borrow() {
                    Shown::Question(question, ..) => question.state.apply(Action::Play(play)).ok(),
                    _ => None,
                };
                if let Some(after) = after {
                    self.given.set(Some(play));
                    self.answer(Answer::Play(after.board));
                }
            }
            Intent::Act(Action::Double) => self.answer(Answer::Double(true)),
            Intent::Act(Action::Take) => self.answer(Answer::Take(true)),
            Intent::Act(Action::Drop) => self.answer(Answer::Take(false)),
            // Who rolls does not double.
            Intent::Roll => self.answer(Answer::Double(false)),
            Intent::Refused(refusal) => self.prompt.set_text(&texts::refusal(&refusal)),
            Intent::Escape => self.stop_or_pause(),
            _ => {}
        }
    }

    /// Escape stops what is being looked for, or else leaves the page.
    fn stop_or_pause(&self) {
        if !self.panel().stop_looking() {
            self.pause();
        }
    }

    /// Whether the keyboard is on a button that is not the large one: Return presses it then.
    fn is_on_other_button(&self) -> bool {
        let focus = self.root.root().and_then(|root| root.focus());
        focus.is_some_and(|focus| focus.is::<gtk::Button>() && focus != self.next)
    }

    pub(super) fn key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> glib::Propagation {
        let is_judged = matches!(*self.shown.borrow(), Shown::Judged(..));
        let ask = match &*self.shown.borrow() {
            Shown::Question(question, ..) => Some(question.ask),
            _ => None,
        };
        // Caps Lock and Num Lock change nothing.
        let modifiers = modifiers & gtk::accelerator_get_default_mod_mask();
        if modifiers == gdk::ModifierType::CONTROL_MASK && matches!(key, gdk::Key::z | gdk::Key::Z) {
            self.undo_any();
            return glib::Propagation::Stop;
        }
        if !modifiers.is_empty() {
            return glib::Propagation::Proceed;
        }
        let rate = key.to_unicode().and_then(|key| key.to_digit(10)).and_then(|n| match n {
            0 => Some(Rate::NotCounted),
            n => u8::try_from(n).ok().and_then(gnubg_library::study::Rating::from_number).map(Rate::As),
        });
        match (key, ask) {
            (gdk::Key::Escape, _) => self.stop_or_pause(),
            _ if is_judged && rate.is_some() => self.rate(rate.unwrap_or(Rate::Proposed)),
            (gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::space, _)
                if is_judged && !self.is_on_other_button() =>
            {
                self.rate(Rate::Proposed);
            }
            (gdk::Key::d, Some(Ask::Double)) | (gdk::Key::t, Some(Ask::Take)) => self.press(true),
            (gdk::Key::n, Some(Ask::Double)) | (gdk::Key::p, Some(Ask::Take)) => self.press(false),
            _ => return glib::Propagation::Proceed,
        }
        glib::Propagation::Stop
    }
}
