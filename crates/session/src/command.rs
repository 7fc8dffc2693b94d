// SPDX-License-Identifier: GPL-3.0-or-later
//! What a session can be told to do.

use crate::files::FileRead;
use crate::jobs::JobId;
use crate::options::{OptionId, Value};
use gnubg_engine::core::{Board, CubeValue, Dice, MatchState, Place, Play, Player, ResignLevel};
use gnubg_engine::rng::Seed;
use gnubg_formats::Format;
use gnubg_record::{Date, Luck, MatchRecord, Skill};
use std::path::PathBuf;
use std::sync::Arc;

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A decision in the game, or the start of a match or game.
    Game(GameCommand),
    /// A correction of the position, the score or the match.
    Edit(Edit),
    /// Another place in the record.
    Go(Go),
    /// A mark or remark.
    Annotate(Annotate),
    /// New values of options, all or none.
    Set(Vec<(OptionId, Value)>),
    /// Other dice.
    Dice(DiceCommand),
    /// A question that takes time.
    Ask(Question),
    /// Open, save or export a file.
    File(FileCommand),
    /// Analyze what is missing in this part of the record.
    Analyze(Part),
    /// The same, looking so many plies ahead instead of as far as the settings say.
    AnalyzeAt(Part, u8),
    /// Roll out decisions of this part of the record with the settings of rollouts, keeping the results: those of this
    /// kind, or if none is given those chosen by hand, or else those that look like mistakes or are close.
    RollOut(Part, Option<crate::analysis::Choice>),
    /// Put this match in place of the present one.
    Open(Box<Opened>),
    /// Show another line of the match: a number of [`Session::lines`](crate::Session::lines).
    SwitchLine(usize),
    /// Note that the record as it is has been saved.
    Saved(Option<PathBuf>),
    /// Take back the last change of the record.
    Undo,
    /// Make it again.
    Redo,
    /// Stop every computation; the computer waits until it is told to go on.
    Stop,
}

/// What a command led to at once; everything else comes as events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done.
    Done,
    /// A job was started whose result will be an event.
    Started(JobId),
}

/// A decision in the game, or the start of a match or game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    /// Start a match to so many points, 0 for a session; `None` for the length of new matches.
    NewMatch(Option<u16>),
    /// Start the next game; one that is not over is thrown away.
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
    /// Offer to resign; `None` leaves the size to the computer's judgement.
    Resign(Option<ResignLevel>),
    /// Accept the resignation.
    AcceptResignation,
    /// Decline it.
    DeclineResignation,
    /// Do it although the tutor warned.
    Anyway(Box<GameCommand>),
    /// Let the computer decide, whose turn it is.
    Compute,
    /// Let the program play both sides quickly to the end of the game.
    Finish,
}

impl From<GameCommand> for Command {
    fn from(command: GameCommand) -> Command {
        Command::Game(command)
    }
}

/// One player's part of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Points won; negative: so many away from winning.
    pub points: i64,
    /// What the player who is one away plays.
    pub stage: Option<Stage>,
}

/// Which game a player who is one point away plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The Crawford game.
    Crawford,
    /// One after it.
    PostCrawford,
}

/// A fact about the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The commentator.
    Annotator(String),
    /// A remark about the whole match.
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
}

/// A correction.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// These checkers, seen by the player on roll.
    Board(Box<Board>),
    /// This roll for the player on roll.
    Dice(Dice),
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
    /// This position with names, score, length and rules; the match goes on with it where it can.
    SetUp(Box<SetUp>),
    /// A turn of which neither dice nor play are known: the other player is on roll, nothing is moved.
    Gap,
    /// The players change seats throughout.
    SwapPlayers,
    /// A player's name.
    Name(Player, String),
    /// The names of new matches.
    DefaultNames([String; 2]),
    /// A fact about the match.
    Fact(Fact),
    /// A correction in place; what follows stays.
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

