// SPDX-License-Identifier: GPL-3.0-or-later
//! The commands of a session.

use crate::files::FileRead;
use crate::jobs::JobId;
use crate::library::LibraryRequest;
use crate::options::{OptionId, OptionValue};
use crate::positions::DatabaseAction;
use gnubg_engine::core::{Board, CubeValue, MatchState, Place, Play, Player, ResignLevel};
use gnubg_engine::rng::Seed;
use gnubg_formats::Format;
use gnubg_record::{Cursor, Date, ErrorQuery, Luck, MatchRecord, Skill};
use std::path::PathBuf;
use std::sync::Arc;

/// What is done with a line, which has a number of [`gnubg_record::variations`]: 0 for the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineCommand {
    /// Show it at a place, or where it departs from the line shown before.
    Show(usize, Option<Cursor>),
    /// Make it the main line and show it. The old main line becomes a variation.
    Promote(usize),
    /// Remove it with all variations that branch off from it.
    Remove(usize),
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A decision in the game, or the start of a match or game.
    Game(GameCommand),
    /// A change of the position, the score or the match.
    Edit(Edit),
    /// Another place in the record.
    Go(Go),
    /// A mark or comment.
    Annotate(Annotate),
    /// New values of options, all or none.
    Set(Vec<(OptionId, OptionValue)>),
    /// Another dice source or seed.
    Dice(DiceCommand),
    /// A question that takes time.
    Ask(Question),
    /// Open, save or export a file.
    File(FileCommand),
    /// Analyze what is missing in this part of the record.
    Analyze(RecordPart),
    /// The same with so many plies of look-ahead instead of those of the settings.
    AnalyzeAt(RecordPart, u8),
    /// Roll out decisions of this part of the record with the rollout settings, and store the results: those of this
    /// choice, or if none is given the selected ones, or else those that look like mistakes or are close.
    RollOut(RecordPart, Option<crate::analysis::Choice>),
    /// Roll out the decisions of these errors one after the other, the worst first, with the rollout settings, and store
    /// the results.
    RollOutErrors(ErrorQuery),
    /// Replace the present match by this one.
    Open(Box<Opened>),
    /// Show or change a line of the match: the main line or a variation.
    Line(LineCommand),
    /// Note that the present record has been saved.
    Saved(Option<PathBuf>),
    /// Work on a database of positions, or examine nets.
    Database(Box<DatabaseAction>),
    /// Stop the work on a database of positions; what it has found is saved.
    StopDatabase,
    /// Ask the library of the user, or change it; [`Event::Library`](crate::Event::Library) has the answer.
    Library(Box<LibraryRequest>),
    /// Stop the clock of the turn in progress, or let it run again.
    Clock(ClockCommand),
    /// Make the hypergammon database for so many checkers a side, 1 to 3, in the background.
    MakeHypergammon(u8),
    /// Undo the last change of the record.
    Undo,
    /// Redo it.
    Redo,
    /// Transcribe the present match from now on, or stop transcribing it: then the seats and dice of the settings are in
    /// use again, and the computer waits until it is told to continue.
    Transcribe(bool),
    /// Stop every computation; the computer waits until it is told to continue.
    Stop,
}

/// What a command led to at once; everything else comes as events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// It is done.
    Done,
    /// A job was started whose result will be an event.
    Started(JobId),
}

/// What to do with the clock of the turn in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockCommand {
    /// Stop it.
    Pause,
    /// Let it run again.
    Resume,
}

/// A decision in the game, or the start of a match or game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    /// Start a match to so many points, 0 for a session; `None` for the length of new matches.
    NewMatch(Option<u16>),
    /// Start the transcription of a match. While it lasts, both seats are people, the dice are entered by hand, and the
    /// tutor is silent, whatever the settings say; the settings stay as they are.
    NewTranscription(Box<NewTranscription>),
    /// Start the next game; a game that is not over is discarded.
    NewGame,
    /// Roll, by the dice source.
    Roll,
    /// The dice were thrown by hand; at the opening the die of seat `Zero` comes first.
    Throw([u8; 2]),
    /// Make this play.
    Play(Play),
    /// Make the only play there is, or bear off where the option allows.
    PlayForced,
    /// Double.
    Double,
    /// Take the double.
    Take,
    /// Drop it.
    Drop,
    /// Take it and turn the cube again.
    Beaver,
    /// Offer to resign; `None` leaves the size to the computer.
    Resign(Option<ResignLevel>),
    /// Accept the resignation.
    AcceptResignation,
    /// Decline it.
    DeclineResignation,
    /// Carry it out although the tutor warned.
    Anyway(Box<GameCommand>),
    /// Let the computer play, whose turn it is.
    Compute,
    /// Let the program play both sides quickly to the end of the game.
    Finish,
}

