// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions of the window about the record and its analysis.

use super::Review;
use gnubg_record::Cursor;
use gnubg_session::LineCommand;
use gnubg_session::command::{Annotate, MarkKind};
use gnubg_session::options::RecordNumbers;
use gnubg_session::{Go, RecordPart};
use gtk::prelude::*;
use gtk::{gio, glib};
use std::rc::Rc;

impl Review {
    /// Adds the actions to the main window.
    pub(crate) fn add_actions(self: &Rc<Self>, window: &gtk::ApplicationWindow) {
        window.add_action_entries(self.simple_actions());
        window.add_action_entries(self.actions_with_target());
    }

    /// An action without a parameter.
    fn simple(
        self: &Rc<Self>,
        name: &str,
        run: impl Fn(&Rc<Review>) + 'static,
    ) -> gio::ActionEntry<gtk::ApplicationWindow> {
        let review = Rc::downgrade(self);
        gio::ActionEntry::builder(name)
            .activate(move |_: &gtk::ApplicationWindow, _, _| {
                if let Some(review) = review.upgrade() {
                    run(&review);
                }
            })
            .build()
    }

    /// An action with a parameter of type `T`.
    fn with_target<T: glib::variant::FromVariant + glib::variant::StaticVariantType>(
        self: &Rc<Self>,
        name: &str,
        run: impl Fn(&Rc<Review>, T) + 'static,
    ) -> gio::ActionEntry<gtk::ApplicationWindow> {
        let review = Rc::downgrade(self);
        gio::ActionEntry::builder(name)
            .parameter_type(Some(&T::static_variant_type()))
            .activate(move |_: &gtk::ApplicationWindow, _, target| {
                let target = target.and_then(glib::Variant::get::<T>);
                if let (Some(review), Some(target)) = (review.upgrade(), target) {
                    run(&review, target);
                }
            })
            .build()
    }

    fn actions_with_target(self: &Rc<Self>) -> Vec<gio::ActionEntry<gtk::ApplicationWindow>> {
        let host = self.host.clone();
        let numbers = gio::ActionEntry::builder("record-numbers")
            .parameter_type(Some(&String::static_variant_type()))
            .state("both".to_variant())
            .change_state(move |_: &gtk::ApplicationWindow, _, state| {
                let word = state.and_then(glib::Variant::get::<String>).unwrap_or_default();
                if let Some(numbers) = RecordNumbers::from_word(&word) {
                    host.change_options(|options| options.window.record_numbers = numbers);
                }
            })
            .build();
        vec![
            numbers,
            self.with_target("go-to", |review, (game, entry): (u32, u32)| {
                review.go(Go::To { game: game as usize, entry: entry as usize, rolled: true });
            }),
            self.with_target("go-to-game", |review, game: u32| {
                let game = game as usize;
                if review.host.look(|session| session.place().game) != Some(game) {
                    review.go(Go::To { game, entry: 0, rolled: false });
                }
            }),
            self.with_target("switch-line", |review, line: u32| {
                review.change_line_later(LineCommand::Show(line as usize, None));
            }),
            self.with_target("go-in-line", |review, (line, game, entry): (u32, u32, u32)| {
                let place = Cursor { rolled: true, ..Cursor::at(game as usize, entry as usize) };
                review.change_line_later(LineCommand::Show(line as usize, Some(place)));
            }),
            self.with_target("promote-line", |review, line: u32| {
                review.change_line_later(LineCommand::Promote(line as usize));
            }),
            self.with_target("remove-line", |review, line: u32| {
                review.change_line_later(LineCommand::Remove(line as usize));
            }),
            self.with_target("analyze-at", |review, (part, plies): (String, u8)| {
                let part = match part.as_str() {
                    "move" => RecordPart::Move,
                    "game" => RecordPart::Game,
                    _ => RecordPart::Match,
                };
                review.analyze(part, Some(plies));
            }),
        ]
    }

    fn simple_actions(self: &Rc<Self>) -> Vec<gio::ActionEntry<gtk::ApplicationWindow>> {
        let go = |name: &str, go: Go| self.simple(name, move |review| review.go(go));
        let annotate = |name: &str, annotate: Annotate| {
            self.simple(name, move |review| review.annotate(annotate.clone()))
        };
        let analyze =
            |name: &str, part: RecordPart| self.simple(name, move |review| review.analyze(part, None));
        vec![
            go("next-roll", Go::NextRolled),
            go("previous-roll", Go::PreviousRolled),
            go("next-game-shown", Go::NextGame(1)),
            go("previous-game", Go::PreviousGame(1)),
            go("next-mark", Go::NextMark(MarkKind::Skill, 1)),
            go("previous-mark", Go::PreviousMark(MarkKind::Skill, 1)),
            go("next-choice", Go::NextMark(MarkKind::Candidate, 1)),
            go("previous-choice", Go::PreviousMark(MarkKind::Candidate, 1)),
            go("first-move", Go::FirstMove),
            go("last-move", Go::LastMove),
            self.simple("focus-board", |review| review.host.focus_board()),
            self.simple("play-from-here", Review::play_from_here),
            analyze("analyze-move", RecordPart::Move),
            analyze("analyze-game", RecordPart::Game),
            analyze("analyze-match", RecordPart::Match),
            self.simple("stop-analysis", |review| review.stop_analysis()),
            annotate("forget-move", Annotate::ForgetMove),
            annotate("forget-game", Annotate::ForgetGame),
            annotate("forget-match", Annotate::ForgetMatch),
            annotate("unchoose-game", Annotate::UnmarkGame),
            annotate("unchoose-match", Annotate::UnmarkMatch),
            self.simple("choose-move", |review| review.choose_for_rollout()),
        ]
    }
}
