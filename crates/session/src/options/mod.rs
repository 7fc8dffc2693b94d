// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings: one typed [tree](Options), whose options are each declared once (`declare.rs`), one [table](Leaf) of them, and
//! one [file](mod@file) that keeps what differs from the defaults.
//!
//! Front ends build commands, completion, preferences and documentation from the table. An option says what it
//! [affects](Effect), so that a change refreshes nothing else.

mod clock;
mod declare;
mod effect;
mod engine;
mod evaluation;
pub mod file;
mod general;
mod level;
mod obsolete;
mod output;
mod play;
mod preference;
mod rollout;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod value;
mod window;

pub use clock::{ClockOptions, ClockWord, PenaltyWord};
pub use effect::{Effect, Effects};
pub use engine::EngineOptions;
pub use evaluation::{AnalysisOptions, EvaluationOptions, Judge, Method};
pub use general::{Autosave, Confirm, DEFAULT_PROMPT, FixedAnswer, General, SOUNDS, Sounds};
pub use level::Decides;
pub use obsolete::{Obsolete, obsolete};
pub use output::{Export, HtmlBoards, HtmlCss, Output, ReportLayout};
pub use play::{
    Automatic, DiceOptions, GeneratorWord, Matches, PlayerOptions, Seat, Tutor, TutorSkill, VariationWord,
};
pub use preference::{Chooser, PreferenceGroup};
pub use rollout::{RolloutGenerator, RolloutOptions};
pub use table::{Leaf, OptionId, changed_values, changes, effects, find, leaves};
pub use tree::Options;
pub use value::{OptionKind, OptionValue, ValueError, preset_of};
pub use window::{
    Animation, PipsShown, RecordNumbers, Scheme, Shortcuts, Toolbar, WINDOWS, Window, WindowSize,
};
