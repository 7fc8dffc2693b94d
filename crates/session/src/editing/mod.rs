// SPDX-License-Identifier: GPL-3.0-or-later
//! What changes of a record need: groups for undo, scores as they are typed.

pub(crate) mod history;
pub(crate) mod score;
