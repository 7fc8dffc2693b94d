// SPDX-License-Identifier: GPL-3.0-or-later
//! The events that a session reports to its front end.

use crate::advice::hint::{Appraisal, Hint};
use crate::advice::survey::Survey;
use crate::analysis::BatchState;
use crate::analysis::Finding;
use crate::command::Command;
use crate::files::FileRead;
use crate::files::journal::Recoverable;
use crate::jobs::{JobError, JobId};
use crate::library::LibraryNews;
use crate::options::OptionId;
use crate::play::decision::DecisionAnalysis;
use crate::positions::{DatabaseOutcome, DatabaseProgress};
use crate::rollout::RolloutNews;
use gnubg_engine::core::{Action, CubeValue, Equity, GameResult, MatchState, Player};
use gnubg_engine::rng::Generator;
use gnubg_formats::Format;
use gnubg_record::Skill;
use gnubg_record::explain::reasons::NextRolls;
use gnubg_report::pages::Pages;
use std::path::PathBuf;
use std::sync::Arc;

/// Something that happened. Read them from [`Session::events`](crate::Session::events), in order, and pass each through
/// [`Session::absorb`](crate::Session::absorb) first.
#[derive(Debug)]
pub enum Event {
    /// The position, the place in the record, or the match has changed.
    StateChanged(Box<StateChange>),
    /// Names, marks, comments or analysis have changed; the position has not.
    RecordChanged,
    /// Options changed.
    OptionsChanged(Vec<OptionId>),
    /// The computer starts to think for this player.
    ThinkingStarted(Player),
    /// It has decided, or was stopped.
    ThinkingFinished(Player),
    /// A hint that a deeper one will follow.
    HintProgress {
        /// Of which job.
        id: JobId,
        /// The hint.
        hint: Arc<Hint>,
    },
    /// The hint asked for.
    HintReady {
        /// Of which job.
        id: JobId,
        /// The hint.
        hint: Arc<Hint>,
    },
    /// The results of a rollout so far.
    RolloutProgress {
        /// Which.
        id: JobId,
        /// What.
        news: Arc<RolloutNews>,
    },
    /// A rollout has ended, stopped or not.
    RolloutReady {
        /// Which.
        id: JobId,
        /// What it found.
        news: Arc<RolloutNews>,
    },
    /// The paused rollout of an earlier session was loaded: its results so far.
    RolloutPaused(Arc<RolloutNews>),
    /// The results of a survey so far; they are complete when its job has ended.
    Surveyed {
        /// Which.
        id: JobId,
        /// What.
        survey: Arc<Survey>,
    },
    /// The evaluation asked for.
    Evaluated {
        /// Of which job.
        id: JobId,
        /// The evaluation.
        appraisal: Arc<Appraisal>,
    },
    /// A decision of the record that was evaluated without being stored.
    DecisionEvaluated {
        /// Which job.
        id: JobId,
        /// What it found.
        finding: Arc<Finding>,
    },
    /// The opponent's rolls after two plays, seen by the player who made them.
    NextRolls {
        /// Which job.
        id: JobId,
        /// In the order of the question.
        rolls: Arc<[NextRolls; 2]>,
    },
    /// The tutor advises against the command; [`GameCommand::Anyway`](crate::GameCommand::Anyway) carries it out.
    TutorWarning(Box<TutorWarning>),
    /// Dice thrown by hand have to be entered: for this player, or at the opening (`None`) for both, that of seat
    /// `Zero` first.
    DiceWanted(Option<Player>),
    /// The clock of the turn in progress was stopped or runs again.
    ClockChanged,
    /// The game is over.
    GameOver(Box<GameOver>),
    /// The match is over.
    MatchOver(Player),
    /// The matches that [`Session::search_recoverable`](crate::Session::search_recoverable) found, the latest first.
    RecoverableFound(Vec<Recoverable>),
    /// A file was read.
    FileRead(Arc<FileRead>),
    /// A file was saved or exported.
    FileWritten(FileWritten),
    /// The pages of a report that were asked for.
    PagesReady(Arc<Pages>),
    /// The state of one of the files that are analyzed one after the other.
    Batch {
        /// The job.
        id: JobId,
        /// Which file, by its place in the command.
        file: usize,
        /// Its state.
        state: BatchState,
    },
    /// How far the action on a database of positions has come.
    DatabaseProgress {
        /// The job.
        id: JobId,
        /// How far.
        progress: DatabaseProgress,
    },
    /// An action on a database of positions is done.
    DatabaseReady {
        /// The job.
        id: JobId,
        /// What it led to.
        outcome: Arc<DatabaseOutcome>,
    },
    /// How much of a job is done.
    JobProgress {
        /// Which.
        id: JobId,
        /// What it does.
        activity: Activity,
        /// Units done.
        done: u64,
        /// All units, if that is known.
        total: Option<u64>,
    },
    /// The rolls asked for by [`Question::Rolls`](crate::command::Question::Rolls), each in the order drawn.
    RollsDrawn(Vec<[u8; 2]>),
    /// The speed of evaluations as measured so far.
    SpeedMeasured {
        /// The job that measures.
        id: JobId,
        /// What it has found.
        speed: crate::engine::speed::Speed,
    },
    /// A job has ended; its result, if it has one, has an event of its own.
    JobFinished {
        /// Which.
        id: JobId,
        /// What it did.
        activity: Activity,
        /// Why it has no result, if it has none.
        error: Option<JobError>,
    },
    /// What was asked of the library.
    Library {
        /// The job.
        id: JobId,
        /// The answer.
        news: Arc<LibraryNews>,
    },
    /// Something in the library has changed, perhaps by another program.
    LibraryChanged,
    /// The engine now uses other databases or settings.
    EngineReady,
    /// A message to the user.
    Message(Message),
    /// The user asks for everything running to stop; sent by an [`Interrupter`](crate::Interrupter).
    Interrupted,
    /// Another thread has something for whoever waits for the session's events; sent by a [`Waker`](crate::Waker).
    Woken,
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activity {
    /// Decides for a computer player or asks an external player.
    Decision,
    /// Gets dice from a command or from random.org.
    Dice,
    /// Computes a hint.
    Hint,
    /// Evaluates a position that was asked for.
    Evaluation,
    /// Evaluates a decision of the record without storing it.
    Browsing,
    /// Surveys all rolls or all scores.
    Survey,
    /// Judges a person's decision before it is made.
    Tutor,
    /// Measures the speed of evaluation.
    Speed,
    /// Reads or writes a file.
    File,
    /// Looks for matches of crashed programs, or recovers or discards one.
    Recovery,
    /// Rebuilds the engine.
    Engine,
    /// Analyzes the record, or rolls out decisions of it.
    Analysis,
    /// Rolls out a decision or position.
    Rollout,
    /// Analyzes files one after the other.
    Batch,
    /// Makes bearoff databases.
    Generation,
    /// Works on a database of positions, or examines nets.
    Database,
    /// Asks the library or changes it.
    Library,
    /// Imports files into the library.
    Import,
    /// Analyzes matches of the library.
    LibraryAnalysis,
    /// Makes what the library derives again.
    LibraryRebuild,
}

impl Activity {
    /// Whether a text session waits for its result before it asks for the next command.
    #[must_use]
    pub const fn is_interactive(self) -> bool {
        !matches!(
            self,
            Activity::Analysis
                | Activity::Rollout
                | Activity::Batch
                | Activity::Generation
                | Activity::Database
                | Activity::Library
                | Activity::Import
                | Activity::LibraryAnalysis
                | Activity::LibraryRebuild
        )
    }