impl From<GameCommand> for Command {
    fn from(command: GameCommand) -> Command {
        Command::Game(command)
    }
}

/// A match to be transcribed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTranscription {
    /// Points to win; 0 for a session.
    pub length: u16,
    /// Names by seat.
    pub names: [String; 2],
    /// The tournament; may be empty.
    pub event: String,
}

/// One player's score as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Points won; negative: so many away from winning.
    pub points: i64,
    /// What the player who is one away plays.
    pub stage: Option<CrawfordStage>,
}

/// Which game a player who is one point away plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrawfordStage {
    /// The Crawford game.
    Crawford,
    /// One after it.
    PostCrawford,
}

/// A fact about the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The annotator.
    Annotator(String),
    /// A comment on the whole match.
    Comment(String),
    /// The day.
    Date(Option<Date>),
    /// The tournament.
    Event(String),
    /// The place.
    Place(String),
    /// A player's rating.
    Rating(Player, String),
    /// The round.
    Round(String),
    /// The time control and its name, which may be empty; `None` for no clocks. Times that are left stay.
    TimeControl(Option<gnubg_record::NamedTimeControl>),
}

/// A change of the position, the score or the match.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// These checkers, seen by the player on roll.
    Board(Box<Board>),
    /// This roll for the player on roll.
    Dice([u8; 2]),
    /// This player on roll, with nothing rolled and nothing offered.
    Turn(Player),
    /// Nothing rolled and nothing offered in this turn.
    ClearTurn,
    /// The cube's value.
    CubeValue(CubeValue),
    /// The cube's owner; `None` for the middle.
    CubeOwner(Option<Player>),
    /// The score by seat, and another length of the match.
    Score([Points; 2], Option<u16>),
    /// Whether this is the Crawford game.
    Crawford(bool),
    /// Whether the Crawford game is over.
    PostCrawford(bool),
    /// This state of a match, in the present game if it fits there and otherwise in a match of its own.
    State(Box<MatchState>),
    /// This state of a match in a match of its own.
    Position(Box<MatchState>),
    /// This position with names, score, length and rules; the match continues from it where possible.
    SetUp(Box<SetUp>),
    /// A missing turn: neither dice nor play are known, and the other player is on roll.
    MissingTurn,
    /// The players change seats throughout.
    SwapPlayers,
    /// A player's name.
    Name(Player, String),
    /// The names of new matches.
    DefaultNames([String; 2]),
    /// A fact about the match.
    Fact(Fact),
    /// A correction of one entry; later entries stay.
    Correct(Correction),
}

/// Everything that can be set up.
#[derive(Clone, Debug, PartialEq)]
pub struct SetUp {
    /// Position, dice, cube, score, length, rules.
    pub state: MatchState,
    /// Names by seat.
    pub names: [String; 2],
}

/// A correction of the entry after the place shown, or of a roll without its play. Later entries stay and are replayed;
/// those that the rules then forbid are reported as flaws of the record.
#[derive(Clone, Debug, PartialEq)]
pub enum Correction {
    /// These dice; at the start of a game the die of seat `Zero` comes first. The play stays as recorded.
    Dice([u8; 2]),
    /// This play.
    Play(Play),
    /// This play as it happened, whatever the rules say.
    AsPlayed(Vec<(Place, Place)>),
    /// Insert this roll before it; its play follows. At the start of a game the die of seat `Zero` comes first.
    InsertRoll([u8; 2]),
    /// Insert a double of the player on roll and a take before it.
    InsertDouble,
    /// Delete it.
    Delete,
    /// Delete it and everything after it.
    DeleteRest,
}

