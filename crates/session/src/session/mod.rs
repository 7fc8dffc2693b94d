// SPDX-License-Identifier: GPL-3.0-or-later
//! The session itself: what it owns, how it starts and ends, what can be read of it.

mod advice;
mod analysis;
mod batch;
mod databases;
mod dice_box;
pub(crate) mod editing;
mod engine;
mod execute;
mod files;
pub(crate) mod jobs;
mod library;
mod losses;
pub(crate) mod navigate;
mod paused_rollout;
pub(crate) mod play;
pub(crate) mod programs;
mod rollout;
mod rollout_queue;
mod saving;
mod statistics;

use crate::advice::hint::Hint;
use crate::analysis::queue::KeptQueue;
use crate::editing::history::History;
use crate::error::CommandError;
use crate::event::{Activity, Cause, Event, Message, StateChange, TutorWarning};
use crate::files::directories::Directories;
use crate::files::journal::{Journal, Touched};
use crate::jobs::{BEHIND_WINDOW, JobError, JobId, Report, Scheduler, WorkQueue, within};
use crate::options::{Options, Seat};
use crate::play::clock::TurnClock;
use crate::play::external::Connection;
use crate::rollout::{LastRollout, RolloutResult, StartedRollout};
use crate::session::dice_box::{DiceBox, PendingRoll};
use crate::session::library::LibraryDoor;
use crate::settings::{KnownSettings, read_settings};
use async_channel::{Receiver, Sender};
use gnubg_engine::core::{MatchState, Phase, Player};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::Engine;
use gnubg_engine::rng::{Generator, Seed, SourceState};
use gnubg_record::{Cursor, MatchInfo, MatchRecord};
use gnubg_report::Words;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Characters of the longest name that is shown whole. Players can have 31; names in files can be of any length.
const MAX_SHOWN_NAME: usize = 100;
/// How long the start and the end of a session wait for the disk.
const DISK_DEADLINE: Duration = Duration::from_secs(5);

/// What a session starts with.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The folders it reads and writes; `None` for none.
    pub directories: Option<Directories>,
    /// Leave the settings file alone: neither read nor write it.
    pub without_settings: bool,
    /// Use no bearoff databases.
    pub without_databases: bool,
    /// Run no programs, whatever commands and settings say.
    pub without_programs: bool,
    /// Write no journal for the case of a crash.
    pub without_autosave: bool,
    /// An engine to use instead of building one.
    pub engine: Option<Arc<Engine>>,
    /// The number of worker threads; overrides the option.
    pub threads: Option<usize>,
    /// Whether a window shows the session: its thread then has priority over worker threads, programs of the settings need the
    /// user's word, and advice compares at least two plays at full depth.
    pub in_window: bool,
    /// The seed of the first dice; `None` for a random one.
    pub seed: Option<Seed>,
    /// The user's name.
    pub user: Option<String>,
    /// Rolls that come before any others, at an opening the die of seat `Zero` first.
    pub first_rolls: Vec<[u8; 2]>,
    /// The words of reports, in the language of the front end.
    pub words: Words,
}

impl Setup {
    /// The niceness of worker threads.
    pub(crate) fn niceness(&self, options: &Options) -> i32 {
        options.general.nice + if self.in_window { BEHIND_WINDOW } else { 0 }
    }
}

/// Puts [`Event::Interrupted`] into a session's stream of events, from any thread.
#[derive(Clone, Debug)]
pub struct Interrupter(Sender<Notice>);

impl Interrupter {
    /// Interrupts.
    pub fn interrupt(&self) {
        // The session may have ended; then there is nothing to interrupt.
        let _ = self.0.try_send(Notice(Content::Event(Event::Interrupted)));
    }
}

/// Puts [`Event::Woken`] into a session's stream of events, from any thread, so that [`Session::absorb_next`] returns.
#[derive(Clone, Debug)]
pub struct Waker(Sender<Notice>);

impl Waker {
    /// Wakes whoever waits.
    pub fn wake(&self) {
        // The session may have ended; then nobody waits.
        let _ = self.0.try_send(Notice(Content::Event(Event::Woken)));
    }
}

/// What a session has received and not taken in yet: an event to be shown, or a report of a worker. Pass it to
/// [`Session::absorb`].
#[derive(Debug)]
pub struct Notice(Content);

#[derive(Debug)]
enum Content {
    Event(Event),
    Report(Report<Session>),
    /// Why the journal cannot be written; `None` once it can again.
    Autosave(Option<String>),
}

/// How a job has ended.
pub(crate) struct Ending<'a> {
    pub(crate) id: JobId,
    /// Whether the position shown is still the one it was started for.
    pub(crate) is_current: bool,
    /// Why it has no result, if it has none.
    pub(crate) error: Option<&'a JobError>,
}