    /// Whether commands can be carried out while it goes on: nothing else depends on its result.
    #[must_use]
    pub const fn is_independent(self) -> bool {
        matches!(
            self,
            Activity::Analysis
                | Activity::Rollout
                | Activity::Batch
                | Activity::Generation
                | Activity::Hint
                | Activity::Evaluation
                | Activity::Browsing
                | Activity::Survey
                | Activity::Speed
                | Activity::Library
                | Activity::Import
                | Activity::LibraryAnalysis
                | Activity::LibraryRebuild
        )
    }
}

/// The tutor's judgement of a command that was not carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct TutorWarning {
    /// The command.
    pub command: Command,
    /// The error: 0 or more, in equity (EMG in a match).
    pub loss: Equity,
    /// The mark for a loss of that size.
    pub skill: Skill,
    /// The analysis, which says what would be better.
    pub analysis: DecisionAnalysis,
}

/// A change of the position, the place or the match.
#[derive(Clone, Debug, PartialEq)]
pub struct StateChange {
    /// Counts changes; results computed for an older one are stale.
    pub revision: u64,
    /// Why.
    pub cause: Cause,
    /// The state before, if there was a match.
    pub before: Option<MatchState>,
    /// The state after.
    pub after: MatchState,
}

/// Who made a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// A person.
    Person,
    /// A computer player.
    Computer,
    /// No one: it followed from the rules or the automatic options.
    Automatic,
}

