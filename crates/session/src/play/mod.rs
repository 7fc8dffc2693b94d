// SPDX-License-Identifier: GPL-3.0-or-later
//! Players that are not people: the computer's decisions, external players.

pub mod clock;
pub mod decision;
pub mod external;
pub mod time_controls;