type Follow = Box<dyn FnOnce(&mut Session, &Ending<'_>) + Send>;

/// A job whose end has not been taken in.
pub(crate) struct PendingJob {
    activity: Activity,
    /// The revision it was started for.
    revision: u64,
    /// What follows its end, after its result was taken in.
    then: Follow,
}

impl std::fmt::Debug for PendingJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PendingJob")
            .field("activity", &self.activity)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

/// The application behind a front end. See the crate for how to drive it.
#[derive(Debug)]
pub struct Session {
    pub(crate) record: MatchRecord,
    pub(crate) cursor: Cursor,
    pub(crate) state: MatchState,
    pub(crate) revision: u64,
    pub(crate) history: History,
    pub(crate) options: Options,
    known_settings: Arc<KnownSettings>,
    /// Programs that the user has typed or allowed.
    allowed_programs: BTreeSet<String>,
    pub(crate) dice: DiceBox,
    pub(crate) engine: Arc<Engine>,
    pub(crate) table: Arc<MatchEquityTable>,
    jobs: Scheduler<Session>,
    /// Small files whose writing nobody waits for, one after the other.
    pub(crate) files: WorkQueue,
    /// Jobs whose end has not been taken in.
    pending_jobs: HashMap<JobId, PendingJob>,
    /// The roll that waits for dice of a slow source.
    pending_roll: Option<PendingRoll>,
    /// Whether the computer waits until a command lets it continue.
    pub(crate) is_held: bool,
    /// Whether the program plays both sides to the end of the game.
    pub(crate) is_finishing: bool,
    /// Whether a match is being transcribed.
    pub(crate) is_transcribing: bool,
    /// Whether dice thrown by hand have to be entered.
    pub(crate) is_dice_wanted: bool,
    /// The tutor's last warning, until something else is done.
    pub(crate) warning: Option<Box<TutorWarning>>,
    pub(crate) last_hint: Option<(u64, Arc<Hint>)>,
    /// Rollouts whose jobs have not ended.
    pub(crate) rollouts: HashMap<JobId, StartedRollout>,
    pub(crate) last_rollout: Option<LastRollout>,
    /// Whether the last rollout is a paused one that an earlier session saved, and its file still exists.
    pub(crate) has_loaded_rollout: bool,
    /// The result of a rollout that ended before its decision was made, and the place of the decision.
    pub(crate) pending_rollout_result: Option<(Cursor, Box<RolloutResult>)>,
    /// The errors that are being rolled out.
    running_queue: Option<rollout_queue::RunningQueue>,
    /// Errors that were being rolled out when their match was left or the program ended.
    waiting_queue: Option<KeptQueue>,
    /// The last game that the running analysis has reached.
    pub(crate) analyzed_game: Option<usize>,
    pub(crate) turn: TurnClock,
    /// Connections to external players by seat; lent while they are asked.
    pub(crate) connections: [Connection; 2],
    /// The way to the library of the user.
    library: LibraryDoor,
    pub(crate) journal: Option<Journal>,
    /// What the journal has not been told yet.
    pub(crate) touched: Touched,
    /// Whether the journal holds no match, because a file has it as it stands.
    pub(crate) is_journal_empty: bool,
    /// Why the running match cannot be saved automatically at present.
    autosave_problem: Option<String>,
    /// The record as the journal has it.
    #[cfg(test)]
    mirror: crate::files::journal::Mirror,
    pub(crate) file: Option<PathBuf>,
    /// The file of another format that the match came from.
    pub(crate) origin: Option<PathBuf>,
    pub(crate) is_unsaved: bool,
    /// Databases that were found damaged while in use, as the user was told.
    pub(crate) failed_databases: Vec<String>,
    pub(crate) setup: Setup,
    sender: Sender<Notice>,
    receiver: Receiver<Notice>,
}

impl Session {
    /// Starts a session: reads the settings, builds the engine, and makes the small bearoff databases in the background
    /// if they are missing. Problems are reported as messages; the session starts nevertheless.
    ///
    /// # Errors
    /// If the program's own nets are damaged, or no thread can be started.
    pub fn start(setup: Setup) -> Result<Session, JobError> {
        let (sender, receiver) = async_channel::unbounded();
        let mut messages = Vec::new();
        let directories = setup.directories.as_ref().filter(|_| !setup.without_settings);
        let ((mut options, known_settings), allowed_programs) = match directories.cloned() {
            None => Default::default(),
            Some(directories) => {
                let path = directories.settings_file();
                let in_window = setup.in_window;
                let read = within(DISK_DEADLINE, move || {
                    let mut messages = Vec::new();
                    let is_new = in_window && !directories.settings_file().exists();
                    let mut settings = read_settings(&directories, &mut messages);
                    if is_new {
                        settings.0.suit_new_player();
                    }
                    ((settings, programs::read_allowed(&directories)), messages)
                });
                let (read, told) = read.unwrap_or_else(|| {
                    let reason = std::io::Error::from(std::io::ErrorKind::TimedOut).to_string();
                    (Default::default(), vec![Message::SettingsNotRead { path, reason }])
                });
                messages.extend(told);
                read
            }
        };
        if let Some(user) = setup.user.as_ref().filter(|_| options.matches.names == default_names()) {
            options.matches.names[1].clone_from(user);
        }
        let plan = engine::plan_of(&options, &setup);
        let (built, is_whole) = match &setup.engine {
            Some(engine) => (crate::engine::Built { engine: Arc::clone(engine), problems: Vec::new() }, true),
            None => engine::build_within(&plan, DISK_DEADLINE)?,
        };
        messages.extend(built.problems.into_iter().map(engine::message_of));
        let threads = setup.threads.unwrap_or(options.engine.threads);
        let reports = sender.clone();
        let jobs = Scheduler::new(threads, setup.niceness(&options), move |report| {
            // The session may have ended; then the report is not needed.
            let _ = reports.try_send(Notice(Content::Report(report)));
        })?;
        let seed = setup.seed.clone().unwrap_or_else(Seed::from_system);
        let record = empty_match(&options);
        let state = record.state_at(Cursor::default());
        let mut session = Session {
            record,
            cursor: Cursor::default(),
            state,
            revision: 0,
            history: History::default(),
            dice: DiceBox::new(&seed, &setup.first_rolls),
            engine: built.engine,
            table: Arc::new(MatchEquityTable::default()),
            jobs,
            files: WorkQueue::start("files")?,
            pending_jobs: HashMap::new(),
            pending_roll: None,
            is_held: false,
            is_finishing: false,
            is_transcribing: false,
            is_dice_wanted: false,
            warning: None,
            last_hint: None,
            rollouts: HashMap::new(),
            last_rollout: None,
            has_loaded_rollout: false,
            pending_rollout_result: None,
            running_queue: None,
            waiting_queue: None,
            analyzed_game: None,
            turn: TurnClock::default(),
            connections: Default::default(),
            library: LibraryDoor::new(
                setup.directories.as_ref().map(Directories::library_file),
                sender.clone(),
            ),
            journal: None,
            touched: Touched::whole(),
            is_journal_empty: false,
            autosave_problem: None,
            #[cfg(test)]
            mirror: Default::default(),
            file: None,
            origin: None,
            is_unsaved: false,
            failed_databases: Vec::new(),
            options,
            known_settings,
            allowed_programs,
            setup,
            sender,
            receiver,
        };
        session.apply_saved_options(&mut messages);
        session.open_journal(&mut messages);
        session.emit_messages(messages);
        if !is_whole {
            session.rebuild_engine();
        }
        session.make_missing_databases();
        session.verify_databases();
        Ok(session)
    }

    /// Applies the match equity table and the dice source of the settings file.
    fn apply_saved_options(&mut self, messages: &mut Vec<Message>) {
        match engine::built_in(&self.options.engine) {
            Some(table) => self.table = Arc::new(table),
            None => {
                let options = self.options.engine.clone();
                let files = engine::NamedFiles { table: true, weights: false };
                self.read_named_files(&options, files, |session, table| {
                    table.into_iter().for_each(|table| session.use_table(table));
                    let named = crate::options::find("engine.met").map(crate::options::Leaf::id);
                    session.emit(Event::OptionsChanged(named.into_iter().collect()));
                });
            }
        }
        if let Err(error) = self.use_saved_dice() {
            messages.push(Message::SettingsProblem(error.to_string()));
        }
    }

    /// What the session receives, in order: events to be shown, and reports of workers. Pass each to
    /// [`Session::absorb`].
    #[must_use]
    pub fn events(&self) -> Receiver<Notice> {
        self.receiver.clone()
    }

    /// A handle with which another thread, such as that of a signal, can interrupt.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.sender.clone())
    }

    /// A handle with which another thread can end the wait of [`Session::absorb_next`].
    #[must_use]
    pub fn waker(&self) -> Waker {
        Waker(self.sender.clone())
    }

    pub(crate) fn emit(&self, event: Event) {
        // The channel is unbounded and the session holds a receiver, so sending cannot fail.
        let _ = self.sender.try_send(Notice(Content::Event(event)));
    }

    /// Emits a change of state from `before`.
    pub(crate) fn emit_change(&self, cause: Cause, before: Option<MatchState>) {
        let change = StateChange { revision: self.revision, cause, before, after: self.state };
        self.emit(Event::StateChanged(Box::new(change)));
    }

    /// The match as it was played, or an empty one.
    #[must_use]
    pub fn record(&self) -> &MatchRecord {
        &self.record
    }

    /// The place in it that is shown.
    #[must_use]
    pub fn place(&self) -> Cursor {
        self.cursor
    }

    /// The state there, if there is a match.
    #[must_use]
    pub fn state(&self) -> Option<&MatchState> {
        (!self.record.games.is_empty()).then_some(&self.state)
    }

    /// The state there while a game is in progress: a decision or the answer to a resignation is due.
    ///
    /// # Errors
    /// If no game is in progress.
    pub fn game(&self) -> Result<&MatchState, CommandError> {
        match self.state.phase {
            Phase::Due(_) | Phase::Resigning { .. } if !self.record.games.is_empty() => Ok(&self.state),
            _ => Err(CommandError::NoGame),
        }
    }

    /// The settings.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The engine.
    #[must_use]
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// The match equity table, as it is used.
    #[must_use]
    pub fn table(&self) -> &Arc<MatchEquityTable> {
        &self.table
    }

    /// The number of worker threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.jobs.threads()
    }

    /// The folders, if it has any.
    #[must_use]
    pub fn directories(&self) -> Option<&Directories> {
        self.setup.directories.as_ref()
    }

    /// The kind of dice in use: entered by hand in a transcription, else those of the settings.
    #[must_use]
    pub fn generator(&self) -> Generator {
        if self.is_transcribing { Generator::Manual } else { self.dice.generator() }
    }

    /// The file or command of the dice, the seed and the dice drawn.
    #[must_use]
    pub fn dice_state(&self) -> (&str, SourceState) {
        (self.dice.origin(), self.dice.state())
    }

    /// A player's name as it is shown: cut if it has more than `MAX_SHOWN_NAME` characters.
    #[must_use]
    pub fn name(&self, player: Player) -> String {
        let name = self.record.name(player);
        match name.char_indices().nth(MAX_SHOWN_NAME) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name,
        }
    }

    /// Who plays a seat: people in a transcription, else as the settings say.
    #[must_use]
    pub fn seat(&self, player: Player) -> Seat {
        if self.is_transcribing { Seat::Human } else { self.options.players[player.index()].seat }
    }

    /// Whether a person plays the seat, and not the program to the end of the game.
    #[must_use]
    pub fn is_person(&self, player: Player) -> bool {
        self.seat(player) == Seat::Human && !self.is_finishing
    }

    /// Whether the program plays both sides to the end of the game.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.is_finishing
    }

    /// Whether the computer thinks about its decision.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.is_pending(Activity::Decision)
    }

    /// Whether it is the computer's turn and it waits for a command.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// The faces of a state's dice in the order in which they were rolled or entered; `None` if they were not rolled in
    /// this session, or by both players for the opening.
    #[must_use]
    pub fn rolled_faces(&self, state: &MatchState) -> Option<[u8; 2]> {
        self.dice.faces(state)
    }

    /// The dice shown, in the order in which the record has them.
    #[must_use]
    pub fn shown_faces(&self) -> Option<[u8; 2]> {
        self.record.faces_at(self.cursor)
    }

    /// Whether dice thrown by hand have to be entered.
    #[must_use]
    pub fn wants_dice(&self) -> bool {
        self.is_dice_wanted
    }

    /// Whether there is a change to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is a change to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Counts changes of what is shown.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The file the match came from or was saved to.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The file of another format that the match came from.
    #[must_use]
    pub fn origin(&self) -> Option<&Path> {
        self.origin.as_deref()
    }

    /// Whether the record has changed since it was saved.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.is_unsaved
    }

    /// The last hint, if it is still for the position shown.
    #[must_use]
    pub fn last_hint(&self) -> Option<&Arc<Hint>> {
        self.last_hint.as_ref().filter(|(revision, _)| *revision == self.revision).map(|(_, hint)| hint)
    }

    /// Discards the last hint.
    pub fn discard_hint(&mut self) {
        self.last_hint = None;
    }

    /// The tutor's warning that has not been answered.
    #[must_use]
    pub fn warning(&self) -> Option<&TutorWarning> {
        self.warning.as_deref()
    }

    /// Updates the state after a change of record or cursor; results of running jobs become stale.
    pub(crate) fn refresh(&mut self) {
        self.cursor = self.record.clamp(self.cursor);
        self.state = self.record.state_at(self.cursor);
        self.revision += 1;
        self.warning = None;
        self.is_dice_wanted = false;
    }
}

fn default_names() -> [String; 2] {
    Options::default().matches.names
}

/// A match without games.
pub(crate) fn empty_match(options: &Options) -> MatchRecord {
    let names = &options.matches.names;
    MatchRecord {
        info: MatchInfo::of_players([&names[0], &names[1]]),
        length: 0,
        rules: options.matches.rules(0),
        games: Vec::new(),
        variations: Vec::new(),
        shown_variation: None,
    }
}