/// Why the state has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// A match or session began.
    MatchStarted,
    /// A game began.
    GameStarted {
        /// Whether it began without a command.
        automatic: bool,
    },
    /// The opening dice fell, that of seat `Zero` first.
    Opening {
        /// The dice.
        dice: [u8; 2],
        /// The cube's new value, if equal dice doubled it.
        doubled: Option<CubeValue>,
    },
    /// A player acted, or rolled.
    Acted {
        /// Whose action it is.
        by: Player,
        /// What was done.
        action: Action,
        /// Who decided.
        agent: Agent,
    },
    /// A player's time was used up.
    OutOfTime {
        /// Whose.
        by: Player,
        /// What that cost.
        loss: gnubg_record::TimeLoss,
    },
    /// Something was edited.
    Edited,
    /// An entry of the record was corrected.
    Corrected,
    /// Another place of the record is shown.
    Moved,
    /// A change was undone.
    Undone,
    /// A change was redone.
    Redone,
    /// Another match was opened.
    Opened,
}

/// Files that were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileWritten {
    /// The files, the one asked for first.
    pub paths: Vec<PathBuf>,
    /// Their format.
    pub format: Format,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOver {
    /// Who won, how, and how much.
    pub result: GameResult,
    /// The value of the cube at the end.
    pub cube: CubeValue,
    /// The score after it, by seat.
    pub score: [u32; 2],
}

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information.
    Note,
    /// Something was not done as asked.
    Warning,
    /// Something failed.
    Error,
}

/// A message to the user; front ends choose the words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Message {
    /// The dice source started again from its beginning.
    DiceRewound,
    /// The dice source failed and was replaced.
    DiceReplaced {
        /// Why.
        reason: String,
        /// The source that replaces it.
        by: Generator,
    },
    /// A factor of the modulus was replaced by the next suitable prime.
    FactorReplaced {
        /// The number given.
        given: String,
        /// The prime used.
        used: String,
    },
    /// The settings file cannot be read, and cannot be set aside either: it is left alone.
    SettingsNotRead {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The settings file was damaged and was set aside; what could be read of it is used.
    SettingsSetAside {
        /// Where it is now.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A line of the settings file was not used.
    SettingsProblem(String),
    /// The settings could not be saved.
    SettingsNotSaved(String),
    /// A database could not be used.
    DatabaseProblem(String),
    /// The file of nets of the settings cannot be used, and those of the program are: why.
    WeightsProblem(String),
    /// A hypergammon match begins whose database is missing, so that its positions are only estimated.
    HypergammonDatabaseMissing {
        /// Number of checkers of each side, 1 to 3.
        checkers: u8,
        /// The file that the program looks for; `None` if the session uses no databases.
        file: Option<PathBuf>,
    },
    /// A hypergammon database was made and is used from now on.
    HypergammonDatabaseMade {
        /// Number of checkers of each side, 1 to 3.
        checkers: u8,
    },
    /// The running match cannot be saved automatically at present: why. It is tried again until it succeeds; until then
    /// [`Session::autosave_problem`](crate::Session::autosave_problem) says the same.
    AutosaveFailed(String),
    /// An interrupted match between these players was discarded, because too many later ones are kept.
    RecoveryExpired([String; 2]),
    /// The running match is saved automatically again, and nothing is missing.
    AutosaveRestored,
    /// An interrupted match was recovered.
    Recovered,
}

impl Message {
    /// How serious it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Message::DiceRewound
            | Message::FactorReplaced { .. }
            | Message::Recovered
            | Message::HypergammonDatabaseMade { .. }
            | Message::AutosaveRestored => Severity::Note,
            Message::DiceReplaced { .. }
            | Message::SettingsNotRead { .. }
            | Message::SettingsSetAside { .. }
            | Message::SettingsProblem(_)
            | Message::RecoveryExpired(_)
            | Message::HypergammonDatabaseMissing { .. }
            | Message::DatabaseProblem(_)
            | Message::WeightsProblem(_) => Severity::Warning,
            Message::SettingsNotSaved(_) | Message::AutosaveFailed(_) => Severity::Error,
        }
    }
}
