// SPDX-License-Identifier: GPL-3.0-or-later
//! How a session of study is made up.

use serde::{Deserialize, Serialize};

/// Cards of a session that were chosen by the user.
const MOST_CHOSEN: u16 = 100;

/// How a session is made up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StudySettings {
    /// Only cards of this deck.
    pub deck: Option<String>,
    /// Only these cards, also those that are not due.
    pub only: Option<Vec<i64>>,
    /// The most questions.
    pub cards: u16,
    /// The most new cards.
    pub new: u16,
    /// The most minutes of thought; 0 for no limit.
    pub minutes: u16,
    /// Whether one in four questions is a decision of the user's that was right.
    pub has_controls: bool,
    /// The chance with which cards shall be remembered, from 0.8 to 0.95.
    pub retention: f64,
}

impl StudySettings {
    /// A session of just these cards: without a limit of time, and of so many cards that it can be finished.
    #[must_use]
    pub fn of_cards(cards: Vec<i64>) -> StudySettings {
        let n = u16::try_from(cards.len()).unwrap_or(u16::MAX).min(MOST_CHOSEN);
        StudySettings {
            only: Some(cards),
            cards: n,
            new: n,
            minutes: 0,
            has_controls: false,
            ..StudySettings::default()
        }
    }

    /// A session of at most so many cards, with half a minute for each of them.
    #[must_use]
    pub fn of_length(cards: u16) -> StudySettings {
        StudySettings { cards, new: cards * 2 / 5, minutes: cards.div_ceil(2), ..StudySettings::default() }
    }
}

impl Default for StudySettings {
    fn default() -> StudySettings {
        StudySettings {
            deck: None,
            only: None,
            cards: 20,
            new: 8,
            minutes: 10,
            has_controls: true,
            retention: 0.9,
        }
    }
}
