// SPDX-License-Identifier: GPL-3.0-or-later
//! How a session of study is made up.

use serde::{Deserialize, Serialize};

/// How a session is made up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StudySettings {
    /// Only cards of this deck.
    pub deck: Option<String>,
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

impl Default for StudySettings {
    fn default() -> StudySettings {
        StudySettings { deck: None, cards: 20, new: 8, minutes: 10, has_controls: true, retention: 0.9 }
    }
}