/// A correction of the entry after the place shown, or of the roll that waits for its play. Later entries stay and are
/// replayed; those that the rules then forbid are among the record's flaws.
#[derive(Clone, Debug, PartialEq)]
pub enum Correction {
    /// These dice; at the start of a game the die of seat `Zero` comes first. The play stays as it was written down.
    Dice([u8; 2]),
    /// This play.
    Play(Play),
    /// This play as it happened, whatever the rules say.
    AsPlayed(Vec<(Place, Place)>),
    /// Before it these dice were rolled; their play is to follow. At the start of a game the die of seat `Zero` comes
    /// first.
    InsertRoll([u8; 2]),
    /// Before it the player on roll doubled, and the opponent took.
    InsertDouble,
    /// It did not happen.
    Delete,
    /// Neither it nor what follows happened.
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
    /// So many entries on.
    Next(usize),
    /// So many entries back.
    Previous(usize),
    /// To the next dice, or over the next entry.
    NextRoll,
    /// The reverse.
    PreviousRoll,
    /// One entry on, the dice of the following one shown.
    NextRolled,
    /// The reverse.
    PreviousRolled,
    /// To the start of the game so many on.
    NextGame(usize),
    /// To the start of the game so many back.
    PreviousGame(usize),
    /// To the so-manyth following entry with such a mark.
    NextMark(Mark, usize),
    /// The reverse.
    PreviousMark(Mark, usize),
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
pub enum Mark {
    /// A doubtful, bad or very bad decision.
    Skill,
    /// A candidate chosen for a rollout.
    Candidate,
    /// Either.
    Any,
}

/// A decision that a skill mark belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
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

/// A mark or remark on the entry after the present place.
#[derive(Clone, Debug, PartialEq)]
pub enum Annotate {
    /// A mark; `Unmarked` takes it off.
    Skill(Decided, Skill),
    /// A mark of the roll.
    Luck(Luck),
    /// A remark; empty takes it off.
    Comment(String),
    /// The marks of the decision off.
    ClearSkill,
    /// Chooses candidates of the play, counted from 1, for a rollout, or no longer.
    MarkPlays(Vec<usize>, bool),
    /// Chooses the cube decision for a rollout, or no longer.
    MarkCube(bool),
    /// No candidates of this move are chosen any more.
    UnmarkMove,
    /// None of this game.
    UnmarkGame,
    /// None of the match.
    UnmarkMatch,
    /// Forget the analysis of the next entry.
    ForgetMove,
    /// Of the game.
    ForgetGame,
    /// Of the match.
    ForgetMatch,
}

/// Other dice.
#[derive(Clone, Debug, PartialEq)]
pub enum DiceCommand {
    /// Another source; `source` is the file or command, `seed` of those that have one.
    Use {
        /// The kind.
        generator: gnubg_engine::rng::Generator,
        /// The file or command it reads.
        source: Option<String>,
        /// Where it starts; `None` for the system's choice.
        seed: Option<Seed>,
        /// The modulus of Blum, Blum and Shub.
        modulus: Option<Factors>,
    },
    /// The present source from this seed; `None` for the system's choice.
    Seed(Option<Seed>),
}

/// How a modulus is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Factors {
    /// As it is.
    Modulus(Seed),
    /// As two primes.
    Factors(Seed, Seed),
}

/// A question that takes time; the answer comes as an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// What to do now.
    Hint,
    /// What to do in this position (`None` for the present one), looking so many plies ahead (`None` for the settings of
    /// hints).
    HintAt {
        /// The position; it need not be part of the match.
        state: Option<Box<MatchState>>,
        /// 0 to [`MAX_PLIES`](gnubg_engine::eval::MAX_PLIES).
        plies: Option<u8>,
    },
    /// What this position is worth, the player on roll about to roll; `None` for the present one.
    Evaluate(Option<Box<MatchState>>),
    /// A position under all rolls or at all scores.
    Survey(Box<crate::advice::survey::SurveyRequest>),
    /// How many positions a second are evaluated, measured by so many evaluations or for the usual time.
    Speed(Option<u64>),
    /// So many rolls of the dice source, without a game; [`Event::RollsDrawn`](crate::Event::RollsDrawn) tells them.
    Rolls(usize),
    /// What playing a decision out many times says.
    Rollout(Box<crate::rollout::RolloutRequest>),
}

/// Something about files of matches and positions. A job of the activity
/// [`Activity::File`](crate::event::Activity::File) reads and writes them; failures come with its end.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Read a file of any format, which [`Event::FileRead`](crate::Event::FileRead) tells. If it holds one match, or
    /// `index` (from 0) says which, that is shown.
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
    /// [`Event::Batch`](crate::Event::Batch) tells how far each has come.
    Analyze(Vec<PathBuf>),
    /// Save as SGF, in one piece. A file that exists is replaced: ask before.
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
    /// Lay out the pages of a report, which [`Event::PagesReady`](crate::Event::PagesReady) tells.
    Print(FileScope),
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
pub enum Part {
    /// The entry after the place shown.
    Move,
    /// The game shown.
    Game,
    /// The whole match or session.
    Match,
}

/// A match to be looked at or played on.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The match.
    pub record: MatchRecord,
    /// Where to look first.
    pub place: gnubg_record::Cursor,
    /// The file it came from.
    pub file: Option<PathBuf>,
}
