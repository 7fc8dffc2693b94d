// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings: one typed [tree](Options), one [table](Leaf) with a row for each of its leaves, one [file](mod@file) that keeps
//! what differs from the defaults.
//!
//! A row holds the leaf's dotted name (its key in the file), the words by which `set` reaches it, its range, help, and
//! who must be told when it changes. Front ends build commands, completion, dialogs and pages of the manual from it.

pub mod file;
mod more;
mod rollout_rows;
mod rows;
mod table;
mod tree;
mod value;
mod window_rows;

pub use more::DEFAULT_PROMPT;
pub use table::{Affects, Leaf, OptionId, find, leaves};
pub use tree::{
    AnalysisOptions, Animation, Automatic, Autosave, Confirm, DiceOptions, EngineOptions, EvaluationOptions,
    Export, FixedAnswer, General, GeneratorWord, Geometry, HtmlCss, HtmlPictures, Judge, Matches, Method,
    Options, Output, PipsShown, PlayerOptions, RecordNumbers, RolloutGenerator, RolloutOptions, SOUNDS,
    Scheme, Seat, Shortcuts, Sounds, Toolbar, Training, Tutor, TutorSkill, VariationWord, WINDOWS, Window,
};
pub use value::{Kind, Value, ValueError, preset_of};
