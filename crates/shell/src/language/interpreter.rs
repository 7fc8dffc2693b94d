// SPDX-License-Identifier: GPL-3.0-or-later
//! Carrying out lines and showing what the session tells.

use super::args::{Args, read_players};
use super::build::table;
use super::console::Console;
use super::refusal::Refusal;
use super::tree::{Done, Run};
use super::words::{Word, split};
use crate::commands;
use crate::text::numbers::Numbers;
use crate::text::words;
use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::eval::RankedPlay;
use gnubg_formats::board_text::BoardText;
use gnubg_formats::ids::fibs_board;
use gnubg_session::event::Activity;
use gnubg_session::event::TutorWarning;
use gnubg_session::event::{Agent, StateChange};
use gnubg_session::hint::Advice;
use gnubg_session::jobs::JobId;
use gnubg_session::options::FixedAnswer;
use gnubg_session::{Cause, Command, Event, GameCommand, Outcome, Question, Session, is_worth_telling};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// Plays listed by `hint` when nothing is said.
pub const USUAL_PLAYS: usize = 10;

/// What follows a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next line.
    Continue,
    /// The end of the program.
    Quit,
}

/// The state of the language between lines.
#[derive(Debug)]
pub struct Interpreter {
    /// Plays that the hint asked for lists.
    pub(crate) most_plays: usize,
    /// The speed that was measured last, until `calibrate` has told it.
    pub(crate) speed: Option<gnubg_session::speed::Speed>,
    /// Whether a hint is shown when it comes.
    pub(crate) is_hint_shown: bool,
    /// A board is to be shown when everything has come to rest.
    pub(crate) is_board_due: bool,
    /// The program is to end.
    pub(crate) quits: bool,
    /// How deep files of commands are nested.
    pub(crate) depth: usize,
    /// Whether `!` may run programs.
    pub(crate) may_run_programs: bool,
    warning: Option<Box<TutorWarning>>,
    was_interrupted: bool,
    is_alert: bool,
    has_failed: bool,
    told: HashSet<String>,
    /// Changes of the match that were taken in, if somebody shows them otherwise as well.
    changes: Option<Vec<StateChange>>,
}

impl Default for Interpreter {
    fn default() -> Interpreter {
        Interpreter {
            most_plays: USUAL_PLAYS,
            speed: None,
            is_hint_shown: true,
            is_board_due: false,
            quits: false,
            depth: 0,
            may_run_programs: true,
            warning: None,
            was_interrupted: false,
            is_alert: false,
            has_failed: false,
            told: HashSet::new(),
            changes: None,
        }
    }
}

/// What a command works with.
pub struct Context<'a> {
    /// The program's state.
    pub session: &'a mut Session,
    /// Where text goes.
    pub console: &'a mut dyn Console,
    /// The language's state.
    pub shell: &'a mut Interpreter,
}

impl Interpreter {
    /// Forbids running programs by `!`.
    pub fn forbid_programs(&mut self) {
        self.may_run_programs = false;
    }

    /// Keeps the changes of the match that are taken in while lines are carried out, for [`Interpreter::take_changes`].
    pub fn keep_changes(&mut self) {
        self.changes.get_or_insert_default();
    }

    /// The changes kept since the last call.
    pub fn take_changes(&mut self) -> Vec<StateChange> {
        self.changes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether the last line was refused.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Notes that a line was refused.
    pub(crate) fn note_failure(&mut self) {
        self.has_failed = true;
    }

    /// Whether the user interrupted what went on.
    #[must_use]
    pub fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// Carries out a line and waits until everything that follows from it has come to rest.
    pub fn run(&mut self, session: &mut Session, console: &mut dyn Console, line: &str) -> Flow {
        self.settle(session, console);
        (self.has_failed, self.was_interrupted) = (false, false);
        let done = Context { session, console, shell: self }.obey(line);
        if let Err(refusal) = done {
            self.has_failed = true;
            console.complain(&refusal.sentence());
        }
        self.settle(session, console);
        if self.quits { Flow::Quit } else { Flow::Continue }
    }

    /// Waits until nothing that somebody waits for is computed, showing what happens.
    pub fn settle(&mut self, session: &mut Session, console: &mut dyn Console) {
        loop {
            self.is_alert = session.is_busy() || session.is_pending(Activity::Rollout);
            session.settle(|session, event| Context { session, console, shell: self }.show(event));
            self.is_alert = false;
            let Some(judged) = self.warning.take() else { break };
            let mut context = Context { session, console, shell: self };
            if let Err(refusal) = context.answer_warning(&judged) {
                console.complain(&refusal.sentence());
            }
        }
        if std::mem::take(&mut self.is_board_due) {
            Context { session, console, shell: self }.show_board();
        }
    }
}

impl Context<'_> {
    /// Shows text, unless all output is off.
    pub fn say(&mut self, text: &str) {
        if self.session.options().output.on {
            self.console.print(text);
        }
    }

