// SPDX-License-Identifier: GPL-3.0-or-later
//! The desktop program: board, window, dialogs. It holds no rules; those are the engine's.

pub mod a11y;
mod actions;
mod app;
mod args;
pub mod board;
pub mod board3d;
mod chapters;
mod dialogs;
mod dump;
mod editing;
mod exchange;
mod files;
mod game_speed;
mod host;
mod i18n;
mod icons;
mod identity;
mod ids;
mod last_turns;
mod level_names;
mod library_client;
mod match_summary;
mod matches;
mod menu_bar;
mod pairs;
mod pulse;
mod record_loss;
mod recovery;
mod renderer;
mod review;
mod rolls;
mod shots;
mod sidebar;
mod snapshot;
mod sound;
mod stage;
mod study;
mod texts;
mod tools;
mod tutor;
mod why_card;
mod widgets;
mod window;

/// The level of optimization at which this crate was compiled: tests that measure frames must know it.
pub const OPT_LEVEL: &str = env!("GNUBG_OPT_LEVEL");

pub use app::{Launch, run};
pub use args::DesktopOptions;
pub use identity::APP_ID;
