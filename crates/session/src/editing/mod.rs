// SPDX-License-Identifier: GPL-3.0-or-later
//! What changes of a record need: groups for undo, typed scores.

pub(crate) mod history;
pub(crate) mod names;
pub(crate) mod score;
