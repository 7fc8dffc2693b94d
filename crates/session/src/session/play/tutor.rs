// SPDX-License-Identifier: GPL-3.0-or-later
//! The tutor: judging a person's decision before it is carried out.

use crate::advice::tutor::{JudgedDecision, could_double};
use crate::command::{Command, CommandOutcome, GameCommand};
use crate::event::{Activity, Event, TutorWarning};
use crate::jobs::{JobStep, interactive};
use crate::options::TutorSkill;
use crate::play::decision::DecisionAnalysis;
use crate::session::Session;
use gnubg_engine::core::{Decision, Phase};
use gnubg_record::Skill;

impl Session {
    /// Whether and how the tutor judges a command before it is done.
    pub(super) fn decision_to_judge(&self, command: &GameCommand) -> Option<JudgedDecision> {
        let (tutor, state) = (&self.options.tutor, self.game().ok()?);
        if !tutor.on || self.is_transcribing || !state.to_act().is_some_and(|player| self.is_person(player)) {
            return None;
        }
        match (command, state.phase) {
            (GameCommand::Play(play), Phase::Due(Decision::Play(dice))) if tutor.checker => {
                let list = state.legal_plays()?;
                let after = play.apply(&state.board).swapped();
                (list.len() > 1 && list.find(&after).is_some()).then_some(JudgedDecision::Play(dice, *play))
            }
            (GameCommand::Double, Phase::Due(Decision::Roll)) if tutor.cube && could_double(state) => {
                Some(JudgedDecision::Double)
            }
            (GameCommand::Roll, Phase::Due(Decision::Roll)) if tutor.cube && could_double(state) => {
                Some(JudgedDecision::NoDouble)
            }
            (GameCommand::Take, Phase::Due(Decision::Answer(offer))) if tutor.cube && offer.beavers == 0 => {
                Some(JudgedDecision::Take)
            }
            (GameCommand::Drop, Phase::Due(Decision::Answer(offer))) if tutor.cube && offer.beavers == 0 => {
                Some(JudgedDecision::Drop)
            }
            _ => None,
        }
    }

    pub(super) fn start_tutor(&mut self, command: GameCommand, decision: JudgedDecision) -> CommandOutcome {
        self.cancel_jobs(|activity| activity == Activity::Tutor);
        let (adviser, thresholds) = (self.adviser(), self.options.analysis.thresholds);
        let (state, revision) = (self.state, self.revision);
        let job = interactive(move |context| {
            let (loss, analysis) = adviser.judge(&state, &decision, context.cancel())?;
            let command = Command::Game(command.clone());
            let judged = TutorWarning { command, loss, skill: thresholds.skill(-loss), analysis };
            Ok(JobStep::done_with(move |session: &mut Session| session.take_judgement(judged, revision)))
        });
        CommandOutcome::Started(self.start_job(Activity::Tutor, job))
    }

    /// Warns of the decision that was to be made, or carries it out.
    fn take_judgement(&mut self, judged: TutorWarning, revision: u64) {
        if revision != self.revision {
            return;
        }
        let mildest = match self.options.tutor.skill {
            TutorSkill::Doubtful => Skill::Doubtful,
            TutorSkill::Bad => Skill::Bad,
            TutorSkill::VeryBad => Skill::VeryBad,
        };
        // Skills are ordered from the worst.
        if judged.skill <= mildest {
            self.warning = Some(Box::new(judged.clone()));
            self.emit(Event::TutorWarning(Box::new(judged)));
            return;
        }
        let Command::Game(command) = judged.command else { return };
        let is_roll = matches!(command, GameCommand::Roll);
        self.history.begin(self.cursor, is_roll);
        // The command was possible when it was given, and nothing has changed since.
        if self.do_command(command, Some(judged.analysis)).is_ok() {
            self.is_held = false;
        }
        self.history.end(self.cursor);
    }

    /// The analysis behind the warning of the tutor about a command.
    pub(super) fn analysis_of(&self, command: &GameCommand) -> Option<DecisionAnalysis> {
        let warning = self.warning.as_ref()?;
        (warning.command == Command::Game(command.clone())).then(|| warning.analysis.clone())
    }
}