/// Another place in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// This place: game and entry.
    To {
        /// Index of the game.
        game: usize,
        /// Entries of it that are done.
        entry: usize,
        /// Whether the dice of the next entry are shown.
        rolled: bool,
    },
    /// So many entries forward.
    Next(usize),
    /// So many entries back.
    Previous(usize),
    /// To the next dice, or over the next entry.
    NextRoll,
    /// Back to the previous dice, or over the previous entry.
    PreviousRoll,
    /// One entry forward, showing the dice of the following one.
    NextRolled,
    /// One entry back, showing the dice of the following one.
    PreviousRolled,
    /// To the start of the game so many later.
    NextGame(usize),
    /// To the start of the game so many earlier.
    PreviousGame(usize),
    /// Forward to the n-th entry with such a mark.
    NextMark(MarkKind, usize),
    /// Back to the n-th entry with such a mark.
    PreviousMark(MarkKind, usize),
    /// To the start of the match.
    FirstGame,
    /// To the start of the game.
    FirstMove,
    /// To the start of the last game.
    LastGame,
    /// To the end of the game.
    LastMove,
    /// To the end of the match.
    End,
}

/// Kinds of marks that can be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A doubtful, bad or very bad decision.
    Skill,
    /// A candidate selected for a rollout.
    Candidate,
    /// Either.
    Any,
}

/// The decision that a skill mark belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedDecision {
    /// The checker play.
    Play,
    /// The cube decision, whatever its kind.
    Cube,
    /// Doubling or not doubling.
    Double,
    /// Taking, or accepting a resignation.
    Accept,
    /// Dropping.
    Drop,
    /// Dropping, or declining a resignation.
    Reject,
    /// Resigning.
    Resign,
}

/// A mark or comment on the entry after the place shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Annotate {
    /// A skill mark; `Unmarked` removes it.
    Skill(MarkedDecision, Skill),
    /// A mark of the roll.
    Luck(Luck),
    /// A comment; an empty one removes it.
    Comment(String),
    /// Whether a resignation counts as an error and as the result of its game.
    CountResignation(bool),
    /// Remove the skill marks.
    ClearSkill,
    /// Select candidates of the play, counted from 1, for a rollout, or deselect them.
    MarkPlays(Vec<usize>, bool),
    /// Select the cube decision for a rollout, or deselect it.
    MarkCube(bool),
    /// Deselect everything of this move.
    UnmarkMove,
    /// Deselect everything of this game.
    UnmarkGame,
    /// Deselect everything of the match.
    UnmarkMatch,
    /// Delete the analysis of the next entry.
    ForgetMove,
    /// Delete the analysis of the game.
    ForgetGame,
    /// Delete the analysis of the match.
    ForgetMatch,
}

/// A change of the dice source.
#[derive(Clone, Debug, PartialEq)]
pub enum DiceCommand {
    /// Another source; `source` is the file or command, `seed` of those that have one.
    Use {
        /// The kind.
        generator: gnubg_engine::rng::Generator,
        /// The file or command it reads.
        source: Option<String>,
        /// The seed; `None` for a random one.
        seed: Option<Seed>,
        /// The modulus of the Blum-Blum-Shub generator.
        modulus: Option<Factors>,
    },
    /// Restart the present source from this seed; `None` for a random one.
    Seed(Option<Seed>),
}

/// How a modulus is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Factors {
    /// As one number.
    Modulus(Seed),
    /// As two primes.
    Factors(Seed, Seed),
}

