// SPDX-License-Identifier: GPL-3.0-or-later
//! What a command works with, and the types of the table of commands.

use super::args::{Args, read_answer};
use super::background::BackgroundWork;
use super::console::Console;
use super::refusal::Refusal;
use super::tree::{CommandNode, Expects};
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::text::messages;
use crate::text::numbers::Numbers;
use gnubg_engine::core::{Dice, MatchState, Player};
use gnubg_formats::board_text::BoardText;
use gnubg_formats::ids::fibs_board;
use gnubg_session::event::StateChange;
use gnubg_session::event::TutorWarning;
use gnubg_session::jobs::JobId;
use gnubg_session::options::{FixedAnswer, OptionId, OptionValue};
use gnubg_session::speed::Speed;
use gnubg_session::survey::Survey;
use gnubg_session::{Command, CommandOutcome, Event, Recoverable, Session};
use std::any::Any;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How many plays `hint` lists by default.
pub const DEFAULT_HINT_PLAYS: usize = 10;

/// How many lines that were not understood are listed at the end of a script.
const MAX_LISTED: usize = 20;

/// What running a command returns.
pub type CommandResult = Result<(), Refusal>;

/// Runs a command with the words after it.
pub type Handler = fn(&mut Context<'_>, &mut Args<'_>) -> CommandResult;

/// Runs a text that is no command, such as a play.
pub type TextHandler = fn(&mut Context<'_>, &str) -> CommandResult;

/// What a command of the tree does.
pub type Action = Arc<dyn Fn(&mut Context<'_>, &mut Args<'_>) -> CommandResult + Send + Sync>;

/// A command with code of its own, as the families of commands list them.
#[derive(Clone, Copy, Debug)]
pub struct CommandRow {
    /// All words; `PLAYER` stands for a player.
    pub path: &'static str,
    /// The arguments, as help shows them.
    pub args: &'static str,
    /// What the command does, in a few words.
    pub help: &'static str,
    /// What may follow, for completion.
    pub expects: Expects,
    /// Its code.
    pub run: Handler,
}

/// A row whose arguments cannot be completed.
pub(crate) const fn row(
    path: &'static str,
    args: &'static str,
    help: &'static str,
    run: Handler,
) -> CommandRow {
    CommandRow { path, args, help, expects: Expects::Anything, run }
}

impl CommandRow {
    /// The same row with arguments that can be completed.
    pub(crate) const fn expecting(self, expects: Expects) -> CommandRow {
        CommandRow { expects, ..self }
    }
}

/// Everything a line can mean.
pub struct CommandTable {
    /// The words of all commands.
    pub root: CommandNode<Action>,
    /// A line that is a play, such as `8/5 6/5`.
    pub play: TextHandler,
    /// A line that is a roll, while the session waits for dice thrown by hand.
    pub dice: TextHandler,
    /// The rest of a line that begins with `!`.
    pub program: TextHandler,
    /// The rest of a line that begins with `>`.
    pub script: TextHandler,
}

/// The interpreter of the scripting language. This module knows only how to stop it.
#[derive(Default)]
pub struct ScriptSlot {
    /// The interpreter, once it was started; not while it runs something.
    pub(crate) interpreter: Option<Box<dyn Any + Send>>,
    /// Stops what it runs; `None` while it runs nothing.
    pub(crate) stop: Option<Arc<dyn StopScript>>,
}

/// Stops a script, from the thread that serves it.
pub(crate) trait StopScript: Send + Sync {
    /// As Ctrl+C does: the script can handle it.
    fn interrupt(&self);

    /// At once: the program has to end.
    fn kill(&self);
}

impl std::fmt::Debug for ScriptSlot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScriptSlot").field("is_running", &self.stop.is_some()).finish_non_exhaustive()
    }
}

