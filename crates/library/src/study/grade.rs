// SPDX-License-Identifier: GPL-3.0-or-later
//! Grades: what an answer loses, as a step of the scheduler.

use serde::{Deserialize, Serialize};

/// A loss from which on an answer counts as wrong, whatever the card.
const MOST_FAIL: f64 = 0.060;
/// A loss up to which no answer counts as wrong.
const LEAST_FAIL: f64 = 0.020;
/// The part of the loss that made the card from which on an answer counts as wrong.
const PART: f64 = 0.6;

/// A grade on the scale of the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rating {
    /// Wrong.
    Again = 1,
    /// Right with much effort, or nearly right.
    Hard = 2,
    /// Right.
    Good = 3,
    /// Right at once.
    Easy = 4,
}

impl Rating {
    /// All ratings.
    pub const ALL: [Rating; 4] = [Rating::Again, Rating::Hard, Rating::Good, Rating::Easy];

    /// The word in commands and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Rating::Again => "again",
            Rating::Hard => "hard",
            Rating::Good => "good",
            Rating::Easy => "easy",
        }
    }

    /// The number, 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rating with that number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Rating> {
        Rating::ALL.into_iter().find(|rating| rating.number() == number)
    }

    /// The rating with that word or number.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Rating> {
        Rating::ALL.into_iter().find(|rating| rating.word() == word || rating.number().to_string() == word)
    }
}

/// A grade: wrong, or right to a degree. A lapse is a lapse: there is nothing between *again* and *hard*.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grade {
    /// Wrong.
    Again,
    /// Right, from 2 (hard) to 4 (easy).
    Passed(f64),
}

impl Grade {
    /// The grade of an answer. `loss` is its error in normalized equity, `uncertainty` how uncertain that is, `origin` the
    /// loss of the mistake that made the card; `haste` tells how much faster than usual the answer was found, from 0 to 1.
    #[must_use]
    pub fn of(loss: f64, uncertainty: f64, origin: Option<f64>, haste: f64) -> Grade {
        let fail = fail_limit(origin);
        let sure = (loss - uncertainty).max(0.0);
        if sure >= fail {
            return Grade::Again;
        }
        let bonus = if sure == 0.0 { haste.clamp(0.0, 1.0) } else { 0.0 };
        Grade::Passed(3.0 - sure / fail + bonus)
    }

    /// The nearest rating.
    #[must_use]
    pub fn rating(self) -> Rating {
        match self {
            Grade::Again => Rating::Again,
            Grade::Passed(value) if value < 2.5 => Rating::Hard,
            Grade::Passed(value) if value < 3.5 => Rating::Good,
            Grade::Passed(_) => Rating::Easy,
        }
    }

    /// The grade as a number from 1 to 4.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Grade::Again => 1.0,
            Grade::Passed(value) => value.clamp(2.0, 4.0),
        }
    }
}

impl From<Rating> for Grade {
    fn from(rating: Rating) -> Grade {
        match rating {
            Rating::Again => Grade::Again,
            other => Grade::Passed(f64::from(other.number())),
        }
    }
}

/// The loss from which on an answer to a card counts as wrong.
#[must_use]
pub(super) fn fail_limit(origin: Option<f64>) -> f64 {
    origin.map_or(MOST_FAIL, |origin| (PART * origin).clamp(LEAST_FAIL, MOST_FAIL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_grades() {
        assert_eq!(Grade::of(0.0, 0.0, None, 0.0), Grade::Passed(3.0));
        assert_eq!(Grade::of(0.03, 0.0, None, 1.0), Grade::Passed(2.5));
        assert_eq!(Grade::of(0.06, 0.0, None, 0.0), Grade::Again);
        // A small mistake made the card: the limit is lower, but never below 20 th.
        assert_eq!(Grade::of(0.03, 0.0, Some(0.045), 0.0), Grade::Again);
        assert!(matches!(Grade::of(0.019, 0.0, Some(0.010), 0.0), Grade::Passed(_)));
        // What is within the uncertainty of the analysis is no loss.
        assert_eq!(Grade::of(0.03, 0.03, None, 0.5), Grade::Passed(3.5));
        let grades = [0.0, 0.01, 0.02, 0.04, 0.059, 0.07].map(|loss| Grade::of(loss, 0.0, None, 0.0).value());
        assert!(grades.windows(2).all(|pair| pair[0] > pair[1]), "{grades:?}");
    }

    #[test]
    fn ratings_have_words_and_numbers() {
        for rating in Rating::ALL {
            assert_eq!(Rating::from_word(rating.word()), Some(rating));
            assert_eq!(Rating::from_number(rating.number()), Some(rating));
            assert_eq!(Grade::from(rating).rating(), rating);
        }
        assert_eq!(Rating::from_word("5"), None);
    }
}
