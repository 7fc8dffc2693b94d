// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a command cannot be carried out.

use crate::jobs::JobError;
use crate::options::ValueError;
use gnubg_engine::core::{ActionError, BoardError, ResignLevel, StateError};
use gnubg_engine::rng::{DiceFault, Generator};
use thiserror::Error;

/// Why a command cannot be carried out. Nothing has been changed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no match.
    #[error("there is no match; start one with new match or new session")]
    NoMatch,
    /// There is no such variation.
    #[error("there is no such variation of the match")]
    NoVariation,
    /// A database of positions is being worked on.
    #[error("an action on a database of positions is still running; database stop ends it")]
    DatabaseBusy,
    /// Nothing is being done to a database of positions.
    #[error("no action on a database of positions is running")]
    NoDatabaseAction,
    /// Nothing has been rolled out.
    #[error("nothing has been rolled out yet")]
    NoRollout,
    /// No game is in progress.
    #[error("no game is in progress; start one with new game")]
    NoGame,
    /// The match has been won, so no further game follows.
    #[error("the match is over; start another with new match")]
    MatchOver,
    /// The rules forbid it.
    #[error(transparent)]
    Rule(#[from] ActionError),
    /// It is the computer's turn.
    #[error("it is the computer's turn; use play to let it continue")]
    ComputersTurn,
    /// It is a person's turn.
    #[error("it is not the computer's turn")]
    PersonsTurn,
    /// There is more than one play.
    #[error("there are {0} plays; say which")]
    Ambiguous(usize),
    /// A resignation of this size has been declined.
    #[error("a resignation of that size has been declined")]
    Declined(ResignLevel),
    /// A resignation of open size that is not fair at any.
    #[error("no size of resignation is fair in this position")]
    NoFairResignation,
    /// A resignation of open size against a person.
    #[error("only the computer judges which resignation is fair; say single, gammon or backgammon")]
    OpenResignation,
    /// Nothing to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Nothing to redo.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// No entry to be marked or analyzed.
    #[error("select a move first; marks belong to the move after the position shown")]
    NoEntry,
    /// The entry does not have that kind of mark.
    #[error("this entry has no such decision")]
    WrongEntry,
    /// A play that starts where its player has no checker.
    #[error("there is no checker to play from {0}")]
    NoChecker(gnubg_engine::core::Place),
    /// A play that ends on a point the opponent holds.
    #[error("the opponent holds the point {0}")]
    PointTaken(gnubg_engine::core::Place),
    /// Moves, cube and luck are all excluded from analysis.
    #[error("nothing is selected for analysis; turn on moves, cube or luck")]
    NothingToAnalyze,
    /// The candidates are not known.
    #[error("there are no candidates yet; analyze the move first")]
    NoCandidates,
    /// A candidate's number that does not exist.
    #[error("there are {most} plays; {asked} is not one of them")]
    NoSuchCandidate {
        /// The number asked for.
        asked: usize,
        /// Plays there are.
        most: usize,
    },
    /// A count of zero.
    #[error("a count of moves or games is a positive number")]
    Count,
    /// A position that cannot occur.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A position in which the game is over.
    #[error("each player needs a checker on the board")]
    GameWouldBeOver,
    /// A state that cannot occur.
    #[error(transparent)]
    State(#[from] StateError),
    /// An impossible score.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// A value an option cannot have.
    #[error(transparent)]
    Option(#[from] ValueError),
    /// Cube efficiencies that contradict each other.
    #[error(transparent)]
    Efficiency(#[from] gnubg_engine::cube::EfficiencyError),
    /// The dice source failed.
    #[error(transparent)]
    Dice(#[from] DiceFault),
    /// A seed for a source that has none.
    #[error("{} takes no seed", .0.name())]
    NoSeed(Generator),
    /// A source without its file or command.
    #[error("name the file or the command that the dice come from")]
    NoSource,
    /// A program where none may run.
    #[error("running programs is disabled (--no-shell)")]
    ProgramsForbidden,
    /// A modulus below 2.
    #[error("a modulus is a whole number, 2 or more")]
    Modulus,
    /// A name that cannot be used.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A match's number that does not exist in a file.
    #[error("there are {most} matches in the file; {asked} is not one of them")]
    NoSuchMatch {
        /// The number asked for.
        asked: usize,
        /// Matches there are.
        most: usize,
    },
    /// A format that cannot hold what is to be written.
    #[error(transparent)]
    Export(#[from] gnubg_report::export::ExportError),
    /// A job could not be started.
    #[error(transparent)]
    Job(#[from] JobError),
    /// That cannot be rolled out.
    #[error(transparent)]
    Rollout(#[from] gnubg_engine::rollout::RolloutError),
    /// The session neither reads nor makes databases.
    #[error("this session uses no databases; start the program without -b")]
    NoDatabases,
    /// The match is played without clocks.
    #[error("this match is played without clocks")]
    NoClock,
    /// The clock cannot be stopped or started.
    #[error("no clock runs now that could be stopped, and none was stopped")]
    ClockStands,
    /// The cube is not in use.
    #[error("the cube is not in use in this game")]
    NoCube,
    /// It exists only in matches.
    #[error("this is possible only in a match, and this is a money session")]
    MoneyPlay,
    /// Crawford settings where nobody is one point away.
    #[error("the Crawford rule needs exactly one player one point away from winning the match")]
    NotCrawford,
}

/// Why a score cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// A match length beyond the limit.
    #[error("a match has 1 to 64 points, or 0 for a money session, not {0}")]
    Length(u16),
    /// Points at or beyond the length.
    #[error("with {points} points the match to {length} would be over")]
    Over {
        /// The points.
        points: i64,
        /// The length.
        length: u16,
    },
    /// Less than no points.
    #[error("a score cannot be {0} points")]
    Negative(i64),
    /// Crawford or post-Crawford where nobody is one away.
    #[error(
        "Crawford and post-Crawford are possible only when a player is one point away from winning the match"
    )]
    NotOneAway,
    /// The Crawford game with both one away.
    #[error("with both players one point away it cannot be the Crawford game")]
    BothOneAway,
    /// Both Crawford and post-Crawford.
    #[error("the game is either the Crawford game or a later one")]
    Contradiction,
    /// Post-Crawford although the other player has not scored.
    #[error("after the Crawford game the other player must have scored")]
    NoScoreYet,
}

/// Why a name cannot be given to a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// No name.
    #[error("enter a name")]
    Empty,
    /// A name that means a seat.
    #[error("{0:?} already stands for a player and cannot be a name")]
    Reserved(String),
    /// The other player's.
    #[error("the other player is already called {0:?}")]
    Taken(String),
    /// Too long, or with characters that cannot be shown.
    #[error("a name has at most 31 bytes and no control characters")]
    Unusable,
}

/// What a command would discard, so that a front end can ask before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A game in progress.
    Game,
    /// What follows the place shown.
    Rest {
        /// Later games.
        games: usize,
        /// Later entries of this game.
        entries: usize,
    },
}