    /// How numbers are written.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        Numbers::of(&self.session.options().output)
    }

    /// Both names by seat.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        Player::BOTH.map(|player| self.session.name(player))
    }

    /// Gives the session a command.
    ///
    /// # Errors
    /// If it refuses.
    pub fn execute(&mut self, command: impl Into<Command>) -> Result<Outcome, Refusal> {
        Ok(self.session.execute(command.into())?)
    }

    /// Gives the session a command, after asking if something would be thrown away. `false` if the user does not want.
    ///
    /// # Errors
    /// If the session refuses.
    pub fn execute_asking(&mut self, command: impl Into<Command>) -> Result<bool, Refusal> {
        let command = command.into();
        if let Some(loss) = self.session.loses(&command)
            && self.session.options().confirm.new
            && !self.confirm(&words::loss(loss))
        {
            return Ok(false);
        }
        self.execute(command)?;
        Ok(true)
    }

    /// Whether a file may be written: asks if it is there already and the options want that.
    pub fn may_write(&mut self, file: &str) -> bool {
        let asks = self.session.options().confirm.save && Path::new(file).exists();
        !asks || self.confirm(&format!("{file} exists. Overwrite it?"))
    }

    /// Asks for yes or no. Where nobody can be asked the answer is yes, unless the options fix another.
    pub fn confirm(&mut self, question: &str) -> bool {
        let fixed = match self.session.options().confirm.answer {
            FixedAnswer::Yes => Some(true),
            FixedAnswer::No => Some(false),
            FixedAnswer::Ask => None,
        };
        if let Some(answer) = fixed {
            self.say(&format!("{question} {}", if answer { "Yes." } else { "No." }));
            return answer;
        }
        if !self.console.is_interactive() {
            return true;
        }
        loop {
            let Some(answer) = self.console.ask(&format!("{question} (yes or no) ")) else { return false };
            match super::args::read_switch(answer.trim()) {
                Some(answer) => return answer,
                None => self.console.complain("Please answer yes or no."),
            }
        }
    }

    /// Waits for computations, showing what happens.
    pub fn settle(&mut self) {
        self.shell.settle(self.session, self.console);
    }

    /// Waits for a job in the background, showing what happens; interrupting stops it. `false` if it was stopped or
    /// failed.
    pub fn await_job(&mut self, id: JobId) -> bool {
        let mut is_done = true;
        let (shell, console) = (&mut *self.shell, &mut *self.console);
        let was_alert = std::mem::replace(&mut shell.is_alert, true);
        self.session.await_job(id, |session, event| {
            is_done &=
                !matches!(&event, Event::JobFinished { id: ended, error: Some(_), .. } if *ended == id);
            Context { session, console: &mut *console, shell: &mut *shell }.show(event);
        });
        self.shell.is_alert = was_alert;
        is_done
    }

    /// Carries out a line.
    ///
    /// # Errors
    /// Why it was not carried out.
    pub fn obey(&mut self, line: &str) -> Done {
        let line = line.trim();
        match line.chars().next() {
            None | Some('#' | ':') => return Ok(()),
            Some('>') => {
                return Err(Refusal::usage("this program was built without the scripting language"));
            }
            Some('!') => return commands::system::run_program(self, line[1..].trim()),
            Some(_) => {}
        }
        let words = split(line);
        if self.session.wants_dice() && line.starts_with(|c: char| c.is_ascii_digit()) {
            return commands::game::throw(self, line);
        }
        if is_play(&words) {
            return commands::game::play(self, line);
        }
        let session = &*self.session;
        let found = table().find(&words, &|word| read_players(session, word))?;
        if let Some((word, meant)) = found.ambiguity
            && self.console.is_interactive()
            && self.shell.told.insert(word.clone())
        {
            self.console.print(&format!("({word} stands for {meant})"));
        }
        let Some(run) = &found.node.run else { return Ok(()) };
        let mut args = Args::new(line, words, found.n_words, found.path, found.players);
        match run {
            Run::Handler(handler) => handler(self, &mut args),
            Run::Option(words) => commands::options::set(self, words, &mut args),
            Run::Fixed(words, value) => commands::options::give(self, words, value),
        }
    }

    /// The plays of the hint for the present roll; the hint is asked for if there is none.
    ///
    /// # Errors
    /// If no play is due.
    pub fn hinted_plays(&mut self) -> Result<Arc<[RankedPlay]>, Refusal> {
        if self.session.last_hint().is_none() {
            self.session.game()?;
            self.execute(Command::Ask(Question::Hint))?;
            let before = std::mem::replace(&mut self.shell.is_hint_shown, false);
            self.settle();
            self.shell.is_hint_shown = before;
        }
        match self.session.last_hint().map(|hint| &hint.advice) {
            Some(Advice::Play { plays, .. }) => Ok(Arc::clone(plays)),
            _ => Err(Refusal::usage("plays have numbers only when dice are to be played")),
        }
    }

    /// Shows the present position.
    pub fn show_board(&mut self) {
        let Some(state) = self.session.state().copied() else { return };
        let text = self.board_text(&state);
        self.say(&text);
    }

    /// A position of the present match, as the options want it.
    #[must_use]
    pub fn board_text(&self, state: &MatchState) -> String {
        let names = self.names();
        let names = [names[0].as_str(), names[1].as_str()];
        let output = &self.session.options().output;
        if output.raw_board {
            fibs_board::write(state, names, Player::One)
        } else {
            BoardText { state, names, clockwise: output.clockwise }.draw() + "\n"
        }
    }

    /// Shows what the session tells.
    fn show(&mut self, event: Event) {
        match event {
            Event::StateChanged(change) => {
                self.show_change(&change);
                self.shell.changes.as_mut().into_iter().for_each(|kept| kept.push((*change).clone()));
            }
            Event::HintReady(hint) if self.shell.is_hint_shown => {
                let text = commands::ask::hint_text(self, &hint);
                self.say(&text);
            }
            Event::Evaluated(appraisal) => {
                let text = commands::ask::appraisal_text(self, &appraisal);
                self.say(&text);
            }
            Event::RolloutReady { news, .. } => {
                let text = commands::rollout::news_text(self, &news);
                self.say(&text);
            }
            Event::RollsDrawn(rolls) => {
                let text: Vec<String> = rolls.into_iter().map(|[a, b]| format!("{a} {b}")).collect();
                self.say(&text.join("\n"));
            }
            Event::SpeedMeasured { speed, .. } => self.shell.speed = Some(speed),
            Event::TutorWarning(judged) => self.shell.warning = Some(judged),
            Event::DiceWanted(player) => {
                let text = words::dice_wanted(player.map(|player| self.session.name(player)));
                self.say(&text);
            }
            Event::GameOver(over) => {
                let text = words::game_over(self.session, &over);
                self.say(&text);
            }
            Event::MatchOver(winner) => {
                let text = format!("{} has won the match.", self.session.name(winner));
                self.say(&text);
            }
            Event::FileRead(file) => commands::files::show_read(self, &file),
            Event::FileWritten(written) => commands::files::show_written(self, &written),
            Event::JobFinished { error: Some(error), .. } if is_worth_telling(&error) => {
                self.shell.note_failure();
                self.console.complain(&super::refusal::sentence(&error.to_string()));
            }
            Event::Message(message) => {
                let text = words::message(&message);
                self.console.complain(&text);
            }
            Event::Interrupted if self.shell.is_alert => {
                // Stopping what goes on cannot be refused.
                let _ = self.session.execute(Command::Stop);
                self.shell.was_interrupted = true;
                self.console.print("(Interrupted)");
            }
            _ => {}
        }
    }

    fn show_change(&mut self, change: &StateChange) {
        let output = &self.session.options().output;
        let is_watched = match change.cause {
            Cause::Acted { agent: Agent::Computer | Agent::Automatic, .. } | Cause::Opening { .. } => {
                output.display
            }
            _ => true,
        };
        let is_person = change.after.to_act().is_some_and(|player| self.session.is_person(player));
        if let Some(text) = words::change(self.session, change).filter(|_| is_watched) {
            self.say(&text);
        }
        let is_move = matches!(
            change.cause,
            Cause::Acted { .. } | Cause::Opening { .. } | Cause::Undone | Cause::Redone | Cause::Opened
        );
        if !is_move {
            return;
        }
        if is_person && !change.after.phase.eq(&gnubg_engine::core::Phase::Opening) {
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

    /// Asks whether a decision the tutor warns of is meant.
    fn answer_warning(&mut self, judged: &TutorWarning) -> Done {
        let text = words::warning(self.session, judged, self.numbers());
        self.say(&text);
        if !self.console.is_interactive() {
            self.say("It is done nevertheless.");
        } else if !self.confirm("Do it nevertheless?") {
            return Ok(());
        }
        if let Command::Game(command) = &judged.command {
            self.execute(GameCommand::Anyway(Box::new(command.clone())))?;
        }
        Ok(())
    }
}

/// Whether a line is a play: its first word begins with a digit or `=`, or is `bar` or a beginning of it.
fn is_play(words: &[Word]) -> bool {
    let Some(first) = words.first().map(|word| word.text.to_lowercase()) else { return false };
    let is_bar = |text: &str| !text.is_empty() && "bar".starts_with(text);
    let numbered = first.strip_prefix('=').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
    first.starts_with(|c: char| c.is_ascii_digit())
        || numbered
        || is_bar(&first)
        || first.split_once('/').is_some_and(|(from, _)| is_bar(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_need_no_keyword() {
        for line in ["8/5 6/5", "8 5 6 5", "bar/20", "b 20", "b/20", "BA/24", "=2", "24-18"] {
            assert!(is_play(&split(line)), "{line}");
        }
        for line in ["beaver", "roll", "= 2", "/8/5", "(2)", "barn/3", ""] {
            assert!(!is_play(&split(line)), "{line}");
        }
    }
}
