// SPDX-License-Identifier: GPL-3.0-or-later
//! Exercises: questions whose answers are computed, so nothing is stored but what was answered.
//!
//! A [`Problem`] follows from exercise, seed and level, so it can be repeated and sent to a friend. [`Problem::mark`] marks
//! answers; [`Library::note_drill`](crate::Library::note_drill) keeps them, and from these the level of the next problem and
//! the user's bias follow.

mod counting;
mod marking;
mod plays;
mod positions;
mod race;
mod state;
mod take_points;

pub use marking::{FormulaError, Given, Marked, MarkedField};
pub use state::{Bias, DrillState, TOP_LEVEL};

use crate::assess::Judge;
use crate::error::Result;
use gnubg_engine::core::{CancelToken, MatchState};
use gnubg_engine::cube::race::RaceAdvice;

macro_rules! exercises {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)*) => {
        /// An exercise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Exercise { $($(#[$doc])* $name,)* }

        impl Exercise {
            /// All exercises.
            pub const ALL: &'static [Exercise] = &[$(Exercise::$name,)*];

            /// The word in commands and in the database.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Exercise::$name => $word,)* }
            }
        }
    };
}

exercises! {
    /// Count the pips of both sides.
    Pips = "pips";
    /// The effective pip count of the side on roll.
    Epc = "epc";
    /// Isight counts and the verdict.
    Isight = "isight";
    /// Keith counts and the verdict.
    Keith = "keith";
    /// Thorp counts and the verdict.
    Thorp = "thorp";
    /// Take points at a score.
    TakePoints = "takepoints";
    /// The best opening play.
    Openings = "openings";
    /// The best reply to an opening play.
    Replies = "replies";
    /// The best bearoff play.
    Bearoff = "bearoff";
}

impl Exercise {
    /// The exercise with that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Exercise> {
        Exercise::ALL.iter().copied().find(|one| one.word() == word)
    }
}

macro_rules! field_kinds {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $tolerance:expr;)*) => {
        /// What is to be found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FieldKind { $($(#[$doc])* $name,)* }

        impl FieldKind {
            /// All kinds.
            pub const ALL: &'static [FieldKind] = &[$(FieldKind::$name,)*];

            /// The word in commands and JSON.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(FieldKind::$name => $word,)* }
            }

            /// How far from the truth a number may be to count as right.
            #[must_use]
            pub const fn tolerance(self) -> f64 {
                match self { $(FieldKind::$name => $tolerance,)* }
            }
        }
    };
}

field_kinds! {
    /// The pip count of the side on roll.
    MyPips = "my-pips", 0.5;
    /// The pip count of the opponent.
    TheirPips = "their-pips", 0.5;
    /// The effective pip count of the side on roll.
    Epc = "epc", 1.0;
    /// The adjusted count of the side on roll.
    MyCount = "my-count", 0.55;
    /// The adjusted count of the opponent.
    TheirCount = "their-count", 0.55;
    /// The chance to win by Isight, in percent.
    Percent = "percent", 1.0;
    /// No double, double, redouble or pass.
    Verdict = "verdict", 0.0;
    /// The least chance to take with when the cube is dead, in percent.
    DeadTake = "dead-take", 2.0;
    /// The same when the cube is live.
    LiveTake = "live-take", 2.0;
    /// What a gammon is worth, in hundredths of the cube.
    GammonPrice = "gammon-price", 5.0;
    /// A play.
    Play = "play", 0.0;
}

/// The verdicts with their words in commands and JSON.
pub const VERDICTS: [(RaceAdvice, &str); 4] = [
    (RaceAdvice::NoDouble, "no-double"),
    (RaceAdvice::Double, "double"),
    (RaceAdvice::Redouble, "redouble"),
    (RaceAdvice::Pass, "pass"),
];

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The exercise.
    pub exercise: Exercise,
    /// The seed.
    pub seed: u64,
    /// The level, from 1 to [`TOP_LEVEL`].
    pub level: u8,
    /// The position, the player on roll at the bottom. In the exercise of take points only score and cube count: the player
    /// on roll doubles, the other one is asked.
    pub state: MatchState,
    /// What is to be found.
    pub fields: Vec<FieldKind>,
}

impl Problem {
    /// The problem of an exercise with that seed at that level.
    ///
    /// # Errors
    /// If the exercise needs a database that is not loaded.
    pub fn new(exercise: Exercise, seed: u64, level: u8, judge: &Judge) -> Result<Problem> {
        let level = level.clamp(1, TOP_LEVEL);
        let (state, fields) = match exercise {
            Exercise::Pips => counting::pips(seed, level),
            Exercise::Epc => counting::epc(seed, level, judge)?,
            Exercise::Isight | Exercise::Keith | Exercise::Thorp => race::problem(exercise, seed, level),
            Exercise::TakePoints => take_points::problem(seed, level, judge),
            Exercise::Openings => plays::opening(seed, level),
            Exercise::Replies => plays::reply(seed, level, judge)?,
            Exercise::Bearoff => plays::bearoff(seed, level, judge)?,
        };
        Ok(Problem { exercise, seed, level, state, fields })
    }

    /// Marks answers, one for each of [`Problem::fields`].
    ///
    /// # Errors
    /// If an answer is missing, of the wrong kind or no legal play, or it was cancelled.
    pub fn mark(&self, given: &[Given], judge: &Judge, cancel: &CancelToken) -> Result<Marked> {
        let truths = match self.exercise {
            Exercise::Pips | Exercise::Epc => counting::truths(self, judge)?,
            Exercise::Isight | Exercise::Keith | Exercise::Thorp => race::truths(self),
            Exercise::TakePoints => take_points::truths(self, judge),
            Exercise::Openings | Exercise::Replies | Exercise::Bearoff => {
                return plays::mark(self, given, judge, cancel);
            }
        };
        let mut marked = marking::mark(&self.fields, given, &truths)?;
        if matches!(self.exercise, Exercise::Isight | Exercise::Keith | Exercise::Thorp) {
            marked.formula = race::formula_error(self, judge, cancel)?;
        }
        Ok(marked)
    }
}
