// SPDX-License-Identifier: GPL-3.0-or-later
//! What happens in a game without a person: the computer's decisions, external players.

pub mod decision;
pub mod external;
