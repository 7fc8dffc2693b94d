// SPDX-License-Identifier: GPL-3.0-or-later
//! Small widgets and helpers for GTK that know nothing of matches or of the program's windows.

pub(crate) mod chooser;
pub(crate) mod cut;
pub(crate) mod follow;
pub(crate) mod keys;
pub(crate) mod probe;
pub(crate) mod wrap;
pub(crate) mod writing;