/// What the language remembers from line to line.
#[derive(Debug)]
pub struct ShellState {
    /// How many plays the last `hint` asked for.
    pub(crate) hint_plays: usize,
    /// Whether a hint is shown when it arrives.
    pub(crate) shows_hints: bool,
    /// The speed measured last, until `calibrate` has shown it.
    pub(crate) speed: Option<Speed>,
    /// The survey computed last, until its command has shown it.
    pub(crate) survey: Option<Arc<Survey>>,
    /// The interrupted matches found last, until their command has used them.
    pub(crate) interrupted_matches: Option<Vec<Recoverable>>,
    /// Lines of scripts with a word that is not a command, until they have been told.
    pub(crate) not_understood: Vec<String>,
    /// Whether the board is shown as soon as nothing is being computed.
    pub(crate) is_board_due: bool,
    /// Whether the program ends after this line.
    pub(crate) is_quitting: bool,
    /// Whether the program has to end; set by other threads, which then interrupt the session.
    pub(crate) is_ending: Arc<AtomicBool>,
    /// How many files of commands are being run, one inside the other.
    pub(crate) script_depth: usize,
    /// The warning of the tutor that still needs an answer.
    pub(crate) tutor_warning: Option<Box<TutorWarning>>,
    /// Whether the user interrupted a computation of this line.
    pub(crate) was_interrupted: bool,
    /// The hypergammon database that is missing, until the user was asked whether to make it: checkers a side.
    pub(crate) missing_hypergammon: Option<u8>,
    /// Whether an interruption stops a computation now.
    pub(crate) is_interruptible: bool,
    /// The job that a command waits for.
    pub(crate) awaited_job: Option<JobId>,
    /// Whether something of this line was refused.
    pub(crate) has_failed: bool,
    /// Ambiguous abbreviations that have been explained once.
    pub(crate) explained: HashSet<String>,
    /// The rolls that a function for scripts has asked for, instead of showing them.
    pub(crate) drawn_rolls: Option<Vec<[u8; 2]>>,
    /// The interpreter of the scripting language, once it was used.
    pub(crate) script: ScriptSlot,
    /// What a front end has to show afterwards, if one collects it.
    pub(crate) meanwhile: Option<Meanwhile>,
    /// Computations that this line does not wait for: those that were running before, and those it leaves to a front end.
    pub(crate) others: BTreeSet<JobId>,
}

/// What happened while a line ran and a front end has to show.
#[derive(Debug, Default)]
pub struct Meanwhile {
    /// The changes of the match.
    pub changes: Vec<StateChange>,
    /// The events of computations that the line did not wait for.
    pub events: Vec<Event>,
    /// What the line has started and goes on.
    pub started: Vec<BackgroundWork>,
}

impl Default for ShellState {
    fn default() -> ShellState {
        ShellState {
            hint_plays: DEFAULT_HINT_PLAYS,
            shows_hints: true,
            speed: None,
            survey: None,
            interrupted_matches: None,
            not_understood: Vec::new(),
            is_board_due: false,
            is_quitting: false,
            is_ending: Arc::default(),
            script_depth: 0,
            tutor_warning: None,
            missing_hypergammon: None,
            was_interrupted: false,
            is_interruptible: false,
            awaited_job: None,
            has_failed: false,
            explained: HashSet::new(),
            drawn_rolls: None,
            script: ScriptSlot::default(),
            meanwhile: None,
            others: BTreeSet::new(),
        }
    }
}

/// What a command works with.
pub struct Context<'a> {
    /// The application model.
    pub session: &'a mut Session,
    /// Where text goes and answers come from.
    pub console: &'a mut dyn Console,
    /// What the language remembers.
    pub shell: &'a mut ShellState,
    /// All commands.
    pub commands: &'static CommandTable,
}

