// SPDX-License-Identifier: GPL-3.0-or-later
//! Waiting for computations, and showing what the session reports meanwhile.

use super::background::{BackgroundKind, BackgroundWork};
use super::context::{CommandResult, Context};
use super::refusal::{Refusal, sentence};
use crate::i18n::{gettext, gettext_f};
use crate::text::{advice, database, files, messages, rollout};
use gnubg_engine::core::{Phase, Player};
use gnubg_engine::eval::RankedPlay;
use gnubg_session::event::{Activity, TutorWarning};
use gnubg_session::event::{Agent, StateChange};
use gnubg_session::files::FileRead;
use gnubg_session::hint::Advice;
use gnubg_session::jobs::JobId;
use gnubg_session::{
    Cause, Command, Event, FileCommand, GameCommand, Message, Question, Recoverable, WaitingFor,
    is_worth_telling,
};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Context<'_> {
    /// Waits until no computation is left that a line depends on, and shows what happens. Asks whether decisions that
    /// the tutor warns of are meant.
    pub fn settle(&mut self) {
        loop {
            let others = self.shell.others.clone();
            self.shell.is_interruptible = self.session.is_busy_beside(&others);
            let (console, shell, commands) = (&mut *self.console, &mut *self.shell, self.commands);
            self.session.settle_beside(&others, |session, event| {
                Context { session, console: &mut *console, shell: &mut *shell, commands }.show_event(event);
            });
            self.shell.is_interruptible = false;
            let Some(judged) = self.shell.tutor_warning.take() else { break };
            if let Err(refusal) = self.answer_warning(&judged) {
                self.console.complain(&refusal.sentence());
            }
        }
        if std::mem::take(&mut self.shell.is_board_due) {
            self.show_board();
        }
        self.offer_hypergammon();
    }

    /// Asks whether the hypergammon database that is missing should be made, where somebody can answer.
    fn offer_hypergammon(&mut self) {
        let Some(checkers) = self.shell.missing_hypergammon.take() else { return };
        if !self.console.is_interactive() || !self.confirm(&messages::hypergammon_offer(checkers)) {
            return;
        }
        match self.execute(Command::MakeHypergammon(checkers)) {
            Ok(_) => self.say(&gettext("The database is being made in the background.")),
            Err(refusal) => self.console.complain(&refusal.sentence()),
        }
    }

    /// Waits for one job and shows what happens; an interruption stops the job. `false` if it was stopped or failed.
    pub fn await_job(&mut self, id: JobId) -> bool {
        let mut is_done = true;
        let was_interruptible = std::mem::replace(&mut self.shell.is_interruptible, true);
        self.shell.awaited_job = Some(id);
        let (console, shell, commands) = (&mut *self.console, &mut *self.shell, self.commands);
        self.session.await_job(id, |session, event| {
            is_done &=
                !matches!(&event, Event::JobFinished { id: ended, error: Some(_), .. } if *ended == id);
            Context { session, console: &mut *console, shell: &mut *shell, commands }.show_event(event);
        });
        self.shell.is_interruptible = was_interruptible;
        self.shell.awaited_job = None;
        is_done
    }

    /// Lets a computation go on after this line, if a front end shows its progress and its end. `false` where the line
    /// waits for it: in a terminal, and in files of commands, whose lines build on each other.
    pub(crate) fn leaves_running(&mut self, id: JobId, kind: BackgroundKind) -> bool {
        let Some(meanwhile) = self.shell.meanwhile.as_mut().filter(|_| self.shell.script_depth == 0) else {
            return false;
        };
        meanwhile.started.push(BackgroundWork::new(id, kind));
        self.shell.others.insert(id);
        true
    }

    /// Looks for the matches that were interrupted, the latest first; `None` if the search was stopped or failed.
    pub(crate) fn interrupted_matches(&mut self) -> Option<Vec<Recoverable>> {
        self.shell.interrupted_matches = None;
        let Some(id) = self.session.search_recoverable() else { return Some(Vec::new()) };
        self.await_job(id);
        self.shell.interrupted_matches.take()
    }

    /// Calls `work` again and again until the user interrupts.
    pub(crate) fn until_interrupted(&mut self, mut work: impl FnMut(&mut Context<'_>)) {
        self.shell.was_interrupted = false;
        while !self.shell.was_interrupted {
            work(self);
            self.shell.is_interruptible = true;
            let (console, shell, commands) = (&mut *self.console, &mut *self.shell, self.commands);
            self.session.settle(|session, event| {
                Context { session, console: &mut *console, shell: &mut *shell, commands }.show_event(event);
            });
            self.shell.is_interruptible = false;
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }

    /// The plays of the hint for the current roll, best first; computes the hint if there is none.
    ///
    /// # Errors
    /// If no play is due.
    pub fn hinted_plays(&mut self) -> Result<Arc<[RankedPlay]>, Refusal> {
        if self.session.last_hint().is_none() {
            self.session.game()?;
            self.execute(Command::Ask(Question::Hint))?;
            let before = std::mem::replace(&mut self.shell.shows_hints, false);
            self.settle();
            self.shell.shows_hints = before;
        }
        match self.session.last_hint().map(|hint| &hint.advice) {
            Some(Advice::Play { plays, .. }) => Ok(Arc::clone(plays)),
            _ => Err(Refusal::usage(gettext("plays have numbers only after a roll, before it is played"))),
        }
    }

    /// Whether an event belongs to a computation that this line does not wait for.
    fn is_of_others(&self, event: &Event) -> bool {
        match event {
            Event::HintProgress { id, .. }
            | Event::HintReady { id, .. }
            | Event::Evaluated { id, .. }
            | Event::RolloutProgress { id, .. }
            | Event::RolloutReady { id, .. }
            | Event::Surveyed { id, .. }
            | Event::DecisionEvaluated { id, .. }
            | Event::NextRolls { id, .. }
            | Event::Batch { id, .. }
            | Event::SpeedMeasured { id, .. }
            | Event::DatabaseProgress { id, .. }
            | Event::DatabaseReady { id, .. }
            | Event::Library { id, .. }
            | Event::JobProgress { id, .. }
            | Event::JobFinished { id, .. } => self.shell.others.contains(id),
            // Windows show it.
            Event::LibraryChanged => true,
            _ => false,
        }
    }

    /// Shows an event of the session.
    pub(crate) fn show_event(&mut self, event: Event) {
        if self.is_of_others(&event) {
            if let Some(meanwhile) = &mut self.shell.meanwhile {
                meanwhile.events.push(event);
            }
            return;
        }
        // A front end shows hints whoever asked for them.
        let hint = match &event {
            Event::HintProgress { id, hint } => Some(Event::HintProgress { id: *id, hint: Arc::clone(hint) }),
            Event::HintReady { id, hint } => Some(Event::HintReady { id: *id, hint: Arc::clone(hint) }),
            _ => None,
        };
        if let (Some(hint), Some(meanwhile)) = (hint, &mut self.shell.meanwhile) {
            meanwhile.events.push(hint);
        }
        match event {
            Event::StateChanged(change) => {
                self.show_change(&change);
                if let Some(meanwhile) = &mut self.shell.meanwhile {
                    meanwhile.changes.push((*change).clone());
                }
            }
            Event::HintReady { hint, .. } if self.shell.shows_hints => {
                let text = advice::hint(self.session, &hint, self.shell.hint_plays);
                self.say(&text);
            }
            Event::Evaluated { appraisal, .. } => {
                let text = advice::evaluation(self.session, &appraisal);
                self.say(&text);
            }
            Event::RolloutReady { news, .. } => {
                let text = rollout::report(self.session, &news);
                self.say(&text);
            }
            Event::RollsDrawn(rolls) if self.shell.drawn_rolls.is_some() => {
                self.shell.drawn_rolls = Some(rolls);
            }
            Event::RollsDrawn(rolls) => {
                let text: Vec<String> = rolls.into_iter().map(|[a, b]| format!("{a} {b}")).collect();
                self.say(&text.join("\n"));
            }
            Event::RecoverableFound(found) => self.shell.interrupted_matches = Some(found),
            Event::Surveyed { survey, .. } => self.shell.survey = Some(survey),
            Event::SpeedMeasured { speed, .. } => self.shell.speed = Some(speed),
            Event::ThinkingStarted(_) if self.console.is_interactive() => {
                if let Some(WaitingFor::Player { name, address }) = self.session.waiting_for() {
                    self.say(&gettext_f(
                        "Waiting for {name} at {address}; Ctrl+C stops it.",
                        &[("name", name.to_string()), ("address", address.to_string())],
                    ));
                }
            }
            Event::TutorWarning(judged) => self.shell.tutor_warning = Some(judged),
            Event::DiceWanted(player) => {
                let text = messages::dice_wanted(player.map(|player| self.session.name(player)));
                self.say(&text);
            }
            Event::GameOver(over) => {
                let text = messages::game_over(self.session, &over);
                self.say(&text);
            }
            Event::MatchOver(winner) => {
                let text = gettext_f("{player} has won the match.", &[("player", self.session.name(winner))]);
                self.say(&text);
            }
            Event::DatabaseProgress { progress, .. } if self.shell.meanwhile.is_none() => {
                self.say(&database::progress(&progress));
            }
            Event::DatabaseReady { outcome, .. } => {
                let text = database::outcome(&outcome);
                self.say(text.trim_end());
            }
            Event::FileRead(file) => self.show_file_read(&file),
            Event::FileWritten(written) => self.say(&files::written(&written.paths)),
            Event::JobFinished { error: Some(error), .. } if is_worth_telling(&error) => {
                self.shell.note_failure();
                self.console.complain(&sentence(&error.to_string()));
            }
            Event::Message(message) => {
                if let Message::HypergammonDatabaseMissing { checkers, file: Some(_) } = message {
                    self.shell.missing_hypergammon = Some(checkers);
                }
                let text = messages::message(&message);
                self.console.complain(&text);
            }
            Event::Interrupted if self.shell.is_ending.load(Ordering::SeqCst) => {
                if let Some(script) = &self.shell.script.stop {
                    script.kill();
                }
                // `Stop` is never refused.
                let _ = self.session.execute(Command::Stop);
                self.shell.awaited_job.into_iter().for_each(|id| self.session.cancel_job(id));
                (self.shell.was_interrupted, self.shell.is_quitting) = (true, true);
            }
            Event::Interrupted if self.shell.is_interruptible => {
                // `Stop` is never refused.
                let _ = self.session.execute(Command::Stop);
                // Some jobs go on in the background unless someone waits for them.
                self.shell.awaited_job.into_iter().for_each(|id| self.session.cancel_job(id));
                self.shell.was_interrupted = true;
                match &self.shell.script.stop {
                    Some(script) => script.interrupt(),
                    None => self.console.print("(Interrupted)"),
                }
            }
            Event::Interrupted => {
                if let Some(script) = &self.shell.script.stop {
                    script.interrupt();
                }
            }
            Event::RolloutProgress { news, .. } => {
                let games = news.results.alternatives.iter().map(|one| u64::from(one.games())).max();
                let trials = u64::from(news.settings.trials);
                self.console.progress(Activity::Rollout, games.unwrap_or(0), Some(trials));
            }
            Event::JobProgress { activity, done, total, .. } => self.console.progress(activity, done, total),
            _ => {}
        }
    }

    fn show_change(&mut self, change: &StateChange) {
        let output = &self.session.options().output;
        let is_shown = match change.cause {
            Cause::Acted { agent: Agent::Computer | Agent::Automatic, .. } | Cause::Opening { .. } => {
                output.display
            }
            _ => true,
        };
        let is_person = change.after.to_act().is_some_and(|player| self.session.is_person(player));
        if let Some(text) = messages::change(self.session, change).filter(|_| is_shown) {
            self.say(&text);
        }
        let changes_position = matches!(
            change.cause,
            Cause::Acted { .. } | Cause::Opening { .. } | Cause::Undone | Cause::Redone | Cause::Opened
        );
        if !changes_position {
            return;
        }
        let output = &self.session.options().output;
        if output.raw_board
            && output.display
            && !self.session.is_finishing()
            && change.after.phase != Phase::Opening
            && change.after.result().is_none()
            && matches!(change.cause, Cause::Acted { .. } | Cause::Opening { .. })
        {
            // Programs that read boards follow every roll and play, whoever made it.
            let text = self.board_text(&change.after);
            self.say(&text);
            self.shell.is_board_due = false;
            return;
        }
        if is_person && change.after.phase != Phase::Opening {
            self.shell.is_board_due = true;
        } else if matches!(change.cause, Cause::Acted { agent: Agent::Computer, .. })
            && self.session.options().output.display
            && Player::BOTH.iter().all(|&player| !self.session.is_person(player))
            && !self.session.is_finishing()
        {
            let text = self.board_text(&change.after);
            self.say(&text);
        } else if change.after.result().is_some() {
            self.shell.is_board_due = false;
        }
    }

    /// Shows what a file contains. If it has several matches, a person chooses one.
    fn show_file_read(&mut self, file: &Arc<FileRead>) {
        self.say(&files::contents(file));
        if file.shown.and_then(|n| file.matches.get(n)).is_none() {
            return self.choose_match(file);
        }
        for line in files::warnings(file.warnings()) {
            self.console.complain(&line);
        }
    }

    fn choose_match(&mut self, file: &Arc<FileRead>) {
        let n = if self.console.is_interactive() {
            let Some(answer) = self.console.ask("Which match? (1) ") else { return };
            let answer = answer.trim();
            let n = if answer.is_empty() { Some(1) } else { answer.parse::<usize>().ok() };
            let Some(n) = n else { return };
            n
        } else {
            self.say(&gettext("Match 1 is opened. A number after the file name opens another one."));
            1
        };
        let show = FileCommand::Show { file: Arc::clone(file), index: n.wrapping_sub(1) };
        if let Err(refusal) = self.execute(show) {
            self.console.complain(&refusal.sentence());
        }
    }

    /// Asks whether a decision that the tutor warns of is meant.
    fn answer_warning(&mut self, judged: &TutorWarning) -> CommandResult {
        let text = messages::warning(self.session, judged, self.numbers());
        self.say(&text);
        if !self.console.is_interactive() {
            self.say(&gettext("Continuing anyway."));
        } else if !self.confirm(&gettext("Continue anyway?")) {
            return Ok(());
        }
        if let Command::Game(command) = &judged.command {
            self.execute(GameCommand::Anyway(Box::new(command.clone())))?;
        }
        Ok(())
    }
}
