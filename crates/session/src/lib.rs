// SPDX-License-Identifier: GPL-3.0-or-later
//! The application model: the only owner of mutable program state.
pub mod options;