impl Context<'_> {
    /// Shows text, unless the options turn all output off.
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

    /// Both players' names, player 0 first.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        Player::BOTH.map(|player| self.session.name(player))
    }

    /// Gives the session a command.
    ///
    /// # Errors
    /// If the session refuses it.
    pub fn execute(&mut self, command: impl Into<Command>) -> Result<CommandOutcome, Refusal> {
        Ok(self.session.execute(command.into())?)
    }

    /// Gives options new values, all or none. `false` if that needs a file that could not be read, which was told.
    ///
    /// # Errors
    /// If the session refuses the values.
    pub fn set_options(&mut self, values: Vec<(OptionId, OptionValue)>) -> Result<bool, Refusal> {
        Ok(match self.execute(Command::Set(values))? {
            CommandOutcome::Done => true,
            CommandOutcome::Started(id) => self.await_job(id),
        })
    }

    /// Gives the session a command, after asking if it would discard something. `false` if the user declines.
    ///
    /// # Errors
    /// If the session refuses it.
    pub fn execute_asking(&mut self, command: impl Into<Command>) -> Result<bool, Refusal> {
        let command = command.into();
        if let Some(loss) = self.session.loses(&command)
            && self.session.options().confirm.new
            && !self.confirm(&messages::loss(loss))
        {
            return Ok(false);
        }
        self.execute(command)?;
        Ok(true)
    }

    /// Whether a file may be written. Asks if the file exists and the options want the question.
    pub fn may_write(&mut self, file: &str) -> bool {
        let asks = self.session.options().confirm.save && Path::new(file).exists();
        !asks || self.confirm(&gettext_f("{file} exists. Overwrite it?", &[("file", file.to_string())]))
    }

    /// Asks a yes-or-no question. Where nobody can be asked the answer is yes, unless the options set another.
    pub fn confirm(&mut self, question: &str) -> bool {
        let fixed = match self.session.options().confirm.answer {
            FixedAnswer::Yes => Some(true),
            FixedAnswer::No => Some(false),
            FixedAnswer::Ask => None,
        };
        if let Some(answer) = fixed {
            self.say(&format!("{question} {}", if answer { gettext("Yes.") } else { gettext("No.") }));
            return answer;
        }
        if !self.console.is_interactive() {
            return true;
        }
        loop {
            let Some(answer) = self.console.ask(&format!("{question} {} ", gettext("(yes or no)"))) else {
                return false;
            };
            match read_answer(&answer) {
                Some(answer) => return answer,
                None => self.console.complain(&gettext("Please answer yes or no.")),
            }
        }
    }

    /// Shows the current position.
    pub fn show_board(&mut self) {
        let Some(state) = self.session.state().copied() else { return };
        let text = self.board_text(&state);
        self.say(&text);
    }

    /// A position of the current match as text, in the style that the options choose.
    #[must_use]
    pub fn board_text(&self, state: &MatchState) -> String {
        let names = self.names();
        let names = [names[0].as_str(), names[1].as_str()];
        let output = &self.session.options().output;
        let faces = self.session.shown_faces().filter(|[a, b]| Dice::new(*a, *b).ok() == state.dice());
        if output.raw_board {
            fibs_board::write(state, names, Player::One, faces)
        } else {
            BoardText { state, names, clockwise: output.clockwise, faces }.draw() + "\n"
        }
    }
}

impl ShellState {
    /// Records that something of this line was refused.
    pub(crate) fn note_failure(&mut self) {
        self.has_failed = true;
    }

    /// Records that a line was refused.
    pub(crate) fn note_refusal(&mut self, line: &str, refusal: &Refusal) {
        self.note_failure();
        if matches!(refusal, Refusal::Unknown { .. } | Refusal::Incomplete { .. }) {
            self.not_understood.push(line.trim().to_owned());
        }
    }

    /// The lines from the `first` one on that were not understood, as a sentence, and forgets them.
    pub(crate) fn take_not_understood(&mut self, first: usize) -> Option<String> {
        let lines = self.not_understood.split_off(first.min(self.not_understood.len()));
        let more = lines.len().saturating_sub(MAX_LISTED);
        let listed = lines[..lines.len() - more].join("; ");
        let more = if more > 0 { format!("; … (+{more})") } else { String::new() };
        match lines.len() {
            0 => None,
            n => Some(ngettext_f(
                "{n} command was not understood: {list}",
                "{n} commands were not understood: {list}",
                u32::try_from(n).unwrap_or(u32::MAX),
                &[("n", n.to_string()), ("list", format!("{listed}{more}"))],
            )),
        }
    }
}
