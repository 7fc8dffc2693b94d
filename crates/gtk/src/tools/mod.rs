// SPDX-License-Identifier: GPL-3.0-or-later
//! The tool windows: rollouts, statistics, maps, help and so on.
//!
//! A tool shows numbers that the session or the engine computes, and follows the match while it is open. It knows
//! nothing of the main window: what it needs comes through a [`crate::host::HostHandle`], and the [`toolbox::Toolbox`] opens it
//! and tells it of changes and events.

pub(crate) mod background;
mod batch;
pub(crate) mod controls;
pub(crate) mod cube_view;
pub(crate) mod decision_text;
mod frame;
pub(crate) mod heat_map;
pub(crate) mod help;
pub(crate) mod library;
mod maps;
mod play_columns;
pub(crate) mod play_list;
mod player_profile;
pub(crate) mod players;
mod plot;
pub(crate) mod race;
pub(crate) mod rollout;
mod speed;
mod statistics;
pub(crate) mod text_table;
mod theory;
pub(crate) mod toolbox;

use gnubg_session::Event;
use std::any::Any;

/// A tool window.
pub(crate) trait Tool: Any {
    /// Its name: that of its action and of its window.
    fn name(&self) -> &'static str;
    /// Its window.
    fn window(&self) -> &adw::Window;
    /// Shows the present state; called when anything may have changed.
    fn refresh(&self);
    /// Takes in an event of the session.
    fn handle_event(&self, _event: &Event) {}
    /// Stops what it computes; called when its window closes.
    fn stop(&self) {}
}
