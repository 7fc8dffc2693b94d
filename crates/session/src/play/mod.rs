// SPDX-License-Identifier: GPL-3.0-or-later
//! What happens in a game without a person: the computer's decisions, external players, dice.

pub mod decision;
pub(crate) mod dice;
pub mod external;
