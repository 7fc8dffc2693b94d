// SPDX-License-Identifier: GPL-3.0-or-later
//! Study: cards of positions that come back until they are known, asked on a board and graded by what the answer loses.
//!
//! | part | content |
//! | --- | --- |
//! | [`Library::propose_cards`](crate::Library::propose_cards), [`Proposal`] | which decisions and positions are worth a card |
//! | [`Contrast`] | a position that is nearly that of a card, where something else is right |
//! | [`OtherScores`] | the same position at the scores where something else is right |
//! | [`Card`], [`Deck`], [`StudyCounts`] | what is there, and what is due |
//! | [`Study`] | a session: question, answer, judgement, grade; it survives the end of the program |
//! | [`Scheduler`], [`Fsrs`] | when a card comes back |
//! | [`Review`], [`StudyReport`] | what was answered; reviews are only appended |
//!
//! The truth of a card is the reference analysis of its position, so a better analysis changes what is right. A position
//! without an analysis is evaluated when it is asked, and the finding is kept.

mod cards;
mod contrast;
mod grade;
mod judging;
mod propose;
mod queue;
mod ranked;
mod report;
mod reviews;
mod schedule;
mod scores;
mod session;
mod settings;
mod truth;

pub use cards::{Card, CardFilter, CardKind, Deck, StudyCounts, Which};
pub use contrast::{Change, Contrast, ContrastSearch};
pub use grade::{Grade, Rating};
pub use judging::{Answer, Ask, Judgement, Part};
pub use propose::{CardRules, CardSource, Offer, Proposal};
pub use report::{RecallBin, StudyReport};
pub use reviews::Review;
pub use schedule::{Fsrs, Memory, Scheduler, Step as ScheduleStep};
pub use scores::{AtScore, OtherScores, ScoreSearch};
pub use session::{Leech, Question, Rate, Step, Study, StudySummary};
pub use settings::StudySettings;

use crate::clock::DAY_MS;

/// A control counts as right up to this loss, in normalized equity.
const CONTROL_RIGHT: f64 = 0.020;
/// The hour, UTC, at which a day of study begins.
const DAY_BEGINS: i64 = 4;
/// An hour in milliseconds.
const HOUR_MS: i64 = 3_600_000;

/// The day of study that a time belongs to, in days since 1970. Days begin at four o'clock, UTC: who studies after midnight
/// is still in the old day.
#[must_use]
pub const fn study_day(ms: i64) -> i64 {
    (ms - DAY_BEGINS * HOUR_MS).div_euclid(DAY_MS)
}