/// A question that takes time; the answer comes as an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The best decision now.
    Hint,
    /// The best decision in this position (`None` for the present one) with so many plies of look-ahead (`None` for
    /// those of the settings).
    HintAt {
        /// The position; it need not be part of the match.
        state: Option<Box<MatchState>>,
        /// 0 to [`MAX_PLIES`](gnubg_engine::eval::MAX_PLIES).
        plies: Option<u8>,
    },
    /// Some plays of a position evaluated with so many plies of look-ahead; the others keep their values. The answer is a
    /// hint with all of them.
    PlaysAt {
        /// The position; it need not be part of the match.
        state: Box<MatchState>,
        /// All plays with what is known about them.
        ranked: std::sync::Arc<[gnubg_engine::eval::RankedPlay]>,
        /// The rollout of some of them, if there was one.
        rolled: Option<std::sync::Arc<crate::advice::hint::RolledOut>>,
        /// Indices of the plays to evaluate; others are ignored.
        chosen: Vec<usize>,
        /// 0 to [`MAX_PLIES`](gnubg_engine::eval::MAX_PLIES).
        plies: u8,
    },
    /// The evaluation of this position before the roll; `None` for the present one.
    Evaluate(Option<Box<MatchState>>),
    /// The decision of the record after the place shown, at the level of the analysis or without look-ahead; the record
    /// stays as it is. [`Event::DecisionEvaluated`](crate::Event::DecisionEvaluated) has the answer.
    Decision {
        /// At the level of the analysis.
        is_deep: bool,
    },
    /// The opponent's rolls after two plays, each given by the position after it with the opponent on roll, without
    /// look-ahead; [`Event::NextRolls`](crate::Event::NextRolls) has the answer.
    NextRolls(Box<[gnubg_engine::core::MatchState; 2]>),
    /// A position with all rolls or at all scores.
    Survey(Box<crate::advice::survey::SurveyRequest>),
    /// The number of positions evaluated per second, measured with so many evaluations or for the default time.
    Speed(Option<u64>),
    /// So many rolls of the dice source, without a game; [`Event::RollsDrawn`](crate::Event::RollsDrawn) reports them.
    Rolls(usize),
    /// What playing a decision out many times says.
    Rollout(Box<crate::rollout::RolloutRequest>),
}

/// A command about files of matches and positions. A job of the activity
/// [`Activity::File`](crate::event::Activity::File) reads and writes them; failures come with its end.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Read a file of any format; [`Event::FileRead`](crate::Event::FileRead) reports what it holds. If it holds one
    /// match, or `index` (from 0) says which, that is shown.
    Open {
        /// The file.
        path: PathBuf,
        /// The format to read it as; `None` to recognize it by its content.
        format: Option<Format>,
        /// Which of several matches.
        index: Option<usize>,
    },
    /// Show one of several matches of a file that was read.
    Show {
        /// The file.
        file: Arc<FileRead>,
        /// Which match, from 0.
        index: usize,
    },
    /// Analyze files one after the other, and save each match beside its file;
    /// [`Event::Batch`](crate::Event::Batch) reports the state of each.
    Analyze(Vec<PathBuf>),
    /// Save as SGF. A file that exists is replaced atomically: ask before.
    Save {
        /// The file.
        path: PathBuf,
        /// How much.
        scope: FileScope,
    },
    /// Write in another format.
    Export {
        /// The file; reports of several games are numbered after it.
        path: PathBuf,
        /// The format.
        format: Format,
        /// How much.
        scope: FileScope,
    },
    /// Write the position shown with its analysis as a picture, also in a format that otherwise holds the board alone.
    Picture {
        /// The file.
        path: PathBuf,
        /// The format.
        format: Format,
    },
    /// Write all tiles of web pages into a folder: those that `export.html.type` names, else those of GNU Backgammon.
    ExportTiles(PathBuf),
    /// Lay out the pages of a report; [`Event::PagesReady`](crate::Event::PagesReady) delivers them.
    Print(FileScope),
}

impl From<LibraryRequest> for Command {
    fn from(request: LibraryRequest) -> Command {
        Command::Library(Box::new(request))
    }
}

impl From<FileCommand> for Command {
    fn from(command: FileCommand) -> Command {
        Command::File(command)
    }
}

/// How much of the present match a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileScope {
    /// The position shown.
    Position,
    /// The game shown.
    Game,
    /// The match or session.
    Match,
}

/// A part of the record, as seen from the place shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordPart {
    /// The entry after the place shown.
    Move,
    /// The game shown.
    Game,
    /// The whole match or session.
    Match,
}

/// A match to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The match.
    pub record: MatchRecord,
    /// The place to show first.
    pub place: gnubg_record::Cursor,
    /// The file it came from.
    pub file: Option<PathBuf>,
}
