// SPDX-License-Identifier: GPL-3.0-or-later
//! The tutor's warning before a weak decision: a strip below the board says what is lost and what is best.

use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::stage::Strip;
use crate::texts;
use crate::tools::decision_text::{answer_name, proper_action};
use gnubg_engine::core::{Decision, MatchState, Offer, Phase, notation};
use gnubg_record::Skill;
use gnubg_report::{ReportOptions, cube};
use gnubg_session::decision::DecisionAnalysis;
use gnubg_session::event::TutorWarning;
use gnubg_session::{Command, GameCommand};
use gtk::prelude::*;
use gtk::{gio, glib};
use std::cell::Cell;
use std::rc::Rc;

/// The tutor of a window.
pub(crate) struct Tutor {
    host: HostHandle,
    strip: Strip,
    is_warning: Cell<bool>,
}

impl Tutor {
    /// A tutor that warns in a strip.
    pub(crate) fn new(host: HostHandle, strip: Strip) -> Rc<Tutor> {
        Rc::new(Tutor { host, strip, is_warning: Cell::default() })
    }

    /// Warns of a decision that was not carried out.
    pub(crate) fn warn(self: &Rc<Self>, warning: TutorWarning) {
        let text = self.text(&warning);
        self.is_warning.set(true);
        let answers =
            [("take-back", gettext("Take back")), ("keep", gettext("Keep it")), ("show", gettext("Show"))];
        let menu = gio::Menu::new();
        menu.append(Some(&gettext("Tutor mode")), Some("win.tutor"));
        menu.append(Some(&gettext("Tutor settings")), Some("win.preferences-page::tutor"));
        self.strip.ask(
            &text,
            &answers,
            Some(&menu),
            glib::clone!(
                #[weak(rename_to = tutor)]
                self,
                move |answer| tutor.answer(answer, &warning.command)
            ),
        );
    }

    /// Forgets the warning: the play it is about was changed.
    pub(crate) fn leave(&self) {
        if self.is_warning.take() {
            self.strip.close();
        }
    }

    /// Whether a warning waits for an answer.
    pub(crate) fn is_warning(&self) -> bool {
        self.is_warning.get()
    }

    fn answer(&self, answer: &str, command: &Command) {
        self.is_warning.set(false);
        let Some(board) = self.host.board() else { return };
        match (answer, command) {
            ("keep", Command::Game(command)) => {
                self.host.send(GameCommand::Anyway(Box::new(command.clone())));
            }
            ("show", _) => {
                board.drive(|c| c.reset_turn());
                self.host.activate("hint", None);
                return self.host.refresh_actions();
            }
            _ => board.drive(|c| c.reset_turn()),
        }
        board.grab_focus();
        self.host.refresh_actions();
    }

    /// What was decided, its error and what is best.
    fn text(&self, warning: &TutorWarning) -> String {
        let loss = texts::number(warning.loss.0, self.host.options().output.digits);
        let state = self.host.look(|session| session.state().copied()).flatten();
        let decision = state.and_then(|state| decided(&state, &warning.command)).unwrap_or_default();
        let best = state.and_then(|state| self.best(&state, &warning.analysis)).unwrap_or_default();
        let values = [("decision", &*decision), ("n", &*loss), ("best", &*best)];
        match warning.skill {
            Skill::VeryBad => gettext_f("{decision} loses {n}: a blunder. Best: {best}.", &values),
            Skill::Bad => gettext_f("{decision} loses {n}: an error. Best: {best}.", &values),
            _ => gettext_f("{decision} loses {n}: doubtful. Best: {best}.", &values),
        }
    }

    /// The best decision in words.
    fn best(&self, state: &MatchState, analysis: &DecisionAnalysis) -> Option<String> {
        let cube = match analysis {
            DecisionAnalysis::Play(analysis) => {
                let best = analysis.candidates.first()?;
                return Some(notation::format(&state.board, &best.play));
            }
            DecisionAnalysis::Cube(cube) => cube,
        };
        let verdict = self.host.look(|session| {
            let options = ReportOptions { table: Some(session.table()), ..ReportOptions::default() };
            let state = MatchState { phase: Phase::Due(Decision::Roll), ..*state };
            cube::verdict(cube, &state, state.on_roll, &options)
        });
        // Who answers a double is told what to answer, not what led to it.
        let answers = matches!(state.phase, Phase::Due(Decision::Answer(Offer { beavers: 0, .. })));
        verdict.flatten().map(|(_, verdict)| match answers {
            true => answer_name(verdict.answer()),
            false => proper_action(verdict),
        })
    }
}

/// A decision in words.
fn decided(state: &MatchState, command: &Command) -> Option<String> {
    let Command::Game(command) = command else { return None };
    Some(match command {
        GameCommand::Play(play) => notation::format(&state.board, play),
        GameCommand::Roll | GameCommand::Throw(_) => gettext("Not doubling"),
        GameCommand::Double => gettext("Doubling"),
        GameCommand::Take => gettext("Taking"),
        GameCommand::Drop => gettext("Passing"),
        GameCommand::Beaver => match state.phase {
            Phase::Due(Decision::Answer(Offer { beavers: 1.., .. })) => gettext("The raccoon"),
            _ => gettext("Beavering"),
        },
        _ => gettext("This decision"),
    })
}
